#include "suite/scoring.h"

#include <exception>
#include <utility>

#include "base/json_text.h"
#include "suite/in_time.h"

namespace papert::suite {
namespace {

using AnswerOf = std::function<reply::Answer(std::size_t)>;

void append_metrics(const std::vector<Metric>& metrics, std::string& out) {
  out.push_back('{');
  for (const Metric& metric : metrics) {
    if (out.back() != '{') out.push_back(',');
    append_quoted(metric.name, out);
    out.push_back(':');
    metric.value ? append_number(*metric.value, out) : void(out += "null");
  }
  out.push_back('}');
}

std::vector<Score> score_all(const TaskSet& tasks, std::span<const Submission> submissions,
                             const Deadline& deadline) {
  const auto* const timed = deadline.never() ? nullptr : dynamic_cast<const TimedTasks*>(&tasks);
  if (timed == nullptr) return tasks.score_all(submissions);
  std::vector<Score> scores;
  scores.reserve(submissions.size());
  for (Judged& each : timed->judge_in_time(submissions, deadline)) {
    scores.push_back(std::move(each.score));
  }
  return scores;
}

ScoredAnswer score_alone(const TaskSet& tasks, std::size_t index, std::size_t i,
                         const AnswerOf& answer_of, const Deadline& deadline) {
  ScoredAnswer scored;
  try {
    const Submission submission{index, answer_of(i)};
    std::vector<Score> scores = score_all(tasks, {&submission, 1}, deadline);
    scored.answer = submission.answer;
    scored.score = std::move(scores.front());
  } catch (const std::exception& error) {
    scored.score.detail["message"] = error.what();
  }
  return scored;
}

}  // namespace

std::vector<ScoredAnswer> score_answers(const TaskSet& tasks, std::span<const std::size_t> indices,
                                        const AnswerOf& answer_of, const Deadline& deadline) {
  std::vector<ScoredAnswer> scored;
  scored.reserve(indices.size());
  try {
    std::vector<Submission> submissions;
    submissions.reserve(indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
      submissions.push_back({indices[i], answer_of(i)});
    }
    std::vector<Score> scores = score_all(tasks, submissions, deadline);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      scored.push_back({std::move(submissions[i].answer), std::move(scores[i])});
    }
  } catch (const std::exception&) {
    // One by one, to find out whose fault it was.
    scored.clear();
    for (std::size_t i = 0; i < indices.size(); ++i) {
      scored.push_back(score_alone(tasks, indices[i], i, answer_of, deadline));
    }
  }
  return scored;
}

void append_score_line(const LineHead& head, const reply::Answer& answer, const Score& score,
                       std::string& out) {
  out += "{\"id\":";
  append_quoted(head.id, out);
  out += ",\"epoch\":";
  append_number(head.epoch, out);
  if (head.key != nullptr) {
    out += ",\"key\":";
    append_json(*head.key, out);
  }
  out += ",\"verdict\":";
  append_quoted(verdict_name(score.verdict), out);
  out += ",\"success\":";
  out += !is_scored(score.verdict) ? "null" : score.right() ? "true" : "false";
  out += ",\"metrics\":";
  append_metrics(score.metrics, out);
  out += ",\"answer\":";
  append_quoted(answer.first().code, out);
  out += ",\"rule\":";
  append_quoted(answer.first().rule, out);
  out += ",\"detail\":";
  const bool plain = !score.expected && score.language.empty();
  plain ? append_json(score.detail, out) : append_json(detail_json(score), out);
  out += '}';
}

}  // namespace papert::suite

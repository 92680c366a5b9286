// The operation feedback: what a model that may try again is told about its reply, the same words
// and the same picture as in `papert eval --turns` (suite/feedback.h). Right replies and those
// about which nothing was learnt have nothing to be told. The program runs once more for it: a
// picture is wanted only by those who refine, and of the last reply alone.

#include <algorithm>
#include <utility>

#include "base/base64.h"
#include "base/known_keys.h"
#include "reward/operations.h"
#include "suite/feedback.h"
#include "suite/in_time.h"

namespace papert::reward {
namespace {

constexpr KnownKey kFeedback[] = {{"ref"}, {"suite"}, {"modes"},   {"src"},     {"data"},
                                  {"id"},  {"text"},  {"extract"}, {"picture"}, {"deadline_ms"}};

suite::Judged judge(const OpenSet& set, std::size_t index, std::string_view text,
                    const ScoreOptions& options) {
  suite::Judged judged;
  if (text.size() > options.max_reply_bytes) {
    judged.score.verdict = suite::Verdict::kTruncated;
    return judged;
  }
  const suite::TaskSet& tasks = set.tasks();
  const suite::Submission submission{index, suite::read_answer(tasks, text, options.extraction)};
  const auto* const timed = dynamic_cast<const suite::TimedTasks*>(&tasks);
  if (timed == nullptr || options.deadline.never()) return tasks.judge(index, submission.answer);
  return std::move(timed->judge_in_time({&submission, 1}, options.deadline).front());
}

}  // namespace

Result<std::string> answer_feedback(const Call& call) {
  const Json& request = call.request;
  TRY(check_keys(request, kFeedback, "request"));
  const TaskRef ref = TRY(named_task(request, ""));
  const std::string text = TRY(get_string(request, "text"));
  const bool picture = TRY(get_optional_bool(request, "picture")).value_or(true);
  const ScoreOptions options = TRY(score_options(call));
  const auto set = TRY(call.sets.open(ref.set));
  const std::size_t index = TRY(set->find(ref.id));
  const suite::Judged judged = judge(*set, index, text, options);
  const suite::Verdict verdict = judged.score.verdict;
  suite::Prompt told;
  if (verdict != suite::Verdict::kRight && suite::is_scored(verdict)) {
    told =
        TRY(suite::follow_up(set->tasks(), index, judged, suite::default_turn_prompt(), picture));
  }
  Json json;
  json["verdict"] = suite::verdict_name(verdict);
  json["text"] = told.text;
  json["images"] = Json::array();
  for (const std::string& image : told.images) json["images"].push_back(base64(image));
  return dump_json(json);
}

}  // namespace papert::reward

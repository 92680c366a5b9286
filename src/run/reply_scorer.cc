#include "run/reply_scorer.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "reply/reasoning.h"

namespace papert::run {
namespace {

constexpr std::size_t kShownBytes = 60;

ReplyItem unusable(ReplyItem item, std::string error, std::string message) {
  item.error = std::move(error);
  item.message = std::move(message);
  return item;
}

/// A value as a message shows it.
std::string shown(const Json& value) {
  std::string text = dump_json(value);
  if (text.size() <= kShownBytes) return text;
  return text.substr(0, kShownBytes) + "...";
}

Json given(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? Json() : *found;
}

bool is_epoch(const Json& value) {
  return value.is_number_integer() && value >= 0 && value <= INT32_MAX;
}

/// What every line begins with.
Json head_of(const ReplyItem& item) {
  Json line;
  line["id"] = item.id;
  line["epoch"] = item.epoch;
  if (item.key) line["key"] = *item.key;
  return line;
}

ScoredLine error_line(const ReplyItem& item) {
  ScoredLine scored;
  scored.json["line"] = item.line;
  if (!item.id.is_null()) scored.json["id"] = item.id;
  if (!item.epoch.is_null()) scored.json["epoch"] = item.epoch;
  if (item.key) scored.json["key"] = *item.key;
  scored.json["error"] = item.error;
  scored.json["message"] = item.message;
  scored.problem = {ErrorCode::kBadData, item.message, fmt::format("line {}", item.line)};
  return scored;
}

ScoredLine scored_line(const ReplyItem& item, const reply::Answer& answer,
                       const suite::Score& score) {
  ScoredLine scored;
  scored.index = item.index;
  scored.epoch = item.epoch.get<std::int64_t>();
  scored.verdict = score.verdict;
  scored.json = score_line(item, answer, score);
  return scored;
}

}  // namespace

Json score_line(const ReplyItem& item, const reply::Answer& answer, const suite::Score& score) {
  Json line = head_of(item);
  line["verdict"] = suite::verdict_name(score.verdict);
  line["success"] = suite::success_json(score.verdict);
  line["metrics"] = suite::metrics_json(score.metrics);
  line["answer"] = answer.first().code;
  line["rule"] = answer.first().rule;
  line["detail"] = suite::detail_json(score);
  return line;
}

ReplyScorer::ReplyScorer(const suite::TaskSet& tasks, reply::Extraction extraction, Judging judging)
    : tasks_(tasks), extraction_(extraction), judging_(judging) {
  for (std::size_t i = 0; i < tasks.size(); ++i) index_.emplace(tasks.id(i), i);
}

std::optional<std::size_t> ReplyScorer::find(const std::string& id) const {
  const auto found = index_.find(id);
  return found == index_.end() ? std::nullopt : std::optional(found->second);
}

ReplyItem ReplyScorer::read(const Line& line) const {
  ReplyItem item;
  item.line = line.number;
  if (line.too_long) return unusable(std::move(item), "too_long", "the line is too long");
  auto parsed = parse_json(line.text);
  if (!parsed) return unusable(std::move(item), "bad_json", parsed.error().message);
  const Json& json = *parsed;
  if (!json.is_object()) {
    return unusable(std::move(item), "bad_json", "not a JSON object: " + shown(json));
  }
  item.id = given(json, "id");
  item.epoch = given(json, "epoch");
  if (json.contains("key")) item.key = json["key"];
  if (!item.id.is_string()) {
    return unusable(std::move(item), "bad_id", "'id' must be the id of a task, as a string");
  }
  const std::optional<std::size_t> index = find(item.id.get<std::string>());
  if (!index) {
    std::string message = "there is no task " + shown(item.id);
    return unusable(std::move(item), "unknown_id", std::move(message));
  }
  item.index = *index;
  if (item.epoch.is_null()) item.epoch = 0;
  if (!is_epoch(item.epoch)) {
    std::string message =
        fmt::format("{} is not an epoch: give a whole number from 0", shown(item.epoch));
    return unusable(std::move(item), "bad_epoch", std::move(message));
  }
  const auto text = json.find("text");
  if (text == json.end() || !text->is_string()) {
    return unusable(std::move(item), "bad_text", "'text' must be the reply, as a string");
  }
  item.text = text->get<std::string>();
  return item;
}

reply::Answer ReplyScorer::answer_of(const ReplyItem& item) const {
  return item.judge ? judged_answer(tasks_, *item.judge, judging_)
                    : suite::read_answer(tasks_, item.text, extraction_);
}

ScoredLine ReplyScorer::score_one(const ReplyItem& item) const {
  std::string why;
  try {
    const reply::Answer answer = answer_of(item);
    return scored_line(item, answer, tasks_.score(item.index, answer));
  } catch (const std::exception& error) {
    why = error.what();
  }
  suite::Score score;
  score.detail["message"] = why;
  return scored_line(item, {}, score);
}

std::vector<ScoredLine> ReplyScorer::score(const std::vector<ReplyItem>& items) const {
  std::vector<ScoredLine> lines(items.size());
  std::vector<std::size_t> places;  // of items that can be scored
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i].error.empty() ? places.push_back(i) : void(lines[i] = error_line(items[i]));
  }
  try {
    std::vector<suite::Submission> submissions;
    for (const std::size_t i : places) {
      submissions.push_back({items[i].index, answer_of(items[i])});
    }
    const std::vector<suite::Judged> judged = tasks_.judge_all(submissions);
    for (std::size_t k = 0; k < places.size(); ++k) {
      lines[places[k]] = scored_line(items[places[k]], submissions[k].answer, judged[k].score);
    }
  } catch (const std::exception&) {
    // One by one, to find out whose fault it was.
    for (const std::size_t i : places) lines[i] = score_one(items[i]);
  }
  return lines;
}

}  // namespace papert::run

#include "run/sample.h"

#include <utility>

namespace papert::run {
namespace {

suite::Score score_reply(const suite::TaskSet& tasks, std::size_t index, const model::Reply& reply,
                         suite::Extraction extraction, suite::Answer& answer) {
  suite::Score score;
  switch (reply.status) {
    case model::ReplyStatus::kFailed:
      score.verdict = suite::Verdict::kRequestFailed;
      score.detail["message"] = reply.error;
      return score;
    case model::ReplyStatus::kRefused:
    case model::ReplyStatus::kTruncated:
      // Worth what an empty answer is worth, under its own name.
      score = tasks.score(index, {});
      score.verdict = reply.status == model::ReplyStatus::kRefused ? suite::Verdict::kRefused
                                                                   : suite::Verdict::kTruncated;
      score.detail = Json::object();
      return score;
    case model::ReplyStatus::kComplete:
      break;
  }
  answer = tasks.extract(reply.text, extraction);
  return tasks.score(index, answer);
}

Json line_json(const suite::Task& task, std::int64_t epoch, const model::Reply& reply,
               const suite::Answer& answer, const suite::Score& score) {
  Json line;
  line["id"] = task.id;
  line["epoch"] = epoch;
  if (!task.base.empty()) line["base"] = task.base;
  line["tags"] = suite::tags_json(task.tags);
  line["verdict"] = suite::verdict_name(score.verdict);
  line["success"] = suite::success_json(score.verdict);
  line["metrics"] = suite::metrics_json(score.metrics);
  line["detail"] = score.detail;
  line["answer"] = answer.text;
  line["rule"] = answer.rule;
  line["reply"] = reply.text;
  line["reasoning"] = reply.reasoning;
  line["usage"] = reply.usage.to_json();
  return line;
}

}  // namespace

Sample SampleMaker::make(std::size_t index, std::int64_t epoch, const Response& response,
                         std::optional<double> latency_ms) const {
  const suite::Task task = tasks_.task(index);
  suite::Answer answer;
  const suite::Score score = score_reply(tasks_, index, response.reply, extraction_, answer);
  Json line = line_json(task, epoch, response.reply, answer, score);
  line["latency_ms"] = latency_ms ? Json(*latency_ms) : Json(nullptr);
  Json images = Json::array();
  for (const std::string& image : response.prompt.images) {
    auto hash = pictures_.put(image);
    if (hash) images.push_back(*hash);
  }
  line["prompt"] = {{"text", response.prompt.text}, {"images", images}};
  line["pictures"] = Json::array();
  if (pictures_.wants(task.id, epoch, !score.right())) {
    line["reference"] = tasks_.reference(index);
    auto pictures = pictures_.put_sample(tasks_, index, answer);
    if (pictures) line["pictures"] = std::move(*pictures);
  }
  return {score.verdict, std::move(line)};
}

Sample SampleMaker::internal_error(std::size_t index, std::int64_t epoch,
                                   const std::string& why) const {
  suite::Score score;
  score.verdict = suite::Verdict::kInternalError;
  score.detail["message"] = why;
  return {score.verdict, line_json(tasks_.task(index), epoch, {}, {}, score)};
}

}  // namespace papert::run

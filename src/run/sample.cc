#include "run/sample.h"

#include <utility>

namespace papert::run {
namespace {

Json reply_json(const model::Reply& reply) {
  return {{"reply", reply.text}, {"reasoning", reply.reasoning}, {"usage", reply.usage.to_json()}};
}

/// Worth what an empty answer is worth, under its own name.
suite::Score no_reply(const suite::TaskSet& tasks, std::size_t index, suite::Verdict verdict) {
  suite::Score score = tasks.score(index, {});
  score.verdict = verdict;
  score.detail = Json::object();
  return score;
}

suite::Score request_failed(const std::string& why) {
  suite::Score score;
  score.verdict = suite::Verdict::kRequestFailed;
  score.detail["message"] = why;
  return score;
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

ReadReply SampleMaker::read(std::size_t index, std::int64_t epoch, const model::Reply& reply,
                            const CancelToken& cancel) const {
  ReadReply reading;
  switch (reply.status) {
    case model::ReplyStatus::kFailed:
      reading.score = request_failed(reply.error);
      return reading;
    case model::ReplyStatus::kRefused:
      reading.score = no_reply(tasks_, index, suite::Verdict::kRefused);
      return reading;
    case model::ReplyStatus::kTruncated:
      reading.score = no_reply(tasks_, index, suite::Verdict::kTruncated);
      return reading;
    case model::ReplyStatus::kComplete:
      break;
  }
  reading.answer = tasks_.extract(reply.text, extraction_);
  reading.score = tasks_.score(index, reading.answer);
  if (judge_ == nullptr || judge_->when() == Judging::kNever) return reading;
  if (judge_->when() == Judging::kWhereNeeded && !reading.found_nothing()) return reading;
  reading.judge = judge_->ask(tasks_, index, epoch, reply.text, cancel);
  if (reading.judge->status == model::ReplyStatus::kFailed) {
    reading.answer = {};
    reading.score = request_failed("the judge: " + reading.judge->error);
    return reading;
  }
  reading.answer = judged_answer(tasks_, reading.judge->text, judge_->when());
  reading.score = tasks_.score(index, reading.answer);
  return reading;
}

Sample SampleMaker::make(std::size_t index, std::int64_t epoch, const Response& response,
                         const ReadReply& reading, const std::vector<model::Reply>& earlier,
                         std::optional<double> latency_ms) const {
  const suite::Task task = tasks_.task(index);
  const suite::Score& score = reading.score;
  Json line = line_json(task, epoch, response.reply, reading.answer, score);
  model::Usage usage = response.reply.usage;
  if (!earlier.empty()) {
    line["earlier"] = Json::array();
    for (const model::Reply& reply : earlier) {
      line["earlier"].push_back(reply_json(reply));
      usage += reply.usage;
    }
    line["usage"] = usage.to_json();
  }
  if (reading.judge) {
    line["judge"] = reply_json(*reading.judge);
    usage += reading.judge->usage;
  }
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
    auto pictures = pictures_.put_sample(tasks_, index, reading.answer);
    if (pictures) line["pictures"] = std::move(*pictures);
  }
  return {score.verdict, std::move(line), usage};
}

Sample SampleMaker::internal_error(std::size_t index, std::int64_t epoch,
                                   const std::string& why) const {
  suite::Score score;
  score.verdict = suite::Verdict::kInternalError;
  score.detail["message"] = why;
  return {score.verdict, line_json(tasks_.task(index), epoch, {}, {}, score), {}};
}

}  // namespace papert::run

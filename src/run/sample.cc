#include "run/sample.h"

#include <utility>

#include "reply/reasoning.h"

namespace papert::run {
namespace {

/// The reply with its thoughts apart, as lines of a run have it.
model::Reply separated(model::Reply reply) {
  reply::SplitReply split = reply::split_reasoning(reply.text);
  reply.text = std::move(split.answer);
  if (!reply.reasoning.empty() && !split.reasoning.empty()) reply.reasoning += '\n';
  reply.reasoning += split.reasoning;
  return reply;
}

Json reply_json(const model::Reply& raw) {
  const model::Reply reply = separated(raw);
  Json json{
      {"reply", reply.text}, {"reasoning", reply.reasoning}, {"usage", reply.usage.to_json()}};
  if (reply.cached) json["cached"] = true;
  return json;
}

/// Worth what an empty answer is worth, under its own name.
suite::Score no_reply(const suite::TaskSet& tasks, std::size_t index, suite::Verdict verdict) {
  suite::Score score;
  score.verdict = verdict;
  score.metrics = tasks.score(index, {}).metrics;
  return score;
}

suite::Score request_failed(const std::string& why) {
  suite::Score score;
  score.verdict = suite::Verdict::kRequestFailed;
  score.detail["message"] = why;
  return score;
}

Json line_json(const suite::Task& task, std::int64_t epoch, const model::Reply& raw,
               const reply::Answer& answer, const suite::Score& score) {
  const model::Reply reply = separated(raw);
  Json line;
  line["id"] = task.id;
  line["epoch"] = epoch;
  if (!task.base.empty()) line["base"] = task.base;
  line["tags"] = suite::tags_json(task.tags);
  line["verdict"] = suite::verdict_name(score.verdict);
  line["success"] = suite::success_json(score.verdict);
  line["metrics"] = suite::metrics_json(score.metrics);
  line["detail"] = suite::detail_json(score);
  line["answer"] = answer.first().code;
  line["rule"] = answer.first().rule;
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
      reading.judged.score = request_failed(reply.error);
      return reading;
    case model::ReplyStatus::kRefused:
      reading.judged.score = no_reply(tasks_, index, suite::Verdict::kRefused);
      return reading;
    case model::ReplyStatus::kTruncated:
      reading.judged.score = no_reply(tasks_, index, suite::Verdict::kTruncated);
      return reading;
    case model::ReplyStatus::kComplete:
      break;
  }
  score_reply(index, suite::read_answer(tasks_, reply.text, extraction_), reading);
  if (judge_ == nullptr || judge_->when() == Judging::kNever) return reading;
  if (judge_->when() == Judging::kWhereNeeded && !reading.found_nothing()) return reading;
  const reply::SplitReply split = reply::split_reasoning(reply.text);
  reading.judge = judge_->ask(tasks_, index, epoch, split.answer, cancel);
  if (reading.judge->status == model::ReplyStatus::kFailed) {
    reading.answer = {};
    reading.judged = {request_failed("the judge: " + reading.judge->error), {}};
    return reading;
  }
  score_reply(index, judged_answer(tasks_, reading.judge->text, judge_->when()), reading);
  return reading;
}

void SampleMaker::score_reply(std::size_t index, reply::Answer answer, ReadReply& reading) const {
  const ScoringSlots::Hold hold(slots_);
  reading.answer = std::move(answer);
  reading.judged = tasks_.judge(index, reading.answer);
}

Sample SampleMaker::make(std::size_t index, std::int64_t epoch, const Response& response,
                         const ReadReply& reading, const std::vector<model::Reply>& earlier,
                         std::optional<double> latency_ms) const {
  const suite::Task task = tasks_.task(index);
  const suite::Score& score = reading.judged.score;
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
  // How long a lookup took says nothing about the model.
  const bool cached = response.reply.cached;
  if (cached) line["cached"] = true;
  const bool asked = !cached && !response.reply.recovered;
  line["latency_ms"] = latency_ms && asked ? Json(*latency_ms) : Json(nullptr);
  const bool shown = pictures_.wants(task.id, epoch, !score.right());
  suite::Prompt prompt = response.prompt;
  if (shown && prompt.text.empty() && !prompt_template_.empty()) {
    if (auto made = tasks_.prompt(index, prompt_template_)) prompt = std::move(*made);
  }
  std::string picture_error;
  Json images = Json::array();
  for (const std::string& image : prompt.images) {
    auto hash = pictures_.put(image);
    if (hash) images.push_back(*hash);
    if (!hash) picture_error = hash.error().to_string();
  }
  line["prompt"] = {{"text", prompt.text}, {"images", images}};
  line["pictures"] = Json::array();
  if (shown) {
    line["reference"] = tasks_.reference(index);
    const ScoringSlots::Hold hold(slots_);
    auto pictures = pictures_.put_sample(tasks_, index, reading.judged);
    if (pictures) line["pictures"] = std::move(*pictures);
    if (!pictures) picture_error = pictures.error().to_string();
  }
  if (!picture_error.empty()) line["picture_error"] = picture_error;
  return {score.verdict, std::move(line), usage, cached, std::move(picture_error)};
}

Sample SampleMaker::internal_error(std::size_t index, std::int64_t epoch,
                                   const std::string& why) const {
  suite::Score score;
  score.verdict = suite::Verdict::kInternalError;
  score.detail["message"] = why;
  return {score.verdict, line_json(tasks_.task(index), epoch, {}, {}, score), {}, false, {}};
}

}  // namespace papert::run

#include "run/sample.h"

#include <exception>
#include <utility>

#include "reply/reasoning.h"
#include "run/turns.h"
#include "suite/feedback.h"

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

Exchange exchange_of(const model::Reply& raw) {
  model::Reply reply = separated(raw);
  return {std::move(reply.text), std::move(reply.reasoning), reply.usage, reply.cached};
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
  std::string program = std::move(reading.answer.program);
  score_reply(index, judged_answer(tasks_, reading.judge->text, judge_->when(), std::move(program)),
              reading);
  return reading;
}

void SampleMaker::score_reply(std::size_t index, reply::Answer answer, ReadReply& reading) const {
  const ScoringSlots::Hold hold(slots_);
  reading.answer = std::move(answer);
  reading.judged = tasks_.judge(index, reading.answer);
}

Record SampleMaker::make(std::size_t index, std::int64_t epoch, const Response& response,
                         const ReadReply& reading, const std::vector<model::Reply>& earlier,
                         std::optional<double> latency_ms) const {
  const suite::Task task = tasks_.task(index);
  const suite::Score& score = reading.judged.score;
  const reply::Candidate& found = reading.answer.first();
  Record record = make_record(task, epoch, found.code, found.rule, score);
  model::Reply reply = separated(response.reply);
  record.texts.reply = std::move(reply.text);
  record.texts.reasoning = std::move(reply.reasoning);
  record.usage = reply.usage;
  for (const model::Reply& each : earlier) {
    record.texts.earlier.push_back(exchange_of(each));
    record.usage += each.usage;
  }
  if (reading.judge) record.judge = exchange_of(*reading.judge);
  record.cached = reply.cached;
  record.time = std::move(reply.time).value_or("");
  // How long a lookup took says nothing about the model.
  if (!reply.cached && !reply.recovered) record.latency_ms = latency_ms;
  const bool shown = pictures_.wants(task.id, epoch, !score.right());
  suite::Prompt prompt = response.prompt;
  if (shown && prompt.text.empty() && !prompt_template_.empty()) {
    if (auto made = tasks_.prompt(index, prompt_template_)) prompt = std::move(*made);
    record.texts.prompt_unsent = !prompt.text.empty();
  }
  record.texts.prompt_images = put_images(prompt.images, record.texts.picture_error);
  record.texts.prompt = std::move(prompt.text);
  if (shown) {
    record.texts.reference = tasks_.reference(index);
    const ScoringSlots::Hold hold(slots_);
    auto pictures = pictures_.put_sample(tasks_, index, reading.judged);
    if (pictures) record.pictures = std::move(*pictures);
    if (!pictures) record.texts.picture_error = pictures.error().to_string();
  }
  return record;
}

std::vector<std::string> SampleMaker::put_images(const std::vector<std::string>& images,
                                                 std::string& picture_error) const {
  std::vector<std::string> hashes;
  for (const std::string& image : images) {
    auto hash = pictures_.put(image);
    if (hash) hashes.push_back(*hash);
    if (!hash) picture_error = hash.error().to_string();
  }
  return hashes;
}

Result<suite::Prompt> SampleMaker::follow_up(std::size_t index, const ReadReply& reading,
                                             std::string_view turn_prompt,
                                             bool with_picture) const {
  const ScoringSlots::Hold hold(slots_);
  return suite::follow_up(tasks_, index, reading.judged, turn_prompt, with_picture);
}

Record SampleMaker::make_turns(std::size_t index, std::int64_t epoch,
                               const std::vector<Turn>& turns, std::int64_t planned,
                               std::optional<double> latency_ms) const {
  const Turn& last = turns.back();
  Record record = make(index, epoch, {turns.front().response.prompt, last.response.reply},
                       last.reading, {}, latency_ms);
  suite::Score figures;
  figures.verdict = record.verdict;
  add_turn_metrics(planned, turns.size(), figures);
  for (const suite::Metric& metric : figures.metrics) {
    record.metrics.push_back({std::string(metric.name), metric.value});
  }
  record.usage = {};
  record.cached = true;
  for (const Turn& turn : turns) {
    const model::Reply& reply = turn.response.reply;
    const reply::Candidate& found = turn.reading.answer.first();
    RecordedTurn& made = record.turns.emplace_back();
    made.verdict = turn.reading.judged.score.verdict;
    made.rule = found.rule;
    made.answer = found.code;
    made.exchange = exchange_of(reply);
    // The last one's judge is the record's own.
    if (turn.reading.judge && &turn != &last) made.judge = exchange_of(*turn.reading.judge);
    if (&turn != &turns.front()) {
      made.prompt = turn.response.prompt.text;
      made.prompt_images = put_images(turn.response.prompt.images, record.texts.picture_error);
    }
    record.usage += reply.usage;
    record.cached = record.cached && reply.cached;
    if (reply.cached || reply.recovered) record.latency_ms.reset();
  }
  return record;
}

Record SampleMaker::make_from(std::size_t index, std::int64_t epoch, const model::Reply& reply,
                              const CancelToken& cancel) const {
  const auto broken = [&](const std::string& why) {
    Record record = internal_error(index, epoch, why);
    record.time = reply.time.value_or("");
    return record;
  };
  try {
    auto prompt = tasks_.prompt(index, prompt_template_);
    if (!prompt) return broken(prompt.error().to_string());
    const Response response{std::move(*prompt), reply};
    const ReadReply reading = read(index, epoch, reply, cancel);
    return make(index, epoch, response, reading, {}, std::nullopt);
  } catch (const std::exception& error) {
    return broken(error.what());
  }
}

Record SampleMaker::internal_error(std::size_t index, std::int64_t epoch,
                                   const std::string& why) const {
  suite::Score score;
  score.verdict = suite::Verdict::kInternalError;
  score.detail["message"] = why;
  return make_record(tasks_.task(index), epoch, {}, {}, score);
}

}  // namespace papert::run

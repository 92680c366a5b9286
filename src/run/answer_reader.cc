#include "run/answer_reader.h"

#include <utility>

#include "suite/suite.h"

namespace papert::run {

model::Reply AnswerReader::ask(const suite::TaskSet& tasks, std::size_t index, std::int64_t epoch,
                               std::string_view reply, const CancelToken& cancel) const {
  auto prompt = tasks.judge_prompt(index, reply);
  if (!prompt) return model::Reply::failed(prompt.error().to_string());
  model::Request request;
  request.id = tasks.id(index);
  request.epoch = epoch;
  request.text = std::move(prompt->text);
  request.images = std::move(prompt->images);
  request.index = index;
  return model_->ask(request, cancel);
}

reply::Answer judged_answer(const suite::TaskSet& tasks, std::string_view judge_reply, Judging when,
                            std::string program) {
  reply::Answer answer = suite::read_answer(tasks, judge_reply, reply::Extraction::kLenient);
  for (reply::Candidate& each : answer.candidates) {
    each.rule = when == Judging::kAlways ? "judge_always" : "judge";
  }
  answer.program = std::move(program);
  return answer;
}

}  // namespace papert::run

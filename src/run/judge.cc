#include "run/judge.h"

#include "reply/reasoning.h"

namespace papert::run {

model::Reply Judge::ask(const suite::TaskSet& tasks, std::size_t index, std::int64_t epoch,
                        std::string_view reply, const CancelToken& cancel) const {
  model::Reply failed;
  failed.status = model::ReplyStatus::kFailed;
  auto prompt = tasks.judge_prompt(index, reply);
  if (!prompt) {
    failed.error = prompt.error().to_string();
    return failed;
  }
  return model_->ask(
      {tasks.task(index).id, epoch, std::move(prompt->text), std::move(prompt->images)}, cancel);
}

reply::Answer judged_answer(const suite::TaskSet& tasks, std::string_view judge_reply,
                            Judging when) {
  reply::Answer answer = suite::read_answer(tasks, judge_reply, reply::Extraction::kLenient);
  if (!answer.text.empty()) answer.rule = when == Judging::kAlways ? "judge_always" : "judge";
  return answer;
}

}  // namespace papert::run

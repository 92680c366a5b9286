// A second model that reads out the answer of a reply which no rule can read, or of every reply. It
// is asked the suite's judge prompt, and its own reply is read by the suite's rules.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/cancel.h"
#include "model/model.h"
#include "suite/suite.h"

namespace papert::run {

/// When a judge reads: where the rules found no answer, or always.
enum class Judging { kNever, kWhereNeeded, kAlways };

class AnswerReader {
 public:
  AnswerReader(std::string name, std::unique_ptr<model::Model> model, Judging when)
      : name_(std::move(name)), model_(std::move(model)), when_(when) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] Judging when() const { return when_; }
  [[nodiscard]] std::string describe() const { return model_->describe(); }
  [[nodiscard]] std::string address() const { return model_->address(); }
  void charge_to(const std::string& run) { model_->charge_to(run); }

  /// The judge's reply about a model's reply. Thread-safe; what goes wrong is in its status.
  [[nodiscard]] model::Reply ask(const suite::TaskSet& tasks, std::size_t index, std::int64_t epoch,
                                 std::string_view reply, const CancelToken& cancel) const;

 private:
  std::string name_;
  std::unique_ptr<model::Model> model_;
  Judging when_;
};

/// The answer in what a judge replied. `program` is what the judged reply itself has beside its
/// answer (Answer::program).
[[nodiscard]] reply::Answer judged_answer(const suite::TaskSet& tasks, std::string_view judge_reply,
                                          Judging when, std::string program);

}  // namespace papert::run

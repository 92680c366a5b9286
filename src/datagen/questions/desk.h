// Where requests of a folder are sent from: says when there is to be no further one, and who waits
// for it. What is counted and when to give up is that of all recipes (datagen/asker.h).
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "base/json.h"
#include "base/json_view.h"
#include "base/result.h"
#include "datagen/asker.h"
#include "datagen/questions/questions.h"
#include "model/model.h"

namespace papert::datagen::questions {

/// Adds "requests" and "usage" to a line.
void write_spent(const Spent& spent, Json& line);

class Desk {
 public:
  explicit Desk(const QuestionOptions& options)
      : options_(options),
        purse_(options.max_requests, options.budget),
        failures_(FailureWatch::Counts::kAlike, options.max_equal_errors) {}

  /// What a line of an earlier invocation cost.
  void charge(const JsonView& line);

  /// Any thread. kFailed where nothing is to be sent any more, too; then ended() is true.
  [[nodiscard]] model::Reply ask(model::Model& model, const model::Request& request, Spent& spent);

  /// Whether to take on no further work.
  [[nodiscard]] bool ended() const { return options_.cancel.cancelled() || stopped(); }

  /// Something went wrong that ends the work, such as a full disk. The first counts.
  void stop(const Error& error);

  /// The error that ended the work; kCancelled where the user did.
  [[nodiscard]] Result<void> outcome() const;

  [[nodiscard]] std::int64_t requests() const { return purse_.spent().requests; }
  [[nodiscard]] double cost_usd() const { return purse_.spent().usage.cost_usd.value_or(0); }

  /// The first request that failed, in words; empty: none.
  [[nodiscard]] std::string first_failure() const;

  /// Calls work(i) for all i below count, on as many threads as `model` is worth, until ended().
  /// Its errors end the work.
  void for_each(std::size_t count, const model::Model& model,
                const std::function<Result<void>(std::size_t)>& work);

 private:
  [[nodiscard]] bool stopped() const;
  /// False at the limit, which ends the work.
  [[nodiscard]] bool take_request();
  void note_failure(const model::Reply& reply);

  const QuestionOptions& options_;
  mutable std::mutex mutex_;
  std::optional<Error> error_;
  std::string first_failure_;
  Purse purse_;
  FailureWatch failures_;
};

}  // namespace papert::datagen::questions

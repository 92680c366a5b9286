// Where requests of a folder are sent from: counts them and what they cost, and says when there is
// to be no further one.
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
#include "datagen/questions/questions.h"
#include "model/model.h"

namespace papert::datagen::questions {

/// What a line says that its requests took.
struct Spent {
  std::int64_t requests = 0;
  model::Usage usage;

  void add(const model::Reply& reply);
  /// Adds "requests" and "usage" to a line.
  void write(Json& line) const;
};

class Desk {
 public:
  explicit Desk(const QuestionOptions& options) : options_(options) {}

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

  [[nodiscard]] std::int64_t requests() const;
  [[nodiscard]] double cost_usd() const;

  /// The first request that failed, in words; empty: none.
  [[nodiscard]] std::string first_failure() const;

  /// Calls work(i) for all i below count, on as many threads as `model` is worth, until ended().
  void for_each(std::size_t count, const model::Model& model,
                const std::function<void(std::size_t)>& work);

 private:
  [[nodiscard]] bool stopped() const;
  /// False at the limit.
  [[nodiscard]] bool take_request();
  void note(const model::Reply& reply);

  const QuestionOptions& options_;
  mutable std::mutex mutex_;
  std::optional<Error> error_;
  std::int64_t requests_ = 0;
  double cost_usd_ = 0;
  std::string first_failure_;
  std::string equal_error_;
  std::size_t equal_errors_ = 0;
};

}  // namespace papert::datagen::questions

// Asking models on behalf of a pipeline: what it spends, what it may spend, and when to give up.
//
// A line of a streamed file keeps what all requests for it took (Spent), under "usage". Read back,
// these lines are what the pipeline has spent, so limits hold over any number of restarts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "base/json.h"
#include "base/result.h"
#include "model/model.h"
#include "model/price.h"

namespace papert::datagen {

/// What requests took.
struct Spent {
  std::int64_t requests = 0;  // that were answered and not known from before
  model::Usage usage;

  Spent& operator+=(const Spent& other);
  [[nodiscard]] bool none() const { return requests == 0; }

  /// {"requests": 2, "input_tokens": 1200, "output_tokens": 300, "cost_usd": 0.01}
  [[nodiscard]] Json to_json() const;
};

/// Appends ,"usage":{...} to a line that is being made; nothing where nothing was spent.
void append_spent(const Spent& spent, std::string& line);

/// The inverse of Spent::to_json; what is absent is not counted.
[[nodiscard]] Spent spent_from_json(const Json& json);

/// What all roles of a pipeline share: how much was spent, and how much may be. Any thread.
class Purse {
 public:
  /// 0: as many requests as there are.
  explicit Purse(std::int64_t max_requests = 0, std::shared_ptr<model::Budget> budget = nullptr)
      : max_requests_(max_requests), budget_(std::move(budget)) {}

  /// What was spent before this process began.
  void charge(const Spent& spent);

  /// Whether one more request may be sent; counts it, until give_back().
  [[nodiscard]] bool take();
  void give_back();
  void add(const model::Usage& usage);

  [[nodiscard]] Spent spent() const;
  [[nodiscard]] std::int64_t max_requests() const { return max_requests_; }

 private:
  const std::int64_t max_requests_;
  const std::shared_ptr<model::Budget> budget_;
  mutable std::mutex mutex_;
  Spent spent_;
};

/// How often requests have failed in a row, so that it is known when to give up. Any thread.
class FailureWatch {
 public:
  /// kAlike: only those that a server refused (400 to 499), all with the same words.
  enum class Counts { kAlike, kAll };

  static constexpr std::size_t kMost = 10;

  /// 0: never.
  explicit FailureWatch(Counts counts, std::size_t most = kMost) : counts_(counts), most_(most) {}

  void answered();

  /// Whether it is time to give up. `http_status`: of the response; 0 where there was none.
  [[nodiscard]] bool failed(const std::string& error, int http_status = 0);

 private:
  const Counts counts_;
  const std::size_t most_;
  std::mutex mutex_;
  std::string last_;
  std::size_t in_a_row_ = 0;
};

struct AskerOptions {
  std::shared_ptr<Purse> purse;
  CancelToken cancel;
  std::optional<model::Price> price;
  std::optional<std::int64_t> max_tokens;
};

/// A model and what is kept of asking it. Any thread.
class Asker {
 public:
  Asker(std::string name, std::unique_ptr<model::Model> model, AskerOptions options)
      : name_(std::move(name)), model_(std::move(model)), options_(std::move(options)) {}

  /// PROVIDER/NAME.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Requests worth having in flight at once.
  [[nodiscard]] std::size_t connections() const;

  /// A reply, with status kFailed where none was had; what it took is added to `spent`. The error
  /// ends the work: the user interrupted it (kCancelled), a limit is reached, or no request would
  /// be answered (kUsage).
  [[nodiscard]] Result<model::Reply> ask(const model::Request& request, Spent& spent);

 private:
  void count(const model::Request& request, model::Reply& reply, Spent& spent);

  std::string name_;
  std::unique_ptr<model::Model> model_;
  AskerOptions options_;
  FailureWatch failures_{FailureWatch::Counts::kAlike};
};

}  // namespace papert::datagen

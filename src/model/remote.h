// A model that is asked elsewhere, over a network or as a program: what all of them share. One
// request goes through
//
//     cache -> budget -> [gate -> attempt -> wait]* -> settle -> cache
//
// where the bracket repeats as long as an attempt says that another may help and retries are left.
// The gate is left while waiting.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "model/cache.h"
#include "model/gate.h"
#include "model/model.h"
#include "model/price.h"
#include "model/retry.h"

namespace papert::model {

/// How one attempt ended.
struct Attempt {
  Reply reply;
  bool again = false;            // kFailed, and another attempt may do better
  std::string reason;            // for a progress line, if so: "HTTP 429"
  std::optional<double> wait_s;  // what the other side wishes
  Gate::Sign sign = Gate::Sign::kSuccess;
  bool answered = true;   // somebody was there
  bool hopeless = false;  // again, but in vain unless somebody has answered before
};

/// Where requests go and in what form. Any thread.
class Backend {
 public:
  virtual ~Backend() = default;

  [[nodiscard]] virtual std::string body(const Request& request) const = 0;
  [[nodiscard]] virtual Attempt attempt(const Request& request, const std::string& body,
                                        const CancelToken& cancel) = 0;

  /// What of it decides a reply, beside the body.
  [[nodiscard]] virtual std::string endpoint() const = 0;

  /// Model::address.
  [[nodiscard]] virtual std::string address() const { return {}; }
  [[nodiscard]] virtual std::string describe() const = 0;
};

struct RemoteOptions {
  std::string provider;
  std::string name;  // of the model, without the provider
  std::size_t max_connections = 16;
  RetryOptions retry;
  std::optional<std::int64_t> max_tokens;
  std::shared_ptr<Cache> cache;  // may be none
  CacheUse cache_use;            // to show
  std::optional<Price> price;
  std::shared_ptr<Budget> budget;  // may be none; with one there is a price
  std::int64_t seed = 0;           // of the jitter
  Sleep sleep = sleep_for;
};

class RemoteModel : public Model {
 public:
  RemoteModel(std::unique_ptr<Backend> backend, RemoteOptions options);

  [[nodiscard]] std::size_t concurrency() const override { return gate_.most(); }
  [[nodiscard]] Reply ask(const Request& request, const CancelToken& cancel) override;
  [[nodiscard]] std::string address() const override { return backend_->address(); }
  void charge_to(const std::string& run) override { account_ = run; }
  [[nodiscard]] CacheUse cache_use() const override { return options_.cache_use; }
  [[nodiscard]] std::string describe() const override;
  [[nodiscard]] std::string waiting() const override;

 private:
  [[nodiscard]] Reply spend(const Request& request, const std::string& body,
                            const CancelToken& cancel);
  [[nodiscard]] Reply try_often(const Request& request, const std::string& body,
                                const CancelToken& cancel);
  [[nodiscard]] bool wait(const Attempt& attempt, int retry, const CancelToken& cancel);

  const std::unique_ptr<Backend> backend_;
  const RemoteOptions options_;
  std::string account_;  // the run that pays
  Gate gate_;
  WaitBoard waits_;
  std::atomic<bool> answered_{false};  // by anything, ever
  std::mutex random_mutex_;
  Random random_;
};

}  // namespace papert::model

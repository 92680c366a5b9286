// How many requests may be in flight: as many as asked for, fewer while the server is overloaded.
//
// The rule is TCP's: a sign of overload halves the limit, and each full round of successes (as many
// as the limit) raises it by one. Requests that were already under way when the limit was last
// halved say nothing new, so they do not halve it again; nor is it halved twice within a second.
//
//     const auto pass = gate.enter(cancel);      // blocks; nothing if cancelled
//     ... the request ...
//     gate.leave(*pass, Gate::Sign::kSuccess);
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>

#include "base/cancel.h"

namespace papert::model {

class Gate {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Clock = std::function<Time()>;

  enum class Sign {
    kSuccess,
    kOverload,  // too many requests, a server's error, no answer in time
    kNothing,   // the request failed for another reason
  };

  struct Pass {
    Time entered;
  };

  static constexpr std::chrono::seconds kInterval{1};

  /// `most` is at least 1.
  explicit Gate(std::size_t most, Clock clock = std::chrono::steady_clock::now);

  [[nodiscard]] std::optional<Pass> enter(const CancelToken& cancel);
  void leave(const Pass& pass, Sign sign);

  [[nodiscard]] std::size_t limit() const;
  [[nodiscard]] std::size_t most() const { return most_; }

 private:
  const std::size_t most_;
  const Clock clock_;
  mutable std::mutex mutex_;
  std::condition_variable room_;
  std::size_t limit_;
  std::size_t inside_ = 0;
  std::size_t successes_ = 0;  // since the limit last changed
  std::optional<Time> halved_;
};

}  // namespace papert::model

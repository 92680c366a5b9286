// Until when somebody waits for work: up to a moment, until a token is set, both or neither.
//
//     const Deadline deadline = Deadline::after(std::chrono::seconds(2));
//     while (!deadline.over() && more()) step();
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/cancel.h"

namespace papert {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  /// Never.
  Deadline() = default;
  explicit Deadline(Clock::time_point until, std::optional<CancelToken> cancel = {})
      : until_(until), cancel_(std::move(cancel)) {}

  [[nodiscard]] static Deadline after(std::chrono::milliseconds patience) {
    return Deadline(Clock::now() + patience);
  }

  /// This one, or so long from now if that is earlier.
  [[nodiscard]] Deadline within(std::chrono::milliseconds patience) const {
    return Deadline(std::min(until_, Clock::now() + patience), cancel_);
  }

  /// The same, ended by this token, too.
  [[nodiscard]] Deadline with(CancelToken cancel) const {
    return Deadline(until_, std::move(cancel));
  }

  [[nodiscard]] bool never() const { return until_ == Clock::time_point::max() && !cancel_; }
  [[nodiscard]] bool cancelled() const { return cancel_ && cancel_->cancelled(); }
  [[nodiscard]] bool over() const {
    return cancelled() || (until_ != Clock::time_point::max() && Clock::now() >= until_);
  }

  /// When to look again, at the latest: a token is looked at now and then, nothing announces it.
  [[nodiscard]] std::chrono::milliseconds patience(std::chrono::milliseconds most) const {
    constexpr std::chrono::milliseconds kLook{20};
    if (cancel_) most = std::min(most, kLook);
    if (until_ == Clock::time_point::max()) return most;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_ - Clock::now());
    return std::clamp(left, std::chrono::milliseconds(0), most);
  }

 private:
  Clock::time_point until_ = Clock::time_point::max();
  std::optional<CancelToken> cancel_;
};

}  // namespace papert

#include "model/gate.h"

#include <algorithm>
#include <utility>

namespace papert::model {

Gate::Gate(std::size_t most, Clock clock)
    : most_(std::max<std::size_t>(1, most)), clock_(std::move(clock)), limit_(most_) {}

std::optional<Gate::Pass> Gate::enter(const CancelToken& cancel) {
  // A token wakes nobody, so whoever waits looks at it now and then.
  constexpr std::chrono::milliseconds kLook{100};
  std::unique_lock lock(mutex_);
  while (inside_ >= limit_) {
    if (cancel.cancelled()) return std::nullopt;
    room_.wait_for(lock, kLook);
  }
  if (cancel.cancelled()) return std::nullopt;
  ++inside_;
  return Pass{clock_()};
}

void Gate::leave(const Pass& pass, Sign sign) {
  const std::lock_guard lock(mutex_);
  --inside_;
  if (sign == Sign::kSuccess && limit_ < most_ && ++successes_ >= limit_) {
    ++limit_;
    successes_ = 0;
    room_.notify_one();
  }
  if (sign == Sign::kOverload) {
    const Time now = clock_();
    if (!halved_ || (pass.entered > *halved_ && now >= *halved_ + kInterval)) {
      limit_ = std::max<std::size_t>(1, limit_ / 2);
      successes_ = 0;
      halved_ = now;
    }
  }
  room_.notify_one();
}

std::size_t Gate::limit() const {
  const std::lock_guard lock(mutex_);
  return limit_;
}

}  // namespace papert::model

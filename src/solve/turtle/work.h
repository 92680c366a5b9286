// What a solution may cost in all. Stages have caps of their own, which fit drawings; what bounds
// them together, for any picture, is counted here: in steps, so that the end is the same on every
// machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/cancel.h"

namespace papert::solve::turtle {

/// What is left for all stages together. A step is a word of 64 pixels that is looked at, or as
/// much else. What is cancelled has nothing left.
class Work {
 public:
  explicit Work(std::int64_t steps, CancelToken cancel = {})
      : all_(steps), left_(steps), cancel_(std::move(cancel)) {}

  void spend(std::int64_t steps) { left_ -= steps; }
  [[nodiscard]] bool spent() const { return left_ <= 0 || cancel_.cancelled(); }

  /// An eighth of all at least: what comes last is not to go without because of what came first.
  void refill() { left_ = std::max(left_, all_ / 8); }

 private:
  std::int64_t all_;
  std::int64_t left_;
  CancelToken cancel_;
};

inline constexpr std::int64_t kCornerSteps = 200;  // to paint a line to one more corner

/// Without a budget nothing is counted, and nothing ends early.
inline void spend(Work* work, std::size_t steps) {
  if (work != nullptr) work->spend(static_cast<std::int64_t>(steps));
}
[[nodiscard]] inline bool is_spent(const Work* work) { return work != nullptr && work->spent(); }

}  // namespace papert::solve::turtle

// When one drawing may have thick lines where another has areas, and which colours count as the
// same: what the faithful rule and those who foresee it (faithful_signs.h) must agree about.
// Private to this folder.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "score/near_ink.h"

namespace papert::score::detail {

inline constexpr int kSameColor = 12;  // of 255

/// Lines have less ink with one pen for all of them than areas have.
[[nodiscard]] inline bool inks_of_thick_lines(std::int64_t a, std::int64_t b) {
  constexpr double kMoreInk = 1.2;
  return static_cast<double>(std::max(a, b)) > kMoreInk * static_cast<double>(std::min(a, b));
}

/// With true pens both have the same proportions.
[[nodiscard]] inline bool sides_of_thick_lines(double a, double b) {
  constexpr double kSlack = 2 * kNearRadius;
  return std::abs(a - b) <= kSlack;
}

}  // namespace papert::score::detail

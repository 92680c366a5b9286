// How complex a picture is, by the number of its contours (raster/contours.h).
#pragma once

#include <cstdint>
#include <string>

namespace papert::suite::turtlebench {

/// Level 1: at most one contour; level 2: up to five; level 3: six or more.
[[nodiscard]] constexpr int complexity_level(std::int64_t contours) {
  if (contours <= 1) return 1;
  return contours <= 5 ? 2 : 3;
}

/// The value of the tag "input x output".
[[nodiscard]] std::string level_pair(int input, int output);

}  // namespace papert::suite::turtlebench

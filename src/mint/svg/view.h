// What can be seen of each part of a scene, by filling its outline on a coarse grid.
#pragma once

#include <cstddef>
#include <vector>

#include "mint/svg/parts.h"

namespace papert::mint::svg {

/// Pixels, of a picture of the scene with kViewScale pixels a unit; y grows downward.
struct PartView {
  std::size_t area = 0;     // if nothing covered it; beside the sheet too
  std::size_t visible = 0;  // of these
  std::size_t pieces = 0;   // in which they hang together
  int left = 0;             // the box of what is visible
  int top = 0;
  int right = 0;
  int bottom = 0;

  [[nodiscard]] bool hidden() const { return visible == 0; }
  [[nodiscard]] bool whole() const { return visible == area; }
  [[nodiscard]] double center_x() const { return (left + right) / 2.0; }
  [[nodiscard]] double center_y() const { return (top + bottom) / 2.0; }
};

inline constexpr int kViewScale = 2;

/// In the order of the parts, at most 255. Erasers are never visible, and neither is what is
/// unused.
[[nodiscard]] std::vector<PartView> view_parts(const std::vector<Part>& parts);

/// Nothing about the scene is a matter of opinion: every part is either out of sight or at least
/// `least` of it shows, in one piece, inside the sheet, and parts of one colour do not meet.
[[nodiscard]] bool is_clear(const std::vector<Part>& parts, const std::vector<PartView>& views,
                            double least = 0.4);

/// Whether parts of one colour meet, if all were visible: told without a picture.
[[nodiscard]] bool hues_meet(const std::vector<Part>& parts);

}  // namespace papert::mint::svg

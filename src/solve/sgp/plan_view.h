// A part seen from straight above and below, on a square grid: where there is material, how high it
// reaches up and down, and which openings it has. From a solid or from a flat sketch.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "raster/image.h"

namespace papert::solve::sgp {

inline constexpr int kViewSide = 512;  // cells each way; rows from the top, y upwards

enum class PlanShape { kUnknown, kBox, kCircle, kHexagon, kTriangle, kSlot, kHalfCircle };

/// Cells that hang together.
struct Patch {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
  std::size_t area = 0;
  int level = 0;          // of its cells
  std::size_t first = 0;  // one of them

  [[nodiscard]] bool holds(int x, int y) const {
    return x >= left && x <= right && y >= top && y <= bottom;
  }
  [[nodiscard]] bool at_border() const {
    return left == 0 || top == 0 || right == kViewSide - 1 || bottom == kViewSide - 1;
  }
  /// By how much of its box it fills and how long that is: parts lie along the axes.
  [[nodiscard]] PlanShape shape() const;
};

struct PlanView {
  /// Levels are whole numbers, equal for equal heights; kNone where there is no material.
  static constexpr int kNone = -1;
  std::vector<int> top;     // the highest level of each cell
  std::vector<int> bottom;  // the lowest
  Patch outline;            // all of the part, its openings filled
  std::vector<Patch> openings;

  [[nodiscard]] static std::size_t cell(int x, int y) {
    return static_cast<std::size_t>(y) * kViewSide + static_cast<std::size_t>(x);
  }
  /// Whether the cell belongs to the part, openings included.
  [[nodiscard]] bool inside(int x, int y) const;
};

/// The patches of equal levels, kNone included; smaller ones than some cells are left out.
[[nodiscard]] std::vector<Patch> find_patches(const std::vector<int>& levels);

/// The level that most cells of the part have.
[[nodiscard]] int main_level(const std::vector<int>& levels);

/// Of a program in any CAD notation. Errors are those of its reader and builder.
[[nodiscard]] Result<PlanView> view_part(const std::string& program);

/// Higher is lighter; openings are red.
[[nodiscard]] raster::Image paint_view(const PlanView& view);

}  // namespace papert::solve::sgp

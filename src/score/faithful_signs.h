// What tells that two drawings are not the same by the faithful rule, without painting them again:
// for those who compare every drawing with many others. 2.3 kB a drawing.
//
// The sheet is divided into 32 x 32 cells, the colours into eight groups by whether red, green and
// blue are 128 or more. Two bits are kept for every cell and group:
//
//     patch   a patch of more than kLargestPatch pixels of the group lies within the cell
//     near    within two pixels of the cell there is ink of a colour that may be the same as one of
//             the group
//
// A patch in a cell that the other drawing is not near to is stray, all of it, and the rule calls
// drawings with such a patch different: a pixel is stray if the other has no ink of its colour
// within two pixels, and colours are the same that differ by at most kSameColor. So drawings that
// are the same have no patch where the other is not near, either way round.
#pragma once

#include <array>
#include <cstdint>

#include "score/compare_drawings.h"

namespace papert::score {

struct FaithfulSigns {
  static constexpr std::size_t kWords = 16;  // of a bit for each cell
  static constexpr std::size_t kGroups = 8;
  using Cells = std::array<std::uint64_t, kWords>;

  Cells patches{};  // of any colour
  Cells near{};     // of any colour
  std::array<Cells, kGroups> patches_of{};
  std::array<Cells, kGroups> near_of{};
  double shorter_side = 0;  // with true pens
  std::int64_t ink = 0;     // pixels, with one pen for all lines
  bool thick_lines = false;
  bool texts = false;
};

[[nodiscard]] FaithfulSigns faithful_signs(const PaintedDrawing& drawing);

/// False only if neither is the answer to the other by compare_faithfully(), unless they are drawn
/// the same item by item. Always true where there are texts.
[[nodiscard]] bool may_be_faithful(const FaithfulSigns& a, const FaithfulSigns& b);

}  // namespace papert::score

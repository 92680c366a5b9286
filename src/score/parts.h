// Which parts of a drawing are there, and a picture of what is missing and what is extra: for a
// reader who gives partial credit.
//
// A part is a line from corner to corner (a circle is one), an area, a dot, a stamp or a text; what
// is drawn twice or not seen counts once or not at all. It is there if three quarters of what is
// seen of it lie where the answer has its colour, give or take two pixels (one for areas).
//
// A part too many or too long moves the bounds of a drawing, and fitted to one size nothing lies
// where it should. So the answer is laid on the reference in three ways, and the one that shows the
// most parts counts: fitted to the same size, as it stands, and with both beginning at one place.
#pragma once

#include <cstddef>

#include "raster/image.h"
#include "score/compare_drawings.h"

namespace papert::score {

struct PartsComparison {
  std::size_t there = 0;
  std::size_t parts = 0;
  /// Of the canonical size, on white: what both have grey, what is missing orange, what is extra
  /// blue (raster/render.h), what has another colour purple.
  raster::Image difference;
};

inline constexpr raster::Color kRecoloredColor{0xcc, 0x79, 0xa7};

[[nodiscard]] PartsComparison compare_parts(const PaintedDrawing& reference,
                                            const PaintedDrawing& answer);

}  // namespace papert::score

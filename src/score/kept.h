// What a comparison is asked to keep.
//
// Drawings are compared free of their place, their size and their pens. Where one of these is the
// task ("draw it at the origin", "100 steps wide", "with a thick pen"), it is kept: a drawing that
// is alike in all else must then agree in it, too.
//
// How exactly follows from what the rule forgives on the canonical sheet, two pixels of the 300
// along the drawing's longer side (stray.h). Bounds are those of what the faithful rule sees:
// circles are round, ink of the paper's colour and texts that do not count are left out.
//
//   place  the centres of the bounds, or one of their corners, are at most 2 / 300 of the
//          reference's longer side apart, or half a step, whichever is more
//   size   the longer sides differ by at most 4 / 300 of the reference's: two pixels at either end
//   width  where both have lines, give or take two pixels, they have the same pen, give or take
//          half a step; at most six pixels of both sheets together may disagree. Where lines lie
//          on each other, the thickest is seen. Dots, stamps and areas have no pen.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "score/compare_drawings.h"

namespace papert::score {

inline constexpr double kKeptPlace = 2.0 / 300;  // of the reference's longer side
inline constexpr double kKeptPlaceSteps = 0.5;   // but at least
inline constexpr double kKeptSize = 4.0 / 300;
inline constexpr double kKeptWidthSteps = 0.5;

/// "place,size" in any order, or "none". The error names what there is.
[[nodiscard]] Result<Keep> parse_keep(std::string_view text);

/// Which of the kept factors differ, and how, in words: "the drawing is 1.50 times as large".
/// Nothing where either drawing has no ink.
[[nodiscard]] NotKept find_not_kept(const PaintedDrawing& reference, const PaintedDrawing& answer,
                                    const Keep& keep);

}  // namespace papert::score

// A second reading of lines, for drawings so dense that meetings cannot be told apart: the fewest
// long pieces that paint the ink. And a reading of ink as dots.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"

namespace papert::solve::turtle {

/// The pieces of traced lines, each drawn out as far as there is ink, arcs to whole circles where
/// they are; of these the ones that cover the ink, joined where they meet at their ends.
[[nodiscard]] std::vector<Path> covering_lines(const std::vector<Path>& traced,
                                               const Target& target, double unit);

/// Discs that cover the lines of a layer, each as a line without length that has its width. None
/// where discs do not.
[[nodiscard]] std::vector<Path> covering_dots(const Layer& layer);

}  // namespace papert::solve::turtle

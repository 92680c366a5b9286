// Pieces of lines as long as the ink allows.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/refine.h"

namespace papert::solve::turtle {

/// The pieces of traced lines, each as it is and drawn out as far as there is ink, arcs to whole
/// circles.
[[nodiscard]] std::vector<Path> reaching_pieces(const std::vector<Path>& traced,
                                                const Target& target, double unit);

}  // namespace papert::solve::turtle

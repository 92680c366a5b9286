// Pieces of lines to fractions of a pixel.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/refine.h"

namespace papert::solve::turtle {

struct ExactOptions {
  double unit = 1;
  int starts = 10;     // places of a circle's first corner that are tried
  int tries = 24'000;  // pieces painted for one drawing
};

/// Each piece moved to where it paints the most ink and nothing beside it. Circles are tried with
/// their corners in several places and as the several arcs of which a turtle may have drawn them.
/// Pieces that come to lie on others, and circles that do not fit, are left out.
[[nodiscard]] std::vector<Path> exact_pieces(const std::vector<Path>& pieces, const Target& target,
                                             const ExactOptions& options);

}  // namespace papert::solve::turtle

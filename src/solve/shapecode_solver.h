// The shape suite from the picture alone: a smallest set of shapes whose pixels, together, are the
// black ones. Every candidate lies inside the black set, so nothing can be painted that is white;
// what is left is to leave nothing out (shapecode_cover.h) with few shapes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "lang/shapes/program.h"
#include "raster/bitmap.h"
#include "solve/solver.h"

namespace papert::solve {

/// How a program for a picture was found.
struct ShapeSearch {
  lang::shapes::Program program;                // paints the picture exactly
  std::vector<lang::shapes::Shape> candidates;  // that it was chosen from
  bool complete = true;                         // false: the steps were spent before the end
};

/// Steps that a picture may take. Scenes of the suite take a tenth at most; noise takes all of them
/// and then gets a program of squares, exact as any other but not short.
inline constexpr std::int64_t kShapeSteps = 150'000'000;

/// Set pixels are black; the picture is 512 x 512.
[[nodiscard]] ShapeSearch find_shapes(const raster::Bitmap& black,
                                      std::int64_t steps = kShapeSteps);

/// kBadData for a picture that no program of the language paints: another size, a colour, a grey.
[[nodiscard]] Result<Solution> solve_shapecode(const Puzzle& puzzle);

}  // namespace papert::solve

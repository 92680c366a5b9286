// The second dialect of the shape suite from the picture alone.
#pragma once

#include "raster/image.h"
#include "solve/solver.h"

namespace papert::solve::colors {

/// Whether the picture is to be read as one of the second dialect: by its tasks; where there are
/// none, if all of its colours are the dialect's and one is neither black nor white.
[[nodiscard]] bool is_colored(const Puzzle& puzzle, const raster::Image& picture);

/// kBadData for a picture of another size, or with a colour that the dialect does not have. Where
/// no program paints it exactly, the best one found.
[[nodiscard]] Result<Solution> solve_colors(const raster::Image& picture, bool with_stages);

}  // namespace papert::solve::colors

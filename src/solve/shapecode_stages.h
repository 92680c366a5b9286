// Pictures of how a program for a picture was found.
#pragma once

#include <vector>

#include "lang/shapes/program.h"
#include "raster/bitmap.h"
#include "solve/solver.h"

namespace papert::solve::shapecode {

/// The picture; on how many candidates each pixel lies, the more the darker; the chosen shapes,
/// outlined in colour; and where the program's picture differs.
[[nodiscard]] std::vector<Stage> draw_stages(const raster::Bitmap& black,
                                             const std::vector<lang::shapes::Shape>& candidates,
                                             const lang::shapes::Program& program,
                                             const raster::Bitmap& painted);

}  // namespace papert::solve::shapecode

// The published computer-vision baseline of the shape suite: one guess per connected component.
#pragma once

#include "lang/shapes/program.h"
#include "raster/bitmap.h"

namespace papert::solve {

/// One shape per connected component of the foreground (set bits), in row-major order of each
/// component's first pixel. The picture is 512 x 512; a smaller or larger one is read the same way.
lang::shapes::Program heuristic(const raster::Bitmap& foreground);

}  // namespace papert::solve

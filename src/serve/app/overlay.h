// Two drawings in one picture. Orange: only in the target; blue: only in the drawing; grey: in
// both. The colours are those of the report's differences, and stay apart for every kind of colour
// vision.
#pragma once

#include "raster/image.h"

namespace papert::serve::app {

/// Both laid over each other, with their shades. As large as the larger of both, nothing drawn
/// beyond the smaller.
[[nodiscard]] raster::Image overlay_picture(const raster::Image& target,
                                            const raster::Image& drawing);

/// Only where they differ; what is in both is faint. A pixel differs if its colour does, by more
/// than smoothing can explain.
[[nodiscard]] raster::Image difference_of(const raster::Image& target,
                                          const raster::Image& drawing);

}  // namespace papert::serve::app

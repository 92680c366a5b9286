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

inline constexpr int kSmoothing = 48;  // of 255: a smaller step of colour may be smoothing

/// Only where they differ; what is in both is faint. A pixel differs if one of its samples does, by
/// more than `same_color`.
[[nodiscard]] raster::Image difference_of(const raster::Image& target, const raster::Image& drawing,
                                          int same_color = kSmoothing);

}  // namespace papert::serve::app

// How alike two coloured pictures are: foreground IoU (iou.h) with colour. The ground of the true
// picture, its most frequent colour, is not an achievement: a pixel is foreground in a picture
// where its colour is not near the ground, and set in both only where both pictures have nearly the
// same colour. So a blank sheet scores 0, shapes in the wrong colour score 0, and a copy scores 1.
#pragma once

#include "raster/image.h"

namespace papert::score {

/// Colours are near where no sample differs by more than this: edges are smoothed in many ways.
inline constexpr int kNearColor = 32;

/// From 0 to 1. Both pictures are RGB and of one size; 0 for any others.
[[nodiscard]] double picture_iou(const raster::Image& truth, const raster::Image& other);

}  // namespace papert::score

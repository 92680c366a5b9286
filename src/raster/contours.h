// How many outlines a picture has. The only place that knows OpenCV's contours.
#pragma once

#include "raster/image.h"

namespace papert::raster {

/// The number of borders in the list OpenCV's findContours makes (outer borders and holes alike) of
/// the pixels that are 240 or darker. A closed line has two, its outer and its inner edge; where
/// there are exactly two and the first has less than 1.1 times the area of the second, they count
/// as one. That is how the contour figures of the TurtleBench data were made, and they depend on
/// the picture as it was stored: the faint marks that JPEG leaves around a line count too.
[[nodiscard]] int count_contours(const Image& image);

}  // namespace papert::raster

// A number on a picture, so that a prompt can speak of "picture 2".
#pragma once

#include "raster/image.h"

namespace papert::raster {

/// A digit, 1 or 2, in the upper left corner, in grey; cut off where the picture is smaller.
[[nodiscard]] Image watermarked(Image image, int digit);

}  // namespace papert::raster

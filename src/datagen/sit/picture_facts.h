// A description of a picture by its pixels: which colours there are, how much of the sheet each
// covers, and where. What the mock server says when it plays a model that sees.
#pragma once

#include <string>

#include "raster/image.h"

namespace papert::datagen::sit {

[[nodiscard]] std::string describe_by_pixels(const raster::Image& image);

}  // namespace papert::datagen::sit

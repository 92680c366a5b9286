// Pictures of this suite: files of the data, and drawings painted as the data's are.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "raster/bitmap.h"
#include "raster/image.h"
#include "scene/scene.h"

namespace papert::suite::turtlebench {

/// A .png file, or else a JPEG.
[[nodiscard]] Result<raster::Image> read_picture(const std::filesystem::path& path);

/// On the published device, 863 x 836, gray.
[[nodiscard]] raster::Image paint_picture(const scene::Scene& ink);

/// The pixels of grey 200 or darker.
[[nodiscard]] raster::Bitmap ink_of_picture(const raster::Image& image);

/// A digit, 1 or 2, in the upper left corner.
[[nodiscard]] raster::Image watermarked(raster::Image image, int digit);

/// A picture as it is sent and stored.
[[nodiscard]] std::string picture_bytes(const raster::Image& image);

}  // namespace papert::suite::turtlebench

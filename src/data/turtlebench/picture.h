// Pictures of these tasks: files of the data, and drawings painted as the data's are.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "raster/bitmap.h"
#include "raster/image.h"
#include "raster/ink.h"
#include "raster/watermark.h"
#include "scene/scene.h"

namespace papert::data::turtlebench {

inline constexpr double kPenSize = 5;

/// The device of the published pictures.
inline constexpr raster::TkView kDevice{
    .width = 863, .height = 836, .scale = 1.001, .origin_x = 435.004, .origin_y = 423.004};

/// A .png file, or else a JPEG.
[[nodiscard]] Result<raster::Image> read_picture(const std::filesystem::path& path);

/// On the published device, 863 x 836, gray.
[[nodiscard]] raster::Image paint_picture(const scene::Scene& ink);

/// What counts of a drawing: lines of width 5 whatever the program set, black where the colour is
/// ink (grey 200 or darker) and else white, on white.
[[nodiscard]] scene::Scene ink_of(scene::Scene scene);

/// The ink on the published device, cut to its box.
[[nodiscard]] raster::Bitmap ink_picture(const scene::Scene& ink);

/// A picture as it is sent and stored.
[[nodiscard]] std::string picture_bytes(const raster::Image& image);

}  // namespace papert::data::turtlebench

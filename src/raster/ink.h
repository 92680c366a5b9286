// Ink in pictures: the pixels that are dark enough, and a drawing painted no larger than its ink.
#pragma once

#include "raster/bitmap.h"
#include "raster/image.h"
#include "raster/paint_scene.h"
#include "scene/scene.h"

namespace papert::raster {

/// The pixels of grey 200 or darker (scene/ink.h).
[[nodiscard]] Bitmap ink_of_picture(const Image& image);

/// paint_ink without most of the empty margin. The window is moved by whole pixels, so every pixel
/// is the one the whole picture has. Empty where nothing is painted.
[[nodiscard]] Bitmap paint_ink_window(const scene::Scene& scene, TkView view);

}  // namespace papert::raster

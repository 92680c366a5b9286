// Scene to pixels, and a picture of where two drawings differ.
#pragma once

#include "raster/bitmap.h"
#include "raster/image.h"
#include "scene/pixel_scene.h"

namespace papert::raster {

/// Paints the items in order, in black, over what is there. The bitmap must have the scene's size.
void paint(const scene::PixelScene& scene, Bitmap& canvas);

/// The rows outside of which painting the scene leaves nothing.
[[nodiscard]] Rows painted_rows(const scene::PixelScene& scene);

[[nodiscard]] Bitmap render(const scene::PixelScene& scene);

/// Colours of difference_picture: orange (vermilion) and blue stay apart for every kind of colour
/// vision.
inline constexpr Color kSharedColor{0x40, 0x40, 0x40};
inline constexpr Color kMissingColor{0xd5, 0x5e, 0x00};
inline constexpr Color kExtraColor{0x00, 0x72, 0xb2};

/// RGB on white: pixels of both dark grey, only of `expected` (missing) orange, only of `actual`
/// (extra) blue. If the sizes differ, the larger of both, with nothing drawn beyond the smaller.
[[nodiscard]] Image difference_picture(const Bitmap& expected, const Bitmap& actual);

}  // namespace papert::raster

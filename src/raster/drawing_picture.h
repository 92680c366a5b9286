// What is shown of a drawing: a clean picture, one as if drawn by hand, or an encoder's sheet.
#pragma once

#include <cstdint>
#include <string>

#include "raster/image.h"
#include "scene/scene.h"

namespace papert::raster {

inline constexpr int kPictureSide = 512;

enum class PictureStyle { kClean, kHand };

/// The whole drawing in the middle of a square of kPictureSide, as large as it fits but not more
/// than three times its size.
[[nodiscard]] Image clean_picture(const scene::Scene& scene);

/// What an encoder is shown, which looks at the middle 7 / 8 only (score/embedding.h).
enum class EncoderView {
  kDefault,   // pen 3, in the middle of a square of which the drawing covers 300 / 352: all is seen
  kPublished  // the canonical sheet on 256 x 256, pen 1: the outermost 8 pixels are not seen
};
[[nodiscard]] Image encoder_sheet(const scene::Scene& scene, EncoderView view);

/// The same drawing by an unsteady hand: lines wobble, swell and break off for a moment, and the
/// paper has a tone and a grain. The same seed gives the same picture.
[[nodiscard]] Image hand_drawn_picture(const scene::Scene& scene, std::int64_t seed);

/// The picture as a PNG file. The hand is unsteady in another way for every name, and in the same
/// way every time.
[[nodiscard]] std::string picture_file(const scene::Scene& scene, PictureStyle style,
                                       const std::string& name);

}  // namespace papert::raster

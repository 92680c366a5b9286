// Animated GIF files, for whoever cannot show animated PNG.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "raster/image.h"

namespace papert::raster {

inline constexpr int kMaxGifSide = 65'535;

struct GifOptions {
  int delay_ms = 200;        // of every frame, in steps of 10
  int last_delay_ms = 2000;  // of the last one, before the animation starts again
};

/// One file that plays the frames for ever. Up to 256 colours are kept as they are; with more, each
/// becomes the nearest of an even set of 216. The frames must be RGB, of one size and at least one:
/// else kUsage.
[[nodiscard]] Result<std::string> encode_gif(std::span<const Image> frames,
                                             const GifOptions& options = {});

}  // namespace papert::raster

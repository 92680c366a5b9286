// Animated PNG files: a PNG whose further pictures old readers skip.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "raster/image.h"

namespace papert::raster {

inline constexpr int kMaxFrameDelayMs = 65'535;

struct ApngOptions {
  int delay_ms = 300;        // of every frame
  int last_delay_ms = 2000;  // of the last one, before the animation starts again
};

/// One file that plays the frames for ever; a reader without animations shows the first. The frames
/// must be of one size and format and at least one, the delays 0 to kMaxFrameDelayMs: else kUsage.
[[nodiscard]] Result<std::string> encode_apng(std::span<const Image> frames,
                                              const ApngOptions& options = {});

}  // namespace papert::raster

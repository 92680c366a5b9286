// JPEG files in memory to pictures. The only place that knows libjpeg.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "raster/image.h"

namespace papert::raster {

/// What decode_jpeg accepts. Sizes are checked in the header, before anything is allocated.
struct JpegLimits {
  std::size_t max_bytes = std::size_t{64} << 20;  // of the file
  int max_side = 16'384;                          // pixels, each way
  std::int64_t max_pixels = 64'000'000;           // width times height
};

/// Baseline and progressive files of one component (kGray) or three (kRgb). Whatever libjpeg would
/// only warn about, such as a file that is cut off, is an error here: a picture comes back complete
/// or not at all. Errors: kBadData for what is not a JPEG, is damaged or has other colours; kLimit
/// for what is larger than the limits.
[[nodiscard]] Result<Image> decode_jpeg(std::string_view bytes, const JpegLimits& limits = {});

}  // namespace papert::raster

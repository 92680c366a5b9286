// Any bytes as a JPEG file: a picture within the limits, or an error that says why.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "raster/jpeg.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  const raster::JpegLimits limits{.max_bytes = 1 << 16, .max_side = 512, .max_pixels = 1 << 16};
  const auto image =
      raster::decode_jpeg(std::string_view(reinterpret_cast<const char*>(data), size), limits);
  if (!image) {
    fuzz::require(!image.error().message.empty());
  } else {
    fuzz::require(image->width() > 0 && image->width() <= limits.max_side);
    fuzz::require(image->height() > 0 && image->height() <= limits.max_side);
  }
  return 0;
}

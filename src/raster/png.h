// PNG files in memory to pictures and back. The only place that knows libpng.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "raster/bitmap.h"
#include "raster/image.h"

namespace papert::raster {

/// What decode_png accepts. Sizes are checked in the header, before anything is allocated.
struct PngLimits {
  std::size_t max_bytes = std::size_t{64} << 20;  // of the file
  int max_side = 16'384;                          // pixels, each way
  std::int64_t max_pixels = 64'000'000;           // width times height
};

/// Reads every kind of PNG: 1 to 16 bits a sample (16 are scaled to 8), gray, colour, palette,
/// interlaced. Transparency is composited over white; gamma and colour profiles are ignored.
/// Gray files, with or without transparency, give kGray; all others kRgb, a palette of greys too.
///
/// The whole file is read and every checksum verified, so a picture comes back complete or not at
/// all. Bytes after the end of the PNG are ignored. Errors: kBadData for what is not a PNG, is cut
/// off or damaged; kLimit for what is larger than the limits.
[[nodiscard]] Result<Image> decode_png(std::string_view bytes, const PngLimits& limits = {});

struct PngOptions {
  /// zlib's 0 to 9, or what is best for flat drawings: runs only, which is both faster and smaller
  /// than zlib's usual search at levels below 9 (png_encode.cc has the figures).
  int compression_level = kFlatDrawings;

  /// Write 1, 2, 4 or 8 bits a pixel, gray or palette, where the picture has few enough colours:
  /// the same pixels in a smaller file, for embedding.
  bool compact = false;

  static constexpr int kFlatDrawings = -1;
};

/// The same picture and options give the same bytes for a given zlib. Without `compact` a gray
/// picture is 8-bit gray and a colour picture 8-bit RGB. The picture must not be empty: PNG has no
/// such thing, and the result is an empty string.
[[nodiscard]] std::string encode_png(const Image& image, const PngOptions& options = {});

/// The bytes of encode_png(to_image(bitmap), options).
[[nodiscard]] std::string encode_png(const Bitmap& bitmap, const PngOptions& options = {});

}  // namespace papert::raster

#include "raster/watermark.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace papert::raster {
namespace {

/// Five columns and seven rows.
using Glyph = std::array<std::string_view, 7>;
constexpr Glyph kOne{"..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."};
constexpr Glyph kTwo{".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"};

}  // namespace

Image watermarked(Image image, int digit) {
  constexpr int kDot = 8;  // pixels
  constexpr int kMargin = 16;
  constexpr std::uint8_t kGray = 128;
  const Glyph& glyph = digit == 1 ? kOne : kTwo;
  const int height = std::min(image.height(), kMargin + kDot * 7);
  const int width = std::min(image.width(), kMargin + kDot * 5);
  const std::ptrdiff_t channels = image.channels();
  for (int y = kMargin; y < height; ++y) {
    for (int x = kMargin; x < width; ++x) {
      const auto row = static_cast<std::size_t>((y - kMargin) / kDot);
      if (glyph[row][static_cast<std::size_t>((x - kMargin) / kDot)] != '#') continue;
      std::fill_n(image.row(y) + x * channels, channels, kGray);
    }
  }
  return image;
}

}  // namespace papert::raster

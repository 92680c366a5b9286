#include "suite/turtlebench/picture.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/file.h"
#include "raster/jpeg.h"
#include "raster/paint_scene.h"
#include "raster/png.h"

namespace papert::suite::turtlebench {
namespace {

/// Five columns and seven rows.
using Glyph = std::array<std::string_view, 7>;
constexpr Glyph kOne{"..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."};
constexpr Glyph kTwo{".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"};

}  // namespace

Result<raster::Image> read_picture(const std::filesystem::path& path) {
  const std::string bytes = TRY(read_file(path, std::size_t{64} << 20));
  auto image = path.extension() == ".png" ? raster::decode_png(bytes) : raster::decode_jpeg(bytes);
  if (!image) return fail(image.error().code, image.error().message, path.string());
  return image;
}

raster::Image paint_picture(const scene::Scene& ink) {
  return raster::to_gray(raster::paint_tk(ink));
}

raster::Bitmap ink_of_picture(const raster::Image& image) {
  constexpr int kDarkest = 200;
  const raster::Image gray = raster::to_gray(image);
  raster::Bitmap bitmap(gray.width(), gray.height());
  for (int y = 0; y < gray.height(); ++y) {
    for (int x = 0; x < gray.width(); ++x) {
      if (gray.row(y)[x] <= kDarkest) bitmap.set(x, y);
    }
  }
  return bitmap;
}

raster::Image watermarked(raster::Image image, int digit) {
  constexpr int kDot = 8;  // pixels
  constexpr int kMargin = 16;
  constexpr std::uint8_t kGray = 128;
  const Glyph& glyph = digit == 1 ? kOne : kTwo;
  const int height = std::min(image.height(), kMargin + kDot * 7);
  const int width = std::min(image.width(), kMargin + kDot * 5);
  for (int y = kMargin; y < height; ++y) {
    for (int x = kMargin; x < width; ++x) {
      const auto row = static_cast<std::size_t>((y - kMargin) / kDot);
      if (glyph[row][static_cast<std::size_t>((x - kMargin) / kDot)] != '#') continue;
      std::fill_n(image.row(y) + x * image.channels(), image.channels(), kGray);
    }
  }
  return image;
}

std::string picture_bytes(const raster::Image& image) {
  constexpr int kLevel = 6;
  return raster::encode_png(image, {.compression_level = kLevel, .compact = true});
}

}  // namespace papert::suite::turtlebench

#include "raster/color_plane.h"

#include <algorithm>

#include "raster/render.h"

namespace papert::raster {
namespace {

constexpr Color kOtherColor{0x8e, 0x24, 0xaa};

void put(std::uint8_t* pixel, const Color& color) {
  pixel[0] = color.r;
  pixel[1] = color.g;
  pixel[2] = color.b;
}

/// Of pixels of which at least one is painted.
Color difference_color(std::uint8_t expected, std::uint8_t actual) {
  if (expected == actual) return kSharedColor;
  if (actual == 0) return kMissingColor;
  return expected == 0 ? kExtraColor : kOtherColor;
}

}  // namespace

ColorPlane::ColorPlane(int width, int height)
    : width_(width),
      height_(height),
      places_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

void paint(const Bitmap& mask, std::uint8_t place, ColorPlane& canvas) {
  for (int y = 0; y < mask.height(); ++y) {
    const std::span<std::uint8_t> row = canvas.row(y);
    each_run(mask.row(y),
             [&](int begin, int end) { std::fill(row.begin() + begin, row.begin() + end, place); });
  }
}

ColorPlane render(const scene::ColorScene& scene) {
  ColorPlane canvas(scene.width, scene.height);
  Bitmap mask(scene.width, scene.height);
  for (const scene::ColorItem& item : scene.items) {
    mask.clear();
    cover(item.form, mask);
    paint(mask, item.color, canvas);
  }
  return canvas;
}

Image to_image(const ColorPlane& canvas, std::span<const std::uint32_t> palette) {
  Image image(canvas.width(), canvas.height(), PixelFormat::kRgb);
  std::uint8_t* pixel = image.data().data();
  for (const std::uint8_t place : canvas.places()) {
    const std::uint32_t rgb = palette[place];
    put(pixel, {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
                static_cast<std::uint8_t>(rgb)});
    pixel += 3;
  }
  return image;
}

Bitmap pixels_of(const ColorPlane& canvas, std::uint8_t place) {
  Bitmap mask(canvas.width(), canvas.height());
  for (int y = 0; y < canvas.height(); ++y) {
    const std::span<const std::uint8_t> row = canvas.row(y);
    const std::span<std::uint64_t> words = mask.row(y);
    for (std::size_t x = 0; x < row.size(); ++x) {
      if (row[x] == place) words[x / 64] |= std::uint64_t{1} << (x % 64);
    }
  }
  return mask;
}

Image difference_picture(const ColorPlane& expected, const ColorPlane& actual) {
  Image image(expected.width(), expected.height(), PixelFormat::kRgb);
  std::uint8_t* pixel = image.data().data();
  for (std::size_t i = 0; i < expected.places().size(); ++i, pixel += 3) {
    const std::uint8_t wanted = expected.places()[i];
    const std::uint8_t found = actual.places()[i];
    if (wanted != 0 || found != 0) put(pixel, difference_color(wanted, found));
  }
  return image;
}

}  // namespace papert::raster

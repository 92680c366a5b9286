// What the drawing code draws on: a size and a clipped horizontal span. Private to this folder.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "raster/bitmap.h"
#include "raster/image.h"

namespace papert::raster::detail {

/// An Image and the colour to draw with, shaped like a Bitmap.
class ColorCanvas {
 public:
  ColorCanvas(Image& image, Color color) : image_(image), color_(color) {}

  [[nodiscard]] int width() const { return image_.width(); }
  [[nodiscard]] int height() const { return image_.height(); }

  void fill_span(std::int64_t y, std::int64_t x0, std::int64_t x1) {
    if (y < 0 || y >= height()) return;
    x0 = std::max<std::int64_t>(x0, 0);
    x1 = std::min<std::int64_t>(x1, width() - 1);
    if (x0 > x1) return;
    std::uint8_t* pixel = image_.row(static_cast<int>(y)) + x0 * image_.channels();
    if (image_.format() == PixelFormat::kGray) {
      std::memset(pixel, color_.r, static_cast<std::size_t>(x1 - x0 + 1));
      return;
    }
    for (std::int64_t x = x0; x <= x1; ++x, pixel += 3) {
      pixel[0] = color_.r;
      pixel[1] = color_.g;
      pixel[2] = color_.b;
    }
  }

 private:
  Image& image_;
  Color color_;
};

/// A span whose ends may come in either order.
template <class Canvas>
void fill_between(Canvas& canvas, std::int64_t y, std::int64_t x0, std::int64_t x1) {
  canvas.fill_span(y, std::min(x0, x1), std::max(x0, x1));
}

}  // namespace papert::raster::detail

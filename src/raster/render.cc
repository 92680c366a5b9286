#include "raster/render.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "raster/draw.h"

namespace papert::raster {
namespace {

bool is_empty(const scene::Box& box) { return box.x1 < box.x0 || box.y1 < box.y0; }

void paint_item(const scene::Ellipse& ellipse, Bitmap& canvas) {
  if (is_empty(ellipse.bounds)) return;
  if (ellipse.outline == 0) {
    fill_ellipse(canvas, ellipse.bounds);
  } else {
    stroke_ellipse(canvas, ellipse.bounds, ellipse.outline);
  }
}

void paint_item(const scene::Rectangle& rectangle, Bitmap& canvas) {
  if (is_empty(rectangle.bounds)) return;
  if (rectangle.outline == 0) {
    fill_rectangle(canvas, rectangle.bounds);
  } else {
    stroke_rectangle(canvas, rectangle.bounds, rectangle.outline);
  }
}

/// Zero beyond the picture.
std::uint64_t word_at(const Bitmap& bitmap, int y, std::size_t index) {
  if (y >= bitmap.height() || index >= bitmap.row(y).size()) return 0;
  return bitmap.row(y)[index];
}

/// Colours the RGB pixels whose bits are set.
void put_bits(std::uint8_t* pixels, std::uint64_t bits, Color color) {
  for (; bits != 0; bits &= bits - 1) {
    std::uint8_t* pixel = pixels + std::ptrdiff_t{3} * std::countr_zero(bits);
    pixel[0] = color.r;
    pixel[1] = color.g;
    pixel[2] = color.b;
  }
}

}  // namespace

void paint(const scene::PixelScene& scene, Bitmap& canvas) {
  assert(canvas.width() == scene.width && canvas.height() == scene.height);
  for (const scene::PixelItem& item : scene.items) {
    std::visit([&canvas](const auto& shape) { paint_item(shape, canvas); }, item);
  }
}

// An outline that is wider than its box is high reaches beyond it, see draw_frame.
Rows painted_rows(const scene::PixelScene& scene) {
  std::int64_t top = scene.height;
  std::int64_t bottom = -1;
  for (const scene::PixelItem& item : scene.items) {
    std::visit(
        [&](const auto& shape) {
          const std::int64_t y0 = shape.bounds.y0;
          const std::int64_t y1 = shape.bounds.y1;
          top = std::min({top, y0, y1 - shape.outline + 1});
          bottom = std::max({bottom, y1, y0 + shape.outline});
        },
        item);
  }
  top = std::clamp<std::int64_t>(top, 0, scene.height);
  bottom = std::clamp<std::int64_t>(bottom + 1, top, scene.height);
  return {static_cast<int>(top), static_cast<int>(bottom)};
}

Bitmap render(const scene::PixelScene& scene) {
  Bitmap canvas(scene.width, scene.height);
  paint(scene, canvas);
  return canvas;
}

Image difference_picture(const Bitmap& expected, const Bitmap& actual) {
  Image picture(std::max(expected.width(), actual.width()),
                std::max(expected.height(), actual.height()), PixelFormat::kRgb);
  const auto words = static_cast<std::size_t>(picture.width() + 63) / 64;
  for (int y = 0; y < picture.height(); ++y) {
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t wanted = word_at(expected, y, i);
      const std::uint64_t drawn = word_at(actual, y, i);
      std::uint8_t* pixels = picture.row(y) + i * 64 * 3;
      put_bits(pixels, wanted & drawn, kSharedColor);
      put_bits(pixels, wanted & ~drawn, kMissingColor);
      put_bits(pixels, drawn & ~wanted, kExtraColor);
    }
  }
  return picture;
}

}  // namespace papert::raster

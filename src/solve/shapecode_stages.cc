#include "solve/shapecode_stages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "raster/raster.h"
#include "solve/shapecode_cover.h"

namespace papert::solve::shapecode {
namespace {

using lang::shapes::Shape;

/// Colours that stay apart for every kind of colour vision.
constexpr std::array<raster::Color, 7> kOutlineColors = {{{0xd5, 0x5e, 0x00},
                                                          {0x00, 0x72, 0xb2},
                                                          {0x00, 0x9e, 0x73},
                                                          {0xcc, 0x79, 0xa7},
                                                          {0xe6, 0x9f, 0x00},
                                                          {0x56, 0xb4, 0xe9},
                                                          {0x80, 0x40, 0x20}}};
constexpr std::uint8_t kPale = 0xdd;

/// On how many shapes each pixel lies: ends of stretches first, then sums along the rows.
std::vector<std::int32_t> count_shapes(const std::vector<Shape>& shapes) {
  constexpr std::size_t kStride = kSize + 1;
  std::vector<std::int32_t> count(kStride * kSize);
  for (const Shape& shape : shapes) {
    const int bottom = bottom_row(shape);
    for (int y = top_row(shape); y <= bottom; ++y) {
      const RowSpans spans = row_spans(shape, y);
      for (int side = 0; side < 2; ++side) {
        if (spans.last[side] < spans.first[side]) continue;
        const std::size_t line = static_cast<std::size_t>(y) * kStride;
        ++count[line + static_cast<std::size_t>(spans.first[side])];
        --count[line + static_cast<std::size_t>(spans.last[side]) + 1];
      }
    }
  }
  for (std::size_t i = 1; i < count.size(); ++i) {
    if (i % kStride != 0) count[i] += count[i - 1];
  }
  return count;
}

/// Grey by the logarithm of the count.
raster::Image draw_counts(const std::vector<Shape>& shapes) {
  const std::vector<std::int32_t> count = count_shapes(shapes);
  const double most = std::log1p(std::max(1, *std::max_element(count.begin(), count.end())));
  raster::Image image(kSize, kSize);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const auto place = static_cast<std::size_t>(y) * (kSize + 1) + static_cast<std::size_t>(x);
      const double share = std::log1p(std::max(0, count[place])) / most;
      image.row(y)[x] = static_cast<std::uint8_t>(255 - std::lround(share * 225));
    }
  }
  return image;
}

void draw_outline(raster::Image& image, const Shape& shape, raster::Color color) {
  scene::Box box = lang::shapes::bounds(shape);
  for (const int inwards : {0, std::max(0, shape.stroke - 1)}) {
    const scene::Box outline{box.x0 + inwards, box.y0 + inwards, box.x1 - inwards,
                             box.y1 - inwards};
    if (lang::shapes::is_circle(shape.kind)) {
      raster::stroke_ellipse(image, outline, 1, color);
    } else {
      raster::stroke_rectangle(image, outline, 1, color);
    }
  }
}

raster::Image draw_shapes(const raster::Bitmap& black, const lang::shapes::Program& program) {
  raster::Image image(kSize, kSize, raster::PixelFormat::kRgb);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      if (black.get(x, y)) std::fill_n(image.row(y) + 3 * static_cast<std::ptrdiff_t>(x), 3, kPale);
    }
  }
  std::size_t next = 0;
  for (const Shape& shape : program.shapes) {
    draw_outline(image, shape, kOutlineColors[next++ % kOutlineColors.size()]);
  }
  return image;
}

}  // namespace

std::vector<Stage> draw_stages(const raster::Bitmap& black, const std::vector<Shape>& candidates,
                               const lang::shapes::Program& program,
                               const raster::Bitmap& painted) {
  std::vector<Stage> stages;
  stages.reserve(4);
  stages.push_back({"picture", raster::to_image(black)});
  stages.push_back({"candidates", draw_counts(candidates)});
  stages.push_back({"shapes", draw_shapes(black, program)});
  stages.push_back({"difference", raster::difference_picture(black, painted)});
  return stages;
}

}  // namespace papert::solve::shapecode

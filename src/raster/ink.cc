#include "raster/ink.h"

#include <algorithm>
#include <cmath>

#include "scene/canonical.h"
#include "scene/ink.h"

namespace papert::raster {
namespace {

/// The part of the device between two coordinates, in whole pixels, with one to spare.
struct Span {
  int from = 0;
  int length = 0;
};
Span clipped(double low, double high, int size) {
  const double from = std::clamp(std::floor(low) - 1, 0.0, static_cast<double>(size));
  const double to = std::clamp(std::ceil(high) + 1, from, static_cast<double>(size));
  return {static_cast<int>(from), static_cast<int>(to - from)};
}

}  // namespace

Bitmap ink_of_picture(const Image& image) {
  const Image gray = to_gray(image);
  Bitmap bitmap(gray.width(), gray.height());
  for (int y = 0; y < gray.height(); ++y) {
    for (int x = 0; x < gray.width(); ++x) {
      if (gray.row(y)[x] <= scene::kDarkestInk) bitmap.set(x, y);
    }
  }
  return bitmap;
}

Bitmap paint_ink_window(const scene::Scene& scene, TkView view) {
  const auto bounds = scene::painted_bounds(scene, true);
  if (!bounds) return {};
  const Span across = clipped(view.origin_x + view.scale * bounds->x0,
                              view.origin_x + view.scale * bounds->x1, view.width);
  const Span down = clipped(view.origin_y - view.scale * bounds->y1,
                            view.origin_y - view.scale * bounds->y0, view.height);
  view.width = across.length;
  view.height = down.length;
  view.origin_x -= across.from;
  view.origin_y -= down.from;
  return paint_ink(scene, view);
}

}  // namespace papert::raster

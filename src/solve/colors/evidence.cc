#include "solve/colors/evidence.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "raster/color_plane.h"

namespace papert::solve::colors {
namespace {

constexpr std::array<PixelPoint, 4> kBeside{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

bool on_canvas(int x, int y) { return x >= 0 && x < kSize && y >= 0 && y < kSize; }

/// Positive where the way a - b - c turns clockwise.
std::int64_t turn(const PixelPoint& a, const PixelPoint& b, const PixelPoint& c) {
  return std::int64_t{b.x - a.x} * (c.y - b.y) - std::int64_t{b.y - a.y} * (c.x - b.x);
}

}  // namespace

Evidence::Evidence(Color color, raster::Bitmap visible, raster::Bitmap background,
                   const raster::Bitmap& same)
    : color_(color),
      visible_(std::move(visible)),
      background_(std::move(background)),
      others_(kSize, kSize),
      pixels_(visible_.count()) {
  for (std::size_t i = 0; i < others_.words().size(); ++i) {
    others_.words()[i] = ~(visible_.words()[i] | background_.words()[i] | same.words()[i]);
  }
  for (int y = 0; y < kSize; ++y) {
    raster::each_run(visible_.row(y), [&](int begin, int end) {
      for (int x = begin; x < end; ++x) {
        bool ends = false;
        bool at_background = false;
        for (const PixelPoint& way : kBeside) {
          if (!on_canvas(x + way.x, y + way.y)) continue;
          ends = ends || !visible_.get(x + way.x, y + way.y);
          at_background = at_background || background_.get(x + way.x, y + way.y);
        }
        if (ends) rim_.push_back({x, y});
        if (at_background) edge_.push_back({x, y});
      }
    });
  }
}

Misfit Evidence::misfit(const raster::Bitmap& painted) const {
  Misfit misfit;
  misfit.missing = pixels_ - raster::overlap(visible_, painted).both;
  misfit.wrong = raster::overlap(background_, painted).both;
  misfit.hidden = raster::overlap(others_, painted).both;
  return misfit;
}

raster::Bitmap pixels_of(const Shape& shape) {
  raster::Bitmap pixels(kSize, kSize);
  raster::cover(lang::shapes::v2::to_form(shape), pixels);
  return pixels;
}

std::vector<PixelPoint> convex_hull(std::vector<PixelPoint> points) {
  std::ranges::sort(points, [](const PixelPoint& a, const PixelPoint& b) {
    return std::tuple(a.x, a.y) < std::tuple(b.x, b.y);
  });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<PixelPoint> hull;
  const auto add = [&](const PixelPoint& point, std::size_t least) {
    while (hull.size() > least && turn(hull[hull.size() - 2], hull.back(), point) <= 0) {
      hull.pop_back();
    }
    hull.push_back(point);
  };
  for (const PixelPoint& point : points) add(point, 1);
  const std::size_t least = hull.size();
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], least);
  hull.pop_back();
  return hull;
}

}  // namespace papert::solve::colors

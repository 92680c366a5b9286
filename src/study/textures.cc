#include "study/textures.h"

#include <algorithm>
#include <cmath>

#include "scene/canonical.h"
#include "score/compare_drawings.h"

namespace papert::study {
namespace {

using scene::Point;
using scene::Scene;

constexpr std::size_t kMostItems = 8;  // that are tried
constexpr double kTexture = 4;         // pixels of the canonical sheet
constexpr double kSecondLine = 3;      // likewise
constexpr double kLeastExtent = 40;    // likewise: smaller items hide their texture
constexpr std::int64_t kLeastPixels = 40;
constexpr scene::Color kWhite{255, 255, 255};

scene::Bounds bounds_of(const scene::Item& item) {
  return scene::painted_bounds({.items = {item}}).value_or(scene::Bounds{});
}

double extent(const scene::Bounds& bounds) { return std::max(bounds.width(), bounds.height()); }

/// The size of a pixel of the canonical sheet.
double pixel_of(const Scene& scene) {
  return extent(scene::painted_bounds(scene).value_or(scene::Bounds{})) / scene::kCanonicalExtent;
}

/// The places of the largest items of one kind.
template <class Kind>
std::vector<std::size_t> largest(const Scene& scene) {
  std::vector<std::pair<double, std::size_t>> order;
  const double least = kLeastExtent * pixel_of(scene);
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    if (!std::holds_alternative<Kind>(scene.items[i])) continue;
    const double size = extent(bounds_of(scene.items[i]));
    if (size >= least) order.emplace_back(-size, i);
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(order.size(), kMostItems));
  std::vector<std::size_t> places;
  places.reserve(order.size());
  for (const auto& [size, place] : order) places.push_back(place);
  return places;
}

/// The scene with other items instead of one.
Scene replaced(const Scene& scene, std::size_t place, const std::vector<scene::Item>& by) {
  Scene changed = scene;
  const auto at = changed.items.erase(changed.items.begin() + static_cast<std::ptrdiff_t>(place));
  changed.items.insert(at, by.begin(), by.end());
  return changed;
}

/// Where the edges of an area cross the height `y`, from left to right.
std::vector<double> crossings(const std::vector<Point>& points, double y) {
  std::vector<double> all;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& a = points[i];
    const Point& b = points[(i + 1) % points.size()];
    if ((a.y <= y) == (b.y <= y)) continue;
    all.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<scene::Item> hatching(const scene::Fill& fill, double gap) {
  std::vector<scene::Item> lines;
  const scene::Bounds bounds = bounds_of(fill);
  double y = bounds.y0 + gap / 2;
  while (y < bounds.y1) {
    const std::vector<double> xs = crossings(fill.points, y);
    for (std::size_t i = 0; i + 1 < xs.size(); i += 2) {
      lines.emplace_back(scene::Stroke{{{xs[i], y}, {xs[i + 1], y}}, 1, fill.color});
    }
    y += gap;
  }
  return lines;
}

/// The gaps are wider by the pen, whose round ends reach into them.
std::vector<scene::Item> dashes(const scene::Stroke& stroke, double dash) {
  const double period = 2 * dash + std::max(stroke.width, 0.0);
  std::vector<scene::Item> all;
  for (std::size_t i = 0; i + 1 < stroke.points.size(); ++i) {
    const Point& a = stroke.points[i];
    const Point& b = stroke.points[i + 1];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const auto at = [&](double s) {
      return Point{a.x + s / length * (b.x - a.x), a.y + s / length * (b.y - a.y)};
    };
    double s = 0;
    while (s < length) {
      all.emplace_back(
          scene::Stroke{{at(s), at(std::min(s + dash, length))}, stroke.width, stroke.color});
      s += period;
    }
  }
  return all;
}

/// The line, shrunk about its middle so that it lies `by` further in.
scene::Stroke inside(scene::Stroke stroke, double by) {
  const scene::Bounds bounds = bounds_of(stroke);
  const Point middle = bounds.center();
  const double factor = 1 - 2 * by / extent(bounds);
  for (Point& point : stroke.points) {
    point = {middle.x + factor * (point.x - middle.x), middle.y + factor * (point.y - middle.y)};
  }
  return stroke;
}

}  // namespace

std::vector<Scene> with_hatching(const Scene& scene) {
  std::vector<Scene> all;
  for (const std::size_t place : largest<scene::Fill>(scene)) {
    const auto& fill = std::get<scene::Fill>(scene.items[place]);
    all.push_back(replaced(scene, place, hatching(fill, kTexture * pixel_of(scene))));
  }
  return all;
}

std::vector<Scene> with_dashes(const Scene& scene) {
  std::vector<Scene> all;
  const double dash = kTexture * pixel_of(scene);
  for (const std::size_t place : largest<scene::Stroke>(scene)) {
    const auto& stroke = std::get<scene::Stroke>(scene.items[place]);
    // A line of short sides has no room for dashes.
    double length = 0;
    for (std::size_t i = 1; i < stroke.points.size(); ++i) {
      length += std::hypot(stroke.points[i].x - stroke.points[i - 1].x,
                           stroke.points[i].y - stroke.points[i - 1].y);
    }
    const auto sides = static_cast<double>(stroke.points.size() - 1);
    if (length / sides < 6 * dash) continue;
    all.push_back(replaced(scene, place, dashes(stroke, dash)));
  }
  return all;
}

std::vector<Scene> with_double_outline(const Scene& scene) {
  std::vector<Scene> all;
  for (const std::size_t place : largest<scene::Stroke>(scene)) {
    const auto& stroke = std::get<scene::Stroke>(scene.items[place]);
    Scene doubled = scene;
    doubled.items.emplace_back(inside(stroke, kSecondLine * pixel_of(scene)));
    all.push_back(std::move(doubled));
  }
  return all;
}

std::vector<Scene> with_white_ink(const Scene& scene) {
  std::vector<Scene> all;
  for (const std::size_t place : largest<scene::Fill>(scene)) {
    const scene::Bounds box = bounds_of(scene.items[place]);
    Scene crossed = scene;
    crossed.items.emplace_back(scene::Stroke{{{box.x0, box.y0}, {box.x1, box.y1}}, 1, kWhite});
    all.push_back(std::move(crossed));
  }
  for (const std::size_t place : largest<scene::Stroke>(scene)) {
    scene::Stroke white = std::get<scene::Stroke>(scene.items[place]);
    white.color = kWhite;
    Scene erased = scene;
    erased.items.emplace_back(std::move(white));
    all.push_back(std::move(erased));
  }
  return all;
}

std::vector<std::pair<Scene, Scene>> rosettes(const Scene& scene) {
  constexpr int kPetals = 24;
  constexpr int kMissing = 7;
  std::vector<std::pair<Scene, Scene>> all;
  for (const std::size_t place : largest<scene::Stroke>(scene)) {
    Scene petal{.items = {scene.items[place]}};
    std::vector<Point>& points = std::get<scene::Stroke>(petal.items[0]).points;
    const Point start = points.front();
    for (Point& point : points) point = {point.x - start.x, point.y - start.y};
    Scene whole;
    Scene less;
    for (int i = 0; i < kPetals; ++i) {
      const Scene turned = scene::turned(petal, {.degrees = 360.0 / kPetals * i});
      whole.items.push_back(turned.items[0]);
      if (i != kMissing) less.items.push_back(turned.items[0]);
    }
    all.emplace_back(std::move(whole), std::move(less));
  }
  return all;
}

bool differ_in_pixels(const Scene& a, const Scene& b) {
  return score::compare_drawings(a, b, {.explain = score::Explain::kNever}).differing >=
         kLeastPixels;
}

}  // namespace papert::study

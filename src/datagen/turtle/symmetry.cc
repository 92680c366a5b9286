#include "datagen/turtle/symmetry.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "raster/bitmap.h"

namespace papert::datagen::detail {
namespace {

constexpr int kSheetSide = scene::kCanonicalSize;

struct Samples {
  std::vector<scene::Point> points;
  raster::Bitmap near{kSheetSide, kSheetSide};
  scene::Point middle;
};

void mark_near(const Segment& segment, raster::Bitmap& near) {
  constexpr int kNearby = 2;  // pixels
  const int steps = std::max(1, static_cast<int>(segment.length()));
  for (int i = 0; i <= steps; ++i) {
    const scene::Point point = segment.at(static_cast<double>(i) / steps);
    const auto x = static_cast<int>(std::lround(point.x));
    const auto y = static_cast<int>(std::lround(point.y));
    for (int dy = -kNearby; dy <= kNearby; ++dy) {
      near.fill_span(y + dy, x - kNearby, x + kNearby);
    }
  }
}

Samples sample(const Strokes& strokes) {
  constexpr double kStep = 4;
  constexpr double kMost = 6000;
  const double step = std::max(kStep, strokes.length / kMost);
  Samples samples;
  for (const Segment& each : strokes.segments) {
    const int count = std::max(1, static_cast<int>(std::lround(each.length() / step)));
    for (int i = 0; i < count; ++i) samples.points.push_back(each.at((i + 0.5) / count));
    mark_near(each, samples.near);
  }
  for (const scene::Point& point : samples.points) {
    samples.middle.x += point.x / static_cast<double>(samples.points.size());
    samples.middle.y += point.y / static_cast<double>(samples.points.size());
  }
  return samples;
}

/// The share of points that fall on ink if (x, y) from the middle goes to (a x + b y, c x + d y).
double share_kept(const Samples& samples, const std::array<double, 4>& map) {
  std::size_t kept = 0;
  for (const scene::Point& point : samples.points) {
    const double x = point.x - samples.middle.x;
    const double y = point.y - samples.middle.y;
    const auto to_x = static_cast<int>(std::lround(samples.middle.x + map[0] * x + map[1] * y));
    const auto to_y = static_cast<int>(std::lround(samples.middle.y + map[2] * x + map[3] * y));
    kept += samples.near.get(to_x, to_y) ? 1 : 0;
  }
  return static_cast<double>(kept) / static_cast<double>(samples.points.size());
}

}  // namespace

Symmetry find_symmetry(const Strokes& strokes) {
  constexpr double kSame = 0.95;
  Symmetry symmetry;
  if (strokes.segments.empty()) return symmetry;
  const Samples samples = sample(strokes);
  for (int k = 2; k <= 12; ++k) {
    const double turn = 2 * M_PI / k;
    const std::array<double, 4> map{std::cos(turn), -std::sin(turn), std::sin(turn),
                                    std::cos(turn)};
    const double share = share_kept(samples, map);
    symmetry.share = std::max(symmetry.share, share);
    if (share >= kSame) symmetry.turns = k;
  }
  for (int axis = 0; axis < 4; ++axis) {
    const double twice = axis * M_PI / 2;
    const std::array<double, 4> map{std::cos(twice), std::sin(twice), std::sin(twice),
                                    -std::cos(twice)};
    const double share = share_kept(samples, map);
    symmetry.share = std::max(symmetry.share, share);
    if (share >= kSame && axis == 0) symmetry.level = true;
    if (share >= kSame && axis == 2) symmetry.upright = true;
  }
  return symmetry;
}

}  // namespace papert::datagen::detail

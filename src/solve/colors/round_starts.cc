// Circles and arcs. Three points of a rim give a circle; of many such circles those are kept that
// pass through most of the rim. Given its middle, the radii follow from the visible pixels that are
// farthest from it and nearest to it.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "solve/colors/starts.h"

namespace papert::solve::colors {
namespace {

constexpr int kTriples = 400;
constexpr std::size_t kMiddles = 5;

struct Round {
  double x = 0;
  double y = 0;
  double radius = 0;
  int votes = 0;
};

std::optional<Round> through(const PixelPoint& a, const PixelPoint& b, const PixelPoint& c) {
  const double bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
  const double det = 2 * (bx * cy - by * cx);
  if (std::abs(det) < 40) return std::nullopt;
  const double b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  const double x = (cy * b2 - by * c2) / det;
  const double y = (bx * c2 - cx * b2) / det;
  Round round{a.x + x, a.y + y, std::hypot(x, y)};
  if (round.radius < 4 || round.radius > 400) return std::nullopt;
  return round;
}

/// Middles of circles that pass through much of the rim, the best first.
std::vector<PixelPoint> middles_of(const Evidence& evidence) {
  const std::vector<PixelPoint>& points =
      evidence.edge().size() >= 30 ? evidence.edge() : evidence.rim();
  if (points.size() < 8) return {};
  Random random(2);
  std::vector<Round> rounds;
  for (int i = 0; i < kTriples; ++i) {
    const PixelPoint& a = random.choice(points);
    const PixelPoint& b = random.choice(points);
    const PixelPoint& c = random.choice(points);
    auto round = through(a, b, c);
    if (!round) continue;
    const std::size_t stride = std::max<std::size_t>(points.size() / 150, 1);
    for (std::size_t k = 0; k < points.size(); k += stride) {
      const double away = std::hypot(points[k].x - round->x, points[k].y - round->y);
      if (std::abs(away - round->radius) < 1.0) ++round->votes;
    }
    rounds.push_back(*round);
  }
  std::ranges::stable_sort(rounds,
                           [](const Round& a, const Round& b) { return a.votes > b.votes; });
  std::vector<PixelPoint> middles;
  for (const Round& round : rounds) {
    const PixelPoint middle{static_cast<int>(std::lround(round.x)),
                            static_cast<int>(std::lround(round.y))};
    if (std::ranges::find(middles, middle) == middles.end()) middles.push_back(middle);
    if (middles.size() == kMiddles) break;
  }
  return middles;
}

std::int64_t distance2(const PixelPoint& a, const PixelPoint& b) {
  const std::int64_t dx = a.x - b.x;
  const std::int64_t dy = a.y - b.y;
  return dx * dx + dy * dy;
}

/// The smallest disc around the middle that has a pixel so far away.
int radius_reaching(std::int64_t square) {
  auto radius = static_cast<int>(std::sqrt(static_cast<double>(square)));
  if (std::int64_t{radius} * radius + radius < square) ++radius;
  return radius;
}

/// The ring that just holds the points: outer radius, and stroke.
std::pair<int, int> ring_around(const std::vector<PixelPoint>& points, const PixelPoint& middle) {
  std::int64_t near = INT64_MAX;
  std::int64_t far = 0;
  for (const PixelPoint& point : points) {
    const std::int64_t square = distance2(point, middle);
    near = std::min(near, square);
    far = std::max(far, square);
  }
  const int outer = radius_reaching(far);
  const int inner = radius_reaching(near) - 1;
  return {outer, outer - std::max(inner, 0)};
}

/// Where the points are around the middle: the widest gap is left out.
std::pair<int, int> sweep_around(const std::vector<PixelPoint>& points, const PixelPoint& middle) {
  std::array<bool, 360> seen{};
  for (const PixelPoint& point : points) {
    const double angle =
        std::atan2(point.y - middle.y, point.x - middle.x) * 180 / 3.14159265358979;
    seen[static_cast<std::size_t>((static_cast<int>(std::floor(angle)) + 360) % 360)] = true;
  }
  int best_gap = 0;
  int start = 0;
  for (int i = 0; i < 360; ++i) {
    if (seen[static_cast<std::size_t>(i)]) continue;
    int gap = 0;
    while (gap < 360 && !seen[static_cast<std::size_t>((i + gap) % 360)]) ++gap;
    if (gap <= best_gap) continue;
    best_gap = gap;
    start = (i + gap) % 360;
  }
  return {start, 360 - best_gap};
}

template <class Add>
void around_middles(const Evidence& evidence, const Add& add) {
  for (const PixelPoint& middle : middles_of(evidence)) {
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) add(PixelPoint{middle.x + dx, middle.y + dy});
    }
  }
}

}  // namespace

void add_circles(const Evidence& evidence, Fitter& fitter) {
  around_middles(evidence, [&](const PixelPoint& middle) {
    const auto [radius, stroke] = ring_around(evidence.rim(), middle);
    Shape circle;
    circle.kind = Kind::kCircle;
    circle.values = {middle.x, middle.y, radius, 0};
    fitter.add(circle);
    circle.values[3] = stroke;
    fitter.add(circle);
  });
}

void add_arcs(const Evidence& evidence, Fitter& fitter) {
  around_middles(evidence, [&](const PixelPoint& middle) {
    const auto [radius, stroke] = ring_around(evidence.rim(), middle);
    const auto [start, sweep] = sweep_around(evidence.rim(), middle);
    Shape arc;
    arc.kind = Kind::kArc;
    arc.values = {middle.x, middle.y, radius, start, std::max(sweep - 1, 1), stroke};
    fitter.add(arc);
  });
}

}  // namespace papert::solve::colors

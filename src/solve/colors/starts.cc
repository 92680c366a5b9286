#include "solve/colors/starts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace papert::solve::colors {
namespace {

constexpr int kWidestStroke = 20;

Shape shape_of(Kind kind, std::array<int, lang::shapes::v2::kMaxValues> values) {
  Shape shape;
  shape.kind = kind;
  shape.values = values;
  return shape;
}

scene::Box box_of(const std::vector<PixelPoint>& points) {
  scene::Box box{kSize, kSize, -1, -1};
  for (const PixelPoint& point : points) {
    box = {std::min(box.x0, point.x), std::min(box.y0, point.y), std::max(box.x1, point.x),
           std::max(box.y1, point.y)};
  }
  return box;
}

double distance(const PixelPoint& a, const PixelPoint& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// The two corners of the hull that are farthest from each other.
std::pair<PixelPoint, PixelPoint> farthest_pair(const std::vector<PixelPoint>& hull) {
  std::pair<PixelPoint, PixelPoint> best{hull.front(), hull.front()};
  double most = -1;
  for (const PixelPoint& a : hull) {
    for (const PixelPoint& b : hull) {
      if (distance(a, b) <= most) continue;
      most = distance(a, b);
      best = {a, b};
    }
  }
  return best;
}

}  // namespace

void add_rectangles(const Evidence& evidence, Fitter& fitter) {
  const scene::Box box = box_of(evidence.rim());
  const int width = box.x1 - box.x0 + 1;
  const int height = box.y1 - box.y0 + 1;
  for (int stroke = 0; stroke <= kWidestStroke; ++stroke) {
    fitter.add(shape_of(Kind::kRectangle, {box.x0, box.y0, width, height, stroke}));
  }
}

void add_turned(const Evidence& evidence, Fitter& fitter) {
  const std::vector<PixelPoint> hull = convex_hull(evidence.rim());
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const PixelPoint& a = hull[i];
    const PixelPoint& b = hull[(i + 1) % hull.size()];
    if (distance(a, b) < 12) continue;
    const double angle = std::atan2(b.y - a.y, b.x - a.x);
    double low_u = 1e9, high_u = -1e9, low_v = 1e9, high_v = -1e9;
    for (const PixelPoint& p : hull) {
      const double u = p.x * std::cos(angle) + p.y * std::sin(angle);
      const double v = p.y * std::cos(angle) - p.x * std::sin(angle);
      low_u = std::min(low_u, u);
      high_u = std::max(high_u, u);
      low_v = std::min(low_v, v);
      high_v = std::max(high_v, v);
    }
    const double u = (low_u + high_u) / 2;
    const double v = (low_v + high_v) / 2;
    const double cx = u * std::cos(angle) - v * std::sin(angle);
    const double cy = u * std::sin(angle) + v * std::cos(angle);
    const auto width = static_cast<int>(std::lround(high_u - low_u)) + 1;
    const auto height = static_cast<int>(std::lround(high_v - low_v)) + 1;
    const auto degrees = static_cast<int>(std::lround(angle * 180 / 3.14159265358979));
    const auto x = static_cast<int>(std::lround(cx - (width - 1) / 2.0));
    const auto y = static_cast<int>(std::lround(cy - (height - 1) / 2.0));
    for (int stroke = 0; stroke <= kWidestStroke; ++stroke) {
      fitter.add(
          shape_of(Kind::kRectangle, {x, y, width, height, stroke, (degrees % 360 + 360) % 360}));
    }
  }
}

void add_lines(const Evidence& evidence, Fitter& fitter) {
  const std::vector<PixelPoint> hull = convex_hull(evidence.rim());
  const auto [a, b] = farthest_pair(hull);
  const double length = distance(a, b);
  if (length < 4) return;
  const double dx = (b.x - a.x) / length;
  const double dy = (b.y - a.y) / length;
  const double around = static_cast<double>(evidence.pixels()) / length;
  for (int stroke = 1; stroke <= kWidestStroke; ++stroke) {
    if (stroke > 2 * around + 3 || 2 * stroke + 3 < around) continue;
    const double cap = stroke / 2.0;
    const auto end = [&](const PixelPoint& p, double way) {
      return PixelPoint{static_cast<int>(std::lround(p.x + way * dx)),
                        static_cast<int>(std::lround(p.y + way * dy))};
    };
    const PixelPoint from = end(a, cap);
    const PixelPoint to = end(b, -cap);
    fitter.add(shape_of(Kind::kLine, {from.x, from.y, to.x, to.y, stroke}));
  }
}

void add_curves(const Evidence& evidence, Fitter& fitter) {
  const std::vector<PixelPoint> hull = convex_hull(evidence.rim());
  // Ends are corners of the hull; the curve passes through the rim's point farthest from the line
  // between them, about half of the way along.
  std::vector<PixelPoint> ends = hull;
  while (ends.size() > 12) {
    std::vector<PixelPoint> fewer;
    for (std::size_t i = 0; i < ends.size(); i += 2) fewer.push_back(ends[i]);
    ends = std::move(fewer);
  }
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = i + 1; j < ends.size(); ++j) {
      const PixelPoint& a = ends[i];
      const PixelPoint& b = ends[j];
      const double length = distance(a, b);
      if (length < 30) continue;
      PixelPoint farthest = a;
      double most = 0;
      for (const PixelPoint& p : evidence.rim()) {
        const double away =
            std::abs((b.x - a.x) * double(p.y - a.y) - (b.y - a.y) * double(p.x - a.x)) / length;
        if (away <= most) continue;
        most = away;
        farthest = p;
      }
      const PixelPoint control{2 * farthest.x - (a.x + b.x) / 2, 2 * farthest.y - (a.y + b.y) / 2};
      for (const int stroke : {4, 8, 12}) {
        fitter.add(shape_of(Kind::kCurve, {a.x, a.y, control.x, control.y, b.x, b.y, stroke}));
      }
    }
  }
}

void add_hull(const Evidence& evidence, Fitter& fitter) {
  Shape polygon = shape_of(Kind::kPolygon, {0});
  polygon.points = convex_hull(evidence.rim());
  fitter.add(polygon);
}

namespace {

/// A straight line: the points with x * nx + y * ny = away.
struct Straight {
  double nx, ny, away;
};

std::optional<std::pair<double, double>> crossing(const Straight& a, const Straight& b) {
  const double det = a.nx * b.ny - a.ny * b.nx;
  if (std::abs(det) < 0.05) return std::nullopt;
  return std::pair((a.away * b.ny - b.away * a.ny) / det, (a.nx * b.away - b.nx * a.away) / det);
}

/// The sides of a convex polygon, each with its length.
struct Side {
  Straight line;
  double length;
};

std::vector<Side> sides_of(const std::vector<PixelPoint>& hull) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const PixelPoint& a = hull[i];
    const PixelPoint& b = hull[(i + 1) % hull.size()];
    const double length = distance(a, b);
    // The hull is clockwise on the screen: this points outwards.
    const double nx = (b.y - a.y) / length;
    const double ny = -(b.x - a.x) / length;
    sides.push_back({{nx, ny, nx * a.x + ny * a.y}, length});
  }
  return sides;
}

/// Sides that point nearly the same way are one, the length of all of them.
std::vector<Side> joined(const std::vector<Side>& sides) {
  std::vector<Side> result;
  for (const Side& side : sides) {
    const bool same = !result.empty() &&
                      result.back().line.nx * side.line.nx + result.back().line.ny * side.line.ny >
                          std::cos(0.10);
    if (!same) {
      result.push_back(side);
      continue;
    }
    const double length = result.back().length + side.length;
    if (side.length > result.back().length) result.back().line = side.line;
    result.back().length = length;
  }
  return result;
}

}  // namespace

namespace {

/// The polygon whose outline of this width has these sides; nothing where two of them do not meet.
std::optional<Shape> outline_of(const std::vector<Side>& sides, int stroke) {
  Shape polygon = shape_of(Kind::kPolygon, {stroke});
  for (std::size_t i = 0; i < sides.size(); ++i) {
    Straight a = sides[i].line;
    Straight b = sides[(i + 1) % sides.size()].line;
    a.away -= stroke / 2.0;
    b.away -= stroke / 2.0;
    const auto corner = crossing(a, b);
    if (!corner || std::abs(corner->first) > 1000 || std::abs(corner->second) > 1000) {
      return std::nullopt;
    }
    polygon.points.push_back({static_cast<int>(std::lround(corner->first)),
                              static_cast<int>(std::lround(corner->second))});
  }
  return polygon;
}

}  // namespace

// Some of the hull's long sides are those of the polygon; others are where something hides a
// corner. So all choices of a few among them are tried.
void add_outlines(const Evidence& evidence, Fitter& fitter) {
  constexpr std::size_t kMostSides = 7;
  std::vector<Side> sides = joined(sides_of(convex_hull(evidence.rim())));
  std::ranges::stable_sort(sides, [](const Side& a, const Side& b) { return a.length > b.length; });
  if (sides.size() > kMostSides) sides.resize(kMostSides);
  std::ranges::stable_sort(sides, [](const Side& a, const Side& b) {
    return std::atan2(a.line.ny, a.line.nx) < std::atan2(b.line.ny, b.line.nx);
  });
  for (unsigned choice = 0; choice < 1U << sides.size(); ++choice) {
    if (std::popcount(choice) < 3) continue;
    std::vector<Side> chosen;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if ((choice >> i & 1) != 0) chosen.push_back(sides[i]);
    }
    for (int stroke = 2; stroke <= kWidestStroke; stroke += 2) {
      if (const auto polygon = outline_of(chosen, stroke)) fitter.add(*polygon);
    }
  }
}

}  // namespace papert::solve::colors

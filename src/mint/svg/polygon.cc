#include "mint/svg/polygon.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace papert::mint::svg {
namespace {

using scene::Point;

double cross(Point o, Point a, Point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// Adds, between two corners of the hull that are kept, those that lie off the line.
void keep_between(const std::vector<Point>& hull, std::size_t from, std::size_t to, double off,
                  std::vector<Point>& kept) {
  const Point a = hull[from % hull.size()];
  const Point b = hull[to % hull.size()];
  double furthest = off * std::hypot(b.x - a.x, b.y - a.y);
  std::size_t middle = from;
  for (std::size_t i = from + 1; i < to; ++i) {
    const double distance = std::abs(cross(a, b, hull[i % hull.size()]));
    if (distance <= furthest) continue;
    furthest = distance;
    middle = i;
  }
  if (middle == from) return;
  keep_between(hull, from, middle, off, kept);
  kept.push_back(hull[middle % hull.size()]);
  keep_between(hull, middle, to, off, kept);
}

}  // namespace

std::vector<Point> convex_hull(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](Point a, Point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Point> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t base = hull.size();
    for (const Point p : points) {
      while (hull.size() >= base + 2 && cross(hull[hull.size() - 2], hull.back(), p) <= 0) {
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

double area_of(const std::vector<Point>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i];
    const Point b = polygon[(i + 1) % polygon.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return std::abs(twice) / 2;
}

std::vector<Point> thinned(const std::vector<Point>& hull) {
  constexpr double kOff = 0.045;  // of the side of a square of the same area
  std::size_t first = 0;
  std::size_t second = 0;
  double furthest = -1;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    for (std::size_t j = i + 1; j < hull.size(); ++j) {
      const double distance = std::hypot(hull[j].x - hull[i].x, hull[j].y - hull[i].y);
      if (distance <= furthest) continue;
      furthest = distance;
      first = i;
      second = j;
    }
  }
  const double off = kOff * std::sqrt(area_of(hull));
  std::vector<Point> kept{hull[first]};
  keep_between(hull, first, second, off, kept);
  kept.push_back(hull[second]);
  keep_between(hull, second, first + hull.size(), off, kept);
  // Opposite sides that are parallel tie for the furthest point, and any of theirs may be kept.
  for (std::size_t i = 0; i < kept.size() && kept.size() > 3;) {
    const Point a = kept[(i + kept.size() - 1) % kept.size()];
    const Point b = kept[(i + 1) % kept.size()];
    if (std::abs(cross(a, b, kept[i])) < off * std::hypot(b.x - a.x, b.y - a.y)) {
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return kept;
}

double roundness(const std::vector<Point>& polygon) {
  double length = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i];
    const Point b = polygon[(i + 1) % polygon.size()];
    length += std::hypot(b.x - a.x, b.y - a.y);
  }
  return 4 * std::numbers::pi * area_of(polygon) / (length * length);
}

double side_ratio(const std::vector<Point>& polygon) {
  double longest = 0;
  double shortest = 1e9;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i];
    const Point b = polygon[(i + 1) % polygon.size()];
    const double side = std::hypot(b.x - a.x, b.y - a.y);
    longest = std::max(longest, side);
    shortest = std::min(shortest, side);
  }
  return longest / shortest;
}

bool right_angled(const std::vector<Point>& corners) {
  constexpr double kCosine = 0.12;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point o = corners[i];
    const Point a = corners[(i + 1) % corners.size()];
    const Point b = corners[(i + corners.size() - 1) % corners.size()];
    const double dot = (a.x - o.x) * (b.x - o.x) + (a.y - o.y) * (b.y - o.y);
    const double lengths = std::hypot(a.x - o.x, a.y - o.y) * std::hypot(b.x - o.x, b.y - o.y);
    if (std::abs(dot) > kCosine * lengths) return false;
  }
  return true;
}

}  // namespace papert::mint::svg

// Points and lines of a plane.
#pragma once

#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace papert::solve::turtle {

inline constexpr double kDegrees = 180 / std::numbers::pi;

inline scene::Point operator+(const scene::Point& a, const scene::Point& b) {
  return {a.x + b.x, a.y + b.y};
}
inline scene::Point operator-(const scene::Point& a, const scene::Point& b) {
  return {a.x - b.x, a.y - b.y};
}
inline scene::Point operator*(double factor, const scene::Point& a) {
  return {factor * a.x, factor * a.y};
}
inline double dot(const scene::Point& a, const scene::Point& b) { return a.x * b.x + a.y * b.y; }
inline double cross(const scene::Point& a, const scene::Point& b) { return a.x * b.y - a.y * b.x; }
inline double norm(const scene::Point& a) { return std::hypot(a.x, a.y); }

struct Line {
  scene::Point at;
  scene::Point direction;  // of length 1
};

struct Ring {
  scene::Point center;
  double radius = 0;
  double error = 0;  // the largest distance of a point from it
  double usual = 0;  // nine in ten points are nearer to it than this
};

/// By total least squares; the direction is (1, 0) where there is none.
[[nodiscard]] Line fitted_line(std::span<const scene::Point> points);

/// Nothing where the lines are nearly parallel.
[[nodiscard]] std::optional<scene::Point> intersection(const Line& a, const Line& b);

/// The point with the least squared distances; nothing where all are nearly parallel.
[[nodiscard]] std::optional<scene::Point> closest_point(std::span<const Line> lines);

/// By least squares (Kasa); nothing for fewer than three points or points on a line.
[[nodiscard]] std::optional<Ring> fitted_ring(std::span<const scene::Point> points);

/// Of a point from the segment between two.
[[nodiscard]] double distance_to(const scene::Point& point, const scene::Point& a,
                                 const scene::Point& b);

/// Indices of the corners that remain (Ramer, Douglas and Peucker), the first and the last among
/// them.
[[nodiscard]] std::vector<std::size_t> simplified(std::span<const scene::Point> points,
                                                  double tolerance);

/// Degrees in (-180, 180].
[[nodiscard]] double wrapped(double degrees);

}  // namespace papert::solve::turtle

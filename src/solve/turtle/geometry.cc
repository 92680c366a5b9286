#include "solve/turtle/geometry.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace papert::solve::turtle {

Line fitted_line(std::span<const scene::Point> points) {
  Line line{.direction = {1, 0}};
  if (points.empty()) return line;
  const double share = 1.0 / static_cast<double>(points.size());
  for (const scene::Point& each : points) line.at = line.at + share * each;
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (const scene::Point& each : points) {
    const scene::Point d = each - line.at;
    xx += d.x * d.x;
    xy += d.x * d.y;
    yy += d.y * d.y;
  }
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
  if (xx + yy > 0) line.direction = {std::cos(angle), std::sin(angle)};
  return line;
}

std::optional<scene::Point> intersection(const Line& a, const Line& b) {
  constexpr double kParallel = 0.05;
  const double sine = cross(a.direction, b.direction);
  if (std::abs(sine) < kParallel) return std::nullopt;
  return a.at + (cross(b.at - a.at, b.direction) / sine) * a.direction;
}

std::optional<scene::Point> closest_point(std::span<const Line> lines) {
  double xx = 0;
  double xy = 0;
  double yy = 0;
  scene::Point right{0, 0};
  for (const Line& line : lines) {
    const scene::Point normal{-line.direction.y, line.direction.x};
    const double offset = dot(normal, line.at);
    xx += normal.x * normal.x;
    xy += normal.x * normal.y;
    yy += normal.y * normal.y;
    right = right + offset * normal;
  }
  const double determinant = xx * yy - xy * xy;
  constexpr double kParallel = 0.02;
  if (determinant < kParallel) return std::nullopt;
  return scene::Point{(yy * right.x - xy * right.y) / determinant,
                      (xx * right.y - xy * right.x) / determinant};
}

std::optional<Ring> fitted_ring(std::span<const scene::Point> points) {
  if (points.size() < 3) return std::nullopt;
  const double share = 1.0 / static_cast<double>(points.size());
  scene::Point mean{0, 0};
  for (const scene::Point& each : points) mean = mean + share * each;
  double xx = 0, xy = 0, yy = 0, xz = 0, yz = 0, zz = 0;
  for (const scene::Point& each : points) {
    const scene::Point d = each - mean;
    const double z = dot(d, d);
    xx += d.x * d.x;
    xy += d.x * d.y;
    yy += d.y * d.y;
    xz += d.x * z;
    yz += d.y * z;
    zz += z;
  }
  const double determinant = xx * yy - xy * xy;
  if (determinant < 1e-6 * (xx + yy) * (xx + yy)) return std::nullopt;
  const scene::Point shift{(xz * yy - yz * xy) / (2 * determinant),
                           (yz * xx - xz * xy) / (2 * determinant)};
  Ring ring{.center = mean + shift, .radius = std::sqrt(zz * share + dot(shift, shift))};
  std::vector<double> errors;
  errors.reserve(points.size());
  for (const scene::Point& each : points) {
    errors.push_back(std::abs(norm(each - ring.center) - ring.radius));
    ring.error = std::max(ring.error, errors.back());
  }
  const auto place = static_cast<std::ptrdiff_t>(errors.size() * 9 / 10);
  std::nth_element(errors.begin(), errors.begin() + place, errors.end());
  ring.usual = errors[static_cast<std::size_t>(place)];
  return ring;
}

double distance_to(const scene::Point& point, const scene::Point& a, const scene::Point& b) {
  const scene::Point along = b - a;
  const double length = dot(along, along);
  const double share = length > 0 ? std::clamp(dot(point - a, along) / length, 0.0, 1.0) : 0;
  return norm(point - (a + share * along));
}

std::vector<std::size_t> simplified(std::span<const scene::Point> points, double tolerance) {
  std::vector<std::size_t> kept;
  if (points.empty()) return kept;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, points.size() - 1}};
  kept.push_back(0);
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    std::size_t farthest = first;
    double most = tolerance;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = distance_to(points[i], points[first], points[last]);
      if (distance <= most) continue;
      most = distance;
      farthest = i;
    }
    if (farthest == first) {
      if (last != first) kept.push_back(last);
      continue;
    }
    open.emplace_back(farthest, last);
    open.emplace_back(first, farthest);
  }
  return kept;
}

double wrapped(double degrees) {
  const double turned = std::fmod(degrees, 360.0);
  if (turned > 180) return turned - 360;
  return turned <= -180 ? turned + 360 : turned;
}

}  // namespace papert::solve::turtle

#include "solve/turtle/drawing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace papert::solve::turtle {
namespace {

scene::Point on_ring(const Ring& ring, double angle) {
  return ring.center + ring.radius * scene::Point{std::cos(angle), std::sin(angle)};
}

std::vector<scene::Point> ring_points(const Path& path, double unit) {
  const Ring& ring = *path.ring;
  const scene::Point first = path.points[0] - ring.center;
  const double start = std::atan2(first.y, first.x);
  const int sides = circle_sides(ring.radius / unit, 360);
  std::vector<scene::Point> points;
  points.reserve(static_cast<std::size_t>(sides) + 1);
  for (int i = 0; i <= sides; ++i) {
    points.push_back(on_ring(ring, start + 2 * std::numbers::pi * i / sides));
  }
  return points;
}

}  // namespace

int circle_sides(double radius, double extent_degrees) {
  const double share = std::abs(extent_degrees) / 360;
  return 1 + static_cast<int>(std::min(11 + std::abs(radius) / 6, 59.0) * share);
}

double radius_of(const scene::Point& from, const scene::Point& to, double turn) {
  const double half = std::abs(turn) / 2 / kDegrees;
  return norm(to - from) / (2 * std::max(std::abs(std::sin(half)), 1e-6));
}

std::size_t pieces_of(const std::vector<Path>& paths) {
  std::size_t pieces = 0;
  for (const Path& path : paths) pieces += path.pieces();
  return pieces;
}

Path as_dot(const Path& disc) {
  Path dot = disc;
  dot.ring = Ring{.center = disc.points[0], .radius = disc.pen / 2};
  dot.points = {dot.ring->center + scene::Point{0, dot.ring->radius}};
  dot.turns = {360};
  dot.closed = dot.dot = true;
  dot.fill = disc.color;
  dot.pen = 0;
  return dot;
}

std::vector<scene::Point> piece_points(const Path& path, std::size_t piece, double unit) {
  if (path.ring) return ring_points(path, unit);
  const scene::Point from = path.points[piece];
  const scene::Point to = path.points[(piece + 1) % path.points.size()];
  const double turn = path.turns[piece];
  if (turn == 0) return {from, to};
  const double radius = radius_of(from, to, turn);
  const int sides = circle_sides(radius / unit, turn);
  // A polygon of equal sides: its first side leaves the chord by half the turn less half a side's.
  const double step = turn / sides / kDegrees;
  const double side = 2 * radius * std::sin(std::abs(step) / 2);
  const scene::Point chord = to - from;
  double heading = std::atan2(chord.y, chord.x) - turn / 2 / kDegrees + step / 2;
  std::vector<scene::Point> points{from};
  points.reserve(static_cast<std::size_t>(sides) + 1);
  for (int i = 0; i + 1 < sides; ++i) {
    points.push_back(points.back() + side * scene::Point{std::cos(heading), std::sin(heading)});
    heading += step;
  }
  points.push_back(to);
  return points;
}

std::vector<scene::Point> outline(const Path& path, double unit) {
  std::vector<scene::Point> all;
  for (std::size_t i = 0; i < path.pieces(); ++i) {
    const auto points = piece_points(path, i, unit);
    all.insert(all.end(), points.begin() + (all.empty() ? 0 : 1), points.end());
  }
  return all;
}

scene::Scene to_scene(const Drawing& drawing) {
  scene::Scene scene{.background = drawing.paper};
  for (const Path& path : drawing.paths) {
    if (path.dot) {
      const scene::Point center{path.ring->center.x, -path.ring->center.y};
      scene.items.emplace_back(
          scene::Dot{.center = center, .diameter = 2 * path.ring->radius, .color = *path.fill});
      continue;
    }
    std::vector<scene::Point> points = outline(path, drawing.unit);
    for (scene::Point& each : points) each.y = -each.y;
    if (path.fill) scene.items.emplace_back(scene::Fill{.points = points, .color = *path.fill});
    if (path.pen > 0) {
      scene.items.emplace_back(
          scene::Stroke{.points = std::move(points), .width = path.pen, .color = path.color});
    }
  }
  return scene;
}

}  // namespace papert::solve::turtle

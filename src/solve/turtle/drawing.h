// What was read from a picture, in pixels: paths of straight pieces and arcs, whole circles, dots,
// and filled outlines.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "scene/scene.h"
#include "solve/turtle/geometry.h"

namespace papert::solve::turtle {

/// A line of pieces. Piece i goes from points[i] to points[i + 1] (the first again at the end of a
/// closed path), straight, or along a circle until the heading has turned by turns[i] degrees,
/// positive to the right as it is seen (y is downwards).
///
/// A path with a ring is that whole circle, from points[0] around once; it has no other points.
struct Path {
  std::vector<scene::Point> points;
  std::vector<double> turns;
  std::optional<Ring> ring;
  bool closed = false;
  bool dot = false;  // with a ring: a filled disc without an outline
  double pen = 1;    // 0: no line is drawn
  scene::Color color;
  std::optional<scene::Color> fill;

  [[nodiscard]] std::size_t pieces() const { return ring ? 1 : points.size() - (closed ? 0 : 1); }
};

struct Drawing {
  int width = 0;
  int height = 0;
  double unit = 1;  // pixels of a turtle's step
  scene::Color paper{255, 255, 255};
  std::vector<Path> paths;  // lowest first
};

/// Of all of them together.
[[nodiscard]] std::size_t pieces_of(const std::vector<Path>& paths);

/// A line without length: a disc as broad as its pen.
[[nodiscard]] inline bool is_disc(const Path& path) {
  return path.points.size() == 2 && !path.closed && path.points[0] == path.points[1];
}

/// The same as a dot.
[[nodiscard]] Path as_dot(const Path& disc);

/// The corners of one piece as a turtle walks it, its end included: Python's circle() is a polygon
/// whose number of sides depends on the radius, so `unit` counts.
[[nodiscard]] std::vector<scene::Point> piece_points(const Path& path, std::size_t piece,
                                                     double unit);

/// All pieces in a row.
[[nodiscard]] std::vector<scene::Point> outline(const Path& path, double unit);

/// To be painted with paint_tk and a view of scale 1 and origin 0: y is upwards in it.
[[nodiscard]] scene::Scene to_scene(const Drawing& drawing);

/// The radius, in pixels, of the circle on which a piece runs that turns.
[[nodiscard]] double radius_of(const scene::Point& from, const scene::Point& to, double turn);

/// The sides of Python's circle(radius, extent).
[[nodiscard]] int circle_sides(double radius, double extent_degrees);

}  // namespace papert::solve::turtle

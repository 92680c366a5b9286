// What a solid program comes to, whichever notation it was written in: planar profiles placed in
// space, extruded and combined in sequence. Everything is resolved here (grid units, angles, which
// loop is the outer one); the kernel only builds.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "scene/mesh.h"
#include "scene/scene.h"

namespace papert::lang::cad {

using scene::Point;
using scene::Point3;

/// Curves lie in the plane of their frame: (x, y) stands for origin + x * frame.x + y * frame.y.
struct LineCurve {
  Point start;
  Point end;

  friend bool operator==(const LineCurve&, const LineCurve&) = default;
};

/// The part of a circle through three different points.
struct ArcCurve {
  Point start;
  Point middle;
  Point end;

  friend bool operator==(const ArcCurve&, const ArcCurve&) = default;
};

struct CircleCurve {
  Point center;
  double radius = 0;

  friend bool operator==(const CircleCurve&, const CircleCurve&) = default;
};

/// Angles are counter-clockwise from the major axis; the whole ellipse if they are equal.
struct EllipseCurve {
  Point center;
  Point major;  // direction, any length
  double major_radius = 0;
  double minor_radius = 0;
  double start_angle = 0;
  double end_angle = 0;

  friend bool operator==(const EllipseCurve&, const EllipseCurve&) = default;
};

struct NurbsCurve {
  int degree = 0;
  std::vector<double> knots;  // as often as their multiplicity: poles + degree + 1 of them
  std::vector<Point> poles;
  std::vector<double> weights;  // one a pole, or none at all

  friend bool operator==(const NurbsCurve&, const NurbsCurve&) = default;
};

using Curve = std::variant<LineCurve, ArcCurve, CircleCurve, EllipseCurve, NurbsCurve>;

/// Curves that close, in any order and direction.
using Loop = std::vector<Curve>;

struct Profile {
  Loop outer;
  std::vector<Loop> holes;

  friend bool operator==(const Profile&, const Profile&) = default;
};

/// Right-handed unit axes.
struct Frame {
  Point3 origin;
  Point3 x{1, 0, 0};
  Point3 y{0, 1, 0};
  Point3 z{0, 0, 1};

  friend bool operator==(const Frame&, const Frame&) = default;
};

enum class Operation { kNewBody, kJoin, kCut, kIntersect };

/// The profiles swept from `low` to `high` along frame.z. A new body is fused like a joined one:
/// there is one body.
struct Extrusion {
  Frame frame;
  std::vector<Profile> profiles;
  double low = 0;
  double high = 0;
  Operation operation = Operation::kNewBody;
  std::string where;  // the place in the program, for errors

  friend bool operator==(const Extrusion&, const Extrusion&) = default;
};

struct Recipe {
  std::vector<Extrusion> extrusions;

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

}  // namespace papert::lang::cad

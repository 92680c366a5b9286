// Flat sketches: primitives with solved coordinates and the constraints between them, in metres.
//
//     Line(dir=(1,0), pnt=(0,0), startParam=-0.02, endParam=0.02)
//     Circle(center=(0,0), dir=(1,0), radius=0.01, clockwise=false)
//     Coincident(1.start, 2.center)
//
// docs/cad.md has the notation as it is read here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "scene/scene.h"

namespace papert::lang::cad {

using scene::Point;

struct SketchPoint {
  Point at;

  friend bool operator==(const SketchPoint&, const SketchPoint&) = default;
};

/// From pnt + start * dir to pnt + end * dir.
struct SketchLine {
  Point dir;
  Point pnt;
  double start = 0;
  double end = 0;

  friend bool operator==(const SketchLine&, const SketchLine&) = default;
};

/// A parameter range. On circles and ellipses: angles from the axis, the way the curve turns.
struct Range {
  double start = 0;
  double end = 0;

  friend bool operator==(const Range&, const Range&) = default;
};

/// A circle, or with a range an arc.
struct SketchCircle {
  Point center;
  Point dir{1, 0};
  double radius = 0;
  bool clockwise = false;
  std::optional<Range> range;

  friend bool operator==(const SketchCircle&, const SketchCircle&) = default;
};

struct SketchEllipse {
  Point center;
  Point dir{1, 0};  // of the axis that has `radius`
  double radius = 0;
  double minor_radius = 0;
  bool clockwise = false;
  std::optional<Range> range;

  friend bool operator==(const SketchEllipse&, const SketchEllipse&) = default;
};

/// A B-spline: poles + degree + 1 knots, a weight a pole or none.
struct SketchSpline {
  int degree = 0;
  std::vector<Point> poles;
  std::vector<double> knots;
  std::vector<double> weights;
  std::optional<Range> range;

  friend bool operator==(const SketchSpline&, const SketchSpline&) = default;
};

/// A curve through points, smooth to the second derivative, parameter 0 to 1 by chord length. A
/// derivative of (0, 0) is free.
struct SketchFit {
  std::vector<Point> points;
  Point start_derivative;
  Point end_derivative;
  bool periodic = false;
  std::optional<Range> range;

  friend bool operator==(const SketchFit&, const SketchFit&) = default;
};

struct Primitive {
  std::variant<SketchPoint, SketchLine, SketchCircle, SketchEllipse, SketchSpline, SketchFit> shape;
  bool construction = false;  // only for reference

  friend bool operator==(const Primitive&, const Primitive&) = default;
};

/// Primitives are numbered from 1; 0 is something outside the sketch.
struct Reference {
  std::size_t primitive = 0;
  std::string part;  // "start", "end", "center"; empty for the whole

  friend bool operator==(const Reference&, const Reference&) = default;
};

struct Constraint {
  std::string type;  // one of constraint_types()
  std::vector<Reference> references;
  std::vector<std::pair<std::string, std::string>> parameters;  // name (may be empty) and value

  friend bool operator==(const Constraint&, const Constraint&) = default;
};

struct Sketch {
  std::vector<Primitive> primitives;
  std::vector<Constraint> constraints;
  std::vector<std::string>
      skipped;  // kinds of things in the file that are not drawn: texts, images

  friend bool operator==(const Sketch&, const Sketch&) = default;
};

struct SketchLimits {
  std::size_t max_bytes = std::size_t{32} << 20;
  std::size_t max_primitives = 10'000;
  std::size_t max_constraints = 50'000;
  std::size_t max_points = 50'000;  // of all splines together
  std::size_t max_sketches = 1'000;
  double max_value = 1e6;  // of a coordinate or a parameter, either way
};

/// kBadData or kLimit, with the command's number and the offending text.
[[nodiscard]] Result<Sketch> parse_sketch(std::string_view text, const SketchLimits& limits = {});

/// A line a primitive and a constraint, which parse_sketch reads back as the same sketch (but for
/// `skipped`, which it leaves out).
[[nodiscard]] std::string to_text(const Sketch& sketch);

/// The JSON of sketch features: a list of them, or one.
[[nodiscard]] Result<std::vector<Sketch>> parse_sketches_json(std::string_view text,
                                                              const SketchLimits& limits = {});

struct DrawingOptions {
  int width = 512;
  int height = 512;
  /// Only the first so many, of all sketches together, each where it is among all of them.
  std::size_t primitives = SIZE_MAX;
};

/// Line drawings as one SVG document, several sketches side by side in a grid. Every drawing is
/// fitted to its cell; construction geometry is dashed. The sketches must be such as the readers
/// above accept.
[[nodiscard]] std::string to_svg(std::span<const Sketch> sketches,
                                 const DrawingOptions& options = {});

}  // namespace papert::lang::cad

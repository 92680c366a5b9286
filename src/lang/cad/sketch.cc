// What every reader of sketches checks, and the names of constraints.

#include "lang/cad/sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lang/cad/call_text.h"
#include "lang/cad/sketch_parts.h"

namespace papert::lang::cad {
namespace {

constexpr std::array<std::string_view, 30> kConstraintTypes{"Coincident",
                                                            "Projected",
                                                            "Mirror",
                                                            "Distance",
                                                            "Horizontal",
                                                            "Parallel",
                                                            "Vertical",
                                                            "Tangent",
                                                            "Length",
                                                            "Perpendicular",
                                                            "Midpoint",
                                                            "Equal",
                                                            "Diameter",
                                                            "Offset",
                                                            "Radius",
                                                            "Concentric",
                                                            "Fix",
                                                            "Angle",
                                                            "Circular_Pattern",
                                                            "Pierce",
                                                            "Linear_Pattern",
                                                            "Centerline_Dimension",
                                                            "Intersected",
                                                            "Silhouetted",
                                                            "Quadrant",
                                                            "Normal",
                                                            "Minor_Diameter",
                                                            "Major_Diameter",
                                                            "Rho",
                                                            "Unknown"};

constexpr int kMaxDegree = 25;

/// Collects what is wrong with a primitive.
class Checker {
 public:
  explicit Checker(double limit) : limit_(limit) {}

  [[nodiscard]] const char* fault() const { return fault_; }
  [[nodiscard]] std::size_t points() const { return points_; }

  void operator()(const SketchPoint& p) { value(p.at); }
  void operator()(const SketchLine& line) {
    value(line.dir);
    value(line.pnt);
    value({line.start, line.end});
  }
  void operator()(const SketchCircle& circle) {
    value(circle.center);
    direction(circle.dir);
    size(circle.radius);
    range(circle.range);
  }
  void operator()(const SketchEllipse& ellipse) {
    value(ellipse.center);
    direction(ellipse.dir);
    size(ellipse.radius);
    size(ellipse.minor_radius);
    range(ellipse.range);
  }
  void operator()(const SketchSpline& spline) {
    for (const Point& pole : spline.poles) value(pole);
    for (const double knot : spline.knots) value({knot, 0});
    for (const double weight : spline.weights) size(weight);
    range(spline.range);
    points_ = spline.poles.size();
    const auto degree = static_cast<std::size_t>(std::max(spline.degree, 0));
    if (spline.degree < 1 || spline.degree > kMaxDegree || points_ <= degree ||
        spline.knots.size() != points_ + degree + 1 || !std::ranges::is_sorted(spline.knots) ||
        (!spline.weights.empty() && spline.weights.size() != points_)) {
      fault_ = "a spline whose degree, knots, points and weights do not fit together";
    } else if (!(spline.knots[degree] < spline.knots[points_])) {
      fault_ = "a spline without a range of knots";
    }
  }
  void operator()(const SketchFit& fit) {
    for (const Point& point : fit.points) value(point);
    value(fit.start_derivative);
    value(fit.end_derivative);
    range(fit.range);
    points_ = fit.points.size();
    if (points_ < 2) fault_ = "a spline through fewer than two points";
  }

 private:
  void value(const Point& p) {
    // Written so that NaN fails too.
    if (!(std::abs(p.x) <= limit_ && std::abs(p.y) <= limit_)) {
      fault_ = "a value that is too large, or not a number";
    }
  }
  void direction(const Point& p) {
    value(p);
    if (!(std::hypot(p.x, p.y) > 0)) fault_ = "a direction without length";
  }
  void size(double v) {
    value({v, 0});
    if (!(v > 0)) fault_ = "a size that is not above 0";
  }
  void range(const std::optional<Range>& r) {
    if (r) value({r->start, r->end});
  }

  double limit_;
  const char* fault_ = nullptr;
  std::size_t points_ = 0;
};

}  // namespace

namespace detail {

std::optional<std::string_view> constraint_type(std::string_view text) {
  const std::string word = plain_word(text);
  for (const std::string_view name : kConstraintTypes) {
    if (plain_word(name) == word) return name;
  }
  return std::nullopt;
}

Result<void> check(const Primitive& primitive, const SketchLimits& limits, std::size_t& points,
                   const std::string& where) {
  Checker checker(limits.max_value);
  std::visit([&](const auto& shape) { checker(shape); }, primitive.shape);
  if (checker.fault() != nullptr) return fail(ErrorCode::kBadData, checker.fault(), where);
  points += checker.points();
  if (points > limits.max_points) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} points of splines", limits.max_points),
                where);
  }
  return {};
}

}  // namespace detail
}  // namespace papert::lang::cad

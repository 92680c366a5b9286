// Sketch features as JSON: each has `entities` and `constraints`, and both are wrapped as
// {"typeName": ..., "message": {...}}.
//
// A segment is a trimmed curve, so a circle in a segment is an arc. Constraints name entities and
// their ends by id strings; an id that no entity of the sketch has is something outside.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/json.h"
#include "lang/cad/call_text.h"
#include "lang/cad/sketch.h"
#include "lang/cad/sketch_parts.h"

namespace papert::lang::cad {
namespace {

using detail::quote;

Result<const Json*> member(const Json& json, const char* key, const std::string& where) {
  if (!json.is_object() || !json.contains(key)) {
    return fail(ErrorCode::kBadData, "no " + quote(key), where);
  }
  return &json[key];
}

Result<const Json*> list(const Json& json, const char* key, const std::string& where) {
  const Json* value = TRY(member(json, key, where));
  if (!value->is_array()) return fail(ErrorCode::kBadData, quote(key) + " is not a list", where);
  return value;
}

Result<Point> pair(const Json& json, const char* x, const char* y, const std::string& where) {
  Point point;
  point.x = TRY(get_number(json, x, where));
  point.y = TRY(get_number(json, y, where));
  return point;
}

Result<std::vector<double>> numbers(const Json& json, const char* key, const std::string& where) {
  std::vector<double> values;
  for (const Json& value : *TRY(list(json, key, where))) {
    if (!value.is_number()) {
      return fail(ErrorCode::kBadData, quote(key) + " holds " + quote(dump_json(value)), where);
    }
    values.push_back(value.get<double>());
  }
  return values;
}

/// Points from a flat list, `stride` numbers each.
std::vector<Point> to_points(const std::vector<double>& flat, std::size_t stride) {
  std::vector<Point> points;
  for (std::size_t i = 0; i + stride <= flat.size(); i += stride) {
    points.push_back({flat[i], flat[i + 1]});
  }
  return points;
}

Result<SketchSpline> read_spline(const Json& json, const std::string& where) {
  SketchSpline spline;
  const std::int64_t degree = TRY(get_int(json, "degree", where));
  spline.degree = static_cast<int>(std::clamp<std::int64_t>(degree, 0, 100));
  const bool rational = TRY(get_bool(json, "isRational", where));
  const std::vector<double> flat = TRY(numbers(json, "controlPoints", where));
  const std::size_t stride = rational ? 3 : 2;
  if (flat.size() % stride != 0) {
    return fail(ErrorCode::kBadData, "a spline with half a control point", where);
  }
  spline.poles = to_points(flat, stride);
  for (std::size_t i = 2; rational && i < flat.size(); i += 3) spline.weights.push_back(flat[i]);
  spline.knots = TRY(numbers(json, "knots", where));
  return spline;
}

Result<SketchFit> read_fit(const Json& json, const std::string& where) {
  const std::vector<double> flat = TRY(numbers(json, "interpolationPoints", where));
  if (flat.size() % 2 != 0) return fail(ErrorCode::kBadData, "half a point of a spline", where);
  SketchFit fit{.points = to_points(flat, 2)};
  fit.start_derivative = TRY(pair(json, "startDerivativeX", "startDerivativeY", where));
  fit.end_derivative = TRY(pair(json, "endDerivativeX", "endDerivativeY", where));
  fit.periodic = TRY(get_bool(json, "isPeriodic", where));
  return fit;
}

/// A curve's geometry; `range` if it is a segment.
Result<Primitive> read_curve(const Json& geometry, const std::optional<Range>& range,
                             const std::string& where) {
  const std::string type = TRY(get_string(geometry, "typeName", where));
  const Json& json = *TRY(member(geometry, "message", where));
  Primitive primitive;
  if (type == "BTCurveGeometryLine") {
    if (!range) return fail(ErrorCode::kBadData, "a line without ends", where);
    const Point direction = TRY(pair(json, "dirX", "dirY", where));
    const Point point = TRY(pair(json, "pntX", "pntY", where));
    primitive.shape = SketchLine{direction, point, range->start, range->end};
  } else if (type == "BTCurveGeometryCircle") {
    SketchCircle circle{.range = range};
    circle.center = TRY(pair(json, "xCenter", "yCenter", where));
    circle.dir = TRY(pair(json, "xDir", "yDir", where));
    circle.radius = TRY(get_number(json, "radius", where));
    circle.clockwise = TRY(get_bool(json, "clockwise", where));
    primitive.shape = circle;
  } else if (type == "BTCurveGeometryEllipse") {
    SketchEllipse ellipse{.range = range};
    ellipse.center = TRY(pair(json, "xCenter", "yCenter", where));
    ellipse.dir = TRY(pair(json, "xDir", "yDir", where));
    ellipse.radius = TRY(get_number(json, "radius", where));
    ellipse.minor_radius = TRY(get_number(json, "minorRadius", where));
    ellipse.clockwise = TRY(get_bool(json, "clockwise", where));
    primitive.shape = ellipse;
  } else if (type == "BTCurveGeometrySpline") {
    SketchSpline spline = TRY(read_spline(json, where));
    spline.range = range;
    primitive.shape = std::move(spline);
  } else if (type == "BTCurveGeometryInterpolatedSpline") {
    SketchFit fit = TRY(read_fit(json, where));
    fit.range = range;
    primitive.shape = std::move(fit);
  } else {
    return fail(ErrorCode::kBadData, quote(type) + " is not a known curve", where);
  }
  return primitive;
}

class Reader {
 public:
  explicit Reader(const SketchLimits& limits) : limits_(limits) {}

  Result<Sketch> run(const Json& json, const std::string& where) {
    const Json& entities = *TRY(list(json, "entities", where));
    const Json& constraints = *TRY(list(json, "constraints", where));
    if (entities.size() > limits_.max_primitives || constraints.size() > limits_.max_constraints) {
      return fail(ErrorCode::kLimit,
                  fmt::format("more than {} primitives or {} constraints", limits_.max_primitives,
                              limits_.max_constraints),
                  where);
    }
    for (std::size_t i = 0; i < entities.size(); ++i) {
      TRY(add_entity(entities[i], fmt::format("{}, entity {}", where, i)));
    }
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      TRY(add_constraint(constraints[i], fmt::format("{}, constraint {}", where, i)));
    }
    return std::move(sketch_);
  }

 private:
  Result<void> add_entity(const Json& json, const std::string& where) {
    const std::string type = TRY(get_string(json, "typeName", where));
    const Json& message = *TRY(member(json, "message", where));
    if (type == "BTMSketchPoint") {
      const Point point = TRY(pair(message, "x", "y", where));
      return add(Primitive{.shape = SketchPoint{point}}, message, where);
    }
    const bool segment = type == "BTMSketchCurveSegment";
    if (!segment && type != "BTMSketchCurve") {
      sketch_.skipped.push_back(type);
      return {};
    }
    std::optional<Range> range;
    if (segment) {
      const Point ends = TRY(pair(message, "startParam", "endParam", where));
      range = Range{ends.x, ends.y};
    }
    return add(TRY(read_curve(*TRY(member(message, "geometry", where)), range, where)), message,
               where);
  }

  Result<void> add(Primitive primitive, const Json& message, const std::string& where) {
    primitive.construction =
        TRY(get_optional_bool(message, "isConstruction", where)).value_or(false);
    TRY(detail::check(primitive, limits_, points_, where));
    sketch_.primitives.push_back(std::move(primitive));
    const std::size_t number = sketch_.primitives.size();
    const auto name = [&](const char* key, const char* part) {
      const auto id = get_string(message, key);
      if (id && !id->empty()) ids_.emplace(*id, Reference{number, part});
    };
    name("entityId", "");
    name("startPointId", "start");
    name("endPointId", "end");
    name("centerId", "center");
    return {};
  }

  Result<void> add_constraint(const Json& json, const std::string& where) {
    const Json& message = *TRY(member(json, "message", where));
    const std::string name = TRY(get_string(message, "constraintType", where));
    const auto type = detail::constraint_type(name);
    if (!type) return fail(ErrorCode::kBadData, quote(name) + " is not a known constraint", where);
    Constraint constraint{.type = std::string(*type)};
    for (const Json& parameter : *TRY(list(message, "parameters", where))) {
      const Json& inner = *TRY(member(parameter, "message", where));
      add_parameter(TRY(get_string(inner, "parameterId", where)), inner, constraint);
    }
    sketch_.constraints.push_back(std::move(constraint));
    return {};
  }

  void add_parameter(const std::string& id, const Json& json, Constraint& constraint) const {
    if (id.starts_with("external")) {
      constraint.references.emplace_back();
      return;
    }
    std::string value;
    for (const char* key : {"expression", "value"}) {
      if (!value.empty() || !json.contains(key)) continue;
      value = json[key].is_string() ? json[key].get<std::string>() : dump_json(json[key]);
    }
    if (id.starts_with("local")) {
      const auto known = ids_.find(value);
      constraint.references.push_back(known == ids_.end() ? Reference{} : known->second);
      return;
    }
    // The text form has no escapes: a value may hold one kind of quotes only.
    std::ranges::replace(value, '"', '\'');
    if (!value.empty()) constraint.parameters.emplace_back(id, std::move(value));
  }

  SketchLimits limits_;
  Sketch sketch_;
  std::map<std::string, Reference> ids_;
  std::size_t points_ = 0;
};

}  // namespace

Result<std::vector<Sketch>> parse_sketches_json(std::string_view text, const SketchLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return fail(ErrorCode::kLimit, fmt::format("a file of more than {} bytes", limits.max_bytes));
  }
  const Json json = TRY(parse_json(text));
  std::vector<Sketch> sketches;
  if (!json.is_array()) {
    sketches.push_back(TRY(Reader(limits).run(json, "sketch 0")));
    return sketches;
  }
  if (json.size() > limits.max_sketches) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} sketches", limits.max_sketches));
  }
  for (std::size_t i = 0; i < json.size(); ++i) {
    sketches.push_back(TRY(Reader(limits).run(json[i], fmt::format("sketch {}", i))));
  }
  return sketches;
}

}  // namespace papert::lang::cad

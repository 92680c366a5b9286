// Curves are kept in the plane of their sketch: a point off the plane or a curve tilted against it
// is an error, as no profile can have one. A normal that points down turns the sense of angles.

#include "lang/cad/reconstruction_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.h"
#include "lang/cad/call_text.h"

namespace papert::lang::cad::detail {
namespace {

constexpr double kOffPlane = 1e-5;  // centimetres
constexpr double kLargest = 1e6;    // of any number, either way
constexpr double kFullTurn = 2 * std::numbers::pi;
constexpr double kSameAngle = 1e-9;

bool has(const Json& json, const std::string& key) {
  return json.is_object() && json.contains(key) && !json[key].is_null();
}

/// A number that later sums and products cannot make infinite.
Result<double> bounded(const Json& json, const std::string& key, const std::string& where) {
  const double number = TRY(get_number(json, key, where));
  if (!(std::abs(number) <= kLargest)) {
    return fail(ErrorCode::kBadData, quote(key) + " is too large", where);
  }
  return number;
}

Result<Point> point(const Json& json, const std::string& key, const std::string& where) {
  const Point3 p = TRY(read_point3(json, key, where));
  if (std::abs(p.z) > kOffPlane) {
    return fail(ErrorCode::kBadData,
                fmt::format("{} lies off the plane of its sketch (z = {})", quote(key), p.z),
                where);
  }
  return Point{p.x, p.y};
}

/// 1 or -1: which way the curve's normal points; 1 if it has none.
Result<double> sense(const Json& json, const std::string& where) {
  if (!has(json, "normal")) return 1.0;
  const Point3 normal = TRY(read_point3(json, "normal", where));
  if (std::hypot(normal.x, normal.y) > kOffPlane || std::abs(normal.z) < 0.5) {
    return fail(ErrorCode::kBadData, "a curve that is tilted against its sketch", where);
  }
  return normal.z > 0 ? 1.0 : -1.0;
}

Result<Curve> read_arc(const Json& json, const std::string& where) {
  const Point center = TRY(point(json, "center_point", where));
  const double radius = TRY(bounded(json, "radius", where));
  const double turn = TRY(sense(json, where));
  const double from = TRY(bounded(json, "start_angle", where));
  const double to = TRY(bounded(json, "end_angle", where));
  const Point reference = TRY(point(json, "reference_vector", where));
  const double length = std::hypot(reference.x, reference.y);
  if (!(length > 0)) return fail(ErrorCode::kBadData, "a reference vector without length", where);
  if (std::abs(std::abs(to - from) - kFullTurn) < kSameAngle) return CircleCurve{center, radius};
  const double middle = (from + to) / 2;
  const Point u{reference.x / length, reference.y / length};
  const Point v{-turn * u.y, turn * u.x};
  const double c = radius * std::cos(middle);
  const double s = radius * std::sin(middle);
  const Point start = TRY(point(json, "start_point", where));
  const Point end = TRY(point(json, "end_point", where));
  return ArcCurve{start, {center.x + c * u.x + s * v.x, center.y + c * u.y + s * v.y}, end};
}

Result<Curve> read_ellipse(const Json& json, bool is_arc, const std::string& where) {
  const double turn = TRY(sense(json, where));
  EllipseCurve ellipse;
  ellipse.center = TRY(point(json, "center_point", where));
  ellipse.major = TRY(point(json, "major_axis", where));
  ellipse.major_radius = TRY(bounded(json, "major_axis_radius", where));
  ellipse.minor_radius = TRY(bounded(json, "minor_axis_radius", where));
  if (!is_arc) return ellipse;
  if (!has(json, "start_angle") || !has(json, "end_angle")) {
    return fail(ErrorCode::kBadData, "an elliptical arc without its angles", where);
  }
  const double from = TRY(bounded(json, "start_angle", where));
  const double to = TRY(bounded(json, "end_angle", where));
  if (std::abs(std::abs(to - from) - kFullTurn) < kSameAngle) return ellipse;
  ellipse.start_angle = turn > 0 ? from : -to;
  ellipse.end_angle = turn > 0 ? to : -from;
  return ellipse;
}

Result<std::vector<double>> numbers(const Json& json, const std::string& key,
                                    const std::string& where) {
  std::vector<double> values;
  if (!has(json, key)) return values;
  if (!json[key].is_array()) return fail(ErrorCode::kBadData, quote(key) + " is not a list", where);
  for (const Json& value : json[key]) {
    if (!value.is_number() || !(std::abs(value.get<double>()) <= kLargest)) {
      return fail(ErrorCode::kBadData, quote(key) + " holds " + quote(dump_json(value)), where);
    }
    values.push_back(value.get<double>());
  }
  return values;
}

Result<Curve> read_nurbs(const Json& json, const std::string& where) {
  NurbsCurve nurbs;
  const std::int64_t degree = TRY(get_int(json, "degree", where));
  if (degree < 1 || degree > 25) {
    return fail(ErrorCode::kBadData, fmt::format("a spline of degree {}", degree), where);
  }
  nurbs.degree = static_cast<int>(degree);
  nurbs.knots = TRY(numbers(json, "knots", where));
  if (has(json, "rational") && TRY(get_bool(json, "rational", where))) {
    nurbs.weights = TRY(numbers(json, "weights", where));
  }
  if (!has(json, "control_points") || !json["control_points"].is_array()) {
    return fail(ErrorCode::kBadData, "a spline without control points", where);
  }
  for (const Json& pole : json["control_points"]) {
    nurbs.poles.push_back(TRY(point(Json{{"control point", pole}}, "control point", where)));
  }
  return nurbs;
}

/// The number of a model parameter ({"value": 1.5}), or a plain number.
Result<double> parameter(const Json& json, const std::string& key, const std::string& where) {
  if (has(json, key) && json[key].is_object())
    return bounded(json[key], "value", where + " " + key);
  return bounded(json, key, where);
}

bool contains(const std::string& text, std::string_view part) {
  return lower(text).find(part) != std::string::npos;
}

Result<Operation> read_operation(const Json& json, const std::string& where) {
  const std::string name = TRY(get_string(json, "operation", where));
  if (contains(name, "newbody")) return Operation::kNewBody;
  if (contains(name, "join")) return Operation::kJoin;
  if (contains(name, "cut")) return Operation::kCut;
  if (contains(name, "intersect")) return Operation::kIntersect;
  return fail(ErrorCode::kBadData, quote(name) + " is not NewBody, Join, Cut or Intersect", where);
}

/// Where the extrusion starts above its sketch.
Result<double> read_start(const Json& json, const std::string& where) {
  if (!has(json, "start_extent")) return 0.0;
  const Json& start = json["start_extent"];
  const std::string type =
      start.is_string() ? start.get<std::string>() : TRY(get_string(start, "type", where));
  if (contains(type, "profileplanestart")) return 0.0;
  if (contains(type, "offsetstart")) return parameter(start, "offset", where + " start_extent");
  return fail(ErrorCode::kBadData,
              quote(type) + " is not supported; an extrusion starts on its sketch or at an offset",
              where);
}

/// The signed distance of an extent.
Result<double> read_distance(const Json& json, const std::string& key, const std::string& where) {
  if (has(json, key) && json[key].is_number()) return bounded(json, key, where);
  if (!has(json, key) || !json[key].is_object()) {
    return fail(ErrorCode::kBadData, "no " + quote(key), where);
  }
  const Json& extent = json[key];
  if (!has(extent, "distance")) {
    const auto type = get_string(extent, "type");
    return fail(ErrorCode::kBadData,
                type ? quote(*type) + " is not supported; an extent needs a distance"
                     : quote(key) + " has no distance",
                where);
  }
  if (has(extent, "taper_angle") && TRY(parameter(extent, "taper_angle", where)) != 0) {
    return fail(ErrorCode::kBadData, "tapered extrusions are not supported", where);
  }
  return parameter(extent, "distance", where + " " + key);
}

}  // namespace

Result<Point3> read_point3(const Json& json, const std::string& key, const std::string& where) {
  if (!has(json, key)) return fail(ErrorCode::kBadData, "no " + quote(key), where);
  const Json& value = json[key];
  if (value.is_object()) {
    const std::string place = where + " " + key;
    const double z = has(value, "z") ? TRY(bounded(value, "z", place)) : 0.0;
    const double x = TRY(bounded(value, "x", place));
    const double y = TRY(bounded(value, "y", place));
    return Point3{x, y, z};
  }
  const std::vector<double> list = TRY(numbers(json, key, where));
  if (list.size() != 2 && list.size() != 3) {
    return fail(ErrorCode::kBadData, quote(key) + " is not a point: " + quote(dump_json(value)),
                where);
  }
  return Point3{list[0], list[1], list.size() == 3 ? list[2] : 0.0};
}

Result<Curve> read_curve(const Json& json, const std::string& where) {
  std::string type = TRY(get_string(json, "type", where));
  if (type.ends_with("3D")) type.resize(type.size() - 2);
  if (type == "Line") {
    const Point start = TRY(point(json, "start_point", where));
    const Point end = TRY(point(json, "end_point", where));
    return LineCurve{start, end};
  }
  if (type == "Arc") return read_arc(json, where);
  if (type == "Circle") {
    const Point center = TRY(point(json, "center_point", where));
    const double radius = TRY(bounded(json, "radius", where));
    return CircleCurve{center, radius};
  }
  if (type == "Ellipse" || type == "EllipticalArc") {
    return read_ellipse(json, type == "EllipticalArc", where);
  }
  if (type == "NurbsCurve") return read_nurbs(json, where);
  return fail(ErrorCode::kBadData, quote(type) + " is not a known curve", where);
}

Result<Extrusion> read_extrude(const Json& json, const std::string& where) {
  const auto operation = TRY(read_operation(json, where));
  Extrusion extrusion{.operation = operation, .where = where};
  const double start = TRY(read_start(json, where));
  const double one = TRY(read_distance(json, "extent_one", where));
  const std::string type = TRY(get_string(json, "extent_type", where));
  double from = 0;
  double to = one;
  if (contains(type, "symmetric")) {
    const Json& extent = json["extent_one"];
    const bool full =
        has(extent, "is_full_length") && TRY(get_bool(extent, "is_full_length", where));
    to = full ? one / 2 : one;
    from = -to;
  } else if (contains(type, "twosides")) {
    from = -TRY(read_distance(json, "extent_two", where));
  } else if (!contains(type, "oneside")) {
    return fail(ErrorCode::kBadData, quote(type) + " is not OneSide, TwoSides or Symmetric", where);
  }
  extrusion.low = start + std::min(from, to);
  extrusion.high = start + std::max(from, to);
  return extrusion;
}

}  // namespace papert::lang::cad::detail

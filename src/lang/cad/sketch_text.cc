// The text form of sketches.
//
// A primitive's fields may be given in order (pairs in brackets or not) or by name:
//
//     Line(1, 0, 0, 0, -0.02, 0.02)   Line((1,0), (0,0), -0.02, 0.02)   Line(dirX=1, dirY=0, ...)
//
// In a constraint, `3` and `3.end` are primitive 3 and its end, 0 something outside; any other
// value is a parameter. References are checked at the end: a constraint may come before what it
// constrains.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "lang/cad/call_text.h"
#include "lang/cad/sketch.h"
#include "lang/cad/sketch_parts.h"

namespace papert::lang::cad {
namespace {

using detail::Call;
using detail::quote;
using detail::Value;

using Names = std::array<std::string_view, 8>;

struct Kind {
  std::string_view name;
  Names fields;    // in order
  Names optional;  // by name only
};

constexpr std::array<Kind, 7> kKinds{{
    {"Point", {"x", "y"}, {}},
    {"Line", {"dirX", "dirY", "pntX", "pntY", "startParam", "endParam"}, {}},
    {"Circle", {"xCenter", "yCenter", "xDir", "yDir", "radius", "clockwise"}, {}},
    {"Arc",
     {"xCenter", "yCenter", "xDir", "yDir", "radius", "clockwise", "startParam", "endParam"},
     {}},
    {"Ellipse",
     {"xCenter", "yCenter", "xDir", "yDir", "radius", "minorRadius", "clockwise"},
     {"startParam", "endParam"}},
    {"Spline", {}, {"degree", "points", "knots", "weights", "startParam", "endParam"}},
    {"InterpolatedSpline",
     {},
     {"points", "startDerivative", "endDerivative", "periodic", "startParam", "endParam"}},
}};

constexpr const char* kConstruction = "isConstruction";

/// The fields of a call by name; a pair under a group's name becomes its two fields.
class Fields {
 public:
  static Result<Fields> read(const Call& call, const Kind& kind) {
    Fields fields(call, kind);
    std::size_t next = 0;
    for (const Value& value : call.arguments) {
      TRY(value.name.empty() ? fields.add_positional(value, next) : fields.add_named(value));
    }
    return fields;
  }

  [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }

  [[nodiscard]] Result<double> number(const std::string& name) const {
    const auto value = values_.find(name);
    if (value == values_.end()) return bad("no " + quote(name));
    return to_number(name, *value->second);
  }

  [[nodiscard]] Result<bool> flag(const std::string& name) const {
    const auto value = values_.find(name);
    if (value == values_.end()) return false;
    const std::string word = detail::plain_word(value->second->text);
    if (word == "true" || word == "1") return true;
    if (word == "false" || word == "0") return false;
    return bad(quote(name) + " is " + quote(value->second->text) + ", not true or false");
  }

  [[nodiscard]] Result<Point> pair(const std::string& x, const std::string& y) const {
    Point point;
    point.x = TRY(number(x));
    point.y = TRY(number(y));
    return point;
  }

  [[nodiscard]] Result<std::vector<double>> numbers(const std::string& name) const {
    std::vector<double> result;
    const auto value = values_.find(name);
    if (value == values_.end()) return result;
    if (!value->second->is_list) return bad(quote(name) + " must be a list");
    for (const Value& item : value->second->items) result.push_back(TRY(to_number(name, item)));
    return result;
  }

  [[nodiscard]] Result<std::vector<Point>> points(const std::string& name) const {
    const auto value = values_.find(name);
    if (value == values_.end() || !value->second->is_list) return bad("no list " + quote(name));
    std::vector<Point> result;
    for (const Value& item : value->second->items) result.push_back(TRY(to_point(name, item)));
    return result;
  }

  /// (0, 0) if it is not there.
  [[nodiscard]] Result<Point> vector(const std::string& name) const {
    const auto value = values_.find(name);
    if (value == values_.end()) return Point{};
    return to_point(name, *value->second);
  }

  [[nodiscard]] Result<std::optional<Range>> range() const {
    if (!has("startParam") && !has("endParam")) return std::optional<Range>();
    Range range;
    range.start = TRY(number("startParam"));
    range.end = TRY(number("endParam"));
    return std::optional<Range>(range);
  }

 private:
  Fields(const Call& call, const Kind& kind) : call_(&call), kind_(&kind) {}

  [[nodiscard]] tl::unexpected<Error> bad(const std::string& message) const {
    return fail(ErrorCode::kBadData, quote(call_->name) + ": " + message, call_->where());
  }

  [[nodiscard]] Result<double> to_number(const std::string& name, const Value& value) const {
    const auto number = value.is_list ? std::nullopt : detail::to_number(value.text);
    if (!number) return bad(quote(name) + " is " + quote(value.text) + ", not a number");
    return *number;
  }

  [[nodiscard]] Result<Point> to_point(const std::string& name, const Value& value) const {
    if (!value.is_list || value.items.size() != 2) return bad(quote(name) + " must hold pairs");
    Point point;
    point.x = TRY(to_number(name, value.items[0]));
    point.y = TRY(to_number(name, value.items[1]));
    return point;
  }

  Result<void> put(const std::string& name, const Value& value) {
    if (!values_.emplace(name, &value).second) return bad(quote(name) + " is given twice");
    return {};
  }

  Result<void> add_positional(const Value& value, std::size_t& next) {
    const std::size_t count = value.is_list ? value.items.size() : 1;
    for (std::size_t i = 0; i < count; ++i, ++next) {
      if (next == kind_->fields.size() || kind_->fields[next].empty()) {
        return bad("too many fields");
      }
      TRY(put(std::string(kind_->fields[next]), value.is_list ? value.items[i] : value));
    }
    return {};
  }

  Result<void> add_named(const Value& value) {
    const auto is_field = [&](std::string_view name) {
      return name == kConstruction || std::ranges::count(kind_->fields, name) > 0 ||
             std::ranges::count(kind_->optional, name) > 0;
    };
    if (is_field(value.name)) return put(value.name, value);
    const bool circular = is_field("xCenter");
    const std::map<std::string, std::array<const char*, 2>> groups{
        {"dir", circular ? std::array{"xDir", "yDir"} : std::array{"dirX", "dirY"}},
        {"pnt", {"pntX", "pntY"}},
        {"center", {"xCenter", "yCenter"}}};
    const auto group = groups.find(value.name);
    if (group == groups.end() || !is_field(group->second[0])) {
      return bad("there is no field " + quote(value.name));
    }
    if (!value.is_list || value.items.size() != 2)
      return bad(quote(value.name) + " must be a pair");
    TRY(put(group->second[0], value.items[0]));
    return put(group->second[1], value.items[1]);
  }

  const Call* call_;
  const Kind* kind_;
  std::map<std::string, const Value*> values_;
};

Result<SketchLine> read_line(const Fields& fields) {
  SketchLine line;
  line.dir = TRY(fields.pair("dirX", "dirY"));
  line.pnt = TRY(fields.pair("pntX", "pntY"));
  line.start = TRY(fields.number("startParam"));
  line.end = TRY(fields.number("endParam"));
  return line;
}

Result<SketchCircle> read_circle(const Fields& fields, bool is_arc) {
  SketchCircle circle;
  circle.center = TRY(fields.pair("xCenter", "yCenter"));
  circle.dir = TRY(fields.pair("xDir", "yDir"));
  circle.radius = TRY(fields.number("radius"));
  circle.clockwise = TRY(fields.flag("clockwise"));
  circle.range = TRY(fields.range());
  if (is_arc) TRY(fields.number("endParam"));
  return circle;
}

Result<SketchEllipse> read_ellipse(const Fields& fields) {
  SketchEllipse ellipse;
  ellipse.center = TRY(fields.pair("xCenter", "yCenter"));
  ellipse.dir = TRY(fields.pair("xDir", "yDir"));
  ellipse.radius = TRY(fields.number("radius"));
  ellipse.minor_radius = TRY(fields.number("minorRadius"));
  ellipse.clockwise = TRY(fields.flag("clockwise"));
  ellipse.range = TRY(fields.range());
  return ellipse;
}

Result<SketchSpline> read_spline(const Fields& fields) {
  SketchSpline spline;
  const double degree = TRY(fields.number("degree"));
  spline.degree = degree >= 1 && degree <= 25 ? static_cast<int>(degree) : 0;
  spline.poles = TRY(fields.points("points"));
  spline.knots = TRY(fields.numbers("knots"));
  spline.weights = TRY(fields.numbers("weights"));
  spline.range = TRY(fields.range());
  return spline;
}

Result<SketchFit> read_fit(const Fields& fields) {
  SketchFit fit;
  fit.points = TRY(fields.points("points"));
  fit.start_derivative = TRY(fields.vector("startDerivative"));
  fit.end_derivative = TRY(fields.vector("endDerivative"));
  fit.periodic = TRY(fields.flag("periodic"));
  fit.range = TRY(fields.range());
  return fit;
}

Result<Primitive> read_primitive(const Call& call, const Kind& kind) {
  const Fields fields = TRY(Fields::read(call, kind));
  Primitive primitive{.construction = TRY(fields.flag(kConstruction))};
  const std::string_view name = kind.name;
  if (name == "Point") {
    primitive.shape = SketchPoint{TRY(fields.pair("x", "y"))};
  } else if (name == "Line") {
    primitive.shape = TRY(read_line(fields));
  } else if (name == "Circle" || name == "Arc") {
    primitive.shape = TRY(read_circle(fields, name == "Arc"));
  } else if (name == "Ellipse") {
    primitive.shape = TRY(read_ellipse(fields));
  } else if (name == "Spline") {
    primitive.shape = TRY(read_spline(fields));
  } else {
    primitive.shape = TRY(read_fit(fields));
  }
  return primitive;
}

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return letter(c) || digit(c) || c == '_'; });
}

/// `3` or `3.end`; nothing if it is neither.
std::optional<Reference> to_reference(std::string_view text) {
  const std::size_t dot = text.find('.');
  const auto number = detail::to_whole(text.substr(0, dot));
  if (!number || *number < 0) return std::nullopt;
  if (dot == std::string_view::npos) return Reference{static_cast<std::size_t>(*number), {}};
  if (!is_name(text.substr(dot + 1))) return std::nullopt;
  return Reference{static_cast<std::size_t>(*number), std::string(text.substr(dot + 1))};
}

Result<Constraint> read_constraint(const Call& call, std::string_view type) {
  Constraint constraint{.type = std::string(type)};
  for (const Value& value : call.arguments) {
    if (value.is_list) {
      return fail(ErrorCode::kBadData, "a list in the constraint " + quote(call.name),
                  call.where());
    }
    const auto reference = value.name.empty() ? to_reference(value.text) : std::nullopt;
    if (reference) {
      constraint.references.push_back(*reference);
    } else {
      constraint.parameters.emplace_back(value.name, value.text);
    }
  }
  return constraint;
}

Result<void> check_references(const Sketch& sketch, const std::vector<std::string>& places) {
  for (std::size_t i = 0; i < sketch.constraints.size(); ++i) {
    for (const Reference& reference : sketch.constraints[i].references) {
      if (reference.primitive <= sketch.primitives.size()) continue;
      return fail(ErrorCode::kBadData,
                  fmt::format("there is no primitive {}: the sketch has {}", reference.primitive,
                              sketch.primitives.size()),
                  places[i]);
    }
  }
  return {};
}

Result<void> add(const Call& call, const SketchLimits& limits, Sketch& sketch,
                 std::vector<std::string>& places, std::size_t& points) {
  const auto kind =
      std::ranges::find_if(kKinds, [&](const Kind& k) { return call.name == k.name; });
  if (kind != kKinds.end()) {
    if (sketch.primitives.size() == limits.max_primitives) {
      return fail(ErrorCode::kLimit, fmt::format("more than {} primitives", limits.max_primitives));
    }
    sketch.primitives.push_back(TRY(read_primitive(call, *kind)));
    return detail::check(sketch.primitives.back(), limits, points, call.where());
  }
  const auto type = detail::constraint_type(call.name);
  if (!type) {
    return fail(ErrorCode::kBadData, quote(call.name) + " is not a known primitive or constraint",
                call.where());
  }
  if (sketch.constraints.size() == limits.max_constraints) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} constraints", limits.max_constraints));
  }
  sketch.constraints.push_back(TRY(read_constraint(call, *type)));
  places.push_back(call.where());
  return {};
}

std::string in_quotes_if_needed(const std::string& text) {
  constexpr std::string_view kDelimiters = "()[]{},;:='\" \t\n\r\v\f";
  if (!text.empty() && text.find_first_of(kDelimiters) == std::string::npos) return text;
  return text.find('"') == std::string::npos ? '"' + text + '"' : '\'' + text + '\'';
}

std::string to_text(const std::optional<Range>& range) {
  return range ? fmt::format(", startParam={}, endParam={}", range->start, range->end) : "";
}

std::string to_text(const std::vector<Point>& points) {
  std::string text = "(";
  for (const Point& p : points)
    text += fmt::format("{}({},{})", text.size() > 1 ? "," : "", p.x, p.y);
  return text + ")";
}

struct Writer {
  std::string operator()(const SketchPoint& p) const {
    return fmt::format("Point(x={}, y={}", p.at.x, p.at.y);
  }
  std::string operator()(const SketchLine& l) const {
    return fmt::format("Line(dir=({},{}), pnt=({},{}), startParam={}, endParam={}", l.dir.x,
                       l.dir.y, l.pnt.x, l.pnt.y, l.start, l.end);
  }
  std::string operator()(const SketchCircle& c) const {
    return fmt::format("{}(center=({},{}), dir=({},{}), radius={}, clockwise={}{}",
                       c.range ? "Arc" : "Circle", c.center.x, c.center.y, c.dir.x, c.dir.y,
                       c.radius, c.clockwise, to_text(c.range));
  }
  std::string operator()(const SketchEllipse& e) const {
    return fmt::format(
        "Ellipse(center=({},{}), dir=({},{}), radius={}, minorRadius={}, clockwise={}{}",
        e.center.x, e.center.y, e.dir.x, e.dir.y, e.radius, e.minor_radius, e.clockwise,
        to_text(e.range));
  }
  std::string operator()(const SketchSpline& s) const {
    std::string text = fmt::format("Spline(degree={}, points={}, knots=({})", s.degree,
                                   to_text(s.poles), fmt::join(s.knots, ","));
    if (!s.weights.empty()) text += fmt::format(", weights=({})", fmt::join(s.weights, ","));
    return text + to_text(s.range);
  }
  std::string operator()(const SketchFit& f) const {
    return fmt::format(
        "InterpolatedSpline(points={}, startDerivative=({},{}), endDerivative=({},{}), "
        "periodic={}{}",
        to_text(f.points), f.start_derivative.x, f.start_derivative.y, f.end_derivative.x,
        f.end_derivative.y, f.periodic, to_text(f.range));
  }
};

std::string to_text(const Constraint& constraint) {
  std::vector<std::string> values;
  values.reserve(constraint.references.size());
  for (const Reference& reference : constraint.references) {
    values.push_back(std::to_string(reference.primitive) +
                     (reference.part.empty() ? "" : "." + reference.part));
  }
  for (const auto& [name, value] : constraint.parameters) {
    values.push_back((name.empty() ? "" : in_quotes_if_needed(name) + "=") +
                     in_quotes_if_needed(value));
  }
  return fmt::format("{}({})\n", constraint.type, fmt::join(values, ", "));
}

}  // namespace

Result<Sketch> parse_sketch(std::string_view text, const SketchLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return fail(ErrorCode::kLimit, fmt::format("a text of more than {} bytes", limits.max_bytes));
  }
  Sketch sketch;
  std::vector<std::string> places;  // of the constraints
  std::size_t points = 0;
  detail::CallReader reader(text);
  while (const auto call = TRY(reader.next())) TRY(add(*call, limits, sketch, places, points));
  TRY(check_references(sketch, places));
  return sketch;
}

std::string to_text(const Sketch& sketch) {
  std::string text;
  for (const Primitive& primitive : sketch.primitives) {
    text += std::visit(Writer(), primitive.shape);
    text += primitive.construction ? fmt::format(", {}=true)\n", kConstruction) : ")\n";
  }
  for (const Constraint& constraint : sketch.constraints) text += to_text(constraint);
  return text;
}

}  // namespace papert::lang::cad

// Shapes under an affine map. A shape keeps its element where the map allows it (a rectangle while
// its sides stay upright, a circle while it stays a circle); otherwise it becomes a polygon or a
// path that starts at the same point and runs the same way round, which dashes depend on. Shapes
// without area draw nothing and are left out.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/svg/mover.h"
#include "lang/svg/numbers.h"
#include "lang/svg/shape_outline.h"

namespace papert::lang::svg {
namespace {

/// Replaces the attributes that held the old geometry by the new ones, at the place of the first of
/// them; those that are in both keep their own places.
void replace_geometry(Node& node, std::initializer_list<std::string_view> old,
                      std::vector<Attribute> fresh) {
  const auto is_old = [&](const Attribute& attribute) {
    return std::find(old.begin(), old.end(), attribute.name) != old.end();
  };
  for (Attribute& attribute : node.attributes) {
    const auto same = std::find_if(fresh.begin(), fresh.end(), [&](const Attribute& candidate) {
      return candidate.name == attribute.name;
    });
    if (same == fresh.end()) continue;
    attribute.value = std::move(same->value);
    fresh.erase(same);
  }
  std::vector<Attribute> result;
  bool placed = false;
  for (Attribute& attribute : node.attributes) {
    if (is_old(attribute)) {
      if (!placed) std::move(fresh.begin(), fresh.end(), std::back_inserter(result));
      placed = true;
    } else {
      result.push_back(std::move(attribute));
    }
  }
  if (!placed) std::move(fresh.begin(), fresh.end(), std::back_inserter(result));
  node.attributes = std::move(result);
}

bool is_rounded(const Path& rect) { return rect.size() > 5; }

}  // namespace

double Mover::resolve_length(std::string_view text, Axis axis, const Scope& scope,
                             std::string_view where) {
  const auto value = parse_length(text);
  if (!value) {
    refuse(RefusalReason::kBadValue,
           std::string(where) + ": " + in_quotes(text) + " is not a length with a known unit");
  }
  if (!value->percent) return value->value;
  const double whole = axis == Axis::kX ? scope.width
                       : axis == Axis::kY
                           ? scope.height
                           : std::hypot(scope.width, scope.height) / std::numbers::sqrt2;
  return value->value / 100 * whole;
}

double Mover::length(const Node& node, std::string_view attribute, Axis axis, const Scope& scope,
                     double absent) {
  const auto text = node.attribute(attribute);
  if (!text) return absent;
  return resolve_length(*text, axis, scope, node.name + ": " + std::string(attribute));
}

std::string Mover::number(double value) const {
  if (!std::isfinite(value) || std::fabs(value) > 1e15) {
    refuse(RefusalReason::kBadValue, "a coordinate grows beyond all numbers");
  }
  return format_number(value, decimals_);
}

Path Mover::outline(const Node& shape, const Scope& scope) {
  auto path = shape_outline(shape, scope.width, scope.height);
  if (!path) refuse(RefusalReason::kBadValue, path.error().message);
  commands_ += path->size();
  if (commands_ > kMaxMovedCommands) {
    refuse(RefusalReason::kTooLarge,
           "more than " + std::to_string(kMaxMovedCommands) + " path commands");
  }
  return std::move(*path);
}

/// A rectangle that does not turn stays one.
void Mover::write_level_rect(const Node& from, const Path& path, const Affine& map, Node& to) {
  const Bounds box = bounds_of(path);
  const Point corner = map({box.left, box.top});
  std::vector<Attribute> fresh{{"x", number(corner.x)},
                               {"y", number(corner.y)},
                               {"width", number((box.right - box.left) * map.a)},
                               {"height", number((box.bottom - box.top) * map.d)}};
  if (is_rounded(path)) {
    fresh.push_back({"rx", number(path[2].rx * map.a)});
    fresh.push_back({"ry", number(path[2].ry * map.d)});
    // One radius says both where they are equal and were written once.
    if (!from.attribute("ry") && fresh[4].value == fresh[5].value) fresh.pop_back();
  }
  replace_geometry(to, {}, std::move(fresh));
  if (!is_rounded(path)) {
    to.remove_attribute("rx");
    to.remove_attribute("ry");
  }
}

bool Mover::rewrite_rect(const Node& from, const Scope& scope, Node& to) {
  const Path path = outline(from, scope);
  if (path.empty()) return false;
  const Affine& map = scope.map;
  if (map.keeps_axes()) {
    write_level_rect(from, path, map, to);
    return true;
  }
  if (is_rounded(path)) {
    to.name = "path";
    replace_geometry(to, {"x", "y", "width", "height", "rx", "ry"},
                     {{"d", write_path(map_path(path, map), decimals_)}});
    return true;
  }
  to.name = "polygon";
  std::string points;
  for (const PathCommand& command : path) {
    if (command.letter == 'Z') continue;
    const Point p = map(command.points[2]);
    points += (points.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
  }
  replace_geometry(to, {"x", "y", "width", "height", "rx", "ry"}, {{"points", points}});
  return true;
}

/// Circles and ellipses. Dashes start at the point on the right, wherever the map takes it, so a
/// dashed one that turns becomes a path.
bool Mover::rewrite_round(const Node& from, const Scope& scope, bool dashed, Node& to) {
  const Path path = outline(from, scope);
  if (path.empty()) return false;
  const Affine& map = scope.map;
  const double rx = path[1].rx;
  const double ry = path[1].ry;
  const Point right = path[0].points[2];
  const Point center = map({right.x - rx, right.y});
  if (from.name == "circle" && map.is_similarity() && (!dashed || map.keeps_axes())) {
    replace_geometry(
        to, {},
        {{"cx", number(center.x)}, {"cy", number(center.y)}, {"r", number(rx * map.scale())}});
    return true;
  }
  if (from.name == "ellipse" && map.keeps_axes()) {
    replace_geometry(to, {},
                     {{"cx", number(center.x)},
                      {"cy", number(center.y)},
                      {"rx", number(rx * map.a)},
                      {"ry", number(ry * map.d)}});
    return true;
  }
  to.name = "path";
  replace_geometry(to, {"cx", "cy", "r", "rx", "ry"},
                   {{"d", write_path(map_path(path, map), decimals_)}});
  return true;
}

void Mover::rewrite_points(const Node& from, const Scope& scope, Node& to) {
  std::string text;
  for (const PathCommand& command : outline(from, scope)) {
    if (command.letter == 'Z') continue;
    const Point p = scope.map(command.points[2]);
    text += (text.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
  }
  to.set_attribute("points", text);
}

void Mover::rewrite_line(const Node& from, const Scope& scope, Node& to) {
  const Path path = outline(from, scope);
  const Point start = scope.map(path[0].points[2]);
  const Point end = scope.map(path[1].points[2]);
  replace_geometry(to, {},
                   {{"x1", number(start.x)},
                    {"y1", number(start.y)},
                    {"x2", number(end.x)},
                    {"y2", number(end.y)}});
}

/// The new geometry of any shape; false if it draws nothing.
bool Mover::rewrite(const Node& from, const Scope& scope, bool dashed, Node& to) {
  if (from.name == "rect") return rewrite_rect(from, scope, to);
  if (from.name == "circle" || from.name == "ellipse") {
    return rewrite_round(from, scope, dashed, to);
  }
  if (from.name == "line") {
    rewrite_line(from, scope, to);
    return true;
  }
  if (from.name != "path") {
    rewrite_points(from, scope, to);
    return true;
  }
  const Path path = map_path(outline(from, scope), scope.map);
  if (path.empty()) return false;
  for (const PathCommand& command : path) {
    for (const Point& point : command.points) number(point.x + point.y);
  }
  to.set_attribute("d", write_path(path, decimals_));
  return true;
}

void Mover::visit_shape(const Node& from, const Scope& outer, Nodes& out) {
  const Properties own = sheet_.properties(from);
  const Scope scope = enter(from, outer, own);
  const double determinant = scope.map.determinant();
  if (!std::isfinite(determinant)) {
    refuse(RefusalReason::kBadValue, from.name + ": its transforms have no finite product");
  }
  if (std::fabs(determinant) < 1e-18) return;  // flattened to a line: not drawn
  Node to{.name = from.name, .attributes = from.attributes};
  to.remove_attribute("transform");
  if (scope.copy) to.remove_attribute("id");
  for (const Node& child : from.children) {
    const ElementKind kind = child.is_element() ? kind_of(child) : ElementKind::kDescription;
    if (kind == ElementKind::kDescription || kind == ElementKind::kForeign ||
        kind == ElementKind::kRefused) {
      visit(child, scope, to.children);
    }
  }
  const bool dashed = scope.inherited.or_none(Property::kDashArray) != "none";
  if (!rewrite(from, scope, dashed, to)) return;
  if (!scope.in_clip) {
    for (const Property marker :
         {Property::kMarker, Property::kMarkerStart, Property::kMarkerMid, Property::kMarkerEnd}) {
      if (scope.inherited.or_none(marker) != "none") {
        refuse(RefusalReason::kMarker, from.name + ": " + in_quotes(scope.inherited[marker]));
      }
    }
    rewrite_stroke(from, scope, to);
    rewrite_paint(from, scope, Property::kFill, to);
    rewrite_paint(from, scope, Property::kStroke, to);
  }
  check_references(from, own, scope, to);
  out.push_back(std::move(to));
}

}  // namespace papert::lang::svg

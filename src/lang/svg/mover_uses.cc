// use elements, symbols and nested svg elements: copied in as groups, each in the viewport it
// opens.
#include <algorithm>

#include "lang/svg/mover.h"
#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

/// preserveAspectRatio: the map from a viewBox to a viewport at the origin.
Affine fit(const ViewBox& box, double width, double height, std::string_view how) {
  const double sx = width / box.width;
  const double sy = height / box.height;
  if (how.starts_with("none")) return scaling(sx, sy) * translation(-box.x, -box.y);
  const bool slice = how.find("slice") != std::string_view::npos;
  const double scale = slice ? std::max(sx, sy) : std::min(sx, sy);
  const auto share = [&](std::string_view low, std::string_view high) {
    if (how.find(low) != std::string_view::npos) return 0.0;
    return how.find(high) != std::string_view::npos ? 1.0 : 0.5;
  };
  const double left = (width - box.width * scale) * share("xMin", "xMax");
  const double top = (height - box.height * scale) * share("YMin", "YMax");
  return translation(left, top) * scaling(scale, scale) * translation(-box.x, -box.y);
}

}  // namespace

/// What a use element points at; null where that is nothing.
const Node* Mover::use_target(const Node& from) {
  const std::string_view id = href_id(from);
  if (id.empty() && (from.attribute("href") || from.attribute("xlink:href"))) {
    refuse(RefusalReason::kReference, "use: a reference to something outside the program");
  }
  const Node* target = find(id);
  if (target == nullptr) return nullptr;
  if (std::find(open_uses_.begin(), open_uses_.end(), target) != open_uses_.end() ||
      target == &source_.root) {
    refuse(RefusalReason::kReference, "use: " + in_quotes(id) + " contains itself");
  }
  return target;
}

/// A copy of a symbol or an svg element, as a group.
void Mover::visit_used_viewport(const Node& use, const Node& target, const Scope& scope,
                                Nodes& out) {
  const Properties own = sheet_.properties(target);
  Scope viewport = enter(target, scope, own);
  Node copy = start_group(target, scope, "g",
                          {"x", "y", "width", "height", "viewBox", "preserveAspectRatio", "refX",
                           "refY", "overflow", "version", "xmlns"});
  check_references(target, own, viewport, copy);
  if (!enter_viewport(target, use, viewport, copy, out)) return;
  visit_children(target, viewport, copy.children);
  out.push_back(std::move(copy));
}

/// A clip path may hold shapes, but no group around them.
void Mover::unwrap_in_clip(const Node& use, bool of_shape, Nodes children, Nodes& out) {
  for (Node& child : children) {
    if (!of_shape || use.attribute("clip-path") || use.attribute("style") ||
        use.attribute("class")) {
      refuse(RefusalReason::kClip, "clipPath: a use of more than a shape");
    }
    if (const auto rule = use.attribute("clip-rule"); rule && !child.attribute("clip-rule")) {
      child.set_attribute("clip-rule", std::string(*rule));
    }
    out.push_back(std::move(child));
  }
}

void Mover::visit_use(const Node& from, const Scope& scope, Nodes& out) {
  const Node* target = use_target(from);
  if (target == nullptr) return;  // nothing is drawn
  const Properties own = sheet_.properties(from);
  Scope inner = enter(from, scope, own);
  inner.map = inner.map *
              translation(length(from, "x", Axis::kX, inner), length(from, "y", Axis::kY, inner));
  Node group = start_group(from, scope, "g", {"x", "y", "width", "height", "href", "xlink:href"});
  check_references(from, own, inner, group);
  inner.copy = true;
  open_uses_.push_back(target);
  const ElementKind kind = kind_of(*target);
  if (kind == ElementKind::kSymbol || kind == ElementKind::kSvg) {
    visit_used_viewport(from, *target, inner, group.children);
  } else if (kind == ElementKind::kGroup || kind == ElementKind::kShape ||
             kind == ElementKind::kUse || kind == ElementKind::kRefused) {
    visit(*target, inner, group.children);
  }
  open_uses_.pop_back();
  if (scope.in_clip) {
    unwrap_in_clip(from, kind == ElementKind::kShape, std::move(group.children), out);
  } else {
    out.push_back(std::move(group));
  }
}

void Mover::visit_nested_svg(const Node& from, const Scope& scope, Nodes& out) {
  if (scope.in_clip) refuse(RefusalReason::kClip, "clipPath: an svg element inside");
  const Properties own = sheet_.properties(from);
  Scope inner = enter(from, scope, own);
  Node group = start_group(from, scope, "g",
                           {"x", "y", "width", "height", "viewBox", "preserveAspectRatio",
                            "overflow", "version", "xmlns"});
  check_references(from, own, inner, group);
  if (!enter_viewport(from, from, inner, group, out)) return;
  visit_children(from, inner, group.children);
  out.push_back(std::move(group));
}

/// Maps into the viewport of a symbol or nested svg and cuts the group by it. `sizes` is the
/// element whose width and height count: the use element where there is one. False if nothing of it
/// is drawn.
bool Mover::enter_viewport(const Node& from, const Node& sizes, Scope& scope, Node& group,
                           Nodes& out) {
  if (from.name == "symbol" && (from.attribute("refX") || from.attribute("refY"))) {
    refuse(RefusalReason::kBadValue, "symbol: refX and refY are not understood");
  }
  const auto side = [&](std::string_view name, Axis axis) {
    const Node& given = sizes.attribute(name) ? sizes : from;
    const double whole = axis == Axis::kX ? scope.width : scope.height;
    if (given.attribute(name).value_or("auto") == "auto") return whole;
    return length(given, name, axis, scope);
  };
  const double width = side("width", Axis::kX);
  const double height = side("height", Axis::kY);
  if (from.name == "svg") {
    scope.map = scope.map *
                translation(length(from, "x", Axis::kX, scope), length(from, "y", Axis::kY, scope));
  }
  if (!(width > 0) || !(height > 0)) return false;
  // A symbol is not cut: SVG says it should be, the renderer does not, and what is drawn for people
  // stays inside.
  const std::string_view overflow = sheet_.properties(from)[Property::kOverflow];
  if (from.name == "svg" && overflow != "visible" && overflow != "auto") {
    cut_group(width, height, scope.map, group, out);
  }
  scope.width = width;
  scope.height = height;
  if (const auto text = from.attribute("viewBox")) {
    const auto v = parse_numbers(*text);
    if (!v || v->size() != 4 || (*v)[2] < 0 || (*v)[3] < 0) {
      refuse(RefusalReason::kBadValue, from.name + ": viewBox " + in_quotes(*text));
    }
    if ((*v)[2] == 0 || (*v)[3] == 0) return false;
    const ViewBox box{(*v)[0], (*v)[1], (*v)[2], (*v)[3]};
    scope.map =
        scope.map * fit(box, width, height, from.attribute("preserveAspectRatio").value_or(""));
    scope.width = box.width;
    scope.height = box.height;
  }
  return true;
}

/// Clips a group by the viewport of `width` and `height` at the origin of `map`.
void Mover::cut_group(double width, double height, const Affine& map, Node& group, Nodes& out) {
  if (group.attribute("clip-path")) {
    refuse(RefusalReason::kClip, "svg: a clip path beside that of its viewport");
  }
  std::string points;
  for (const Point corner : {Point{0, 0}, {width, 0}, {width, height}, {0, height}}) {
    const Point p = map(corner);
    points += (points.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
  }
  const std::string id = fresh_id("viewport");
  Node polygon{.name = "polygon", .attributes = {{"points", points}}};
  Node clip{.name = "clipPath", .attributes = {{"id", id}}, .children = {std::move(polygon)}};
  variants_[id] = {clip};
  out.push_back(std::move(clip));
  override_property(group, Property::kClipPath, "url(#" + id + ")");
}

}  // namespace papert::lang::svg

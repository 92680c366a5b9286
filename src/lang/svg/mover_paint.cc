// What a shape is painted with, under an affine map: strokes, gradients, clip paths.
//
// A stroke's width and dashes are multiplied by the scale of the map, the inherited ones and the
// default of 1 included, and written at the shape. Where the map stretches there is no such scale,
// and the shape is refused.
//
// A linear gradient is constant along the lines at right angles to its vector. The map takes these
// lines to lines that may lean; the new vector starts at the image of the old start and stands at
// right angles to the leaning lines, as long as it takes to reach the line of the old end.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lang/svg/mover.h"
#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

constexpr double kSameScale = 1e-9;
constexpr std::size_t kMaxHrefChain = 16;

bool has_stops(const Node& gradient) {
  return std::any_of(gradient.children.begin(), gradient.children.end(),
                     [](const Node& child) { return child.name == "stop"; });
}

std::optional<std::string_view> inherited_attribute(const std::vector<const Node*>& chain,
                                                    std::string_view name, bool same_kind) {
  for (const Node* node : chain) {
    if (same_kind && node->name != chain.front()->name) continue;
    if (const auto value = node->attribute(name)) return value;
  }
  return std::nullopt;
}

}  // namespace

/// At the place that wins over all others: the style attribute if it or a style sheet may speak of
/// the property, else an attribute.
void Mover::override_property(Node& to, Property property, const std::string& value) {
  const std::string_view name = name_of(property);
  if (sheet_.empty()) return set_property(to, name, value);
  std::string style(to.attribute("style").value_or(""));
  for (const Declaration& declaration : parse_style(style)) {
    if (lower(declaration.name) == name) return set_property(to, name, value);
  }
  if (!style.empty() && style.back() != ';') style += ';';
  to.set_attribute("style", style + std::string(name) + ":" + value);
}

void Mover::rewrite_stroke(const Node& from, const Scope& scope, Node& to) {
  if (scope.inherited.or_none(Property::kStroke) == "none") return;
  const std::string_view given = scope.inherited[Property::kStrokeWidth];
  const double width =
      given.empty() ? 1 : resolve_length(given, Axis::kBoth, scope, from.name + ": stroke-width");
  if (width == 0) return;
  if (!scope.map.is_similarity()) {
    refuse(RefusalReason::kNonUniformStroke,
           from.name + ": a stroke under a transform that stretches");
  }
  const double scale = scope.map.scale();
  const bool same = std::fabs(scale - 1) < kSameScale;
  const std::string_view effect = scope.inherited[Property::kVectorEffect];
  if (!effect.empty() && effect != "none" && !same) {
    refuse(RefusalReason::kNonUniformStroke, from.name + ": vector-effect " + in_quotes(effect));
  }
  if (!same || given.find('%') != std::string_view::npos) {
    override_property(to, Property::kStrokeWidth, number(width * scale));
  }
  rewrite_dashes(from, scope, to);
}

void Mover::rewrite_dashes(const Node& from, const Scope& scope, Node& to) {
  const std::string_view dashes = scope.inherited.or_none(Property::kDashArray);
  if (dashes == "none") return;
  if (from.attribute("pathLength")) {
    refuse(RefusalReason::kPathLength, from.name + ": dashes with a pathLength");
  }
  const double scale = scope.map.scale();
  const std::string_view offset = scope.inherited[Property::kDashOffset];
  if (std::fabs(scale - 1) < kSameScale && dashes.find('%') == std::string_view::npos &&
      offset.find('%') == std::string_view::npos) {
    return;
  }
  std::string spaced(dashes);
  std::replace_if(
      spaced.begin(), spaced.end(),
      [](char c) { return c == ',' || c == '\n' || c == '\t' || c == '\r'; }, ' ');
  std::string scaled;
  for (const std::string_view piece : split(spaced, ' ')) {
    if (piece.empty()) continue;
    const double dash = resolve_length(piece, Axis::kBoth, scope, from.name + ": stroke-dasharray");
    scaled += (scaled.empty() ? "" : " ") + number(dash * scale);
  }
  override_property(to, Property::kDashArray, scaled);
  if (!offset.empty()) {
    const double value = resolve_length(offset, Axis::kBoth, scope, from.name + ": dash offset");
    override_property(to, Property::kDashOffset, number(value * scale));
  }
}

void Mover::rewrite_paint(const Node& from, const Scope& scope, Property property, Node& to) {
  const std::string_view value = scope.inherited[property];
  const std::string_view id = url_id(value);
  const Node* server = find(id);
  if (server == nullptr) return;
  if (server->name == "pattern") {
    refuse(RefusalReason::kPattern, from.name + ": painted with the pattern " + in_quotes(id));
  }
  if (server->name != "linearGradient" && server->name != "radialGradient") return;
  const std::string variant = gradient_for(*server, from, scope);
  if (variant == id) return;
  override_property(to, property, "url(#" + variant + std::string(value.substr(value.find(')'))));
}

/// The map from the unit square to the box of a shape, in the shape's own coordinates.
Affine Mover::box_of(const Node& shape, const Scope& scope) {
  if (kind_of(shape) != ElementKind::kShape) {
    refuse(RefusalReason::kBoundingBox, shape.name + ": bounding-box units of a group");
  }
  const Bounds bounds = bounds_of(outline(shape, scope));
  const double width = bounds.right - bounds.left;
  const double height = bounds.bottom - bounds.top;
  if (bounds.empty || !(width > 0) || !(height > 0)) {
    refuse(RefusalReason::kBoundingBox, shape.name + ": bounding-box units without a box");
  }
  return {width, 0, 0, height, bounds.left, bounds.top};
}

std::string Mover::gradient_for(const Node& gradient, const Node& shape, const Scope& scope) {
  std::vector<const Node*> chain{&gradient};
  while (const Node* next = find(href_id(*chain.back()))) {
    if (next->name != "linearGradient" && next->name != "radialGradient") break;
    if (std::find(chain.begin(), chain.end(), next) != chain.end() ||
        chain.size() == kMaxHrefChain) {
      refuse(RefusalReason::kReference, gradient.name + ": its href chain does not end");
    }
    chain.push_back(next);
  }
  Affine map = scope.map;
  Scope base = scope;
  if (inherited_attribute(chain, "gradientUnits", false).value_or("") != "userSpaceOnUse") {
    map = map * box_of(shape, scope);
    base.width = base.height = 1;
  }
  if (const auto text = inherited_attribute(chain, "gradientTransform", false)) {
    const auto transform = parse_transform(*text);
    if (!transform) {
      refuse(RefusalReason::kBadValue, gradient.name + ": gradientTransform " + in_quotes(*text));
    }
    map = map * *transform;
  }
  if (!(std::fabs(map.determinant()) > 1e-18)) {
    refuse(RefusalReason::kBadValue, gradient.name + ": its transform is singular");
  }
  Node variant = gradient;
  variant.remove_attribute("gradientTransform");
  if (const auto spread = inherited_attribute(chain, "spreadMethod", false)) {
    variant.set_attribute("spreadMethod", std::string(*spread));
  }
  map_gradient(chain, map, base, variant);
  variant.set_attribute("gradientUnits", "userSpaceOnUse");
  if (has_stops(variant)) {
    variant.remove_attribute("href");
    variant.remove_attribute("xlink:href");
  }
  return add_variant(gradient.attribute("id").value_or(""), std::move(variant));
}

/// Under a stretch the end moves along the lines of one colour, so that the gradient stays square
/// to them.
void Mover::put_linear_gradient(Point p1, Point p2, const Affine& map, Node& to) {
  const Point start = map(p1);
  Point end = map(p2);
  const Point along = map.direction({p1.y - p2.y, p2.x - p1.x});  // a line of one colour
  const double size = std::hypot(along.x, along.y);
  if (size > 0 && !map.is_similarity()) {
    const Point normal{along.y / size, -along.x / size};
    const double reach = (end.x - start.x) * normal.x + (end.y - start.y) * normal.y;
    end = {start.x + reach * normal.x, start.y + reach * normal.y};
  }
  to.set_attribute("x1", number(start.x));
  to.set_attribute("y1", number(start.y));
  to.set_attribute("x2", number(end.x));
  to.set_attribute("y2", number(end.y));
}

void Mover::map_gradient(const std::vector<const Node*>& chain, const Affine& map,
                         const Scope& base, Node& to) {
  const auto read = [&](std::string_view name, Axis axis, std::string_view absent) {
    return resolve_length(inherited_attribute(chain, name, true).value_or(absent), axis, base,
                          to.name + ": " + std::string(name));
  };
  const auto put = [&](std::string_view name, double value) {
    to.set_attribute(name, number(value));
  };
  if (to.name == "linearGradient") {
    const Point p1{read("x1", Axis::kX, "0%"), read("y1", Axis::kY, "0%")};
    const Point p2{read("x2", Axis::kX, "100%"), read("y2", Axis::kY, "0%")};
    return put_linear_gradient(p1, p2, map, to);
  }
  if (!map.is_similarity()) {
    refuse(RefusalReason::kEllipticGradient, "radialGradient: stretched to an ellipse");
  }
  const std::string_view cx = inherited_attribute(chain, "cx", true).value_or("50%");
  const std::string_view cy = inherited_attribute(chain, "cy", true).value_or("50%");
  const Point center = map({read("cx", Axis::kX, "50%"), read("cy", Axis::kY, "50%")});
  const Point focus = map({read("fx", Axis::kX, cx), read("fy", Axis::kY, cy)});
  const double radius = read("r", Axis::kBoth, "50%") * map.scale();
  const double inner = read("fr", Axis::kBoth, "0%") * map.scale();
  put("cx", center.x);
  put("cy", center.y);
  put("r", radius);
  const bool has_focus =
      inherited_attribute(chain, "fx", true) || inherited_attribute(chain, "fy", true);
  if (has_focus) {
    put("fx", focus.x);
    put("fy", focus.y);
  }
  if (inherited_attribute(chain, "fr", true)) put("fr", inner);
}

std::string Mover::add_variant(std::string_view id, Node variant) {
  Nodes& known = variants_[std::string(id)];
  for (const Node& other : known) {
    variant.set_attribute("id", std::string(other.attribute("id").value_or("")));
    if (variant == other) return std::string(*other.attribute("id"));
  }
  std::string own = known.empty() ? std::string(id) : fresh_id(id);
  variant.set_attribute("id", own);
  known.push_back(std::move(variant));
  return own;
}

std::string Mover::clip_for(const Node& clip, const Node& element, const Scope& scope) {
  const Properties own = sheet_.properties(clip);
  if (std::find(open_uses_.begin(), open_uses_.end(), &clip) != open_uses_.end()) {
    refuse(RefusalReason::kReference, "clipPath: it clips itself");
  }
  Scope base = scope;
  base.inherited = {};
  base.in_clip = true;
  if (clip.attribute("clipPathUnits").value_or("") == "objectBoundingBox") {
    base.map = base.map * box_of(element, scope);
  }
  Scope inner = enter(clip, base, own);
  Node variant{.name = clip.name, .attributes = clip.attributes};
  variant.remove_attribute("transform");
  variant.remove_attribute("clipPathUnits");
  open_uses_.push_back(&clip);
  check_references(clip, own, base, variant);
  visit_children(clip, inner, variant.children);
  open_uses_.pop_back();
  return add_variant(clip.attribute("id").value_or(""), std::move(variant));
}

/// Masks and filters are refused; a clip path is rewritten for this element.
void Mover::check_references(const Node& from, const Properties& own, const Scope& scope,
                             Node& to) {
  if (own.or_none(Property::kMask) != "none") {
    refuse(RefusalReason::kMask, from.name + ": mask " + in_quotes(own[Property::kMask]));
  }
  if (own.or_none(Property::kFilter) != "none") {
    refuse(RefusalReason::kFilter, from.name + ": filter " + in_quotes(own[Property::kFilter]));
  }
  const std::string_view value = own.or_none(Property::kClipPath);
  if (value == "none") return;
  const std::string_view id = url_id(value);
  if (id.empty()) refuse(RefusalReason::kClip, from.name + ": clip-path " + in_quotes(value));
  const Node* clip = find(id);
  if (clip == nullptr || clip->name != "clipPath") return;  // nothing is clipped
  const std::string variant = clip_for(*clip, from, scope);
  if (variant != id) override_property(to, Property::kClipPath, "url(#" + variant + ")");
}

}  // namespace papert::lang::svg

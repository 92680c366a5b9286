// Moving a program by rewriting its numbers.
//
// The walk carries one affine map from an element's own coordinates to those of the moved picture:
// the motion, then every transform on the way down. Each shape is rewritten by that one map, so
// transforms are flattened and the motion is applied in the same step, and each number is rounded
// once.
//
// What shapes refer to is rewritten for them: a gradient or clip path lives in the coordinates of
// the shape that uses it, so one that is shared by shapes under different maps becomes several. The
// first variant takes the place and the id of the original, further ones follow it under new ids.
// settle() puts them there at the end, when all are known.
//
// use elements, symbols and nested svg elements are copied in as groups (a nested svg with a
// clip path, for its viewport cuts). After that nothing refers to a shape any more, so definitions
// hold only gradients and clip paths.
//
//   <g transform="scale(2)"><path id="p" d="m1 1h1" stroke="red"/></g> <use href="#p" x="5"/>
//   moved by (10, 0):
//   <g><path id="p" d="M12,2L14,2" stroke="red" stroke-width="2"/></g>
//   <g><path d="M16,1L17,1" stroke="red"/></g>
//
// Cost: linear in the program with its use elements expanded, which is limited.
#include "lang/svg/mover.h"

#include <algorithm>
#include <cmath>

#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

constexpr std::string_view kSvgNamespace = "http://www.w3.org/2000/svg";
constexpr int kMaxDepth = 256;  // after use elements are copied in

struct Named {
  std::string_view name;
  ElementKind kind;
};
constexpr std::array<Named, 27> kKinds{{{"g", ElementKind::kGroup},
                                        {"a", ElementKind::kGroup},
                                        {"path", ElementKind::kShape},
                                        {"rect", ElementKind::kShape},
                                        {"circle", ElementKind::kShape},
                                        {"ellipse", ElementKind::kShape},
                                        {"line", ElementKind::kShape},
                                        {"polyline", ElementKind::kShape},
                                        {"polygon", ElementKind::kShape},
                                        {"linearGradient", ElementKind::kDefinition},
                                        {"radialGradient", ElementKind::kDefinition},
                                        {"clipPath", ElementKind::kDefinition},
                                        {"defs", ElementKind::kDefs},
                                        {"symbol", ElementKind::kSymbol},
                                        {"use", ElementKind::kUse},
                                        {"svg", ElementKind::kSvg},
                                        {"style", ElementKind::kStyle},
                                        {"title", ElementKind::kDescription},
                                        {"desc", ElementKind::kDescription},
                                        {"metadata", ElementKind::kDescription},
                                        {"mask", ElementKind::kResource},
                                        {"filter", ElementKind::kResource},
                                        {"pattern", ElementKind::kResource},
                                        {"marker", ElementKind::kResource},
                                        {"view", ElementKind::kDescription},
                                        {"color-profile", ElementKind::kDescription},
                                        {"cursor", ElementKind::kDescription}}};

[[noreturn]] void refuse_element(const Node& node) {
  const std::string_view name = node.name;
  RefusalReason reason = RefusalReason::kUnknownElement;
  if (name == "text" || name == "tspan" || name == "textPath" || name == "font") {
    reason = RefusalReason::kText;
  } else if (name == "image") {
    reason = RefusalReason::kImage;
  } else if (name == "foreignObject") {
    reason = RefusalReason::kForeignObject;
  } else if (name == "script") {
    reason = RefusalReason::kScript;
  } else if (name.starts_with("animate") || name == "set") {
    reason = RefusalReason::kAnimation;
  } else if (name == "switch") {
    reason = RefusalReason::kSwitch;
  }
  refuse(reason, "the element " + in_quotes(name) + " cannot be moved by rewriting coordinates");
}

void strip_transforms(Node& node) {
  node.remove_attribute("transform");
  for (Node& child : node.children) strip_transforms(child);
}

Affine transform_of(const Node& node) {
  const auto text = node.attribute("transform");
  if (!text) return {};
  const auto transform = parse_transform(*text);
  if (!transform) {
    refuse(RefusalReason::kBadValue,
           node.name + ": the transform " + in_quotes(*text) + " cannot be read");
  }
  return *transform;
}

}  // namespace

ElementKind kind_of(const Node& node) {
  for (const Named& entry : kKinds) {
    if (entry.name == node.name) return entry.kind;
  }
  return node.name.find(':') == std::string::npos ? ElementKind::kRefused : ElementKind::kForeign;
}

Mover::Mover(const Document& source, const Affine& motion, const ViewBox& box)
    : source_(source), motion_(motion), box_(box) {
  constexpr double kShare = 6;  // decimal places of the larger side that are kept
  const double places = std::ceil(kShare - std::log10(std::max(box.width, box.height)));
  decimals_ = static_cast<int>(std::clamp(places, 0.0, 12.0));
}

void Mover::index(const Node& node, bool is_root) {
  for (const Attribute& attribute : node.attributes) {
    if (attribute.name == "id") {
      by_id_.emplace(attribute.value, &node);
      taken_ids_.insert(attribute.value);
    }
    const bool prefix = attribute.name.starts_with("xmlns:");
    if ((prefix && attribute.value == kSvgNamespace && attribute.name != "xmlns:svg") ||
        (attribute.name == "xmlns" && attribute.value != kSvgNamespace &&
         (is_root || kind_of(node) != ElementKind::kForeign))) {
      refuse(RefusalReason::kNamespace,
             node.name + ": the namespace " + attribute.name + "=" + in_quotes(attribute.value));
    }
  }
  if (node.name.starts_with("svg:")) {
    refuse(RefusalReason::kNamespace, in_quotes(node.name) + ": SVG elements under a prefix");
  }
  if (node.name == "style") sheet_.add(node);
  for (const Node& child : node.children) {
    if (child.is_element()) index(child, false);
  }
}

Document Mover::run() {
  index(source_.root, true);
  const Node& root = source_.root;
  if (root.attribute("transform")) refuse(RefusalReason::kRoot, "svg: a transform on the root");
  const Properties own = sheet_.properties(root);
  for (const Property property : {Property::kClipPath, Property::kMask, Property::kFilter}) {
    if (own.or_none(property) != "none") {
      refuse(RefusalReason::kRoot, "svg: " + std::string(name_of(property)) + " on the root");
    }
  }
  const Scope outside{.map = motion_, .width = box_.width, .height = box_.height};
  const Scope scope = enter(root, outside, own);
  Document moved;
  moved.before = source_.before;
  moved.after = source_.after;
  moved.root.name = root.name;
  moved.root.attributes = root.attributes;
  visit_children(root, scope, moved.root.children);
  settle(moved.root);
  if (!variants_.empty()) {
    refuse(RefusalReason::kReference,
           in_quotes(variants_.begin()->first) + " is defined where definitions do not belong");
  }
  return moved;
}

void Mover::count_element() {
  if (++elements_ > kMaxMovedElements) {
    refuse(RefusalReason::kTooLarge, "with use elements copied in there are more than " +
                                         std::to_string(kMaxMovedElements) + " elements");
  }
}

const Node* Mover::find(std::string_view id) const {
  const auto found = by_id_.find(id);
  return id.empty() || found == by_id_.end() ? nullptr : found->second;
}

std::string Mover::fresh_id(std::string_view base) {
  for (int i = 2;; ++i) {
    std::string id = std::string(base) + "-" + std::to_string(i);
    if (taken_ids_.insert(id).second) return id;
  }
}

Scope Mover::enter(const Node& from, const Scope& outer, const Properties& properties) {
  count_element();
  Scope scope = outer;
  if (++scope.depth > kMaxDepth) {
    refuse(RefusalReason::kTooLarge, from.name + ": nested more than " + std::to_string(kMaxDepth) +
                                         " deep with use elements copied in");
  }
  scope.map = outer.map * transform_of(from);
  for (const Property property :
       {Property::kFill, Property::kStroke, Property::kStrokeWidth, Property::kDashArray,
        Property::kDashOffset, Property::kMarker, Property::kMarkerStart, Property::kMarkerMid,
        Property::kMarkerEnd}) {
    if (!properties[property].empty()) scope.inherited.set(property, properties[property]);
  }
  // Not inherited, but kept beside the others for the shape itself.
  scope.inherited.set(Property::kVectorEffect, properties[Property::kVectorEffect]);
  return scope;
}

void Mover::visit_children(const Node& from, const Scope& scope, Nodes& out) {
  for (const Node& child : from.children) visit(child, scope, out);
}

void Mover::visit(const Node& from, const Scope& scope, Nodes& out) {
  if (!from.is_element()) {
    out.push_back(from);
    return;
  }
  switch (kind_of(from)) {
    case ElementKind::kGroup:
      return visit_group(from, scope, out);
    case ElementKind::kShape:
      return visit_shape(from, scope, out);
    case ElementKind::kUse:
      return visit_use(from, scope, out);
    case ElementKind::kSvg:
      return visit_nested_svg(from, scope, out);
    case ElementKind::kDefinition:
    case ElementKind::kDefs:
    case ElementKind::kSymbol:
    case ElementKind::kResource:
    case ElementKind::kStyle:
      // The original is kept where it stands; a copy of it would only repeat ids and rules.
      if (!scope.copy && !scope.in_clip) visit_definitions(from, out, true);
      return;
    case ElementKind::kDescription:
    case ElementKind::kForeign:
      out.push_back(from);
      strip_transforms(out.back());
      return;
    case ElementKind::kRefused:
      refuse_element(from);
  }
}

/// Of something that is never drawn itself, only what the moved program still refers to.
void Mover::visit_definitions(const Node& from, Nodes& out, bool keep_text) {
  if (!from.is_element()) {
    if (keep_text) out.push_back(from);
    return;
  }
  switch (kind_of(from)) {
    case ElementKind::kDefinition:
      // settle() puts the rewritten one here.
      out.push_back(from);
      strip_transforms(out.back());
      out.back().remove_attribute("gradientTransform");
      return;
    case ElementKind::kStyle:
      out.push_back(from);
      return;
    case ElementKind::kDefs: {
      Node defs{.name = from.name, .attributes = from.attributes};
      defs.remove_attribute("transform");
      for (const Node& child : from.children) visit_definitions(child, defs.children, true);
      out.push_back(std::move(defs));
      return;
    }
    default:
      for (const Node& child : from.children) visit_definitions(child, out, false);
  }
}

Node Mover::start_group(const Node& from, const Scope& scope, std::string_view name,
                        std::initializer_list<std::string_view> left_out) {
  Node group{.name = std::string(name), .attributes = from.attributes};
  group.remove_attribute("transform");
  if (scope.copy) group.remove_attribute("id");
  for (const std::string_view attribute : left_out) group.remove_attribute(attribute);
  return group;
}

void Mover::visit_group(const Node& from, const Scope& scope, Nodes& out) {
  const Properties own = sheet_.properties(from);
  const Scope inner = enter(from, scope, own);
  Node group = start_group(from, scope, from.name, {});
  check_references(from, own, inner, group);
  visit_children(from, inner, group.children);
  out.push_back(std::move(group));
}

/// Puts the rewritten gradients and clip paths in place of their originals.
void Mover::settle(Node& node) {
  Nodes settled;
  settled.reserve(node.children.size());
  for (Node& child : node.children) {
    if (!child.is_element() || kind_of(child) != ElementKind::kDefinition) {
      if (child.is_element()) settle(child);
      settled.push_back(std::move(child));
      continue;
    }
    const auto found = variants_.find(child.attribute("id").value_or(""));
    if (found != variants_.end()) {
      for (Node& variant : found->second) settled.push_back(std::move(variant));
      variants_.erase(found);
    } else if (child.name != "clipPath") {
      settled.push_back(std::move(child));  // may lend its stops to others
    }
  }
  node.children = std::move(settled);
}

}  // namespace papert::lang::svg

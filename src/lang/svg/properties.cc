// CSS is read as far as drawing programs write it: lists of declarations, and rules such as
// ".a, .b { fill: red }". Everything else is refused rather than guessed, because a rule that was
// overlooked would be a wrong picture.
#include "lang/svg/properties.h"

#include <algorithm>

#include "base/text.h"

namespace papert::lang::svg {
namespace {

constexpr std::array<std::string_view, kPropertyCount> kNames{
    "fill",      "stroke",       "stroke-width", "stroke-dasharray", "stroke-dashoffset",
    "marker",    "marker-start", "marker-mid",   "marker-end",       "vector-effect",
    "clip-path", "mask",         "filter",       "overflow"};

/// Properties that place things. As attributes most of them are SVG's own and rewritten; in CSS
/// they would need a second copy of all the arithmetic.
constexpr std::array<std::string_view, 20> kGeometry{"transform",
                                                     "transform-origin",
                                                     "transform-box",
                                                     "translate",
                                                     "rotate",
                                                     "scale",
                                                     "offset-path",
                                                     "offset",
                                                     "x",
                                                     "y",
                                                     "cx",
                                                     "cy",
                                                     "r",
                                                     "rx",
                                                     "ry",
                                                     "width",
                                                     "height",
                                                     "d",
                                                     "clip",
                                                     "zoom"};

bool contains(const auto& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string without_comments(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t open = text.find("/*");
    out.append(text.substr(0, open));
    if (open == std::string_view::npos) return out;
    const std::size_t close = text.find("*/", open + 2);
    if (close == std::string_view::npos) return out;
    text.remove_prefix(close + 2);
  }
}

bool is_class_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

void apply(const std::vector<Declaration>& declarations, Properties& to) {
  for (const Declaration& declaration : declarations) {
    const std::string name = lower(declaration.name);
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) continue;
    std::string_view value = declaration.value;
    if (value == "inherit") value = {};
    to.set(static_cast<Property>(found - kNames.begin()), value);
  }
}

void check(const std::vector<Declaration>& declarations, std::string_view text,
           std::string_view where) {
  for (const Declaration& declaration : declarations) {
    const std::string name = lower(declaration.name);
    if (contains(kGeometry, name) || name.starts_with("mask-")) {
      refuse(RefusalReason::kCssGeometry,
             std::string(where) + ": " + in_quotes(name) + " in CSS places things");
    }
  }
  if (text.find_first_of("\\!{}") != std::string_view::npos ||
      text.find("/*") != std::string_view::npos || lower(text).find("var(") != std::string::npos) {
    refuse(RefusalReason::kStyleSheet,
           std::string(where) + ": " + in_quotes(text) + " is CSS beyond plain declarations");
  }
}

}  // namespace

std::string_view name_of(Property property) { return kNames[static_cast<std::size_t>(property)]; }

void StyleSheet::add(const Node& style) {
  std::string text;
  for (const Node& child : style.children) {
    if (child.kind == Node::Kind::kText || child.kind == Node::Kind::kCData) text += child.text;
    if (child.is_element()) refuse(RefusalReason::kStyleSheet, "style: an element inside");
  }
  texts_.push_back(without_comments(text));
  std::string_view rest = trim(texts_.back());
  while (!rest.empty()) {
    const std::size_t open = rest.find('{');
    const std::size_t close = rest.find('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
      refuse(RefusalReason::kStyleSheet, "style: " + in_quotes(rest) + " is not a rule");
    }
    const std::string_view body = rest.substr(open + 1, close - open - 1);
    const std::vector<Declaration> declarations = parse_style(body);
    check(declarations, body, "style");
    for (std::string_view selector : split(rest.substr(0, open), ',')) {
      selector = trim(selector);
      if (!selector.starts_with('.') || !is_class_name(selector.substr(1))) {
        refuse(RefusalReason::kStyleSheet,
               "style: the selector " + in_quotes(selector) + " is more than one class");
      }
      rules_.push_back({std::string(selector.substr(1)), declarations});
    }
    rest = trim(rest.substr(close + 1));
  }
}

Properties StyleSheet::properties(const Node& node) const {
  Properties result;
  std::string_view style;
  std::string_view classes;
  for (const Attribute& attribute : node.attributes) {
    if (attribute.name == "style") style = attribute.value;
    if (attribute.name == "class") classes = attribute.value;
    if (attribute.name == "transform-origin" || attribute.name == "transform-box") {
      refuse(RefusalReason::kCssGeometry, node.name + ": " + attribute.name + " is not understood");
    }
    const auto found = std::find(kNames.begin(), kNames.end(), attribute.name);
    if (found == kNames.end() || *found == "marker") continue;
    const std::string_view value = trim(attribute.value);
    if (value != "inherit") result.set(static_cast<Property>(found - kNames.begin()), value);
  }
  if (!classes.empty() && !rules_.empty()) {
    std::string spaced(classes);
    std::replace_if(
        spaced.begin(), spaced.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
    const std::vector<std::string_view> own = split(spaced, ' ');
    for (const Rule& rule : rules_) {
      if (contains(own, rule.class_name)) apply(rule.declarations, result);
    }
  }
  if (!style.empty()) {
    const std::vector<Declaration> declarations = parse_style(style);
    check(declarations, style, node.name);
    apply(declarations, result);
  }
  return result;
}

}  // namespace papert::lang::svg

#include "datagen/sit/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"
#include "lang/svg/affine.h"
#include "lang/svg/numbers.h"
#include "lang/svg/shape_outline.h"
#include "lang/svg/style.h"

namespace papert::datagen::sit {
namespace {

using lang::svg::Affine;
using lang::svg::Bounds;
using lang::svg::Node;

constexpr std::size_t kTold = 6;     // parts that get a sentence of their own
constexpr std::size_t kCounted = 8;  // kinds that are counted by name
constexpr std::size_t kMostParts = 5000;
constexpr int kDeepest = 64;

struct NamedColour {
  std::string_view name;
  raster::Color color;
};

/// Colour words that programs use, beside those that have their own name here.
constexpr std::array<NamedColour, 34> kColourWords{{
    {"black", {0, 0, 0}},          {"white", {255, 255, 255}},   {"gray", {128, 128, 128}},
    {"grey", {128, 128, 128}},     {"silver", {192, 192, 192}},  {"red", {255, 0, 0}},
    {"crimson", {220, 20, 60}},    {"maroon", {128, 0, 0}},      {"tomato", {255, 99, 71}},
    {"orange", {255, 165, 0}},     {"gold", {255, 215, 0}},      {"yellow", {255, 255, 0}},
    {"olive", {128, 128, 0}},      {"lime", {0, 255, 0}},        {"green", {0, 128, 0}},
    {"darkgreen", {0, 100, 0}},    {"teal", {0, 128, 128}},      {"cyan", {0, 255, 255}},
    {"aqua", {0, 255, 255}},       {"skyblue", {135, 206, 235}}, {"blue", {0, 0, 255}},
    {"navy", {0, 0, 128}},         {"indigo", {75, 0, 130}},     {"purple", {128, 0, 128}},
    {"violet", {238, 130, 238}},   {"magenta", {255, 0, 255}},   {"fuchsia", {255, 0, 255}},
    {"pink", {255, 192, 203}},     {"brown", {165, 42, 42}},     {"chocolate", {210, 105, 30}},
    {"tan", {210, 180, 140}},      {"beige", {245, 245, 220}},   {"lightgray", {211, 211, 211}},
    {"darkgray", {169, 169, 169}},
}};

std::optional<raster::Color> hex_colour(std::string_view digits) {
  if (digits.size() != 3 && digits.size() != 6) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  const auto part = [&](int shift, std::uint32_t mask) { return (value >> shift) & mask; };
  const bool three = digits.size() == 3;
  const auto sample = [&](int place) {
    return static_cast<std::uint8_t>(three ? part(4 * place, 0xF) * 17 : part(8 * place, 0xFF));
  };
  return raster::Color{sample(2), sample(1), sample(0)};
}

std::optional<raster::Color> rgb_colour(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return std::nullopt;
  }
  const auto values = lang::svg::parse_numbers(text.substr(open + 1, close - open - 1));
  if (!values || values->size() < 3) return std::nullopt;
  const auto sample = [&](std::size_t i) {
    return static_cast<std::uint8_t>(std::clamp((*values)[i], 0.0, 255.0));
  };
  return raster::Color{sample(0), sample(1), sample(2)};
}

/// What is painted, in the coordinates of the picture.
struct PaintedPart {
  std::string name;    // "red circle"
  std::string plural;  // "red circles"
  Bounds box;
};

struct Paint {
  std::string fill = "black";
  std::string stroke = "none";
};

std::string_view shape_word(const Node& node) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWords{
      {{"rect", "rectangle"},
       {"circle", "circle"},
       {"ellipse", "ellipse"},
       {"line", "line"},
       {"polyline", "broken line"},
       {"polygon", "polygon"},
       {"path", "curved shape"}}};
  const auto* const found = std::find_if(kWords.begin(), kWords.end(),
                                         [&](const auto& w) { return w.first == node.name; });
  return found == kWords.end() ? "shape" : found->second;
}

class PartFinder {
 public:
  explicit PartFinder(const lang::svg::Document& document) {
    if (const auto box = lang::svg::view_box(document)) view_ = *box;
    visit_children(document.root, Affine{}, Paint{}, 0);
  }

  [[nodiscard]] const std::vector<PaintedPart>& parts() const { return parts_; }
  [[nodiscard]] std::size_t texts() const { return texts_; }
  [[nodiscard]] std::size_t gradients() const { return gradients_; }
  [[nodiscard]] const lang::svg::ViewBox& view() const { return view_; }

 private:
  void visit_children(const Node& node, const Affine& map, const Paint& paint, int depth) {
    if (depth > kDeepest) return;
    for (const Node& child : node.children) {
      if (child.is_element()) visit(child, map, paint, depth + 1);
    }
  }

  void visit(const Node& node, Affine map, Paint paint, int depth) {
    if (node.name.ends_with("Gradient")) ++gradients_;
    if (node.name == "defs") {
      count_gradients(node, depth);
      return;
    }
    if (node.name == "text") ++texts_;
    if (const auto transform = node.attribute("transform")) {
      if (const auto own = lang::svg::parse_transform(*transform)) map = map * *own;
    }
    if (const auto fill = lang::svg::property(node, "fill")) paint.fill = *fill;
    if (const auto stroke = lang::svg::property(node, "stroke")) paint.stroke = *stroke;
    if (lang::svg::is_shape(node)) {
      add(node, map, paint);
    } else if (node.name == "g" || node.name == "svg" || node.name == "a") {
      visit_children(node, map, paint, depth);
    }
  }

  void count_gradients(const Node& node, int depth) {
    if (depth > kDeepest) return;
    for (const Node& child : node.children) {
      if (child.name.ends_with("Gradient")) ++gradients_;
      count_gradients(child, depth + 1);
    }
  }

  void add(const Node& node, const Affine& map, const Paint& paint) {
    if (parts_.size() == kMostParts) return;
    const auto outline = lang::svg::shape_outline(node, view_.width, view_.height);
    if (!outline || outline->empty()) return;
    const bool filled = paint.fill != "none" && node.name != "line";
    if (!filled && paint.stroke == "none") return;
    const std::string colour = colour_name(filled ? paint.fill : paint.stroke);
    const bool drawn_only = !filled && node.name != "line" && node.name != "polyline";
    PaintedPart part;
    part.name = fmt::format("{}{}{}", colour, colour.empty() ? "" : " ", shape_word(node));
    part.plural = part.name + "s";
    if (drawn_only) {
      part.plural = "outlines of " + part.plural;
      part.name = "outline of a " + part.name;
    }
    const Bounds box = lang::svg::bounds_of(*outline);
    for (const double x : {box.left, box.right}) {
      for (const double y : {box.top, box.bottom}) part.box.include(map({x, y}));
    }
    parts_.push_back(std::move(part));
  }

  lang::svg::ViewBox view_{0, 0, 100, 100};
  std::vector<PaintedPart> parts_;
  std::size_t texts_ = 0;
  std::size_t gradients_ = 0;
};

std::string_view article(std::string_view noun) {
  return noun.empty() || std::string_view("aeiou").find(noun.front()) == std::string_view::npos
             ? "a"
             : "an";
}

std::string counted_parts(const PartFinder& finder) {
  std::vector<std::pair<std::string, std::pair<std::string, std::size_t>>> kinds;
  std::map<std::string, std::size_t> places;
  for (const PaintedPart& part : finder.parts()) {
    const auto [place, added] = places.try_emplace(part.name, kinds.size());
    if (added) kinds.push_back({part.name, {part.plural, 0}});
    ++kinds[place->second].second.second;
  }
  const std::size_t told = std::min(kinds.size(), kCounted);
  std::string text;
  for (std::size_t i = 0; i < told; ++i) {
    const auto& [name, many] = kinds[i];
    if (i > 0) text += i + 1 == told && told == kinds.size() ? " and " : ", ";
    text += many.second == 1 ? fmt::format("{} {}", article(name), name)
                             : fmt::format("{} {}", many.second, many.first);
  }
  if (told < kinds.size()) text += fmt::format(" and {} further kinds", kinds.size() - told);
  return text;
}

std::string place_word(double x, double y) {
  const auto third = [](double value) { return value < 1.0 / 3 ? 0 : value > 2.0 / 3 ? 2 : 1; };
  constexpr std::array<std::array<std::string_view, 3>, 3> kPlaces{
      {{"at the top left", "at the top", "at the top right"},
       {"on the left", "in the middle", "on the right"},
       {"at the bottom left", "at the bottom", "at the bottom right"}}};
  return std::string(
      kPlaces[static_cast<std::size_t>(third(y))][static_cast<std::size_t>(third(x))]);
}

std::string part_sentence(const PaintedPart& part, const lang::svg::ViewBox& view) {
  const double width = std::max(view.width, 1e-9);
  const double height = std::max(view.height, 1e-9);
  const double share =
      (part.box.right - part.box.left) * (part.box.bottom - part.box.top) / (width * height);
  const std::string_view size = share > 0.4 ? "large" : share < 0.04 ? "small" : "middle-sized";
  const double x = ((part.box.left + part.box.right) / 2 - view.x) / width;
  const double y = ((part.box.top + part.box.bottom) / 2 - view.y) / height;
  return fmt::format(" A {} {} lies {}.", size, part.name, place_word(x, y));
}

std::string count_words(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string_view colour_name(raster::Color color) {
  const double r = color.r / 255.0;
  const double g = color.g / 255.0;
  const double b = color.b / 255.0;
  const double high = std::max({r, g, b});
  const double low = std::min({r, g, b});
  const double light = (high + low) / 2;
  const double chroma = high - low;
  if (chroma < 0.12) return light < 0.15 ? "black" : light > 0.92 ? "white" : "gray";
  double hue = 0;
  if (high == r) {
    hue = 60 * std::fmod((g - b) / chroma + 6, 6);
  } else {
    hue = high == g ? 60 * ((b - r) / chroma + 2) : 60 * ((r - g) / chroma + 4);
  }
  if (hue >= 15 && hue < 45) return light < 0.4 ? "brown" : "orange";
  constexpr std::array<std::pair<double, std::string_view>, 8> kHues{{{15, "red"},
                                                                      {45, "orange"},
                                                                      {70, "yellow"},
                                                                      {165, "green"},
                                                                      {195, "cyan"},
                                                                      {255, "blue"},
                                                                      {290, "purple"},
                                                                      {345, "pink"}}};
  for (const auto& [end, name] : kHues) {
    if (hue < end) return name;
  }
  return "red";
}

std::string colour_name(std::string_view text) {
  const std::string word = lower(trim(text));
  if (word == "none" || word == "transparent") return "none";
  std::optional<raster::Color> color;
  if (word.starts_with('#')) {
    color = hex_colour(std::string_view(word).substr(1));
  } else if (word.starts_with("rgb")) {
    color = rgb_colour(word);
  } else {
    const auto* const found = std::find_if(kColourWords.begin(), kColourWords.end(),
                                           [&](const auto& each) { return each.name == word; });
    if (found != kColourWords.end()) color = found->color;
  }
  return color ? std::string(colour_name(*color)) : std::string();
}

std::string describe_by_facts(const lang::svg::Document& document) {
  const PartFinder finder(document);
  const auto& parts = finder.parts();
  std::string text = parts.empty()
                         ? "The drawing is made of parts that are used more than once."
                         : fmt::format("The drawing has {}: {}.", count_words(parts.size(), "part"),
                                       counted_parts(finder));
  std::vector<const PaintedPart*> largest;
  largest.reserve(parts.size());
  for (const PaintedPart& part : parts) largest.push_back(&part);
  const auto area = [](const PaintedPart* part) {
    const double size = (part->box.right - part->box.left) * (part->box.bottom - part->box.top);
    return std::isfinite(size) ? size : 0;
  };
  std::stable_sort(largest.begin(), largest.end(),
                   [&](const auto* a, const auto* b) { return area(a) > area(b); });
  for (std::size_t i = 0; i < std::min(largest.size(), kTold); ++i) {
    text += part_sentence(*largest[i], finder.view());
  }
  if (finder.gradients() > 0) {
    text += fmt::format(" It uses {}.", count_words(finder.gradients(), "color gradient"));
  }
  if (finder.texts() > 0) text += fmt::format(" It has {}.", count_words(finder.texts(), "text"));
  return text;
}

}  // namespace papert::datagen::sit

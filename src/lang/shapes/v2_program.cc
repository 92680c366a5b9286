#include "lang/shapes/v2_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace papert::lang::shapes::v2 {
namespace {

struct NamedColor {
  std::string_view name;
  std::uint32_t rgb;
};

constexpr std::array<NamedColor, kColors> kColorTable{{{"white", 0xffffff},
                                                       {"black", 0x000000},
                                                       {"gray", 0x808080},
                                                       {"red", 0xdc2626},
                                                       {"orange", 0xf97316},
                                                       {"yellow", 0xfacc15},
                                                       {"green", 0x228b22},
                                                       {"blue", 0x2563eb},
                                                       {"purple", 0x9333ea},
                                                       {"pink", 0xf472b6},
                                                       {"brown", 0x784828}}};

constexpr auto kPalette = [] {
  std::array<std::uint32_t, kColors> rgb{};
  for (std::size_t i = 0; i < kColors; ++i) rgb[i] = kColorTable[i].rgb;
  return rgb;
}();

constexpr Parameter coordinate(std::string_view name) {
  return {name, kMinCoordinate, kMaxCoordinate};
}
constexpr Parameter extent(std::string_view name) { return {name, kMinExtent, kMaxExtent}; }

// The range of a stroke depends on the shape (stroke_range); these are its widest.
constexpr Parameter kInnerStroke{"stroke", 0, kMaxExtent};
constexpr Parameter kLineStroke{"stroke", 0, kMaxLineStroke};
constexpr Parameter kRotate{"rotate", 0, 359, true};

constexpr std::array kCircle{coordinate("cx"), coordinate("cy"), extent("radius"), kInnerStroke};
constexpr std::array kSquare{coordinate("cx"), coordinate("cy"), extent("size"), kInnerStroke,
                             kRotate};
constexpr std::array kRectangle{coordinate("x"),  coordinate("y"), extent("width"),
                                extent("height"), kInnerStroke,    kRotate};
constexpr std::array kLine{coordinate("x1"), coordinate("y1"), coordinate("x2"), coordinate("y2"),
                           kLineStroke};
constexpr std::array kPolygon{kLineStroke};
constexpr std::array kArc{coordinate("cx"),           coordinate("cy"),           extent("radius"),
                          Parameter{"start", 0, 359}, Parameter{"sweep", 1, 360}, kInnerStroke};
constexpr std::array kCurve{coordinate("x1"), coordinate("y1"), coordinate("x2"), coordinate("y2"),
                            coordinate("x3"), coordinate("y3"), kLineStroke};
constexpr std::array kClear{coordinate("x"), coordinate("y"), extent("width"), extent("height"),
                            kRotate};

constexpr std::array<KindInfo, 8> kInfos{{{"circle", kCircle},
                                          {"square", kSquare},
                                          {"rectangle", kRectangle},
                                          {"line", kLine},
                                          {"polygon", kPolygon, true},
                                          {"arc", kArc},
                                          {"curve", kCurve},
                                          {"clear", kClear, false, false}}};

void append_shape(std::string& out, const Shape& shape) {
  const KindInfo& info = kind_info(shape.kind);
  const auto end = std::back_inserter(out);
  fmt::format_to(end, "{}(", info.name);
  std::string_view between;
  if (info.has_points) {
    out += "points=[";
    for (const scene::PixelPoint& point : shape.points) {
      fmt::format_to(end, "{}({}, {})", between, point.x, point.y);
      between = ", ";
    }
    out += ']';
    between = ", ";
  }
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    if (info.parameters[i].optional) continue;
    fmt::format_to(end, "{}{}={}", between, info.parameters[i].name, shape.values[i]);
    between = ", ";
  }
  if (info.has_color) fmt::format_to(end, ", color=\"{}\"", color_name(shape.color));
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    if (!info.parameters[i].optional || shape.values[i] == 0) continue;
    fmt::format_to(end, ", {}={}", info.parameters[i].name, shape.values[i]);
  }
  out += ')';
}

}  // namespace

std::string_view color_name(Color color) {
  return kColorTable[static_cast<std::size_t>(color)].name;
}

std::optional<Color> color_from_name(std::string_view name) {
  const auto* found = std::find_if(kColorTable.begin() + 1, kColorTable.end(),
                                   [&](const NamedColor& color) { return color.name == name; });
  if (found == kColorTable.end()) return std::nullopt;
  return static_cast<Color>(found - kColorTable.begin());
}

std::span<const std::uint32_t> palette() { return kPalette; }

const KindInfo& kind_info(Kind kind) { return kInfos[static_cast<std::size_t>(kind)]; }

std::optional<std::size_t> place_of(Kind kind, std::string_view parameter) {
  const auto parameters = kind_info(kind).parameters;
  const auto found = std::ranges::find(parameters, parameter, &Parameter::name);
  if (found == parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(found - parameters.begin());
}

StrokeRange stroke_range(const Shape& shape) {
  const auto& values = shape.values;
  switch (shape.kind) {
    case Kind::kCircle:
      return {0, values[2]};
    case Kind::kSquare:
      return {0, (values[2] + 1) / 2};
    case Kind::kRectangle:
      return {0, (std::min(values[2], values[3]) + 1) / 2};
    case Kind::kArc:
      return {1, values[2]};
    case Kind::kPolygon:
      return {0, kMaxLineStroke};
    case Kind::kLine:
    case Kind::kCurve:
      return {1, kMaxLineStroke};
    case Kind::kClear:
      break;
  }
  return {};
}

bool is_valid(const Shape& shape) {
  const KindInfo& info = kind_info(shape.kind);
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    if (shape.values[i] < info.parameters[i].low || shape.values[i] > info.parameters[i].high) {
      return false;
    }
  }
  const auto inside = [](int value) { return value >= kMinCoordinate && value <= kMaxCoordinate; };
  const bool points_inside = std::ranges::all_of(shape.points, [&](const scene::PixelPoint& point) {
    return inside(point.x) && inside(point.y);
  });
  const bool enough = shape.points.size() >= kMinPoints && shape.points.size() <= kMaxPoints;
  if (!points_inside || (info.has_points ? !enough : !shape.points.empty())) return false;
  const auto stroke = place_of(shape.kind, "stroke");
  if (!stroke) return true;
  const StrokeRange range = stroke_range(shape);
  return shape.values[*stroke] >= range.low && shape.values[*stroke] <= range.high;
}

std::string serialise(const Program& program) {
  std::string out;
  for (const Shape& shape : program.shapes) {
    if (!out.empty()) out += '\n';
    append_shape(out, shape);
  }
  return out;
}

}  // namespace papert::lang::shapes::v2

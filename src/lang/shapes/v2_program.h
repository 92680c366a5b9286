// The second dialect of the shape language: eight calls, ten colours, later calls over earlier
// ones (docs/shapecode-v2.md).
//
//     rectangle(x=40, y=60, width=200, height=90, stroke=0, color="blue", rotate=30)
//     clear(x=80, y=80, width=20, height=20)
//
// A shape is its kind, its colour and its numbers, in the order of the kind's parameters: one table
// (kind_info) says which these are and what they may be, and the reader, the writer, the generator
// and the solver all follow it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/shapes/program.h"
#include "scene/color_scene.h"

namespace papert::lang::shapes::v2 {

/// The canvas is white; kWhite is what clear() paints and cannot be named.
enum class Color : std::uint8_t {
  kWhite,
  kBlack,
  kGray,
  kRed,
  kOrange,
  kYellow,
  kGreen,
  kBlue,
  kPurple,
  kPink,
  kBrown,
};
inline constexpr std::size_t kColors = 11;  // with white

/// "black" to "brown"; "white" for the background.
[[nodiscard]] std::string_view color_name(Color color);
/// Of the ten that can be named.
[[nodiscard]] std::optional<Color> color_from_name(std::string_view name);
/// 0xRRGGBB of every colour, in the order of the enumeration.
[[nodiscard]] std::span<const std::uint32_t> palette();

enum class Kind : std::uint8_t {
  kCircle,
  kSquare,
  kRectangle,
  kLine,
  kPolygon,
  kArc,
  kCurve,
  kClear,
};
inline constexpr std::array<Kind, 8> kKinds = {Kind::kCircle, Kind::kSquare,  Kind::kRectangle,
                                               Kind::kLine,   Kind::kPolygon, Kind::kArc,
                                               Kind::kCurve,  Kind::kClear};

inline constexpr int kMinCoordinate = -512;
inline constexpr int kMaxCoordinate = 1023;
inline constexpr int kMaxLineStroke = 64;  // of what is not measured inwards
inline constexpr std::size_t kMinPoints = 3;
inline constexpr std::size_t kMaxPoints = 32;
inline constexpr std::size_t kMaxValues = 7;

struct Parameter {
  std::string_view name;
  int low = 0;
  int high = 0;
  bool optional = false;  // then 0 where it is not given
};

/// What a call of a kind looks like.
struct KindInfo {
  std::string_view name;
  std::span<const Parameter> parameters;  // whole numbers
  bool has_points = false;
  bool has_color = true;
};
[[nodiscard]] const KindInfo& kind_info(Kind kind);

/// The place of a parameter among the numbers of a kind; none where the kind lacks it.
[[nodiscard]] std::optional<std::size_t> place_of(Kind kind, std::string_view parameter);

struct Shape {
  Kind kind = Kind::kCircle;
  Color color = Color::kBlack;  // kWhite for kClear
  std::array<int, kMaxValues> values{};
  std::vector<scene::PixelPoint> points;  // of a polygon

  friend bool operator==(const Shape&, const Shape&) = default;
};

struct Program {
  std::vector<Shape> shapes;

  friend bool operator==(const Program&, const Program&) = default;
};

/// The strokes that a shape of this kind and these numbers may have. 0 fills.
struct StrokeRange {
  int low = 0;
  int high = 0;
};
[[nodiscard]] StrokeRange stroke_range(const Shape& shape);

/// Whether every number is in its range, and the stroke and the number of points.
[[nodiscard]] bool is_valid(const Shape& shape);

/// Canonical text: one call per line with its arguments in the order of the table, the colour last
/// but for a rotation that is not 0; joined by "\n", without a trailing line end.
[[nodiscard]] std::string serialise(const Program& program);

/// Pixel bounds, at most a pixel wider than needed (of an arc: those of its circle); they may reach
/// beyond the canvas.
[[nodiscard]] scene::Box bounds(const Shape& shape);

/// What one shape covers, and all of them in their order.
[[nodiscard]] scene::ColorForm to_form(const Shape& shape);
[[nodiscard]] scene::ColorScene to_scene(const Program& program);

}  // namespace papert::lang::shapes::v2

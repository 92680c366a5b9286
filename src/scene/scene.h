// The hub type of turtle drawings: everything that is painted, with explicit coordinates, colours
// and order. A language resolves its program into a Scene; raster paints it, score compares it, and
// neither knows which program drew it. Plain values, compared member by member.
//
// Coordinates are the turtle's: the origin in the middle, y upwards, one unit a nominal pixel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace papert::scene {

struct Point {
  double x = 0;
  double y = 0;

  friend bool operator==(const Point&, const Point&) = default;
};

struct Color {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;

  friend bool operator==(const Color&, const Color&) = default;
};

/// A polyline with round caps and joins; at least two points, which may be equal.
struct Stroke {
  std::vector<Point> points;
  double width = 1;
  Color color;

  friend bool operator==(const Stroke&, const Stroke&) = default;
};

/// A polygon by the even-odd rule, without an outline; more than two points, closed by itself.
struct Fill {
  std::vector<Point> points;
  Color color;

  friend bool operator==(const Fill&, const Fill&) = default;
};

struct Dot {
  Point center;
  double diameter = 0;
  Color color;

  friend bool operator==(const Dot&, const Dot&) = default;
};

/// A turtle shape's polygon where it was stamped. The outline lies above the fill.
struct Stamp {
  std::vector<Point> points;
  std::optional<Color> fill;
  std::optional<Color> outline;
  double outline_width = 1;

  friend bool operator==(const Stamp&, const Stamp&) = default;
};

/// Written text in UTF-8, its lower edge at `position`.
struct Text {
  Point position;
  std::string text;
  std::string align;  // "left", "center" or "right": which end of the text is at `position`
  std::string font_family;
  double font_size = 8;  // points; negative: pixels, as in Tk
  std::string font_style;
  Color color;

  friend bool operator==(const Text&, const Text&) = default;
};

using Item = std::variant<Stroke, Fill, Dot, Stamp, Text>;

struct Scene {
  Color background{255, 255, 255};
  std::vector<Item> items;  // lowest first

  friend bool operator==(const Scene&, const Scene&) = default;
};

}  // namespace papert::scene

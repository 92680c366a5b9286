// Scenes of coloured parts, and the SVG programs that draw them.
//
// A scene is a list of parts from back to front on a sheet of 200 x 200 units. Every shape is
// symmetric about its own upright axis and turned by an angle afterwards, so that mirroring a scene
// is a matter of centres and angles.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "scene/scene.h"

namespace papert::sgp {

enum class Shape {
  kCircle,
  kEllipse,
  kSquare,
  kRectangle,
  kTriangle,
  kPentagon,
  kHexagon,
  kStar,
  kSemicircle,
  kArc
};
inline constexpr std::array<std::string_view, 10> kShapeNames{
    "circle",   "ellipse", "square", "rectangle",  "triangle",
    "pentagon", "hexagon", "star",   "semicircle", "arc"};

enum class Hue { kRed, kOrange, kYellow, kGreen, kBlue, kPurple, kPink, kBrown, kBlack, kGray };
inline constexpr std::array<std::string_view, 10> kHueNames{
    "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "gray"};

[[nodiscard]] constexpr std::string_view name_of(Shape shape) {
  return kShapeNames[static_cast<std::size_t>(shape)];
}
[[nodiscard]] constexpr std::string_view name_of(Hue hue) {
  return kHueNames[static_cast<std::size_t>(hue)];
}

inline constexpr double kSheet = 200;

struct Part {
  Shape shape = Shape::kCircle;
  Hue hue = Hue::kRed;
  std::string fill;     // "#rrggbb", a shade of the hue
  scene::Point center;  // of the circle around the shape
  double rx = 0;        // half its width, or the radius of the circle around it
  double ry = 0;        // half its height; only of ellipses and rectangles, else as rx
  double angle = 0;     // degrees, clockwise on the sheet
};

/// A shade of the hue.
[[nodiscard]] std::string shade_of(Hue hue, Random& random);

/// Radius, or half sizes, and the colour in a shade drawn by chance.
[[nodiscard]] Part make_part(Shape shape, Hue hue, scene::Point center, scene::Point half,
                             Random& random, double angle = 0);

/// The program as a person may have written it: some parts as basic shapes, others as paths, runs
/// of parts in groups that carry a shift or the colour they share. No name, comment or id says what
/// a part is.
[[nodiscard]] std::string write_program(const std::vector<Part>& parts, Random& random);

/// The parts as flat pixels without smoothing: part i in the colour #0000xx with xx = i + 1.
[[nodiscard]] std::string write_index_picture(const std::vector<Part>& parts);

}  // namespace papert::sgp

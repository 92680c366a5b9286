// Scenes of coloured parts, and the SVG programs that draw them.
//
// A scene is a list of parts from back to front on a sheet of 200 x 200 units. Every shape is
// symmetric about its own upright axis and turned by an angle afterwards, so that mirroring a scene
// is a matter of centres and angles.
//
// A scene has two texts. The plain one says every visible part in the shortest way; the program is
// what is asked about: moved, turned and scaled by nested groups, drawn by tags that do not give
// the shape away, and with parts that nobody sees. Both must make the same picture
// (check.h).
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "scene/scene.h"

namespace papert::mint::svg {

inline constexpr int kPictureSize = 512;  // pixels each way that a picture is looked at with

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

/// How a part takes part in the picture.
enum class Role {
  kDrawn,   // on the sheet, or beside it, or behind another part
  kEraser,  // white as the sheet: it only hides what lies behind it
  kUnused   // defined but never drawn
};

struct Part {
  Shape shape = Shape::kCircle;
  Hue hue = Hue::kRed;
  std::string fill;     // "#rrggbb", a shade of the hue
  scene::Point center;  // of the circle around the shape
  double rx = 0;        // half its width, or the radius of the circle around it
  double ry = 0;        // half its height; only of ellipses and rectangles, else as rx
  double angle = 0;     // degrees, clockwise on the sheet
  Role role = Role::kDrawn;
};

/// A shade of the hue.
[[nodiscard]] std::string shade_of(Hue hue, Random& random);

/// Radius, or half sizes, and the colour in a shade drawn by chance.
[[nodiscard]] Part make_part(Shape shape, Hue hue, scene::Point center, scene::Point half,
                             Random& random, double angle = 0);

/// White, above what it hides.
[[nodiscard]] Part make_eraser(Shape shape, scene::Point center, double size);

/// A piece of an outline around the origin, not turned: a straight line from `start` to `end`, or
/// the part of an ellipse around the origin between two angles (degrees, clockwise on the sheet).
struct Curve {
  bool round = false;
  scene::Point start;
  scene::Point end;
  scene::Point radii;
  double from = 0;
  double to = 0;
};

/// The closed outline of a part, clockwise.
[[nodiscard]] std::vector<Curve> curves_of(const Part& part);

/// The outline on the sheet as a polygon; round pieces have a corner every few degrees.
[[nodiscard]] std::vector<scene::Point> polygon_of(const Part& part);

/// Where a point of a part's own frame lies on the sheet.
[[nodiscard]] scene::Point on_sheet(const Part& part, scene::Point local);

[[nodiscard]] scene::Point turned(scene::Point p, double degrees);

/// The shortest program that draws these parts; what is unused is left out.
[[nodiscard]] std::string write_plain(const std::vector<Part>& parts);

/// The same picture as a program that only drawing makes plain (write.cc).
[[nodiscard]] std::string write_program(const std::vector<Part>& parts, Random& random);

}  // namespace papert::mint::svg

#include "mint/svg/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace papert::mint::svg {
namespace {

using scene::Point;

constexpr std::array<std::array<std::string_view, 3>, 10> kShades{{
    {"#e53935", "#d32f2f", "#c62828"},
    {"#fb8c00", "#f57c00", "#ff9800"},
    {"#fdd835", "#ffeb3b", "#ffe600"},
    {"#43a047", "#2e7d32", "#388e3c"},
    {"#1e88e5", "#1565c0", "#1976d2"},
    {"#8e24aa", "#7b1fa2", "#6a1b9a"},
    {"#f48fb1", "#f06292", "#f8a5c2"},
    {"#795548", "#6d4c41", "#8d5524"},
    {"#212121", "#1a1a1a", "#000000"},
    {"#9e9e9e", "#8a8a8a", "#a8a8a8"},
}};

constexpr double kStarInner = 0.42;  // of the outer radius
constexpr double kArcHalf = 115;     // degrees to each side of the top; open at the bottom
constexpr double kArcInner = 0.66;   // of the outer radius

/// Corners on the circle around the shape, the first at the top.
std::vector<Point> ring(int corners, double radius, double inner = 0) {
  std::vector<Point> points;
  const int steps = inner > 0 ? 2 * corners : corners;
  for (int i = 0; i < steps; ++i) {
    const double r = inner > 0 && i % 2 == 1 ? inner : radius;
    points.push_back(turned({0, -r}, 360.0 * i / steps));
  }
  return points;
}

/// Of shapes with corners, around the origin and not turned; none for round ones.
std::vector<Point> corners_of(const Part& part) {
  switch (part.shape) {
    case Shape::kSquare:
    case Shape::kRectangle:
      return {{-part.rx, -part.ry}, {part.rx, -part.ry}, {part.rx, part.ry}, {-part.rx, part.ry}};
    case Shape::kTriangle:
      return ring(3, part.rx);
    case Shape::kPentagon:
      return ring(5, part.rx);
    case Shape::kHexagon:
      return ring(6, part.rx);
    case Shape::kStar:
      return ring(5, part.rx, kStarInner * part.rx);
    default:
      return {};
  }
}

Point on_ellipse(Point radii, double degrees) {
  const double a = degrees * std::numbers::pi / 180;
  return {radii.x * std::cos(a), radii.y * std::sin(a)};
}

Curve line(Point start, Point end) { return {false, start, end, {}, 0, 0}; }

Curve bow(Point radii, double from, double to) {
  return {true, on_ellipse(radii, from), on_ellipse(radii, to), radii, from, to};
}

}  // namespace

Point turned(Point p, double degrees) {
  const double a = degrees * std::numbers::pi / 180;
  return {p.x * std::cos(a) - p.y * std::sin(a), p.x * std::sin(a) + p.y * std::cos(a)};
}

Point on_sheet(const Part& part, Point local) {
  const Point p = turned(local, part.angle);
  return {part.center.x + p.x, part.center.y + p.y};
}

std::string shade_of(Hue hue, Random& random) {
  return std::string(random.choice(kShades[static_cast<std::size_t>(hue)]));
}

Part make_part(Shape shape, Hue hue, Point center, Point half, Random& random, double angle) {
  const bool free = shape == Shape::kEllipse || shape == Shape::kRectangle;
  return {shape, hue,         shade_of(hue, random), center, half.x, free ? half.y : half.x,
          angle, Role::kDrawn};
}

Part make_eraser(Shape shape, Point center, double size) {
  return {shape, Hue::kGray, "#ffffff", center, size, size, 0, Role::kEraser};
}

std::vector<Curve> curves_of(const Part& part) {
  const Point radii{part.rx, part.ry};
  switch (part.shape) {
    case Shape::kCircle:
    case Shape::kEllipse:
      return {bow(radii, 0, 360)};
    case Shape::kSemicircle:
      return {bow(radii, 180, 360), line({part.rx, 0}, {-part.rx, 0})};
    case Shape::kArc: {
      const Point inner{part.rx * kArcInner, part.rx * kArcInner};
      const Curve out = bow(radii, 270 - kArcHalf, 270 + kArcHalf);
      const Curve back = bow(inner, 270 + kArcHalf, 270 - kArcHalf);
      return {out, line(out.end, back.start), back, line(back.end, out.start)};
    }
    default:
      break;
  }
  const std::vector<Point> corners = corners_of(part);
  std::vector<Curve> curves;
  curves.reserve(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    curves.push_back(line(corners[i], corners[(i + 1) % corners.size()]));
  }
  return curves;
}

std::vector<Point> polygon_of(const Part& part) {
  constexpr double kStep = 6;  // degrees
  std::vector<Point> points;
  for (const Curve& curve : curves_of(part)) {
    const int steps = curve.round ? static_cast<int>(std::abs(curve.to - curve.from) / kStep) : 1;
    for (int i = 0; i < steps; ++i) {
      const double at = curve.from + (curve.to - curve.from) * i / steps;
      points.push_back(on_sheet(part, curve.round ? on_ellipse(curve.radii, at) : curve.start));
    }
  }
  return points;
}

std::string write_plain(const std::vector<Part>& parts) {
  std::string text = R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">)";
  for (const Part& part : parts) {
    if (part.role == Role::kUnused) continue;
    const std::vector<Curve> curves = curves_of(part);
    const Point start = on_sheet(part, curves.front().start);
    std::string data = fmt::format("M{:.3f},{:.3f}", start.x, start.y);
    for (const Curve& curve : curves) {
      const int pieces = curve.round ? 3 : 1;  // an arc to where it starts is nothing
      for (int i = 1; i <= pieces; ++i) {
        const double at = curve.from + (curve.to - curve.from) * i / pieces;
        const Point end = on_sheet(part, curve.round ? on_ellipse(curve.radii, at) : curve.end);
        if (curve.round) {
          data += fmt::format("A{:.3f},{:.3f} {:.3f} 0 {}", curve.radii.x, curve.radii.y,
                              part.angle, curve.to > curve.from ? "1 " : "0 ");
        } else {
          data += "L";
        }
        data += fmt::format("{:.3f},{:.3f}", end.x, end.y);
      }
    }
    text += fmt::format(R"(<path fill="{}" d="{}Z"/>)", part.fill, data);
  }
  return text + "</svg>";
}

}  // namespace papert::mint::svg

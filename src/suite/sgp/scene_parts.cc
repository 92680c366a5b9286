#include "suite/sgp/scene_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace papert::sgp {
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
constexpr double kArcSweep = 230;    // degrees; open at the bottom
constexpr double kArcWidth = 0.34;   // of the radius

/// At most one decimal, never "-0".
std::string number(double value) {
  const double rounded = std::round(value * 10) / 10;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

Point turned(Point p, double degrees) {
  const double a = degrees * std::numbers::pi / 180;
  return {p.x * std::cos(a) - p.y * std::sin(a), p.x * std::sin(a) + p.y * std::cos(a)};
}

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

std::string pair(Point p) { return number(p.x) + "," + number(p.y); }

/// One way of writing a part: `shift` is what the group around it adds.
class Writer {
 public:
  Writer(const Part& part, Point shift, std::string paint, bool as_path)
      : part_(part),
        at_{part.center.x - shift.x, part.center.y - shift.y},
        paint_(std::move(paint)),
        as_path_(as_path) {}

  [[nodiscard]] std::string element() const {
    switch (part_.shape) {
      case Shape::kCircle:
      case Shape::kEllipse:
        return round();
      case Shape::kSemicircle:
        return semicircle();
      case Shape::kArc:
        return arc();
      case Shape::kSquare:
      case Shape::kRectangle:
        if (!as_path_) return rectangle();
        break;
      default:
        break;
    }
    return polygon();
  }

 private:
  [[nodiscard]] Point place(Point local) const {
    const Point p = turned(local, part_.angle);
    return {at_.x + p.x, at_.y + p.y};
  }

  [[nodiscard]] std::string turn() const {
    return part_.angle == 0 ? ""
                            : fmt::format(" transform=\"rotate({} {} {})\"", number(part_.angle),
                                          number(at_.x), number(at_.y));
  }

  [[nodiscard]] std::string round() const {
    const bool circle = part_.shape == Shape::kCircle;
    if (as_path_) {
      const Point left = place({-part_.rx, 0});
      const Point right = place({part_.rx, 0});
      const std::string radii = fmt::format("{} {} {}", number(part_.rx), number(part_.ry),
                                            number(circle ? 0 : part_.angle));
      return fmt::format("<path{} d=\"M{} A{} 0 1 {} A{} 0 1 {} Z\"/>", paint_, pair(left), radii,
                         pair(right), radii, pair(left));
    }
    if (circle) {
      return fmt::format("<circle{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>", paint_, number(at_.x),
                         number(at_.y), number(part_.rx));
    }
    return fmt::format("<ellipse{} cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"{}/>", paint_,
                       number(at_.x), number(at_.y), number(part_.rx), number(part_.ry), turn());
  }

  [[nodiscard]] std::string rectangle() const {
    return fmt::format("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>", paint_,
                       number(at_.x - part_.rx), number(at_.y - part_.ry), number(2 * part_.rx),
                       number(2 * part_.ry), turn());
  }

  [[nodiscard]] std::string polygon() const {
    std::string points;
    for (const Point corner : corners_of(part_)) {
      if (!points.empty()) points += as_path_ ? " L" : " ";
      points += pair(place(corner));
    }
    return as_path_ ? fmt::format("<path{} d=\"M{} Z\"/>", paint_, points)
                    : fmt::format("<polygon{} points=\"{}\"/>", paint_, points);
  }

  /// The dome of it, its flat side below.
  [[nodiscard]] std::string semicircle() const {
    return fmt::format("<path{} d=\"M{} A{} {} 0 0 1 {} Z\"/>", paint_, pair(place({-part_.rx, 0})),
                       number(part_.rx), number(part_.rx), pair(place({part_.rx, 0})));
  }

  [[nodiscard]] std::string arc() const {
    const double radius = part_.rx * (1 - kArcWidth / 2);
    const Point start = place(turned({0, -radius}, -kArcSweep / 2));
    const Point end = place(turned({0, -radius}, kArcSweep / 2));
    return fmt::format("<path{} d=\"M{} A{} {} 0 1 1 {}\"/>", paint_, pair(start), number(radius),
                       number(radius), pair(end));
  }

  const Part& part_;
  Point at_;
  std::string paint_;
  bool as_path_;
};

/// The attributes that colour a part. An arc is a thick line, so it never takes its fill from a
/// group.
std::string paint_of(const Part& part, bool as_style) {
  if (part.shape == Shape::kArc) {
    const std::string width = number(part.rx * kArcWidth);
    return as_style
               ? fmt::format(" style=\"fill:none;stroke:{};stroke-width:{}\"", part.fill, width)
               : fmt::format(" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", part.fill, width);
  }
  return as_style ? fmt::format(" style=\"fill:{}\"", part.fill)
                  : fmt::format(" fill=\"{}\"", part.fill);
}

bool chance(Random& random, double probability) { return random.random() < probability; }

constexpr std::string_view kHead =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\"";

}  // namespace

std::string shade_of(Hue hue, Random& random) {
  return std::string(random.choice(kShades[static_cast<std::size_t>(hue)]));
}

Part make_part(Shape shape, Hue hue, Point center, Point half, Random& random, double angle) {
  const bool free = shape == Shape::kEllipse || shape == Shape::kRectangle;
  return {shape, hue, shade_of(hue, random), center, half.x, free ? half.y : half.x, angle};
}

std::string write_program(const std::vector<Part>& parts, Random& random) {
  const bool as_style = chance(random, 0.4);
  std::string text = std::string(kHead) + ">\n";
  for (std::size_t first = 0; first < parts.size();) {
    const auto run = std::min(static_cast<std::size_t>(random.randint(1, 4)), parts.size() - first);
    const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(first);
    const bool grouped = run > 1 && chance(random, 0.6);
    const bool one_fill =
        grouped &&
        std::all_of(begin, begin + static_cast<std::ptrdiff_t>(run), [&](const Part& part) {
          return part.fill == begin->fill && part.shape != Shape::kArc;
        });
    Point shift;
    if (grouped && chance(random, 0.5)) {
      shift = {static_cast<double>(random.randint(-4, 10)) * 5,
               static_cast<double>(random.randint(-4, 10)) * 5};
    }
    if (grouped) {
      text += "  <g";
      if (one_fill) text += paint_of(*begin, as_style);
      if (shift != Point{})
        text += fmt::format(" transform=\"translate({} {})\"", shift.x, shift.y);
      text += ">\n";
    }
    for (std::size_t i = first; i < first + run; ++i) {
      const std::string paint = one_fill ? "" : paint_of(parts[i], as_style);
      text += grouped ? "    " : "  ";
      text += Writer(parts[i], shift, paint, chance(random, 0.35)).element() + "\n";
    }
    if (grouped) text += "  </g>\n";
    first += run;
  }
  return text + "</svg>\n";
}

std::string write_index_picture(const std::vector<Part>& parts) {
  std::string text = std::string(kHead) + " shape-rendering=\"crispEdges\">";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part part = parts[i];
    part.fill = fmt::format("#0000{:02x}", i + 1);
    text += Writer(part, {}, paint_of(part, false), false).element();
  }
  return text + "</svg>";
}

}  // namespace papert::sgp

// Sketches as line drawings. Circles and arcs are written as such, splines as polylines. Each
// drawing gets its own scale; y is turned downwards. Numbers have two decimals, which is below a
// pixel at any size that is painted.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "lang/cad/sketch.h"
#include "lang/cad/sketch_parts.h"

namespace papert::lang::cad {
namespace {

constexpr double kFullTurn = 2 * std::numbers::pi;
constexpr int kArcSamples = 64;

struct Bounds {
  double low_x = std::numeric_limits<double>::max();
  double low_y = std::numeric_limits<double>::max();
  double high_x = std::numeric_limits<double>::lowest();
  double high_y = std::numeric_limits<double>::lowest();

  void add(const Point& p) {
    low_x = std::min(low_x, p.x);
    low_y = std::min(low_y, p.y);
    high_x = std::max(high_x, p.x);
    high_y = std::max(high_y, p.y);
  }
};

/// An ellipse or a part of it, turning by `turn` (positive is counter-clockwise) from `start`.
struct Turn {
  Point center;
  Point axis;  // unit
  double major = 0;
  double minor = 0;
  double start = 0;
  double turn = kFullTurn;

  [[nodiscard]] Point at(double angle) const {
    const double u = major * std::cos(angle);
    const double v = minor * std::sin(angle);
    return {center.x + u * axis.x - v * axis.y, center.y + u * axis.y + v * axis.x};
  }
  [[nodiscard]] bool is_whole() const { return std::abs(turn) >= kFullTurn; }
};

Turn to_turn(const SketchEllipse& e) {
  const double length = std::hypot(e.dir.x, e.dir.y);
  Turn turn{e.center, {e.dir.x / length, e.dir.y / length}, e.radius, e.minor_radius};
  if (!e.range) return turn;
  double difference = std::fmod(e.range->end - e.range->start, kFullTurn);
  if (difference <= 0) difference += kFullTurn;
  const double sense = e.clockwise ? -1 : 1;
  turn.start = sense * e.range->start;
  turn.turn = sense * difference;
  return turn;
}

Turn to_turn(const SketchCircle& c) {
  return to_turn(SketchEllipse{c.center, c.dir, c.radius, c.radius, c.clockwise, c.range});
}

Point on_line(const SketchLine& line, double t) {
  return {line.pnt.x + t * line.dir.x, line.pnt.y + t * line.dir.y};
}

struct Measurer {
  Bounds& bounds;

  void operator()(const SketchPoint& p) const { bounds.add(p.at); }
  void operator()(const SketchLine& line) const {
    bounds.add(on_line(line, line.start));
    bounds.add(on_line(line, line.end));
  }
  void operator()(const SketchCircle& c) const { (*this)(to_turn(c)); }
  void operator()(const SketchEllipse& e) const { (*this)(to_turn(e)); }
  void operator()(const Turn& turn) const {
    for (int i = 0; i <= kArcSamples; ++i)
      bounds.add(turn.at(turn.start + turn.turn * i / kArcSamples));
  }
  void operator()(const SketchSpline& s) const { add(detail::sample(s)); }
  void operator()(const SketchFit& f) const { add(detail::sample(f)); }
  void add(const std::vector<Point>& points) const {
    for (const Point& p : points) bounds.add(p);
  }
};

/// Sketch coordinates to the picture's.
struct Placement {
  double scale = 1;
  double x = 0;
  double y = 0;

  [[nodiscard]] Point operator()(const Point& p) const {
    return {x + scale * p.x, y - scale * p.y};
  }
};

class Drawer {
 public:
  Drawer(const Placement& place, double dot) : place_(place), dot_(dot) {}

  std::string operator()(const SketchPoint& p) const {
    const Point c = place_(p.at);
    return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\"/>\n", c.x, c.y, dot_);
  }
  std::string operator()(const SketchLine& line) const {
    return path({on_line(line, line.start), on_line(line, line.end)});
  }
  std::string operator()(const SketchCircle& c) const { return curve(to_turn(c)); }
  std::string operator()(const SketchEllipse& e) const { return curve(to_turn(e)); }
  std::string operator()(const SketchSpline& s) const { return path(detail::sample(s)); }
  std::string operator()(const SketchFit& f) const { return path(detail::sample(f)); }

 private:
  [[nodiscard]] std::string path(const std::vector<Point>& points) const {
    if (points.empty()) return {};
    std::string d;
    for (const Point& point : points) {
      const Point p = place_(point);
      d += fmt::format("{}{:.2f} {:.2f}", d.empty() ? "M" : " L", p.x, p.y);
    }
    return "<path d=\"" + d + "\"/>\n";
  }

  [[nodiscard]] std::string curve(const Turn& turn) const {
    const double rx = turn.major * place_.scale;
    const double ry = turn.minor * place_.scale;
    const Point c = place_(turn.center);
    if (turn.is_whole() && rx == ry) {
      return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\"/>\n", c.x, c.y, rx);
    }
    // In two halves, so that neither is ambiguous.
    const double angle = -std::atan2(turn.axis.y, turn.axis.x) * 360 / kFullTurn;
    std::string d;
    for (const double part : {0.0, 0.5, 1.0}) {
      const Point p = place_(turn.at(turn.start + turn.turn * part));
      d += d.empty() ? fmt::format("M{:.2f} {:.2f}", p.x, p.y)
                     : fmt::format(" A{:.2f} {:.2f} {:.2f} 0 {} {:.2f} {:.2f}", rx, ry, angle,
                                   turn.turn < 0 ? 1 : 0, p.x, p.y);
    }
    return "<path d=\"" + d + "\"/>\n";
  }

  Placement place_;
  double dot_;
};

struct Cell {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

Placement fit(const Sketch& sketch, const Cell& cell) {
  Bounds bounds;
  for (const Primitive& primitive : sketch.primitives) {
    std::visit(Measurer{bounds}, primitive.shape);
  }
  Placement place;
  if (bounds.low_x > bounds.high_x) return place;
  const double margin = 0.09 * std::min(cell.width, cell.height);
  const double scale = std::min((cell.width - 2 * margin) / (bounds.high_x - bounds.low_x),
                                (cell.height - 2 * margin) / (bounds.high_y - bounds.low_y));
  place.scale = std::isfinite(scale) ? scale : 1;
  place.x = cell.x + cell.width / 2 - place.scale * (bounds.low_x + bounds.high_x) / 2;
  place.y = cell.y + cell.height / 2 + place.scale * (bounds.low_y + bounds.high_y) / 2;
  return place;
}

/// One group for what is drawn alike: dashed below, then full lines, then points.
std::string draw(const Sketch& sketch, const Cell& cell, std::size_t& left) {
  const double line = std::max(0.8, std::min(cell.width, cell.height) / 256);
  const Placement place = fit(sketch, cell);
  std::string dashed;
  std::string full;
  std::string points;
  for (const Primitive& primitive : sketch.primitives) {
    if (left == 0) break;
    --left;
    const bool is_point = std::holds_alternative<SketchPoint>(primitive.shape);
    std::string& group = is_point ? points : primitive.construction ? dashed : full;
    group += std::visit(Drawer(place, 1.6 * line), primitive.shape);
  }
  return fmt::format(
      "<g fill=\"none\" stroke=\"#7f93ab\" stroke-width=\"{:.2f}\" stroke-dasharray=\"{:.2f} "
      "{:.2f}\">\n{}</g>\n<g fill=\"none\" stroke=\"#16202c\" stroke-width=\"{:.2f}\" "
      "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n{}</g>\n<g fill=\"#2f6fb0\">\n{}</g>\n",
      0.75 * line, 4 * line, 3 * line, dashed, line, full, points);
}

std::string divider(double x0, double y0, double x1, double y1) {
  return fmt::format("<path d=\"M{:.2f} {:.2f} L{:.2f} {:.2f}\" stroke=\"#d5dae0\"/>\n", x0, y0, x1,
                     y1);
}

}  // namespace

std::string to_svg(std::span<const Sketch> sketches, const DrawingOptions& options) {
  const auto count = static_cast<double>(std::max<std::size_t>(sketches.size(), 1));
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(count)));
  const auto rows = static_cast<std::size_t>(std::ceil(count / static_cast<double>(columns)));
  const Cell cell{0, 0, options.width / static_cast<double>(columns),
                  options.height / static_cast<double>(rows)};
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fbfcfd\"/>\n",
      options.width, options.height);
  std::size_t left = options.primitives;
  for (std::size_t i = 0; i < sketches.size(); ++i) {
    Cell place = cell;
    const std::size_t row = i / columns;
    place.x = static_cast<double>(i % columns) * cell.width;
    place.y = static_cast<double>(row) * cell.height;
    svg += draw(sketches[i], place, left);
    if (place.x > 0) svg += divider(place.x, place.y, place.x, place.y + place.height);
    if (place.y > 0) svg += divider(place.x, place.y, place.x + place.width, place.y);
  }
  return svg + "</svg>\n";
}

}  // namespace papert::lang::cad

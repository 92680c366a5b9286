#include "mint/svg/write_element.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace papert::mint::svg {

using scene::Point;

double two_decimals(double value) {
  const double near = std::round(value * 100) / 100;
  return near == 0 ? 0.0 : near;
}
std::string decimals_text(double value) { return fmt::format("{}", two_decimals(value)); }

Part Frame::inside(Part part) const {
  const Point p = turned({part.center.x - shift.x, part.center.y - shift.y}, -angle);
  part.center = {p.x / scale.x, p.y / scale.y};
  part.rx /= size();
  part.ry /= size();
  part.angle = std::remainder((part.angle - angle) * (scale.x < 0 ? -1 : 1), 360.0);
  return part;
}

std::string Frame::text(bool as_matrix) const {
  if (as_matrix) {
    const double a = angle * std::numbers::pi / 180;
    return fmt::format("matrix({:.5g} {:.5g} {:.5g} {:.5g} {} {})", scale.x * std::cos(a),
                       scale.x * std::sin(a), -scale.y * std::sin(a), scale.y * std::cos(a),
                       decimals_text(shift.x), decimals_text(shift.y));
  }
  std::string all = fmt::format("translate({} {})", decimals_text(shift.x), decimals_text(shift.y));
  if (angle != 0) all += fmt::format(" rotate({})", decimals_text(angle));
  if (scale.x == scale.y && scale.x != 1) all += fmt::format(" scale({:.5g})", scale.x);
  if (scale.x != scale.y) all += fmt::format(" scale({:.5g} {:.5g})", scale.x, scale.y);
  return all;
}

namespace {

/// Path data, absolute or relative. What follows starts from where rounding has led.
class PathText {
 public:
  PathText(Point start, bool relative) : at_{two_decimals(start.x), two_decimals(start.y)} {
    relative_ = relative;
    text_ = fmt::format("M{} {}", decimals_text(at_.x), decimals_text(at_.y));
  }
  void line(Point end) {
    text_ += relative_ ? "l" : "L";
    go(end);
  }
  void quadratic(Point handle, Point end) {
    text_ += relative_ ? "q" : "Q";
    say(handle);
    text_ += " ";
    go(end);
  }
  void cubic(Point first, Point second, Point end) {
    text_ += relative_ ? "c" : "C";
    say(first);
    text_ += " ";
    say(second);
    text_ += " ";
    go(end);
  }
  void arc(Point radii, double angle, bool clockwise, Point end) {
    text_ += fmt::format("{}{} {} {} 0 {} ", relative_ ? "a" : "A", decimals_text(radii.x),
                         decimals_text(radii.y), decimals_text(angle), clockwise ? 1 : 0);
    go(end);
  }
  [[nodiscard]] std::string take() { return text_ + (relative_ ? "z" : "Z"); }

 private:
  [[nodiscard]] Point delta(Point p) const {
    return {two_decimals(p.x - at_.x), two_decimals(p.y - at_.y)};
  }
  void say(Point p) {
    const Point q = relative_ ? delta(p) : p;
    text_ += decimals_text(q.x) + " " + decimals_text(q.y);
  }
  void go(Point end) {
    say(end);
    const Point step = delta(end);
    at_ = {at_.x + step.x, at_.y + step.y};
  }

  Point at_;
  bool relative_ = false;
  std::string text_;
};

Point between(Point a, Point b, double t) { return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}; }

/// Draws how one part is written. `part` is in the coordinates of the group around it.
class ElementWriter {
 public:
  ElementWriter(Part part, Random& random) : part_(std::move(part)), random_(random) {}

  /// With its place: either in its coordinates or in a transform of its own.
  [[nodiscard]] Element placed() {
    if (!chance(random_, 0.5)) return shape_element();
    const Frame frame{part_.center, part_.angle, draw_stretch()};
    centre(frame.scale);
    const bool as_matrix = chance(random_, 0.35);
    Element element = shape_element();
    element.attributes += " transform=\"" + frame.text(as_matrix) + "\"";
    return element;
  }

  /// Around the origin, filled; for definitions.
  [[nodiscard]] Element centred() {
    centre({1, 1});
    plain_ = true;
    return shape_element();
  }

 private:
  void centre(Point stretch) {
    part_.center = {};
    part_.angle = 0;
    stretch_ = stretch;
  }

  Point draw_stretch() {
    constexpr std::array<double, 6> kStretches{0.4, 0.5, 0.8, 1.25, 1.6, 2};
    const double x = random_.choice(kStretches);
    const double y = random_.choice(kStretches);
    const double kind = random_.random();
    if (kind < 0.2) return {1, 1};
    if (kind < 0.4) return {x, x};
    // A circle that is stretched to an ellipse, a square to a rectangle.
    if (kind < 0.7) return {x, x * part_.ry / part_.rx};
    return {x, y};
  }

  [[nodiscard]] Point radii() const { return {part_.rx / stretch_.x, part_.ry / stretch_.y}; }
  [[nodiscard]] bool upright() const { return part_.angle == 0; }
  /// A pen that is stretched is round no more, and cannot be moved into numbers.
  [[nodiscard]] bool drawn_with_pen() const { return !plain_ && stretch_.x == stretch_.y; }
  [[nodiscard]] bool even() const {
    const Point r = radii();
    return std::abs(r.x - r.y) < 0.0005 * r.x;
  }

  [[nodiscard]] Point local(Point p) const {
    const Point q = turned({p.x / stretch_.x, p.y / stretch_.y}, part_.angle);
    return {part_.center.x + q.x, part_.center.y + q.y};
  }

  Element shape_element() {
    const double kind = random_.random();
    switch (part_.shape) {
      case Shape::kCircle:
      case Shape::kEllipse:
        return round_element(kind);
      case Shape::kSquare:
      case Shape::kRectangle:
        return square_element(kind);
      case Shape::kSemicircle:
      case Shape::kArc:
        return path();
      default:
        return kind < 0.5 ? polygon() : path();
    }
  }

  Element round_element(double kind) {
    const bool turnable = upright() || even();
    if (kind < 0.2 && even() && drawn_with_pen()) return dot();
    if (kind < 0.4 && turnable) return box(true);
    if (kind < 0.75 && turnable) return disc();
    return path();
  }

  Element square_element(double kind) {
    if (kind < 0.25 && drawn_with_pen()) return thick_line();
    if (kind < 0.55 && upright()) return box(false);
    return kind < 0.8 ? polygon() : path();
  }

  [[nodiscard]] Element disc() {
    const Point r = radii();
    const Point c = part_.center;
    if (even() && chance(random_, 0.6)) {
      return {"circle", fmt::format(R"( cx="{}" cy="{}" r="{}")", decimals_text(c.x),
                                    decimals_text(c.y), decimals_text(r.x))};
    }
    return {"ellipse", fmt::format(R"( cx="{}" cy="{}" rx="{}" ry="{}")", decimals_text(c.x),
                                   decimals_text(c.y), decimals_text(r.x), decimals_text(r.y))};
  }

  /// With corners so round that nothing else is left, it is an ellipse.
  [[nodiscard]] Element box(bool round) const {
    const Point r = radii();
    const Point c = part_.center;
    std::string all =
        fmt::format(R"( x="{}" y="{}" width="{}" height="{}")", decimals_text(c.x - r.x),
                    decimals_text(c.y - r.y), decimals_text(2 * r.x), decimals_text(2 * r.y));
    if (round) all += fmt::format(R"( rx="{}" ry="{}")", decimals_text(r.x), decimals_text(r.y));
    return {"rect", all};
  }

  [[nodiscard]] Element dot() {
    const Point c = part_.center;
    const std::string pen =
        fmt::format(R"( stroke-width="{}" stroke-linecap="round")", decimals_text(2 * radii().x));
    if (chance(random_, 0.5)) {
      return {"line",
              fmt::format(R"( x1="{0}" y1="{1}" x2="{0}" y2="{1}")", decimals_text(c.x),
                          decimals_text(c.y)) +
                  pen,
              true};
    }
    return {"path", fmt::format(" d=\"M{} {}h0\"", decimals_text(c.x), decimals_text(c.y)) + pen,
            true};
  }

  [[nodiscard]] Element thick_line() {
    const bool level = chance(random_, 0.5);
    const Point a = local(level ? Point{-part_.rx, 0} : Point{0, -part_.ry});
    const Point b = local(level ? Point{part_.rx, 0} : Point{0, part_.ry});
    const std::string pen =
        fmt::format(" stroke-width=\"{}\"", decimals_text(2 * (level ? radii().y : radii().x)));
    if (chance(random_, 0.6)) {
      return {"line",
              fmt::format(R"( x1="{}" y1="{}" x2="{}" y2="{}")", decimals_text(a.x),
                          decimals_text(a.y), decimals_text(b.x), decimals_text(b.y)) +
                  pen,
              true};
    }
    return {"path",
            fmt::format(" d=\"M{} {}L{} {}\"", decimals_text(a.x), decimals_text(a.y),
                        decimals_text(b.x), decimals_text(b.y)) +
                pen,
            true};
  }

  /// The points of an outline without round pieces, ten to twelve of them, the first drawn by
  /// chance.
  [[nodiscard]] std::vector<Point> padded_points(const std::vector<Curve>& curves) {
    const auto total = std::max(curves.size(), static_cast<std::size_t>(random_.randint(10, 12)));
    std::vector<std::size_t> extra(curves.size(), 0);
    for (std::size_t n = curves.size(); n < total; ++n) {
      ++extra[static_cast<std::size_t>(random_.randbelow(curves.size()))];
    }
    std::vector<Point> points;
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const auto pieces = static_cast<double>(extra[i] + 1);
      for (std::size_t k = 0; k <= extra[i]; ++k) {
        points.push_back(
            local(between(curves[i].start, curves[i].end, static_cast<double>(k) / pieces)));
      }
    }
    const auto first = static_cast<std::ptrdiff_t>(random_.randbelow(points.size()));
    std::rotate(points.begin(), points.begin() + first, points.end());
    if (chance(random_, 0.5)) std::reverse(points.begin(), points.end());
    return points;
  }

  [[nodiscard]] Element polygon() {
    std::string points;
    for (const Point p : padded_points(curves_of(part_))) {
      points += (points.empty() ? "" : " ") + decimals_text(p.x) + "," + decimals_text(p.y);
    }
    return {chance(random_, 0.75) ? "polygon" : "polyline", " points=\"" + points + "\""};
  }

  void straight(PathText& path, Point start, Point end) {
    const double kind = random_.random();
    if (kind < 0.55) {
      path.line(end);
    } else if (kind < 0.75) {
      path.quadratic(between(start, end, 0.5), end);
    } else {
      path.cubic(between(start, end, 1.0 / 3), between(start, end, 2.0 / 3), end);
    }
  }

  void bow(PathText& path, const Curve& curve) {
    const double span = std::abs(curve.to - curve.from);
    const auto least = static_cast<std::int64_t>(span / 120) + 1;
    const auto pieces = random_.randint(least, least + 2);
    const bool cubics = chance(random_, 0.5);
    const auto at = [&](double degrees, double reach) {
      const double a = degrees * std::numbers::pi / 180;
      return Point{curve.radii.x * (std::cos(a) - reach * std::sin(a)),
                   curve.radii.y * (std::sin(a) + reach * std::cos(a))};
    };
    for (std::int64_t i = 1; i <= pieces; ++i) {
      const double step = (curve.to - curve.from) / static_cast<double>(pieces);
      const double from = curve.from + step * static_cast<double>(i - 1);
      const double to = from + step;
      if (cubics && std::abs(step) <= 91) {
        const double reach = 4.0 / 3 * std::tan(step * std::numbers::pi / 180 / 4);
        path.cubic(local(at(from, reach)), local(at(to, -reach)), local(at(to, 0)));
      } else {
        path.arc({curve.radii.x / stretch_.x, curve.radii.y / stretch_.y}, part_.angle,
                 curve.to > curve.from, local(at(to, 0)));
      }
    }
  }

  [[nodiscard]] Element path() {
    const std::vector<Curve> curves = curves_of(part_);
    const bool relative = chance(random_, 0.5);
    if (std::none_of(curves.begin(), curves.end(), [](const Curve& c) { return c.round; })) {
      const std::vector<Point> points = padded_points(curves);
      PathText text(points.front(), relative);
      for (std::size_t i = 1; i < points.size(); ++i) straight(text, points[i - 1], points[i]);
      return {"path", " d=\"" + text.take() + "\""};
    }
    PathText text(local(curves.front().start), relative);
    for (const Curve& curve : curves) {
      if (curve.round) {
        bow(text, curve);
        continue;
      }
      const Point middle = local(between(curve.start, curve.end, 0.5));
      straight(text, local(curve.start), middle);
      straight(text, middle, local(curve.end));
    }
    return {"path", " d=\"" + text.take() + "\""};
  }

  Part part_;
  Random& random_;
  Point stretch_{1, 1};
  bool plain_ = false;
};

}  // namespace

Element placed_element(Part part, Random& random) {
  return ElementWriter(std::move(part), random).placed();
}

Element centred_element(Part part, Random& random) {
  return ElementWriter(std::move(part), random).centred();
}

}  // namespace papert::mint::svg

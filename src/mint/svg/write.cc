// Programs whose text does not give the picture away.
//
// What a reader could learn from words alone is made worthless one by one:
//
//     tags        a circle may be a circle, an ellipse that is squeezed, a rect with round corners,
//     a
//                 dot of a round pen or a path of arcs or cubics; a rectangle may be a rect, a
//                 thick line, a polygon or a path
//     corners     every polygon has ten to twelve points: extra ones lie on its sides
//     commands    straight sides are lines or cubics and quadratics whose handles lie on them
//     numbers     sizes and places are those of nested groups that move, turn, mirror and scale,
//     and
//                 of elements that stretch once more; the viewBox begins anywhere
//     colours     from attributes, styles, classes or the group around; shapes may be `use`d
//     elements    parts that are never drawn stand in <defs> beside those that are
//
// Nothing here depends on whether a part can be seen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include "mint/svg/parts.h"

namespace papert::mint::svg {
namespace {

using scene::Point;

bool chance(Random& random, double probability) { return random.random() < probability; }

/// At most two decimals, never "-0".
double rounded(double value) {
  const double near = std::round(value * 100) / 100;
  return near == 0 ? 0.0 : near;
}
std::string number(double value) { return fmt::format("{}", rounded(value)); }

/// From a group's own coordinates to those around it: mirror, scale, turn, move.
struct Frame {
  Point shift;
  double angle = 0;
  Point scale{1, 1};  // x is negative where it mirrors

  [[nodiscard]] double size() const { return scale.y; }

  /// The part in the group's coordinates. Shapes are mirror images of themselves, so a mirrored one
  /// is turned the other way. Only for scales that are equal but for the sign.
  [[nodiscard]] Part inside(Part part) const {
    const Point p = turned({part.center.x - shift.x, part.center.y - shift.y}, -angle);
    part.center = {p.x / scale.x, p.y / scale.y};
    part.rx /= size();
    part.ry /= size();
    part.angle = std::remainder((part.angle - angle) * (scale.x < 0 ? -1 : 1), 360.0);
    return part;
  }

  [[nodiscard]] std::string text(bool as_matrix) const {
    if (as_matrix) {
      const double a = angle * std::numbers::pi / 180;
      return fmt::format("matrix({:.5g} {:.5g} {:.5g} {:.5g} {} {})", scale.x * std::cos(a),
                         scale.x * std::sin(a), -scale.y * std::sin(a), scale.y * std::cos(a),
                         number(shift.x), number(shift.y));
    }
    std::string all = fmt::format("translate({} {})", number(shift.x), number(shift.y));
    if (angle != 0) all += fmt::format(" rotate({})", number(angle));
    if (scale.x == scale.y && scale.x != 1) all += fmt::format(" scale({:.5g})", scale.x);
    if (scale.x != scale.y) all += fmt::format(" scale({:.5g} {:.5g})", scale.x, scale.y);
    return all;
  }
};

Frame draw_frame(double outer_scale, Random& random) {
  constexpr std::array<double, 7> kScales{0.4, 0.5, 0.8, 1, 1.25, 2, 2.5};
  Frame frame;
  frame.shift.x = static_cast<double>(random.randint(-120, 320)) / outer_scale;
  frame.shift.y = static_cast<double>(random.randint(-120, 320)) / outer_scale;
  frame.angle = static_cast<double>(random.randint(-35, 36)) * 5;
  double scale = random.choice(kScales);
  if (outer_scale * scale > 3 || outer_scale * scale < 0.35) scale = 1;
  frame.scale = {chance(random, 0.35) ? -scale : scale, scale};
  return frame;
}

/// Path data, absolute or relative. What follows starts from where rounding has led.
class PathText {
 public:
  PathText(Point start, bool relative) : at_{rounded(start.x), rounded(start.y)} {
    relative_ = relative;
    text_ = fmt::format("M{} {}", number(at_.x), number(at_.y));
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
    text_ += fmt::format("{}{} {} {} 0 {} ", relative_ ? "a" : "A", number(radii.x),
                         number(radii.y), number(angle), clockwise ? 1 : 0);
    go(end);
  }
  [[nodiscard]] std::string take() { return text_ + (relative_ ? "z" : "Z"); }

 private:
  [[nodiscard]] Point delta(Point p) const { return {rounded(p.x - at_.x), rounded(p.y - at_.y)}; }
  void say(Point p) {
    const Point q = relative_ ? delta(p) : p;
    text_ += number(q.x) + " " + number(q.y);
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

/// An element without its colour. A stroked one takes it as its stroke.
struct Element {
  std::string tag;
  std::string attributes;
  bool stroked = false;
};

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
      return {"circle",
              fmt::format(R"( cx="{}" cy="{}" r="{}")", number(c.x), number(c.y), number(r.x))};
    }
    return {"ellipse", fmt::format(R"( cx="{}" cy="{}" rx="{}" ry="{}")", number(c.x), number(c.y),
                                   number(r.x), number(r.y))};
  }

  /// With corners so round that nothing else is left, it is an ellipse.
  [[nodiscard]] Element box(bool round) const {
    const Point r = radii();
    const Point c = part_.center;
    std::string all = fmt::format(R"( x="{}" y="{}" width="{}" height="{}")", number(c.x - r.x),
                                  number(c.y - r.y), number(2 * r.x), number(2 * r.y));
    if (round) all += fmt::format(R"( rx="{}" ry="{}")", number(r.x), number(r.y));
    return {"rect", all};
  }

  [[nodiscard]] Element dot() {
    const Point c = part_.center;
    const std::string pen =
        fmt::format(R"( stroke-width="{}" stroke-linecap="round")", number(2 * radii().x));
    if (chance(random_, 0.5)) {
      return {
          "line",
          fmt::format(R"( x1="{0}" y1="{1}" x2="{0}" y2="{1}")", number(c.x), number(c.y)) + pen,
          true};
    }
    return {"path", fmt::format(" d=\"M{} {}h0\"", number(c.x), number(c.y)) + pen, true};
  }

  [[nodiscard]] Element thick_line() {
    const bool level = chance(random_, 0.5);
    const Point a = local(level ? Point{-part_.rx, 0} : Point{0, -part_.ry});
    const Point b = local(level ? Point{part_.rx, 0} : Point{0, part_.ry});
    const std::string pen =
        fmt::format(" stroke-width=\"{}\"", number(2 * (level ? radii().y : radii().x)));
    if (chance(random_, 0.6)) {
      return {"line",
              fmt::format(R"( x1="{}" y1="{}" x2="{}" y2="{}")", number(a.x), number(a.y),
                          number(b.x), number(b.y)) +
                  pen,
              true};
    }
    return {"path",
            fmt::format(" d=\"M{} {}L{} {}\"", number(a.x), number(a.y), number(b.x), number(b.y)) +
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
      points += (points.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
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

class ProgramWriter {
 public:
  explicit ProgramWriter(Random& random) : random_(random) {}

  [[nodiscard]] std::string write(const std::vector<Part>& parts) {
    constexpr std::array<double, 5> kSizes{100, 160, 200, 250, 320};
    const double size = random_.choice(kSizes);
    Frame sheet;  // from what the viewBox shows to the sheet
    sheet.scale = {kSheet / size, kSheet / size};
    const auto left = static_cast<double>(random_.randint(-15, 15)) * 10;
    const auto top = static_cast<double>(random_.randint(-15, 15)) * 10;
    sheet.shift = {-left * sheet.scale.x, -top * sheet.scale.y};
    const bool sheet_of_styles = chance(random_, 0.6);
    if (sheet_of_styles) name_classes(parts);
    std::vector<Part> drawn;
    for (const Part& part : parts) {
      if (part.role == Role::kUnused) {
        definitions_.push_back(define_unused(sheet.inside(part)));
      } else {
        drawn.push_back(sheet.inside(part));
      }
    }
    std::string body;
    add_run(drawn, {1, kSheet / size, ""}, body);
    return head(left, top, size) + body + "</svg>\n";
  }

 private:
  struct Context {
    std::size_t depth = 0;
    double scale = 1;  // of a unit here on the sheet
    std::string fill;  // that elements without one get
  };

  [[nodiscard]] std::string head(double left, double top, double size) {
    std::string text =
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\">\n", left,
                    top, size, size);
    if (!classes_.empty()) {
      text += "  <style>";
      for (const auto& [fill, name] : classes_) text += fmt::format(".{}{{fill:{}}}", name, fill);
      text += "</style>\n";
    }
    random_.shuffle(definitions_);
    if (!definitions_.empty()) {
      text += "  <defs>\n";
      for (const std::string& definition : definitions_) text += "    " + definition + "\n";
      text += "  </defs>\n";
    }
    return text;
  }

  /// A letter and a number that nothing else is called.
  [[nodiscard]] std::string fresh_name() {
    for (;;) {
      const char letter = static_cast<char>('a' + random_.randbelow(26));
      const std::string name = letter + std::to_string(random_.randint(1, 99));
      if (names_.insert(name).second) return name;
    }
  }

  void name_classes(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      const bool wanted = chance(random_, 0.6);
      if (wanted && !classes_.contains(part.fill)) classes_[part.fill] = fresh_name();
    }
  }

  [[nodiscard]] std::string paint(const std::string& fill, bool stroked, const Context& context) {
    const double kind = random_.random();
    if (stroked) {
      return kind < 0.6 ? fmt::format(" stroke=\"{}\"", fill)
                        : fmt::format(" style=\"stroke:{}\"", fill);
    }
    if (fill == context.fill && kind < 0.7) return "";
    const auto named = classes_.find(fill);
    if (named != classes_.end() && kind < 0.8) {
      return fmt::format(" class=\"{}\"", named->second);
    }
    return kind < 0.5 ? fmt::format(" fill=\"{}\"", fill) : fmt::format(" style=\"fill:{}\"", fill);
  }

  [[nodiscard]] std::string element_text(const Element& element, const std::string& paint) {
    return "<" + element.tag + paint + element.attributes + "/>";
  }

  [[nodiscard]] std::string define_unused(const Part& part) {
    Element element = ElementWriter(part, random_).placed();
    element.attributes = " id=\"" + fresh_name() + "\"" + element.attributes;
    return element_text(element, paint(part.fill, element.stroked, {}));
  }

  /// What all of one kind are stretched from: squares for rectangles, circles for ellipses.
  [[nodiscard]] const std::string& definition_of(Shape shape) {
    if (shape == Shape::kEllipse) shape = Shape::kCircle;
    if (shape == Shape::kRectangle) shape = Shape::kSquare;
    std::string& name = shapes_[shape];
    if (name.empty()) {
      name = fresh_name();
      Part part;
      part.shape = shape;
      part.rx = part.ry = kDefinedSize;
      Element element = ElementWriter(part, random_).centred();
      element.attributes = " id=\"" + name + "\"" + element.attributes;
      definitions_.push_back(element_text(element, ""));
    }
    return name;
  }

  [[nodiscard]] std::string part_text(const Part& part, const Context& context) {
    if (!chance(random_, 0.25)) {
      const Element element = ElementWriter(part, random_).placed();
      return element_text(element, paint(part.fill, element.stroked, context));
    }
    const std::string name = definition_of(part.shape);
    const Frame frame{part.center, part.angle, {part.rx / kDefinedSize, part.ry / kDefinedSize}};
    const bool as_matrix = chance(random_, 0.35);
    return fmt::format(R"(<use href="#{}"{} transform="{}"/>)", name,
                       paint(part.fill, false, context), frame.text(as_matrix));
  }

  void add_run(const std::vector<Part>& parts, const Context& context, std::string& text) {
    const std::string indent(2 * context.depth, ' ');
    for (std::size_t first = 0; first < parts.size();) {
      const auto run =
          std::min(static_cast<std::size_t>(random_.randint(1, 4)), parts.size() - first);
      const bool grouped = chance(random_, context.depth == 1 ? 0.9 : context.depth == 2 ? 0.5 : 0);
      if (grouped) {
        const std::vector<Part> some(parts.begin() + static_cast<std::ptrdiff_t>(first),
                                     parts.begin() + static_cast<std::ptrdiff_t>(first + run));
        add_group(some, context, text);
      } else {
        for (std::size_t i = first; i < first + run; ++i) {
          text += indent + part_text(parts[i], context) + "\n";
        }
      }
      first += run;
    }
  }

  void add_group(const std::vector<Part>& parts, const Context& context, std::string& text) {
    const std::string indent(2 * context.depth, ' ');
    const Frame frame = draw_frame(context.scale, random_);
    const bool as_matrix = chance(random_, 0.3);
    Context inner{context.depth + 1, context.scale * frame.size(), context.fill};
    std::string shared;
    if (chance(random_, 0.5)) {
      inner.fill = random_.choice(parts).fill;
      shared = paint(inner.fill, false, {});
    }
    std::vector<Part> local;
    local.reserve(parts.size());
    for (const Part& part : parts) local.push_back(frame.inside(part));
    text += fmt::format("{}<g{} transform=\"{}\">\n", indent, shared, frame.text(as_matrix));
    add_run(local, inner, text);
    text += indent + "</g>\n";
  }

  static constexpr double kDefinedSize = 20;

  Random& random_;
  std::map<std::string, std::string> classes_;  // by fill
  std::map<Shape, std::string> shapes_;         // names of definitions
  std::set<std::string> names_;
  std::vector<std::string> definitions_;
};

}  // namespace

std::string write_program(const std::vector<Part>& parts, Random& random) {
  return ProgramWriter(random).write(parts);
}

}  // namespace papert::mint::svg

#include "lang/svg/shape_outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

PathCommand line_to(Point to, char letter = 'L') { return {letter, {Point{}, Point{}, to}}; }

PathCommand arc_to(double rx, double ry, Point to) {
  return {'A', {Point{}, Point{}, to}, rx, ry, 0, false, true};
}

Path polygon_path(const std::vector<Point>& points, bool closed) {
  Path path;
  path.reserve(points.size() + 1);
  for (const Point& point : points) path.push_back(line_to(point, path.empty() ? 'M' : 'L'));
  if (closed && !path.empty()) path.push_back({'Z'});
  return path;
}

Path ellipse_path(Point center, double rx, double ry) {
  return {line_to({center.x + rx, center.y}, 'M'),
          arc_to(rx, ry, {center.x - rx, center.y}),
          arc_to(rx, ry, {center.x + rx, center.y}),
          {'Z'}};
}

/// Reads the attributes of one shape.
class ShapeReader {
 public:
  ShapeReader(const Node& shape, double width, double height)
      : shape_(shape), width_(width), height_(height) {}

  Result<Path> outline();

 private:
  Result<double> x(std::string_view name) { return length(name, width_); }
  Result<double> y(std::string_view name) { return length(name, height_); }
  Result<Point> point(std::string_view across, std::string_view down) {
    Point at;
    at.x = TRY(x(across));
    at.y = TRY(y(down));
    return at;
  }
  Result<double> length(std::string_view name, double whole);
  Result<Path> rect();
  Result<Path> circle();
  Result<Path> ellipse();
  Result<Path> polygon(bool closed);

  /// Whether an attribute is given and is not the word "auto".
  bool given(std::string_view name) { return shape_.attribute(name).value_or("auto") != "auto"; }

  const Node& shape_;
  double width_;
  double height_;
};

Result<double> ShapeReader::length(std::string_view name, double whole) {
  if (!given(name)) return 0.0;
  const std::string_view text = *shape_.attribute(name);
  const auto value = parse_length(text);
  if (!value) {
    return fail(ErrorCode::kBadData, shape_.name + ": " + std::string(name) + " " +
                                         in_quotes(text) + " is not a length with a known unit");
  }
  return value->percent ? value->value / 100 * whole : value->value;
}

Result<Path> ShapeReader::rect() {
  const double left = TRY(x("x"));
  const double top = TRY(y("y"));
  const double width = TRY(x("width"));
  const double height = TRY(y("height"));
  double rx = TRY(x("rx"));
  double ry = TRY(y("ry"));
  if (!(width > 0) || !(height > 0)) return Path{};
  if (!given("rx")) rx = ry;
  if (!given("ry")) ry = rx;
  rx = std::clamp(rx, 0.0, width / 2);
  ry = std::clamp(ry, 0.0, height / 2);
  const double right = left + width;
  const double bottom = top + height;
  if (rx == 0 || ry == 0) {
    return polygon_path({{left, top}, {right, top}, {right, bottom}, {left, bottom}}, true);
  }
  return Path{line_to({left + rx, top}, 'M'),       line_to({right - rx, top}),
              arc_to(rx, ry, {right, top + ry}),    line_to({right, bottom - ry}),
              arc_to(rx, ry, {right - rx, bottom}), line_to({left + rx, bottom}),
              arc_to(rx, ry, {left, bottom - ry}),  line_to({left, top + ry}),
              arc_to(rx, ry, {left + rx, top}),     {'Z'}};
}

Result<Path> ShapeReader::circle() {
  const Point center = TRY(point("cx", "cy"));
  const double radius = TRY(length("r", std::hypot(width_, height_) / std::numbers::sqrt2));
  return radius > 0 ? ellipse_path(center, radius, radius) : Path{};
}

Result<Path> ShapeReader::ellipse() {
  const Point center = TRY(point("cx", "cy"));
  double rx = TRY(x("rx"));
  double ry = TRY(y("ry"));
  if (!given("rx")) rx = ry;
  if (!given("ry")) ry = rx;
  return rx > 0 && ry > 0 ? ellipse_path(center, rx, ry) : Path{};
}

Result<Path> ShapeReader::polygon(bool closed) {
  const std::string_view text = shape_.attribute("points").value_or("");
  const auto numbers = parse_numbers(text);
  if (!numbers || numbers->size() % 2 != 0) {
    return fail(ErrorCode::kBadData,
                shape_.name + ": the points " + in_quotes(text) + " are not pairs of numbers");
  }
  std::vector<Point> points;
  points.reserve(numbers->size() / 2);
  for (std::size_t i = 0; i < numbers->size(); i += 2) {
    points.push_back({(*numbers)[i], (*numbers)[i + 1]});
  }
  return polygon_path(points, closed);
}

Result<Path> ShapeReader::outline() {
  if (shape_.name == "path") return parse_path(shape_.attribute("d").value_or(""));
  if (shape_.name == "rect") return rect();
  if (shape_.name == "circle") return circle();
  if (shape_.name == "ellipse") return ellipse();
  if (shape_.name != "line") return polygon(shape_.name == "polygon");
  const Point from = TRY(point("x1", "y1"));
  const Point to = TRY(point("x2", "y2"));
  return Path{line_to(from, 'M'), line_to(to)};
}

}  // namespace

bool is_shape(const Node& node) {
  constexpr std::array<std::string_view, 7> kShapes{"path", "rect",     "circle", "ellipse",
                                                    "line", "polyline", "polygon"};
  return std::find(kShapes.begin(), kShapes.end(), node.name) != kShapes.end();
}

Result<Path> shape_outline(const Node& shape, double viewport_width, double viewport_height) {
  return ShapeReader(shape, viewport_width, viewport_height).outline();
}

}  // namespace papert::lang::svg

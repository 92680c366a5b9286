// From calls to geometry. Directions come from a table of sines times 65,536, so that no pixel
// depends on a mathematical library.

#include <algorithm>
#include <cstdlib>
#include <variant>

#include "lang/shapes/v2_program.h"

namespace papert::lang::shapes::v2 {
namespace {

constexpr int kCurvePieces = 32;

constexpr std::array<int, 91> kSines{
    0,     1144,  2287,  3430,  4572,  5712,  6850,  7987,  9121,  10252, 11380, 12505, 13626,
    14742, 15855, 16962, 18064, 19161, 20252, 21336, 22415, 23486, 24550, 25607, 26656, 27697,
    28729, 29753, 30767, 31772, 32768, 33754, 34729, 35693, 36647, 37590, 38521, 39441, 40348,
    41243, 42126, 42995, 43852, 44695, 45525, 46341, 47143, 47930, 48703, 49461, 50203, 50931,
    51643, 52339, 53020, 53684, 54332, 54963, 55578, 56175, 56756, 57319, 57865, 58393, 58903,
    59396, 59870, 60326, 60764, 61183, 61584, 61966, 62328, 62672, 62997, 63303, 63589, 63856,
    64104, 64332, 64540, 64729, 64898, 65048, 65177, 65287, 65376, 65446, 65496, 65526, 65536};

/// Of any angle from 0 on, in degrees.
int sine(int degrees) {
  const int turned = degrees % 360;
  const int half = turned % 180;
  const int value = kSines[static_cast<std::size_t>(half <= 90 ? half : 180 - half)];
  return turned < 180 ? value : -value;
}

/// Clockwise from where x grows.
scene::Direction direction(int degrees) { return {sine(degrees + 90), sine(degrees)}; }

scene::TurnedBox box(int x, int y, scene::PixelPoint size, int outline, int rotate) {
  return {{2 * x + size.x - 1, 2 * y + size.y - 1}, size.x, size.y, outline, direction(rotate)};
}

/// How much the ring leaves open; a stroke as wide as the radius leaves the centre pixel.
int inner_radius(int radius, int stroke) { return stroke == 0 ? -1 : radius - stroke; }

scene::PixelPoint fine(int x, int y) {
  return {x * scene::ThickPath::kUnit, y * scene::ThickPath::kUnit};
}

/// Rounded to the nearest, halves upwards.
int rounded_quotient(int value, int divisor) {
  const int shifted = 2 * value + divisor;
  const int whole = shifted / (2 * divisor);
  return whole - (shifted % (2 * divisor) < 0 ? 1 : 0);
}

/// A point of the curve, k of kCurvePieces along.
int curve_point(int a, int b, int c, int k) {
  const int rest = kCurvePieces - k;
  const int sum = rest * rest * a + 2 * k * rest * b + k * k * c;
  return rounded_quotient(sum * scene::ThickPath::kUnit, kCurvePieces * kCurvePieces);
}

scene::ThickPath curve(const std::array<int, kMaxValues>& v) {
  scene::ThickPath path{.path = {}, .width = v[6]};
  path.path.reserve(kCurvePieces + 1);
  for (int k = 0; k <= kCurvePieces; ++k) {
    path.path.push_back({curve_point(v[0], v[2], v[4], k), curve_point(v[1], v[3], v[5], k)});
  }
  return path;
}

scene::ColorForm polygon(const Shape& shape) {
  if (shape.values[0] == 0) return scene::FilledPolygon{shape.points};
  scene::ThickPath path{.path = {}, .width = shape.values[0], .closed = true};
  path.path.reserve(shape.points.size());
  for (const scene::PixelPoint& point : shape.points) path.path.push_back(fine(point.x, point.y));
  return path;
}

scene::Box box_of(const scene::Ring& ring) {
  return {ring.center.x - ring.radius, ring.center.y - ring.radius, ring.center.x + ring.radius,
          ring.center.y + ring.radius};
}

scene::Box box_of(const scene::TurnedBox& box) {
  constexpr int kOne = 65'536;
  const auto reach = [&](int across, int along) {
    return (std::int64_t{box.width} * std::abs(across) +
            std::int64_t{box.height} * std::abs(along)) /
           kOne;
  };
  const auto x = static_cast<int>(reach(box.axis.x, box.axis.y));
  const auto y = static_cast<int>(reach(box.axis.y, box.axis.x));
  // Of numbers that may be negative, the quotients rounded down.
  return {(box.twice_center.x - x + 1) >> 1, (box.twice_center.y - y + 1) >> 1,
          (box.twice_center.x + x) >> 1, (box.twice_center.y + y) >> 1};
}

scene::Box box_around(const std::vector<scene::PixelPoint>& points, int unit, int reach) {
  scene::Box box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const scene::PixelPoint& point : points) {
    box = {std::min(box.x0, point.x), std::min(box.y0, point.y), std::max(box.x1, point.x),
           std::max(box.y1, point.y)};
  }
  const auto rounded = [unit](int value) { return rounded_quotient(value, unit); };
  return {rounded(box.x0) - reach, rounded(box.y0) - reach, rounded(box.x1) + reach,
          rounded(box.y1) + reach};
}

scene::Box box_of(const scene::ThickPath& path) {
  return box_around(path.path, scene::ThickPath::kUnit, (path.width + 1) / 2);
}

scene::Box box_of(const scene::FilledPolygon& polygon) { return box_around(polygon.points, 1, 0); }

}  // namespace

scene::Box bounds(const Shape& shape) {
  return std::visit([](const auto& form) { return box_of(form); }, to_form(shape));
}

scene::ColorForm to_form(const Shape& shape) {
  const auto& v = shape.values;
  switch (shape.kind) {
    case Kind::kCircle:
      return scene::Ring{{v[0], v[1]}, v[2], inner_radius(v[2], v[3]), {}, {}};
    case Kind::kSquare:
      return box(v[0] - v[2] / 2, v[1] - v[2] / 2, {v[2], v[2]}, v[3], v[4]);
    case Kind::kRectangle:
      return box(v[0], v[1], {v[2], v[3]}, v[4], v[5]);
    case Kind::kLine:
      return scene::ThickPath{.path = {fine(v[0], v[1]), fine(v[2], v[3])}, .width = v[4]};
    case Kind::kPolygon:
      return polygon(shape);
    case Kind::kArc:
      return scene::Ring{{v[0], v[1]},           v[2], inner_radius(v[2], v[5]), direction(v[3]),
                         direction(v[3] + v[4]), v[4]};
    case Kind::kCurve:
      return curve(v);
    case Kind::kClear:
      break;
  }
  return box(v[0], v[1], {v[2], v[3]}, 0, v[4]);
}

scene::ColorScene to_scene(const Program& program) {
  scene::ColorScene scene{kCanvasSize, kCanvasSize, {}, palette()};
  scene.items.reserve(program.shapes.size());
  for (const Shape& shape : program.shapes) {
    scene.items.push_back({to_form(shape), static_cast<std::uint8_t>(shape.color)});
  }
  return scene;
}

}  // namespace papert::lang::shapes::v2

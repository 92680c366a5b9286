// The rules of docs/shapecode-v2.md asked of every pixel, one call after the other: slow, and
// written apart from src/raster, whose pictures must be the same.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "lang/shapes/v2_program.h"

namespace papert::test {

class NaiveColors {
 public:
  using Shape = lang::shapes::v2::Shape;
  using Kind = lang::shapes::v2::Kind;
  using Point = scene::PixelPoint;

  /// The colour of every pixel, row by row.
  static std::vector<std::uint8_t> render(const lang::shapes::v2::Program& program) {
    constexpr int kSize = lang::shapes::kCanvasSize;
    std::vector<std::uint8_t> pixels(std::size_t{kSize} * kSize, 0);
    for (const Shape& shape : program.shapes) {
      const NaiveColors rules(shape);
      for (int y = 0; y < kSize; ++y) {
        for (int x = 0; x < kSize; ++x) {
          if (!rules.covers({x, y})) continue;
          pixels[static_cast<std::size_t>(y) * kSize + static_cast<std::size_t>(x)] =
              static_cast<std::uint8_t>(shape.color);
        }
      }
    }
    return pixels;
  }

  explicit NaiveColors(const Shape& shape) : shape_(shape) {
    const auto& v = shape.values;
    if (shape.kind == Kind::kCurve) {
      for (int k = 0; k <= 32; ++k) path_.push_back({bezier(k, 0), bezier(k, 1)});
    }
    if (shape.kind == Kind::kLine) path_ = {{16 * v[0], 16 * v[1]}, {16 * v[2], 16 * v[3]}};
    if (shape.kind == Kind::kPolygon) {
      for (const Point& point : shape.points) path_.push_back({16 * point.x, 16 * point.y});
      path_.push_back(path_.front());
    }
  }

  [[nodiscard]] bool covers(const Point& p) const {
    const auto& v = shape_.values;
    switch (shape_.kind) {
      case Kind::kCircle:
        return in_ring(p, v[3]);
      case Kind::kArc:
        return in_ring(p, v[5]) && in_sweep(p);
      case Kind::kSquare:
        return in_box(p, {v[0] - v[2] / 2, v[1] - v[2] / 2}, {v[2], v[2]}, v[3], v[4]);
      case Kind::kRectangle:
        return in_box(p, {v[0], v[1]}, {v[2], v[3]}, v[4], v[5]);
      case Kind::kClear:
        return in_box(p, {v[0], v[1]}, {v[2], v[3]}, 0, v[4]);
      case Kind::kLine:
        return near_path(p, v[4]);
      case Kind::kCurve:
        return near_path(p, v[6]);
      case Kind::kPolygon:
        return v[0] == 0 ? in_polygon(p) : near_path(p, v[0]);
    }
    return false;
  }

 private:
  /// Times 65,536, rounded.
  static std::int64_t sine(int degrees) {
    static const std::array<std::int64_t, 360> kSines = [] {
      std::array<std::int64_t, 360> sines{};
      for (int d = 0; d < 360; ++d) {
        sines.at(static_cast<std::size_t>(d)) =
            std::llround(std::sin(d * 3.14159265358979323846 / 180) * 65536);
      }
      return sines;
    }();
    return kSines.at(static_cast<std::size_t>((degrees % 360 + 360) % 360));
  }
  static std::int64_t cosine(int degrees) { return sine(degrees + 90); }

  /// A coordinate of the curve in sixteenths, k of 32 along.
  [[nodiscard]] int bezier(int k, std::size_t axis) const {
    const auto& v = shape_.values;
    const double t = k / 32.0;  // all of it is exact in doubles
    const double at =
        (1 - t) * (1 - t) * v[axis] + 2 * t * (1 - t) * v[2 + axis] + t * t * v[4 + axis];
    return static_cast<int>(std::floor(at * 16 + 0.5));
  }

  /// (distance - 1/2) <= radius, but for the disc that the stroke leaves open.
  [[nodiscard]] bool in_ring(const Point& p, int stroke) const {
    const auto& v = shape_.values;
    const std::int64_t dx = p.x - v[0];
    const std::int64_t dy = p.y - v[1];
    const auto within = [&](std::int64_t radius) {
      return 4 * (dx * dx + dy * dy) <= (2 * radius + 1) * (2 * radius + 1);
    };
    return within(v[2]) && (stroke == 0 || !within(v[2] - stroke));
  }

  [[nodiscard]] bool in_sweep(const Point& p) const {
    const auto& v = shape_.values;
    const std::int64_t dx = p.x - v[0];
    const std::int64_t dy = p.y - v[1];
    // Whether it lies in the half plane that begins at this angle.
    const auto beyond = [&](int degrees) { return cosine(degrees) * dy - sine(degrees) * dx; };
    if (v[4] == 360) return true;
    const bool after = beyond(v[3]) >= 0;
    const bool before = beyond(v[3] + v[4]) <= 0;
    return v[4] <= 180 ? after && before : after || before;
  }

  static bool in_box(const Point& p, const Point& corner, const Point& size, int stroke,
                     int rotate) {
    // Twice the way from the centre, turned back.
    const std::int64_t dx = 2 * p.x - (2 * corner.x + size.x - 1);
    const std::int64_t dy = 2 * p.y - (2 * corner.y + size.y - 1);
    const std::int64_t across = std::llabs(dx * cosine(rotate) + dy * sine(rotate));
    const std::int64_t down = std::llabs(dy * cosine(rotate) - dx * sine(rotate));
    const auto within = [&](int width, int height) {
      return across < std::int64_t{65536} * width && down < std::int64_t{65536} * height;
    };
    const bool hole = stroke > 0 && within(size.x - 2 * stroke, size.y - 2 * stroke);
    return within(size.x, size.y) && !hole;
  }

  [[nodiscard]] bool near_path(const Point& p, int stroke) const {
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
      if (near_piece({16 * p.x, 16 * p.y}, path_[i], path_[i + 1], 16 * stroke)) return true;
    }
    return false;
  }

  /// Twice the distance is at most the width.
  static bool near_piece(const Point& p, const Point& a, const Point& b, std::int64_t width) {
    const std::int64_t reach = width / 2 + 1;
    if (p.x + reach < std::min(a.x, b.x) || p.x - reach > std::max(a.x, b.x)) return false;
    if (p.y + reach < std::min(a.y, b.y) || p.y - reach > std::max(a.y, b.y)) return false;
    const auto squared = [](const Point& from, const Point& to) {
      const std::int64_t dx = to.x - from.x;
      const std::int64_t dy = to.y - from.y;
      return dx * dx + dy * dy;
    };
    const std::int64_t to_a = squared(p, a);
    const std::int64_t to_b = squared(p, b);
    const std::int64_t length = squared(a, b);
    if (to_b >= to_a + length) return 4 * to_a <= width * width;
    if (to_a >= to_b + length) return 4 * to_b <= width * width;
    const std::int64_t doubled =
        std::int64_t{b.x - a.x} * (p.y - a.y) - std::int64_t{b.y - a.y} * (p.x - a.x);
    return 4 * doubled * doubled <= width * width * length;
  }

  [[nodiscard]] bool in_polygon(const Point& p) const {
    bool inside = false;
    for (std::size_t i = 0; i < shape_.points.size(); ++i) {
      const Point& a = shape_.points[i];
      const Point& b = shape_.points[(i + 1) % shape_.points.size()];
      const std::int64_t side =
          std::int64_t{b.x - a.x} * (p.y - a.y) - std::int64_t{b.y - a.y} * (p.x - a.x);
      const std::int64_t between =
          std::int64_t{a.x - p.x} * (b.x - p.x) + std::int64_t{a.y - p.y} * (b.y - p.y);
      if (side == 0 && between <= 0) return true;  // on the edge
      // A ray to the left.
      if ((a.y <= p.y) != (b.y <= p.y) && (a.y <= p.y) == (side < 0)) inside = !inside;
    }
    return inside;
  }

  const Shape& shape_;
  std::vector<Point> path_;
};

}  // namespace papert::test

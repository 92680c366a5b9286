// Lines and polygons.
//
// A thin line is Bresenham's. After i steps along the longer axis (length n, the shorter m) it has
// moved floor((2 m i + n) / 2 n) along the shorter one, so a line that starts far outside enters
// the canvas by one division instead of a walk.
//
// A wide line is a filled quadrilateral around the segment, its corners rounded to pixels.
//
// A filled polygon is a scan-line fill in single precision, the precision its pixels are defined
// by: row y meets each edge at x = (y - y0) * dx + x0; the meeting points are sorted and the gaps
// between the first and second, third and fourth... are filled, each end rounded to the nearest
// pixel (halves inwards: away from zero on the left, towards it on the right). Three rules make its
// corners:
//   * horizontal edges are drawn on their own and meet no row;
//   * an edge that ends on a row above the polygon's last counts twice there, which keeps the
//     parity where the next edge goes on and leaves a single point where the polygon turns back;
//   * where two edges begin (or end) together and lean the same way, the row would hold a lone
//     pixel far from the next row's span; the meeting point is moved to join them. Pillow moves the
//     entry with the other edge's number, which on crowded rows belongs to a third edge. That is
//     part of the picture it draws, so it is kept.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "raster/canvas.h"
#include "raster/draw.h"

namespace papert::raster {
namespace {

using detail::ColorCanvas;
using detail::fill_between;

/// Half away from zero, and half towards zero.
std::int64_t round_half_out(double value) {
  return static_cast<std::int64_t>(value >= 0 ? std::floor(value + 0.5) : -std::floor(0.5 - value));
}
std::int64_t round_half_in(double value) {
  return static_cast<std::int64_t>(value >= 0 ? std::ceil(value - 0.5) : -std::ceil(-value - 0.5));
}

struct LongPoint {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

LongPoint widen(Point point) { return {point.x, point.y}; }

/// The steps i in [0, steps) for which start + i * direction lies in [0, size).
struct StepRange {
  std::int64_t first = 0;
  std::int64_t end = 0;
};

StepRange steps_inside(std::int64_t start, std::int64_t direction, std::int64_t steps,
                       std::int64_t size) {
  if (direction > 0) return {std::max<std::int64_t>(-start, 0), std::min(size - start, steps)};
  return {std::max<std::int64_t>(start - size + 1, 0), std::min(start + 1, steps)};
}

/// The pixels from `from` up to, but not including, `to`.
template <class Canvas>
void open_line(Canvas& canvas, LongPoint from, LongPoint to) {
  const std::int64_t dx = std::abs(to.x - from.x);
  const std::int64_t dy = std::abs(to.y - from.y);
  const std::int64_t x_step = to.x >= from.x ? 1 : -1;
  const std::int64_t y_step = to.y >= from.y ? 1 : -1;
  const bool flat = dx > dy;
  const std::int64_t major = flat ? dx : dy;
  const std::int64_t minor = flat ? dy : dx;
  const StepRange range = flat ? steps_inside(from.x, x_step, major, canvas.width())
                               : steps_inside(from.y, y_step, major, canvas.height());
  if (range.first >= range.end) return;

  // Coordinates are ints, so both lengths are below 2^32 and the product fits unsigned 64 bits.
  const auto product = static_cast<std::uint64_t>(minor) * static_cast<std::uint64_t>(range.first);
  auto moved = static_cast<std::int64_t>(product / static_cast<std::uint64_t>(major));
  auto rest = 2 * static_cast<std::int64_t>(product % static_cast<std::uint64_t>(major)) + major;
  if (rest >= 2 * major) {
    rest -= 2 * major;
    ++moved;
  }
  for (std::int64_t i = range.first; i < range.end; ++i) {
    const std::int64_t x = from.x + x_step * (flat ? i : moved);
    const std::int64_t y = from.y + y_step * (flat ? moved : i);
    canvas.fill_span(y, x, x);
    rest += 2 * minor;
    if (rest >= 2 * major) {
      rest -= 2 * major;
      ++moved;
    }
  }
}

struct Edge {
  Edge(LongPoint from, LongPoint to)
      : x_min(std::min(from.x, to.x)),
        x_max(std::max(from.x, to.x)),
        y_min(std::min(from.y, to.y)),
        y_max(std::max(from.y, to.y)),
        x0(static_cast<float>(from.x)),
        y0(from.y) {
    if (!horizontal()) dx = static_cast<float>(to.x - from.x) / static_cast<float>(to.y - from.y);
  }

  [[nodiscard]] bool horizontal() const { return y_min == y_max; }
  [[nodiscard]] float x_at(std::int64_t y) const { return static_cast<float>(y - y0) * dx + x0; }

  std::int64_t x_min;
  std::int64_t x_max;
  std::int64_t y_min;
  std::int64_t y_max;
  float x0;
  std::int64_t y0;
  float dx = 0;
};

bool lean_the_same_way(const Edge& a, const Edge& b) {
  return (a.dx > 0 && b.dx > 0) || (a.dx < 0 && b.dx < 0);
}

bool end_together(const Edge& a, const Edge& b, std::int64_t y) {
  return (a.y_min == y && b.y_min == y) || (a.y_max == y && b.y_max == y);
}

/// The meeting points of one row, with room for two per edge.
class Crossings {
 public:
  explicit Crossings(std::size_t edges) : x_(2 * edges) {}

  /// Collects and sorts those of row y; `bottom` is the last row drawn.
  std::span<const float> at_row(std::span<const Edge> edges, std::int64_t y, std::int64_t bottom) {
    count_ = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Edge& edge = edges[i];
      if (y < edge.y_min || y > edge.y_max) continue;
      const float x = edge.x_at(y);
      x_[count_++] = x;
      if (y == edge.y_max && y < bottom) {
        x_[count_++] = x;
      } else if (edge.dx != 0 && std::round(x) == x) {
        join_corner(edges, i, y, bottom);
      }
    }
    std::sort(x_.begin(), x_.begin() + static_cast<std::ptrdiff_t>(count_));
    return {x_.data(), count_};
  }

 private:
  void join_corner(std::span<const Edge> edges, std::size_t index, std::int64_t y,
                   std::int64_t bottom) {
    const Edge& edge = edges[index];
    for (std::size_t k = 0; k < index; ++k) {
      const Edge& other = edges[k];
      if (!lean_the_same_way(edge, other) || !end_together(edge, other, y)) continue;
      if (other.x_at(y) != x_[count_ - 1]) continue;
      const std::int64_t next = y == bottom ? y - 1 : y + 1;
      const float low = std::min(edge.x_at(next), other.x_at(next));
      const float high = std::max(edge.x_at(next), other.x_at(next));
      if (y == edge.y_max) {
        x_[k] = edge.dx > 0 ? high + 1 : low - 1;
      } else {
        x_[k] = edge.dx > 0 ? low : high + 1;
      }
      return;
    }
  }

  std::vector<float> x_;
  std::size_t count_ = 0;
};

template <class Canvas>
void fill_edges(Canvas& canvas, std::vector<Edge> edges) {
  std::int64_t top = canvas.height() - 1;
  std::int64_t bottom = 0;
  for (const Edge& edge : edges) {
    top = std::min(top, edge.y_min);
    bottom = std::max(bottom, edge.y_max);
    if (edge.horizontal()) canvas.fill_span(edge.y_min, edge.x_min, edge.x_max);
  }
  std::erase_if(edges, [](const Edge& edge) { return edge.horizontal(); });
  top = std::max<std::int64_t>(top, 0);
  // One row below the canvas is still "not the last" for the rules above.
  bottom = std::min<std::int64_t>(bottom, canvas.height());

  Crossings crossings(edges.size());
  for (std::int64_t y = top; y <= bottom; ++y) {
    const std::span<const float> x = crossings.at_row(edges, y, bottom);
    for (std::size_t i = 1; i < x.size(); i += 2) {
      fill_between(canvas, y, round_half_out(x[i - 1]), round_half_in(x[i]));
    }
  }
}

template <class Canvas>
void wide_line(Canvas& canvas, LongPoint from, LongPoint to, int width) {
  const auto dx = static_cast<double>(to.x - from.x);
  const auto dy = static_cast<double>(to.y - from.y);
  if (dx == 0 && dy == 0) {
    canvas.fill_span(from.y, from.x, from.x);
    return;
  }
  const double length = std::hypot(dx, dy);
  const double half = (width - 1) / 2.0;
  const double larger = static_cast<double>(round_half_out(half)) / length;
  const double smaller = static_cast<double>(round_half_in(half)) / length;
  const std::int64_t left = round_half_in(smaller * dy);
  const std::int64_t right = round_half_in(larger * dy);
  const std::int64_t up = round_half_in(smaller * dx);
  const std::int64_t down = round_half_in(larger * dx);
  const LongPoint corners[4] = {{from.x - left, from.y + down},
                                {to.x - left, to.y + down},
                                {to.x + right, to.y - up},
                                {from.x + right, from.y - up}};
  std::vector<Edge> edges;
  edges.reserve(4);
  for (std::size_t i = 0; i < 4; ++i) edges.emplace_back(corners[i], corners[(i + 1) % 4]);
  fill_edges(canvas, std::move(edges));
}

template <class Canvas>
void draw_line(Canvas& canvas, Point from, Point to, int width) {
  if (width > 1) {
    wide_line(canvas, widen(from), widen(to), width);
    return;
  }
  open_line(canvas, widen(from), widen(to));
  canvas.fill_span(to.y, to.x, to.x);
}

template <class Canvas>
void draw_polygon(Canvas& canvas, std::span<const Point> vertices) {
  if (vertices.size() < 2) return;
  std::vector<Edge> edges;
  edges.reserve(vertices.size());
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    edges.emplace_back(widen(vertices[i - 1]), widen(vertices[i]));
  }
  if (vertices.back() != vertices.front()) {
    edges.emplace_back(widen(vertices.back()), widen(vertices.front()));
  }
  fill_edges(canvas, std::move(edges));
}

template <class Canvas>
void draw_polygon_outline(Canvas& canvas, std::span<const Point> vertices) {
  if (vertices.size() < 2) return;
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    open_line(canvas, widen(vertices[i - 1]), widen(vertices[i]));
  }
  open_line(canvas, widen(vertices.back()), widen(vertices.front()));
}

int truncate(double value) {
  if (std::isnan(value)) return 0;
  constexpr double kLow = std::numeric_limits<int>::min();
  constexpr double kHigh = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(value, kLow, kHigh));
}

}  // namespace

Point truncated(double x, double y) { return {truncate(x), truncate(y)}; }

void line(Bitmap& canvas, Point from, Point to, int width) { draw_line(canvas, from, to, width); }

void line(Image& canvas, Point from, Point to, int width, Color color) {
  ColorCanvas target(canvas, color);
  draw_line(target, from, to, width);
}

void fill_polygon(Bitmap& canvas, std::span<const Point> vertices) {
  draw_polygon(canvas, vertices);
}

void fill_polygon(Image& canvas, std::span<const Point> vertices, Color color) {
  ColorCanvas target(canvas, color);
  draw_polygon(target, vertices);
}

void stroke_polygon(Bitmap& canvas, std::span<const Point> vertices) {
  draw_polygon_outline(canvas, vertices);
}

void stroke_polygon(Image& canvas, std::span<const Point> vertices, Color color) {
  ColorCanvas target(canvas, color);
  draw_polygon_outline(target, vertices);
}

}  // namespace papert::raster

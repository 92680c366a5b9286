// What forms cover. Every rule is an inequality between whole numbers that fit into 64 bits, so a
// pixel does not depend on the machine. tests/support/naive_colors.h asks the same inequalities of
// every pixel; here a row of a convex set is one run, whose ends are found from those of the row
// above: a few questions a row instead of one a pixel.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "raster/color_plane.h"

namespace papert::raster {
namespace {

using scene::Direction;
using scene::PixelPoint;
using scene::ThickPath;

/// Pixel bounds, all included.
struct FormBounds {
  int x0, y0, x1, y1;
};

FormBounds clipped(const FormBounds& bounds, const Bitmap& mask) {
  return {std::max(bounds.x0, 0), std::max(bounds.y0, 0), std::min(bounds.x1, mask.width() - 1),
          std::min(bounds.y1, mask.height() - 1)};
}

struct RowRun {
  int begin;
  int end;  // included
};

/// Where a row meets a convex set, looked for from `hint` to both sides. Empty: end < begin.
template <class Inside>
RowRun convex_run(const FormBounds& bounds, int y, RowRun hint, const Inside& inside) {
  int x = std::clamp(hint.begin, bounds.x0, bounds.x1);
  if (!inside(x, y)) {
    int away = 1;
    const int farthest = std::max(x - bounds.x0, bounds.x1 - x);
    for (;; ++away) {
      if (away > farthest) return {0, -1};
      if (x + away <= bounds.x1 && inside(x + away, y)) {
        x += away;
        break;
      }
      if (x - away >= bounds.x0 && inside(x - away, y)) {
        x -= away;
        break;
      }
    }
  }
  RowRun run{x, std::clamp(hint.end, x, bounds.x1)};
  while (run.begin > bounds.x0 && inside(run.begin - 1, y)) --run.begin;
  if (inside(run.end, y)) {
    while (run.end < bounds.x1 && inside(run.end + 1, y)) ++run.end;
  } else {
    while (!inside(run.end, y)) --run.end;
  }
  return run;
}

/// Calls use(y, run) for the rows that a convex set meets.
template <class Inside, class Use>
void each_convex_run(const FormBounds& bounds, const Inside& inside, const Use& use) {
  if (bounds.x0 > bounds.x1) return;
  RowRun hint{(bounds.x0 + bounds.x1) / 2, (bounds.x0 + bounds.x1) / 2};
  for (int y = bounds.y0; y <= bounds.y1; ++y) {
    const RowRun run = convex_run(bounds, y, hint, inside);
    if (run.end < run.begin) continue;
    use(y, run);
    hint = run;
  }
}

std::int64_t cross(const Direction& a, std::int64_t x, std::int64_t y) {
  return std::int64_t{a.x} * y - std::int64_t{a.y} * x;
}

/// Whether a point relative to the centre is in the part of the circle that the ring has.
bool in_sweep(const scene::Ring& ring, int x, int y) {
  if (ring.sweep >= 360) return true;
  const std::int64_t after_start = cross(ring.start, x, y);
  const std::int64_t after_end = cross(ring.end, x, y);
  if (ring.sweep <= 180) return after_start >= 0 && after_end <= 0;
  return after_start >= 0 || after_end <= 0;
}

/// The largest whole number whose square is at most `square`, -1 below 0.
int root(std::int64_t square) {
  return square < 0 ? -1 : static_cast<int>(std::sqrt(static_cast<double>(square)));
}

void cover_span(const scene::Ring& ring, int y, int x0, int x1, Bitmap& mask) {
  if (ring.sweep >= 360) {
    mask.fill_span(y, x0, x1);
    return;
  }
  x0 = std::max(x0, 0);
  x1 = std::min(x1, mask.width() - 1);
  for (int x = x0; x <= x1; ++x) {
    if (in_sweep(ring, x - ring.center.x, y - ring.center.y)) mask.set(x, y);
  }
}

void cover_form(const scene::Ring& ring, Bitmap& mask) {
  const auto reach = [](int radius) { return std::int64_t{radius} * radius + radius; };
  const int x = ring.center.x;
  const int top = std::max(ring.center.y - ring.radius, 0);
  const int bottom = std::min(ring.center.y + ring.radius, mask.height() - 1);
  for (int y = top; y <= bottom; ++y) {
    const std::int64_t dy = y - ring.center.y;
    const int outer = root(reach(ring.radius) - dy * dy);
    const int inner = ring.inner < 0 ? -1 : root(reach(ring.inner) - dy * dy);
    if (inner < 0) {
      cover_span(ring, y, x - outer, x + outer, mask);
    } else {
      cover_span(ring, y, x - outer, x - inner - 1, mask);
      cover_span(ring, y, x + inner + 1, x + outer, mask);
    }
  }
}

/// The pixels of a turned box of this size, whose sides do not count.
template <class Use>
void each_box_run(const scene::TurnedBox& box, int width, int height, const Bitmap& mask,
                  const Use& use) {
  if (width <= 0 || height <= 0) return;
  constexpr std::int64_t kOne = 65'536;
  const std::int64_t across = width * kOne;
  const std::int64_t down = height * kOne;
  const auto inside = [&](int px, int py) {
    const std::int64_t x = 2 * std::int64_t{px} - box.twice_center.x;
    const std::int64_t y = 2 * std::int64_t{py} - box.twice_center.y;
    return std::abs(x * box.axis.x + y * box.axis.y) < across &&
           std::abs(y * box.axis.x - x * box.axis.y) < down;
  };
  const std::int64_t reach_x =
      (width * std::int64_t{std::abs(box.axis.x)} + height * std::int64_t{std::abs(box.axis.y)}) /
          kOne +
      2;
  const std::int64_t reach_y =
      (width * std::int64_t{std::abs(box.axis.y)} + height * std::int64_t{std::abs(box.axis.x)}) /
          kOne +
      2;
  const FormBounds bounds = clipped({static_cast<int>((box.twice_center.x - reach_x) / 2 - 1),
                                     static_cast<int>((box.twice_center.y - reach_y) / 2 - 1),
                                     static_cast<int>((box.twice_center.x + reach_x) / 2 + 1),
                                     static_cast<int>((box.twice_center.y + reach_y) / 2 + 1)},
                                    mask);
  each_convex_run(bounds, inside, use);
}

void cover_form(const scene::TurnedBox& box, Bitmap& mask) {
  if (box.outline == 0) {
    each_box_run(box, box.width, box.height, mask,
                 [&](int y, const RowRun& run) { mask.fill_inside(y, run.begin, run.end); });
    return;
  }
  std::vector<RowRun> holes(static_cast<std::size_t>(mask.height()), RowRun{0, -1});
  each_box_run(box, box.width - 2 * box.outline, box.height - 2 * box.outline, mask,
               [&](int y, const RowRun& run) { holes[static_cast<std::size_t>(y)] = run; });
  each_box_run(box, box.width, box.height, mask, [&](int y, const RowRun& run) {
    const RowRun& hole = holes[static_cast<std::size_t>(y)];
    if (hole.end < hole.begin) {
      mask.fill_inside(y, run.begin, run.end);
    } else {
      mask.fill_span(y, run.begin, hole.begin - 1);
      mask.fill_span(y, hole.end + 1, run.end);
    }
  });
}

/// Points at most half of `width` from the piece a - b.
void cover_piece(const PixelPoint& a, const PixelPoint& b, int width, Bitmap& mask) {
  constexpr int kUnit = ThickPath::kUnit;
  const std::int64_t dx = b.x - a.x;
  const std::int64_t dy = b.y - a.y;
  const std::int64_t length2 = dx * dx + dy * dy;
  const std::int64_t width2 = std::int64_t{width} * width * kUnit * kUnit;
  const auto inside = [&](int px, int py) {
    const std::int64_t x = std::int64_t{px} * kUnit - a.x;
    const std::int64_t y = std::int64_t{py} * kUnit - a.y;
    const std::int64_t along = x * dx + y * dy;
    if (along <= 0) return 4 * (x * x + y * y) <= width2;
    if (along >= length2) {
      return 4 * ((x - dx) * (x - dx) + (y - dy) * (y - dy)) <= width2;
    }
    const std::int64_t beside = x * dy - y * dx;
    return 4 * beside * beside <= width2 * length2;
  };
  const int reach = width * kUnit / 2 + kUnit;
  const FormBounds bounds =
      clipped({(std::min(a.x, b.x) - reach) / kUnit - 1, (std::min(a.y, b.y) - reach) / kUnit - 1,
               (std::max(a.x, b.x) + reach) / kUnit + 1, (std::max(a.y, b.y) + reach) / kUnit + 1},
              mask);
  each_convex_run(bounds, inside,
                  [&](int y, const RowRun& run) { mask.fill_inside(y, run.begin, run.end); });
}

void cover_form(const ThickPath& path, Bitmap& mask) {
  for (std::size_t i = 1; i < path.path.size(); ++i) {
    cover_piece(path.path[i - 1], path.path[i], path.width, mask);
  }
  if (path.closed) cover_piece(path.path.back(), path.path.front(), path.width, mask);
}

/// A place on a row: a fraction with a positive denominator.
struct Crossing {
  std::int64_t numerator;
  std::int64_t denominator;

  [[nodiscard]] std::int64_t floor() const {
    const std::int64_t whole = numerator / denominator;
    return whole - (numerator % denominator < 0 ? 1 : 0);
  }
  [[nodiscard]] std::int64_t ceil() const {
    return floor() + (numerator % denominator == 0 ? 0 : 1);
  }
  friend bool operator<(const Crossing& a, const Crossing& b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  }
};

// An edge meets the rows from its upper end to above its lower one, so that every row meets an even
// number of them. Lower ends and level edges are on the border, too, and are added by themselves.
void cover_form(const scene::FilledPolygon& polygon, Bitmap& mask) {
  const std::vector<PixelPoint>& points = polygon.points;
  const std::size_t count = points.size();
  int top = mask.height();
  int bottom = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const PixelPoint& a = points[i];
    const PixelPoint& b = points[(i + 1) % count];
    top = std::min(top, a.y);
    bottom = std::max(bottom, a.y);
    mask.fill_span(a.y, a.x, a.x);
    if (a.y == b.y) mask.fill_span(a.y, std::min(a.x, b.x), std::max(a.x, b.x));
  }
  std::vector<Crossing> crossings;
  for (int y = std::max(top, 0); y <= std::min(bottom, mask.height() - 1); ++y) {
    crossings.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const PixelPoint* a = &points[i];
      const PixelPoint* b = &points[(i + 1) % count];
      if (a->y > b->y) std::swap(a, b);
      if (y < a->y || y >= b->y) continue;
      const std::int64_t height = b->y - a->y;
      const std::int64_t along = std::int64_t{y - a->y} * (b->x - a->x);
      crossings.push_back({a->x * height + along, height});
    }
    std::ranges::sort(crossings, [](const Crossing& a, const Crossing& b) { return a < b; });
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      mask.fill_span(y, crossings[i].ceil(), crossings[i + 1].floor());
    }
  }
}

}  // namespace

void cover(const scene::ColorForm& form, Bitmap& mask) {
  std::visit([&](const auto& each) { cover_form(each, mask); }, form);
}

}  // namespace papert::raster

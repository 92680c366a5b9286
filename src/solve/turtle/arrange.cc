#include "solve/turtle/arrange.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

namespace papert::solve::turtle {
namespace {

struct Extent {
  double x0 = 1e9;
  double y0 = 1e9;
  double x1 = -1e9;
  double y1 = -1e9;
};

Extent extent_of(const Path& path) {
  Extent extent;
  const double margin = path.pen / 2;
  for (const scene::Point& each : outline(path, 1)) {
    extent.x0 = std::min(extent.x0, each.x - margin);
    extent.y0 = std::min(extent.y0, each.y - margin);
    extent.x1 = std::max(extent.x1, each.x + margin);
    extent.y1 = std::max(extent.y1, each.y + margin);
  }
  return extent;
}

/// More than their borders: neighbours that share a side may be painted in any order.
bool overlap(const Extent& a, const Extent& b) {
  constexpr double kBorder = 2;
  return a.x0 + kBorder < b.x1 && b.x0 + kBorder < a.x1 && a.y0 + kBorder < b.y1 &&
         b.y0 + kBorder < a.y1;
}

auto style_of(const Path& path) {
  const auto value = [](const scene::Color& color) {
    return color.r * 65536 + color.g * 256 + color.b;
  };
  return std::tuple(value(path.color), path.pen, path.fill ? value(*path.fill) : -1, kind_of(path),
                    path.points.size());
}

/// Each area is followed by those of its style that nothing between them overlaps.
void arrange_areas(std::span<Path> areas) {
  constexpr std::size_t kMostAreas = 400;  // each is compared with all behind it
  if (areas.size() > kMostAreas) return;
  std::vector<Extent> extents;
  extents.reserve(areas.size());
  for (const Path& area : areas) extents.push_back(extent_of(area));
  for (std::size_t i = 0; i + 1 < areas.size(); ++i) {
    const auto style = style_of(areas[i]);
    std::size_t next = i + 1;
    while (next < areas.size() && style_of(areas[next]) != style) ++next;
    if (next == areas.size() || next == i + 1) continue;
    bool free = true;
    for (std::size_t k = i + 1; k < next; ++k) free = free && !overlap(extents[k], extents[next]);
    if (!free) continue;
    const auto from = static_cast<std::ptrdiff_t>(i) + 1;
    const auto to = static_cast<std::ptrdiff_t>(next);
    std::rotate(areas.begin() + from, areas.begin() + to, areas.begin() + to + 1);
    std::rotate(extents.begin() + from, extents.begin() + to, extents.begin() + to + 1);
  }
}

/// Closed paths that turn to the right all the way are walked the other way round, so that equal
/// ones are written alike.
void turn_left(Path& path) {
  const std::size_t count = path.points.size();
  if (!path.closed || path.ring || count < 3) return;
  for (std::size_t i = 0; i < count; ++i) {
    const scene::Point in = path.points[(i + 1) % count] - path.points[i];
    const scene::Point out = path.points[(i + 2) % count] - path.points[(i + 1) % count];
    if (path.turns[i] != 0 || cross(in, out) <= 0) return;  // y is downwards
  }
  std::reverse(path.points.begin() + 1, path.points.end());
}

/// Closed lines that have a corner in common begin there: turned copies are then written as such.
void begin_together(std::vector<Path>& paths) {
  constexpr double kSamePlace = 1.5;  // pixels
  constexpr std::size_t kMostPaths = 300;
  constexpr int kFewest = 3;
  if (paths.size() > kMostPaths) return;
  constexpr std::size_t kMostCorners = 24;
  const auto may_turn = [](const Path& path) {
    return path.closed && !path.ring && path.points.size() <= kMostCorners;
  };
  const auto users = [&](const scene::Point& at) {
    return std::count_if(paths.begin(), paths.end(), [&](const Path& path) {
      return may_turn(path) &&
             std::any_of(path.points.begin(), path.points.end(),
                         [&at](const scene::Point& each) { return norm(each - at) < kSamePlace; });
    });
  };
  for (Path& path : paths) {
    if (!may_turn(path)) continue;
    std::size_t best = 0;
    std::ptrdiff_t most = kFewest - 1;
    for (std::size_t i = 0; i < path.points.size(); ++i) {
      const auto count = users(path.points[i]);
      if (count <= most) continue;
      most = count;
      best = i;
    }
    const auto by = static_cast<std::ptrdiff_t>(best);
    std::rotate(path.points.begin(), path.points.begin() + by, path.points.end());
    std::rotate(path.turns.begin(), path.turns.begin() + by, path.turns.end());
  }
}

}  // namespace

Kind kind_of(const Path& path) {
  if (path.dot) return Kind::kDot;
  if (path.ring) return Kind::kRing;
  const bool straight =
      std::all_of(path.turns.begin(), path.turns.end(), [](double turn) { return turn == 0; });
  return straight ? Kind::kStraight : Kind::kCurved;
}

bool same_pen(const Path& a, const Path& b) {
  return a.pen == b.pen && (a.pen == 0 || a.color == b.color) &&
         a.fill.has_value() == b.fill.has_value();
}

bool same_style(const Path& a, const Path& b) { return same_pen(a, b) && a.fill == b.fill; }

void arrange(std::vector<Path>& paths) {
  begin_together(paths);
  for (Path& path : paths) turn_left(path);
  const auto is_area = [](const Path& path) { return path.fill.has_value(); };
  for (auto first = paths.begin(); first != paths.end();) {
    const auto end = std::find_if(
        first, paths.end(), [&](const Path& path) { return is_area(path) != is_area(*first); });
    if (is_area(*first)) {
      arrange_areas(std::span(first, end));
    } else {
      std::stable_sort(first, end,
                       [](const Path& a, const Path& b) { return style_of(a) < style_of(b); });
    }
    first = end;
  }
}

Frame choose_frame(const std::vector<Path>& paths, double unit) {
  const Path& first = paths.front();
  Frame frame{.origin = first.points[0], .unit = unit};
  if (first.ring) frame.origin = first.ring->center + scene::Point{0, first.ring->radius};
  if (first.dot) frame.origin = first.ring->center;
  double pen = 0;
  for (const Path& path : paths) {
    if (path.pen != 0 && pen != 0 && path.pen != pen) return frame;
    if (path.pen != 0) pen = path.pen;
  }
  const bool round = std::any_of(paths.begin(), paths.end(), [](const Path& path) {
    const Kind kind = kind_of(path);
    return kind == Kind::kRing || kind == Kind::kCurved;
  });
  if (pen > 0 && !round) frame.unit = pen;
  return frame;
}

}  // namespace papert::solve::turtle

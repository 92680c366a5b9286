#include "lang/svg/crossings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace papert::lang::svg {
namespace {

constexpr int kPieces = 8;  // a curve is counted as so many lines

Point on_cubic(Point a, Point b, Point c, Point d, double t) {
  const double u = 1 - t;
  const double w0 = u * u * u;
  const double w1 = 3 * u * u * t;
  const double w2 = 3 * u * t * t;
  const double w3 = t * t * t;
  return {w0 * a.x + w1 * b.x + w2 * c.x + w3 * d.x, w0 * a.y + w1 * b.y + w2 * c.y + w3 * d.y};
}

int cell_of(double value) {
  return static_cast<int>(std::clamp(value, 0.0, CrossingGrid::kCells - 1.0));
}

}  // namespace

void CrossingGrid::touch(int column, int row) {
  const int index = row * kCells + column;
  if (counts_[static_cast<std::size_t>(index)]++ == 0) touched_.push_back(index);
  ++steps_;
}

void CrossingGrid::line(Point from, Point to) {
  ++pieces_;
  length_ += std::hypot(to.x - from.x, to.y - from.y) / kCells;
  // Outside, a line counts along the border that it is nearest to.
  const auto inside = [](Point p) {
    return Point{std::clamp(p.x, 0.0, 1.0 * kCells), std::clamp(p.y, 0.0, 1.0 * kCells)};
  };
  from = inside(from);
  to = inside(to);
  const double longest = std::max(std::fabs(to.x - from.x), std::fabs(to.y - from.y));
  const int steps = static_cast<int>(longest) + 1;
  int last_column = -1;
  int last_row = -1;
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const int column = cell_of(from.x + (to.x - from.x) * t);
    const int row = cell_of(from.y + (to.y - from.y) * t);
    if (column == last_column && row == last_row) continue;
    touch(column, row);
    last_column = column;
    last_row = row;
  }
}

/// An arc lies somewhere within its diameter; it is counted as three lines on its chord. False if
/// it reaches too far.
bool CrossingGrid::arc(const PathCommand& command, Point from, Point to, double radius,
                       Bounds& bounds) {
  const double chord = std::hypot(to.x - from.x, to.y - from.y);
  const double out = command.large ? 2 * radius : chord;
  bounds.include({from.x - out, from.y - out});
  bounds.include({to.x + out, to.y + out});
  for (int i = 0; i < 3; ++i) line(from, to);
  length_ += 3 * out / kCells;
  return out <= farthest_;
}

void CrossingGrid::curve(Point from, Point first, Point second, Point to) {
  Point previous = from;
  for (int i = 1; i <= kPieces; ++i) {
    const Point next = on_cubic(from, first, second, to, static_cast<double>(i) / kPieces);
    line(previous, next);
    previous = next;
  }
}

bool CrossingGrid::add(const Path& path, const Affine& to_grid, double reach,
                       std::size_t max_steps) {
  steps_ = pieces_ = 0;
  length_ = 0;
  farthest_ = reach * kCells;
  Bounds bounds;
  bool fine = true;
  const auto visit = [&](const PathCommand& command, Point from, Point first, Point second,
                         Point to) {
    if (!fine) return;
    const std::array<Point, 4> p{to_grid(from), to_grid(first), to_grid(second), to_grid(to)};
    // Written so that NaN is too far as well.
    fine = std::all_of(p.begin(), p.end(), [&](Point q) {
      return std::fabs(q.x) <= farthest_ && std::fabs(q.y) <= farthest_;
    });
    if (!fine || command.letter == 'M') return;
    for (const Point& q : p) bounds.include(q);
    if (command.letter == 'A') {
      fine = arc(command, p[0], p[3], std::max(command.rx, command.ry) * to_grid.scale(), bounds);
    } else if (command.letter == 'L' || command.letter == 'Z') {
      line(p[0], p[3]);
    } else {
      curve(p[0], p[1], p[2], p[3]);
    }
    fine = fine && steps_ <= max_steps;
  };
  follow_path(path, visit);
  const auto side = [](double low, double high) {
    return std::max(0.0, std::min(high, 1.0 * kCells) - std::max(low, 0.0)) / kCells;
  };
  covered_ = bounds.empty ? 0 : side(bounds.left, bounds.right) * side(bounds.top, bounds.bottom);
  return fine;
}

double CrossingGrid::take_pairs() {
  double pairs = 0;
  for (const int index : touched_) {
    std::uint32_t& count = counts_[static_cast<std::size_t>(index)];
    pairs += 0.5 * count * (count - 1.0);
    count = 0;
  }
  touched_.clear();
  return pairs;
}

}  // namespace papert::lang::svg

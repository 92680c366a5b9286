#include "lang/svg/fit_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "lang/svg/path.h"
#include "lang/svg/shape_outline.h"

namespace papert::lang::svg {
namespace {

using scene::Point;

constexpr double kTolerance = 0.001;  // of the larger side of the viewBox

void collect_points(const Node& node, const ViewBox& box, std::vector<Point>& points) {
  if (is_shape(node)) {
    const auto path = shape_outline(node, box.width, box.height);
    if (!path) return;
    if (node.name == "circle" || node.name == "ellipse") {  // no point of a circle turns with it
      const Bounds round = bounds_of(*path);
      points.push_back({(round.left + round.right) / 2, (round.top + round.bottom) / 2});
      return;
    }
    for (const PathCommand& command : *path) {
      const auto used = static_cast<std::size_t>(point_count(command.letter));
      points.insert(points.end(), command.points.end() - static_cast<std::ptrdiff_t>(used),
                    command.points.end());
    }
  }
  for (const Node& child : node.children) collect_points(child, box, points);
}

/// The points of all shapes, transforms applied; nothing where the program cannot be rewritten.
std::optional<std::vector<Point>> points_of(const Document& document, const ViewBox& box) {
  const auto plain = move(document, {});
  if (!plain) return std::nullopt;
  std::vector<Point> points;
  collect_points(plain->root, box, points);
  return points;
}

Point centre_of(const std::vector<Point>& points) {
  Point sum;
  for (const Point& point : points) {
    sum.x += point.x;
    sum.y += point.y;
  }
  const auto count = static_cast<double>(points.size());
  return {sum.x / count, sum.y / count};
}

double middle(std::vector<double> values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return *half;
}

/// The turn with the least sum of squares once the centres are laid upon each other.
double best_angle(const std::vector<Point>& from, const std::vector<Point>& to) {
  const Point a = centre_of(from);
  const Point b = centre_of(to);
  double along = 0;
  double across = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Point p{from[i].x - a.x, from[i].y - a.y};
    const Point q{to[i].x - b.x, to[i].y - b.y};
    along += p.x * q.x + p.y * q.y;
    across += p.x * q.y - p.y * q.x;
  }
  return std::atan2(across, along);
}

struct Fit {
  Motion motion;
  double rest = 0;  // how far the worst point is off
};

Fit fit_points(const std::vector<Point>& from, const std::vector<Point>& to) {
  constexpr double kLeastTurn = 0.01;  // radians; published turns are larger
  double angle = best_angle(from, to);
  if (std::abs(angle) < kLeastTurn) angle = 0;
  std::vector<double> dx;
  std::vector<double> dy;
  for (std::size_t i = 0; i < from.size(); ++i) {
    dx.push_back(to[i].x - std::cos(angle) * from[i].x + std::sin(angle) * from[i].y);
    dy.push_back(to[i].y - std::sin(angle) * from[i].x - std::cos(angle) * from[i].y);
  }
  Fit fit;
  fit.motion = {.angle_degrees = angle * 180 / std::numbers::pi,
                .dx = middle(dx),
                .dy = middle(dy),
                .pivot = Point{}};
  for (std::size_t i = 0; i < from.size(); ++i) {
    fit.rest = std::max(fit.rest, std::hypot(dx[i] - fit.motion.dx, dy[i] - fit.motion.dy));
  }
  return fit;
}

}  // namespace

std::optional<MotionFit> fit_motion(const Document& original, const Document& copy) {
  const auto box = view_box(original);
  if (!box) return std::nullopt;
  const auto from = points_of(original, *box);
  const auto to = points_of(copy, *box);
  if (!from || !to || from->size() != to->size() || from->empty()) return std::nullopt;
  const Fit fit = fit_points(*from, *to);
  return MotionFit{fit.motion, fit.rest <= kTolerance * std::max(box->width, box->height)};
}

}  // namespace papert::lang::svg

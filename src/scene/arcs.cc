#include "scene/arcs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>

namespace papert::scene {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kRoundStep = 5 * kDegree;      // a chord of a circle of 300 is within 0.15 of it
constexpr double kSharpestTurn = 29 * kDegree;  // of an arc
constexpr double kSameTurn = 0.1 * kDegree;
constexpr double kSameLength = 1e-3;  // of the length
constexpr std::size_t kFewestSides = 3;

struct Side {
  double length = 0;
  double heading = 0;
};

Side side(const Point& from, const Point& to) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  return {std::hypot(dx, dy), std::atan2(dy, dx)};
}

double turn(const Side& from, const Side& to) {
  return std::remainder(to.heading - from.heading, 2 * std::numbers::pi);
}

bool same_length(const Side& a, const Side& b) {
  return std::abs(a.length - b.length) <= kSameLength * a.length;
}

bool is_arc_turn(double angle) {
  return std::abs(angle) > kRoundStep && std::abs(angle) <= kSharpestTurn;
}

/// Replaces the sides of one line by arcs where they are such. The line may have points before and
/// behind it, of lines that go on in it: they are looked at and left out.
class Rounder {
 public:
  Rounder(const std::vector<Point>& points, std::size_t before, std::size_t behind)
      : points_(points), first_(before), last_(points.size() - 1 - behind) {
    sides_.reserve(points.size());
    for (std::size_t i = 1; i < points.size(); ++i) {
      sides_.push_back(side(points[i - 1], points[i]));
    }
  }

  /// Empty if nothing changes.
  std::vector<Point> rounded() {
    std::vector<Point> out{points_[first_]};
    bool changed = false;
    for (std::size_t first = 0; first < sides_.size();) {
      std::size_t end = arc_end(first);
      const bool is_arc = end - first >= kFewestSides;
      if (!is_arc) end = first + 1;
      for (std::size_t i = std::max(first, first_); i < std::min(end, last_); ++i) {
        if (is_arc) add_arc(i, turn(sides_[first], sides_[first + 1]), out);
        out.push_back(points_[i + 1]);
        changed = changed || is_arc;
      }
      first = end;
    }
    return changed ? out : std::vector<Point>();
  }

 private:
  /// Behind the last side of the arc that begins with this side.
  [[nodiscard]] std::size_t arc_end(std::size_t first) const {
    if (first + 1 >= sides_.size() || !(sides_[first].length > 0)) return first + 1;
    const double angle = turn(sides_[first], sides_[first + 1]);
    if (!is_arc_turn(angle)) return first + 1;
    std::size_t end = first + 1;
    while (end < sides_.size() && same_length(sides_[first], sides_[end]) &&
           std::abs(turn(sides_[end - 1], sides_[end]) - angle) <= kSameTurn) {
      ++end;
    }
    return end;
  }

  /// Points before the side's end on the arc that turns by `angle`.
  void add_arc(std::size_t index, double angle, std::vector<Point>& out) const {
    const Side& chord = sides_[index];
    const double steps = std::ceil(std::abs(angle) / kRoundStep);
    const double step_turn = angle / steps;
    const double radius = chord.length / (2 * std::sin(angle / 2));
    const double step = 2 * radius * std::sin(step_turn / 2);
    double heading = chord.heading - angle / 2 + step_turn / 2;
    Point at = points_[index];
    for (double i = 1; i < steps; ++i) {
      at = {at.x + step * std::cos(heading), at.y + step * std::sin(heading)};
      out.push_back(at);
      heading += step_turn;
    }
  }

  const std::vector<Point>& points_;
  std::size_t first_;  // point of the line
  std::size_t last_;
  std::vector<Side> sides_;
};

/// The lines of a drawing by their ends: where one goes on in another, an arc may, too.
class Ends {
 public:
  explicit Ends(const Scene& scene) {
    for (const Item& item : scene.items) {
      const auto* stroke = std::get_if<Stroke>(&item);
      if (stroke == nullptr || stroke->points.size() < 2) continue;
      ends_[key(*stroke, stroke->points.front())].push_back({stroke, true});
      ends_[key(*stroke, stroke->points.back())].push_back({stroke, false});
    }
  }

  /// Points of another line, or of the other end of this one, that lead to this end of the line in
  /// an arc: the nearest first, at most two.
  [[nodiscard]] std::vector<Point> leading_to(const Stroke& stroke, bool front) const {
    const Point& joint = front ? stroke.points.front() : stroke.points.back();
    const Point& next = front ? stroke.points[1] : stroke.points[stroke.points.size() - 2];
    const Side own = side(joint, next);
    const auto found = ends_.find(key(stroke, joint));
    if (found == ends_.end()) return {};
    std::size_t tried = 0;
    for (const End& end : found->second) {
      if (end.stroke == &stroke && end.front == front) continue;
      if (++tried > kMostTried) break;
      const std::vector<Point> points = end.inwards();
      const Side other = side(points.front(), joint);
      if (same_length(own, other) && is_arc_turn(turn(other, own))) return points;
    }
    return {};
  }

 private:
  static constexpr std::size_t kMostTried = 16;

  struct End {
    const Stroke* stroke = nullptr;
    bool front = false;

    /// The next points of the line seen from this end, at most two.
    [[nodiscard]] std::vector<Point> inwards() const {
      const std::vector<Point>& all = stroke->points;
      std::vector<Point> points;
      for (std::size_t i = 1; i < std::min<std::size_t>(all.size(), 3); ++i) {
        points.push_back(front ? all[i] : all[all.size() - 1 - i]);
      }
      return points;
    }
  };
  using Key = std::tuple<int, std::int64_t, std::int64_t>;

  static Key key(const Stroke& stroke, const Point& point) {
    const auto step = [](double value) {
      constexpr double kSteps = 1e4;      // of a unit
      constexpr double kFarthest = 1e12;  // no arcs beyond
      return std::llround(std::clamp(value, -kFarthest, kFarthest) * kSteps);
    };
    const int color = stroke.color.r << 16 | stroke.color.g << 8 | stroke.color.b;
    return {color, step(point.x), step(point.y)};
  }

  std::map<Key, std::vector<End>> ends_;
};

/// The line's points rounded; empty if nothing changes.
std::vector<Point> rounded_stroke(const Stroke& stroke, const Ends& ends) {
  if (stroke.points.size() < 2) return {};
  std::vector<Point> points = ends.leading_to(stroke, true);
  const std::size_t before = points.size();
  std::reverse(points.begin(), points.end());
  points.insert(points.end(), stroke.points.begin(), stroke.points.end());
  const std::vector<Point> behind = ends.leading_to(stroke, false);
  points.insert(points.end(), behind.begin(), behind.end());
  return Rounder(points, before, behind.size()).rounded();
}

std::vector<Point> rounded_fill(const Fill& fill) {
  std::vector<Point> points = fill.points;
  if (points.size() < 3) return {};
  if (points.front() != points.back()) points.push_back(points.front());
  const std::size_t corners = points.size() - 1;
  // An area begins anywhere, also within an arc: go round a little further both ways.
  const std::size_t more = std::min<std::size_t>(2, corners - 1);
  std::vector<Point> around(points.end() - 1 - static_cast<std::ptrdiff_t>(more), points.end() - 1);
  around.insert(around.end(), points.begin(), points.end());
  around.insert(around.end(), points.begin() + 1,
                points.begin() + 1 + static_cast<std::ptrdiff_t>(more));
  return Rounder(around, more, more).rounded();
}

}  // namespace

bool round_arcs(Scene& scene) {
  const Ends ends(scene);
  std::vector<std::pair<Item*, std::vector<Point>>> changes;  // lines look at each other's ends
  for (Item& item : scene.items) {
    std::vector<Point> points;
    if (const auto* stroke = std::get_if<Stroke>(&item)) points = rounded_stroke(*stroke, ends);
    if (const auto* fill = std::get_if<Fill>(&item)) points = rounded_fill(*fill);
    if (!points.empty()) changes.emplace_back(&item, std::move(points));
  }
  for (auto& [item, points] : changes) {
    if (auto* stroke = std::get_if<Stroke>(item)) stroke->points = std::move(points);
    if (auto* fill = std::get_if<Fill>(item)) fill->points = std::move(points);
  }
  return !changes.empty();
}

}  // namespace papert::scene

#include "scene/arcs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
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

double square(const Point& from, const Point& to) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  return dx * dx + dy * dy;
}

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

/// False only where the sides of these squared lengths are not of the same length: most sides are
/// told apart by this, without a root or an angle. Squares that may have lost digits tell nothing.
bool may_be_same_length(double a, double b) {
  constexpr double kTiny = 1e-280;
  constexpr double kHuge = 1e280;
  return a < kTiny || !(a < kHuge) || std::abs(a - b) <= 3 * kSameLength * a;
}

bool is_arc_turn(double angle) {
  return std::abs(angle) > kRoundStep && std::abs(angle) <= kSharpestTurn;
}

/// Replaces the sides of one line by arcs where they are such. The line may have points before and
/// behind it, of lines that go on in it: they are looked at and left out.
class Rounder {
 public:
  Rounder(const std::vector<Point>& points, std::size_t before, std::size_t behind)
      : points_(points),
        first_(before),
        last_(points.size() - 1 - behind),
        sides_(points.size() - 1) {}

  /// Empty if nothing changes.
  std::vector<Point> rounded() {
    std::vector<Point> out;
    std::size_t done = first_;  // points up to here are in `out`, if it is not empty
    for (std::size_t first = 0; first + kFewestSides <= sides_.size();) {
      const std::size_t end = arc_end(first);
      if (end - first < kFewestSides) {
        ++first;
        continue;
      }
      for (std::size_t i = std::max(first, first_); i < std::min(end, last_); ++i) {
        if (out.empty()) out.push_back(points_[first_]);
        copy_points(done, i, out);
        add_arc(i, turn(side_of(first), side_of(first + 1)), out);
        out.push_back(points_[i + 1]);
        done = i + 1;
      }
      first = end;
    }
    if (!out.empty()) copy_points(done, last_, out);
    return out;
  }

 private:
  /// Those behind `from` up to `to`.
  void copy_points(std::size_t from, std::size_t to, std::vector<Point>& out) const {
    const auto begin = points_.begin() + 1;
    out.insert(out.end(), begin + static_cast<std::ptrdiff_t>(from),
               begin + static_cast<std::ptrdiff_t>(to));
  }

  /// Worked out when it is first asked for.
  const Side& side_of(std::size_t index) {
    std::optional<Side>& known = sides_[index];
    if (!known) known = side(points_[index], points_[index + 1]);
    return *known;
  }

  [[nodiscard]] double square_of(std::size_t index) const {
    return square(points_[index], points_[index + 1]);
  }

  /// Behind the last side of the arc that begins with this side, if it has at least three.
  [[nodiscard]] std::size_t arc_end(std::size_t first) {
    for (std::size_t i = 1; i < kFewestSides; ++i) {
      if (!may_be_same_length(square_of(first), square_of(first + i))) return first + 1;
    }
    if (!(side_of(first).length > 0)) return first + 1;
    const double angle = turn(side_of(first), side_of(first + 1));
    if (!is_arc_turn(angle)) return first + 1;
    std::size_t end = first + 1;
    while (end < sides_.size() && same_length(side_of(first), side_of(end)) &&
           std::abs(turn(side_of(end - 1), side_of(end)) - angle) <= kSameTurn) {
      ++end;
    }
    return end;
  }

  /// Points before the side's end on the arc that turns by `angle`.
  void add_arc(std::size_t index, double angle, std::vector<Point>& out) {
    const Side& chord = side_of(index);
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
  std::vector<std::optional<Side>> sides_;
};

/// The nearest first.
struct Lead {
  std::array<Point, 2> points;
  std::size_t count = 0;
};

/// The lines of a drawing by their ends: where one goes on in another, an arc may, too. A table of
/// chains, each of the ends at one place in one colour, in the order of the drawing.
class Ends {
 public:
  explicit Ends(const Scene& scene) {
    std::size_t strokes = 0;
    for (const Item& item : scene.items) strokes += std::holds_alternative<Stroke>(item) ? 1 : 0;
    slots_.resize(std::bit_ceil(4 * strokes + 1), kNone);
    entries_.reserve(2 * strokes);
    for (const Item& item : scene.items) {
      const auto* stroke = std::get_if<Stroke>(&item);
      if (stroke == nullptr || stroke->points.size() < 2) continue;
      add({.key = key(*stroke, stroke->points.front()), .stroke = stroke, .front = true});
      add({.key = key(*stroke, stroke->points.back()), .stroke = stroke, .front = false});
    }
  }

  /// Points of another line, or of the other end of this one, that lead to this end of the line in
  /// an arc.
  [[nodiscard]] Lead leading_to(const Stroke& stroke, bool front) const {
    const Point& joint = front ? stroke.points.front() : stroke.points.back();
    const Point& next = front ? stroke.points[1] : stroke.points[stroke.points.size() - 2];
    const double own_square = square(joint, next);
    std::size_t tried = 0;
    for (std::size_t i = slots_[slot(key(stroke, joint))]; i != kNone; i = entries_[i].next) {
      const End& end = entries_[i];
      if (end.stroke == &stroke && end.front == front) continue;
      if (++tried > kMostTried) break;
      const Lead lead = end.inwards();
      if (!may_be_same_length(own_square, square(lead.points[0], joint))) continue;
      const Side own = side(joint, next);
      const Side other = side(lead.points[0], joint);
      if (same_length(own, other) && is_arc_turn(turn(other, own))) return lead;
    }
    return {};
  }

 private:
  static constexpr std::size_t kMostTried = 16;
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Key {
    std::int64_t color = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend bool operator==(const Key&, const Key&) = default;
  };

  struct End {
    Key key;
    const Stroke* stroke = nullptr;
    bool front = false;
    std::size_t next = kNone;
    std::size_t last = 0;  // of the chain; kept by its first

    /// The next points of the line seen from this end.
    [[nodiscard]] Lead inwards() const {
      const std::vector<Point>& all = stroke->points;
      Lead lead;
      for (std::size_t i = 1; i < std::min<std::size_t>(all.size(), 3); ++i) {
        lead.points[lead.count++] = front ? all[i] : all[all.size() - 1 - i];
      }
      return lead;
    }
  };

  static Key key(const Stroke& stroke, const Point& point) {
    const auto step = [](double value) {
      constexpr double kSteps = 1e4;      // of a unit
      constexpr double kFarthest = 1e12;  // no arcs beyond
      return std::llround(std::clamp(value, -kFarthest, kFarthest) * kSteps);
    };
    const int color = stroke.color.r << 16 | stroke.color.g << 8 | stroke.color.b;
    return {color, step(point.x), step(point.y)};
  }

  /// Where the chain of these ends begins, or would.
  [[nodiscard]] std::size_t slot(const Key& key) const {
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
    std::uint64_t hash = static_cast<std::uint64_t>(key.color);
    for (const std::int64_t part : {key.x, key.y}) {
      hash = (hash ^ static_cast<std::uint64_t>(part)) * kMix;
      hash ^= hash >> 32U;
    }
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != kNone && entries_[slots_[at]].key != key) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  void add(End end) {
    const std::size_t index = entries_.size();
    std::size_t& first = slots_[slot(end.key)];
    if (first == kNone) {
      first = index;
    } else {
      entries_[entries_[first].last].next = index;
    }
    end.last = index;
    entries_.push_back(end);
    entries_[first].last = index;
  }

  std::vector<std::size_t> slots_;  // twice as many as there are ends
  std::vector<End> entries_;
};

/// The line's points rounded; empty if nothing changes.
std::vector<Point> rounded_stroke(const Stroke& stroke, const Ends& ends) {
  if (stroke.points.size() < 2) return {};
  const Lead before = ends.leading_to(stroke, true);
  const Lead behind = ends.leading_to(stroke, false);
  if (stroke.points.size() - 1 + before.count + behind.count < kFewestSides) return {};
  if (before.count + behind.count == 0) return Rounder(stroke.points, 0, 0).rounded();
  std::vector<Point> points;
  points.reserve(stroke.points.size() + before.count + behind.count);
  for (std::size_t i = before.count; i-- > 0;) points.push_back(before.points[i]);
  points.insert(points.end(), stroke.points.begin(), stroke.points.end());
  points.insert(points.end(), behind.points.begin(), behind.points.begin() + behind.count);
  return Rounder(points, before.count, behind.count).rounded();
}

std::vector<Point> rounded_fill(const Fill& fill) {
  if (fill.points.size() < 3) return {};
  std::vector<Point> points = fill.points;
  if (points.front() != points.back()) points.push_back(points.front());
  const std::size_t corners = points.size() - 1;
  // An area begins anywhere, also within an arc: go round a little further both ways.
  const std::size_t more = std::min<std::size_t>(2, corners - 1);
  std::vector<Point> around;
  around.reserve(points.size() + 2 * more);
  around.assign(points.end() - 1 - static_cast<std::ptrdiff_t>(more), points.end() - 1);
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

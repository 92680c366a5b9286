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

/// False only where a -> b -> c does not turn as an arc does: most corners are told apart by this,
/// without an angle. The limits are a little wider than those of is_arc_turn.
bool may_be_arc_turn(const Point& a, const Point& b, const Point& c) {
  constexpr double kTiny = 1e-100;
  constexpr double kHuge = 1e100;
  constexpr double kLeast = 0.08;  // tan 5 degrees is 0.087
  constexpr double kMost = 0.56;   // tan 29 degrees is 0.554
  const Point from{b.x - a.x, b.y - a.y};
  const Point to{c.x - b.x, c.y - b.y};
  const double size = (from.x * from.x + from.y * from.y) * (to.x * to.x + to.y * to.y);
  if (!(size > kTiny && size < kHuge)) return true;
  const double along = from.x * to.x + from.y * to.y;
  const double aside = std::abs(from.x * to.y - from.y * to.x);
  return along > 0 && aside >= kLeast * along && aside <= kMost * along;
}

/// Replaces the sides of one line by arcs where they are such. The line may have points before and
/// behind it, of lines that go on in it: they are looked at and left out.
class Rounder {
 public:
  Rounder(const std::vector<Point>& points, std::size_t before, std::size_t behind)
      : points_(points),
        first_(before),
        last_(points.size() - 1 - behind),
        count_(points.size() - 1) {}

  /// Empty if nothing changes.
  std::vector<Point> rounded() {
    std::vector<Point> out;
    std::size_t done = first_;  // points up to here are in `out`, if it is not empty
    for (std::size_t first = 0; first + kFewestSides <= count_;) {
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
    if (sides_.empty()) sides_.resize(count_);
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
    if (!may_be_arc_turn(points_[first], points_[first + 1], points_[first + 2])) return first + 1;
    if (!(side_of(first).length > 0)) return first + 1;
    const double angle = turn(side_of(first), side_of(first + 1));
    if (!is_arc_turn(angle)) return first + 1;
    std::size_t end = first + 1;
    while (end < count_ && same_length(side_of(first), side_of(end)) &&
           std::abs(turn(side_of(end - 1), side_of(end)) - angle) <= kSameTurn) {
      ++end;
    }
    return end;
  }

  /// Points before the side's end on the arc that turns by `angle`.
  void add_arc(std::size_t index, double angle, std::vector<Point>& out) {
    const Side& chord = side_of(index);
    const auto steps = static_cast<int>(std::ceil(std::abs(angle) / kRoundStep));
    const double step_turn = angle / steps;
    const double radius = chord.length / (2 * std::sin(angle / 2));
    const double step = 2 * radius * std::sin(step_turn / 2);
    double heading = chord.heading - angle / 2 + step_turn / 2;
    Point at = points_[index];
    for (int i = 1; i < steps; ++i) {
      at = {at.x + step * std::cos(heading), at.y + step * std::sin(heading)};
      out.push_back(at);
      heading += step_turn;
    }
  }

  const std::vector<Point>& points_;
  std::size_t first_;  // point of the line
  std::size_t last_;
  std::size_t count_;  // of sides
  std::vector<std::optional<Side>> sides_;
};

/// The nearest first.
struct Lead {
  std::array<Point, 2> points;
  std::size_t count = 0;
};

/// The next points of a line seen from one of its ends.
Lead inwards(const Stroke& stroke, bool front) {
  const std::vector<Point>& all = stroke.points;
  Lead lead;
  for (std::size_t i = 1; i < std::min<std::size_t>(all.size(), 3); ++i) {
    lead.points[lead.count++] = front ? all[i] : all[all.size() - 1 - i];
  }
  return lead;
}

/// The lines of a drawing by their ends: where one goes on in another, an arc may, too. Ends at one
/// place in one colour are a joint; those that are ever looked at lie side by side, in the order of
/// the drawing, because most of them are told apart by their next points.
class Ends {
 public:
  explicit Ends(const Scene& scene) {
    std::size_t strokes = 0;
    for (const Item& item : scene.items) strokes += is_line(item) ? 1 : 0;
    slots_.resize(std::bit_ceil(4 * strokes + 1), kNone);
    joint_of_.reserve(2 * strokes);
    for (const Item& item : scene.items) {
      if (!is_line(item)) continue;
      const auto& stroke = std::get<Stroke>(item);
      joint_of_.push_back(joint_at(key(stroke, stroke.points.front())));
      joint_of_.push_back(joint_at(key(stroke, stroke.points.back())));
    }
    std::uint32_t begin = 0;
    for (Joint& joint : joints_) {
      joint.begin = joint.end = begin;
      begin += std::min(joint.ends, kMostKept);
    }
    ends_.resize(begin);
    std::uint32_t end = 0;
    for (const Item& item : scene.items) {
      if (!is_line(item)) continue;
      for (const bool front : {true, false}) place(std::get<Stroke>(item), front, end++);
    }
  }

  /// Only these are counted by leading_to().
  static bool is_line(const Item& item) {
    const auto* stroke = std::get_if<Stroke>(&item);
    return stroke != nullptr && stroke->points.size() >= 2;
  }

  /// Points of another line, or of the other end of this one, that lead to this end of the line in
  /// an arc. `line` is its number among the lines of the drawing.
  [[nodiscard]] Lead leading_to(const Stroke& stroke, std::size_t line, bool front) const {
    const Point& at = front ? stroke.points.front() : stroke.points.back();
    const Point& next = front ? stroke.points[1] : stroke.points[stroke.points.size() - 2];
    const double own_square = square(at, next);
    const Joint& joint = joints_[joint_of_[2 * line + (front ? 0 : 1)]];
    std::size_t tried = 0;
    for (std::uint32_t i = joint.begin; i < joint.end; ++i) {
      const End& end = ends_[i];
      if (end.stroke == &stroke && end.front == front) continue;
      if (++tried > kMostTried) break;
      if (!may_be_same_length(own_square, square(end.next, at))) continue;
      if (!may_be_arc_turn(end.next, at, next)) continue;
      const Side own = side(at, next);
      const Side other = side(end.next, at);
      if (same_length(own, other) && is_arc_turn(turn(other, own))) {
        return inwards(*end.stroke, end.front);
      }
    }
    return {};
  }

 private:
  static constexpr std::size_t kMostTried = 16;
  static constexpr std::uint32_t kMostKept = kMostTried + 1;  // one of them may be the line's own
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Key {
    std::int64_t color = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend bool operator==(const Key&, const Key&) = default;
  };

  struct Joint {
    Key key;
    std::uint32_t ends = 0;
    std::uint32_t begin = 0;  // in ends_, of those that are kept
    std::uint32_t end = 0;
  };

  struct End {
    Point next;
    const Stroke* stroke = nullptr;
    bool front = false;
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

  /// Counts an end there.
  std::uint32_t joint_at(const Key& key) {
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
    auto hash = static_cast<std::uint64_t>(key.color);
    for (const std::int64_t part : {key.x, key.y}) {
      hash = (hash ^ static_cast<std::uint64_t>(part)) * kMix;
      hash ^= hash >> 32U;
    }
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != kNone && joints_[slots_[at]].key != key) {
      at = (at + 1) & (slots_.size() - 1);
    }
    if (slots_[at] == kNone) {
      slots_[at] = static_cast<std::uint32_t>(joints_.size());
      joints_.push_back({.key = key});
    }
    ++joints_[slots_[at]].ends;
    return slots_[at];
  }

  void place(const Stroke& stroke, bool front, std::uint32_t end) {
    Joint& joint = joints_[joint_of_[end]];
    if (joint.end - joint.begin == kMostKept) return;
    ends_[joint.end++] = {
        .next = inwards(stroke, front).points[0], .stroke = &stroke, .front = front};
  }

  std::vector<std::uint32_t> slots_;     // of joints_, twice as many as there are ends
  std::vector<Joint> joints_;            // in the order of the drawing
  std::vector<std::uint32_t> joint_of_;  // of every end, the front of a line before its back
  std::vector<End> ends_;                // by joints
};

/// The line's points rounded; empty if nothing changes.
std::vector<Point> rounded_stroke(const Stroke& stroke, std::size_t line, const Ends& ends) {
  const Lead before = ends.leading_to(stroke, line, true);
  const Lead behind = ends.leading_to(stroke, line, false);
  if (stroke.points.size() - 1 + before.count + behind.count < kFewestSides) return {};
  if (before.count + behind.count == 0) return Rounder(stroke.points, 0, 0).rounded();
  std::vector<Point> points;
  points.reserve(stroke.points.size() + before.count + behind.count);
  for (std::size_t i = before.count; i-- > 0;) points.push_back(before.points[i]);
  points.insert(points.end(), stroke.points.begin(), stroke.points.end());
  points.insert(points.end(), behind.points.begin(), behind.points.begin() + behind.count);
  return Rounder(points, before.count, behind.count).rounded();
}

bool may_have_arcs(const Fill& fill) {
  const std::vector<Point>& points = fill.points;
  const std::size_t corners = points.size() - (points.front() == points.back() ? 1 : 0);
  for (std::size_t i = 0; i < corners; ++i) {
    const Point& next = points[(i + 1) % corners];
    if (may_be_arc_turn(points[i], next, points[(i + 2) % corners])) return true;
  }
  return false;
}

std::vector<Point> rounded_fill(const Fill& fill) {
  if (fill.points.size() < 3 || !may_have_arcs(fill)) return {};
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

std::vector<RoundedItem> find_arcs(const Scene& scene) {
  const Ends ends(scene);
  std::vector<RoundedItem> found;
  std::size_t line = 0;
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    const Item& item = scene.items[i];
    std::vector<Point> points;
    if (Ends::is_line(item)) points = rounded_stroke(std::get<Stroke>(item), line++, ends);
    if (const auto* fill = std::get_if<Fill>(&item)) points = rounded_fill(*fill);
    if (!points.empty()) found.push_back({i, std::move(points)});
  }
  return found;
}

void round_items(std::vector<RoundedItem> found, Scene& scene) {
  for (auto& [index, points] : found) {
    Item& item = scene.items[index];
    if (auto* stroke = std::get_if<Stroke>(&item)) {
      stroke->points = std::move(points);
    } else if (auto* fill = std::get_if<Fill>(&item)) {
      fill->points = std::move(points);
    }
  }
}

bool round_arcs(Scene& scene) {
  std::vector<RoundedItem> found = find_arcs(scene);
  const bool any = !found.empty();
  round_items(std::move(found), scene);
  return any;
}

}  // namespace papert::scene

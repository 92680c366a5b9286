#include "datagen/turtle/strokes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace papert::datagen::detail {

using scene::Point;

double Segment::length() const { return std::hypot(to.x - from.x, to.y - from.y); }

Point Segment::at(double share) const {
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

double Segment::distance(const Point& point) const {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double square = dx * dx + dy * dy;
  const double along =
      square == 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const Point nearest = at(std::clamp(along, 0.0, 1.0));
  return std::hypot(point.x - nearest.x, point.y - nearest.y);
}

bool Part::is_like(const Part& other) const {
  const auto near = [](double a, double b) { return std::abs(a - b) <= 0.03 * std::max(a, b); };
  const bool round = arcs == sides && other.arcs == other.sides;
  return sides > 2 && closed == other.closed && (round || sides == other.sides) &&
         near(roundness, other.roundness);
}

bool Part::is_kind_of(const Part& other) const {
  const bool arc = arcs > 0;
  const bool other_arc = other.arcs > 0;
  if (closed != other.closed || arc != other_arc) return false;
  return arc ? (arcs == sides) == (other.arcs == other.sides) : !closed || sides == other.sides;
}

std::size_t Strokes::directions() const {
  std::array<bool, 36> seen{};  // of 180 degrees
  bool arcs = false;
  for (const Segment& each : segments) {
    arcs |= each.arc;
    if (each.arc || each.length() < 1) continue;
    double degrees = std::atan2(each.to.y - each.from.y, each.to.x - each.from.x) * 180 / M_PI;
    degrees -= 180 * std::floor(degrees / 180);
    seen[static_cast<std::size_t>(std::lround(degrees / 5)) % seen.size()] = true;
  }
  return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true)) + (arcs ? 1 : 0);
}

namespace {

constexpr double kSamePlace = 0.75;  // pixels

bool same_place(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y) < kSamePlace;
}

class StrokeReader {
 public:
  void line(const std::vector<Point>& points, const scene::Color& color) {
    note(color);
    if (!line_.empty() && same_place(line_.back(), points.front())) {
      line_.insert(line_.end(), points.begin() + 1, points.end());
      return;
    }
    end_line();
    line_ = points;
  }

  void end_line() {
    if (!line_.empty()) chain(line_, true);
    line_.clear();
  }

  void area(std::vector<Point> points, const scene::Color& color) {
    note(color);
    if (points.empty()) return;
    points.push_back(points.front());
    chain(points, false);
  }

  void disc(const scene::Dot& dot) {
    constexpr int kSides = 24;
    std::vector<Point> points;
    points.reserve(kSides + 1);
    for (int i = 0; i <= kSides; ++i) {
      const double angle = 2 * M_PI * i / kSides;
      points.push_back({dot.center.x + dot.diameter / 2 * std::cos(angle),
                        dot.center.y + dot.diameter / 2 * std::sin(angle)});
    }
    note(dot.color);
    chain(points, false);
  }

  [[nodiscard]] Strokes take() {
    end_line();
    for (const Segment& each : strokes_.segments) strokes_.length += each.length();
    return std::move(strokes_);
  }

  void note(const scene::Color& color) {
    constexpr scene::Color kPaper{255, 255, 255};
    std::vector<scene::Color>& colors = strokes_.colors;
    if (color != kPaper && std::find(colors.begin(), colors.end(), color) == colors.end()) {
      colors.push_back(color);
    }
  }

 private:
  void chain(const std::vector<Point>& points, bool ends) {
    const std::size_t first = strokes_.segments.size();
    Point last = points.front();
    for (const Point& point : points) {
      if (same_place(last, point)) continue;
      const bool goes_on =
          strokes_.segments.size() > first && is_straight(strokes_.segments.back(), point);
      if (goes_on) {
        strokes_.segments.back().to = point;
      } else {
        strokes_.segments.push_back({last, point, strokes_.segments.size()});
      }
      last = point;
    }
    const std::size_t end = strokes_.segments.size();
    if (first == end) return;
    mark_arcs(first, end);
    split(first, end);
    const Segment& head = strokes_.segments[first];
    const Segment& tail = strokes_.segments[end - 1];
    if (!ends || same_place(head.from, tail.to)) return;
    strokes_.ends.push_back({head.from, head.id});
    strokes_.ends.push_back({tail.to, tail.id});
  }

  /// The segment goes on to that point in its own direction.
  static bool is_straight(const Segment& segment, const Point& to) {
    const double dx = segment.to.x - segment.from.x;
    const double dy = segment.to.y - segment.from.y;
    const double ex = to.x - segment.to.x;
    const double ey = to.y - segment.to.y;
    const double sizes = std::hypot(dx, dy) * std::hypot(ex, ey);
    return dx * ex + dy * ey > 0 && std::abs(dx * ey - dy * ex) < 0.01 * sizes;
  }

  void mark_arcs(std::size_t first, std::size_t end) {
    for (std::size_t i = first + 1; i < end; ++i) {
      Segment& a = strokes_.segments[i - 1];
      Segment& b = strokes_.segments[i];
      const double turn = std::remainder(std::atan2(b.to.y - b.from.y, b.to.x - b.from.x) -
                                             std::atan2(a.to.y - a.from.y, a.to.x - a.from.x),
                                         2 * M_PI);
      constexpr double kSmallTurn = 29 * M_PI / 180;
      const bool alike = std::abs(a.length() - b.length()) < 0.03 * a.length() + 0.1;
      if (alike && std::abs(turn) > 1e-3 && std::abs(turn) <= kSmallTurn) {
        a.arc = true;
        b.arc = true;
      }
    }
  }

  /// A part ends where its line comes back to; what led there is a part of its own.
  void split(std::size_t first, std::size_t end) {
    std::size_t begin = first;
    for (std::size_t i = first; i < end; ++i) {
      const std::size_t loop = loop_begin(begin, i);
      if (loop <= i) {
        if (loop > begin) add_part(begin, loop, false);
        add_part(loop, i + 1, true);
        begin = i + 1;
      }
    }
    if (begin < end) add_part(begin, end, false);
  }

  /// Where the loop begins that segment i closes; behind i if it closes none.
  [[nodiscard]] std::size_t loop_begin(std::size_t begin, std::size_t i) const {
    constexpr std::size_t kFarthest = 200;  // segments: a circle has 60
    const std::size_t from = i > begin + kFarthest ? i - kFarthest : begin;
    for (std::size_t j = from; j + 2 <= i; ++j) {
      if (same_place(strokes_.segments[i].to, strokes_.segments[j].from)) return j;
    }
    return i + 1;
  }

  void add_part(std::size_t begin, std::size_t end, bool closed) {
    Part part;
    part.sides = end - begin;
    part.closed = closed;
    for (std::size_t i = begin; i < end; ++i) {
      const Segment& each = strokes_.segments[i];
      part.length += each.length();
      part.arcs += each.arc ? 1 : 0;
      part.middle.x += each.from.x / static_cast<double>(part.sides);
      part.middle.y += each.from.y / static_cast<double>(part.sides);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const Point& point = strokes_.segments[i].from;
      part.radius =
          std::max(part.radius, std::hypot(point.x - part.middle.x, point.y - part.middle.y));
    }
    part.roundness = part.radius == 0 ? 0 : part.length / part.radius;
    strokes_.parts.push_back(part);
  }

  Strokes strokes_;
  std::vector<Point> line_;  // that may still go on
};

}  // namespace

Strokes strokes_of(const scene::Scene& scene) {
  const scene::Canonical canonical = scene::canonicalise(scene);
  StrokeReader reader;
  const bool lines = std::any_of(
      canonical.scene.items.begin(), canonical.scene.items.end(),
      [](const scene::Item& item) { return std::holds_alternative<scene::Stroke>(item); });
  for (const scene::Item& item : canonical.scene.items) {
    if (const auto* stroke = std::get_if<scene::Stroke>(&item)) {
      reader.line(stroke->points, stroke->color);
    } else if (const auto* fill = std::get_if<scene::Fill>(&item)) {
      // An area usually has a line around it, which is read already.
      lines ? reader.note(fill->color) : reader.area(fill->points, fill->color);
    } else if (const auto* dot = std::get_if<scene::Dot>(&item)) {
      reader.disc(*dot);
    } else if (const auto* stamp = std::get_if<scene::Stamp>(&item)) {
      reader.area(stamp->points, stamp->fill.value_or(scene::Color{}));
    } else if (const auto* text = std::get_if<scene::Text>(&item)) {
      reader.note(text->color);
    }
  }
  return reader.take();
}

}  // namespace papert::datagen::detail

// Every straight piece of a line lies on its line, however short it was cut at meetings: between
// crossings the middle of the ink says where the line runs, and it goes on as long as there is ink.
// The same holds for arcs.

#include "solve/turtle/reach.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>

namespace papert::solve::turtle {
namespace {

constexpr double kFarthest = 3000;  // pixels

scene::Point normal_to(const scene::Point& along) { return {-along.y, along.x}; }

/// What is known of the ink.
class InkProbe {
 public:
  InkProbe(const Target& target, double pen) : target_(target), pen_(pen) {}

  [[nodiscard]] double pen() const { return pen_; }

  [[nodiscard]] bool inked(const scene::Point& at) const {
    const int x = static_cast<int>(std::floor(at.x));
    const int y = static_cast<int>(std::floor(at.y));
    return target_.ink.get(x, y) || target_.covered.get(x, y);
  }

  /// Ink of its own, which nothing covers.
  [[nodiscard]] bool seen(const scene::Point& at) const {
    return target_.ink.get(static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y)));
  }

  /// As broad as the pen.
  [[nodiscard]] bool runs_through(const scene::Point& at, const scene::Point& across) const {
    const double half = std::max(pen_ / 2 - 1, 0.0);
    return inked(at) && inked(at + half * across) && inked(at - half * across);
  }

  /// How far the middle of the ink lies beside a place, where one line runs alone.
  [[nodiscard]] std::optional<double> aside(const scene::Point& at,
                                            const scene::Point& across) const {
    const double most = pen_ + 3;
    const auto reach = [&](double sign) {
      double far = 0;
      while (far < most && inked(at + (sign * far) * across)) far += 0.25;
      return far;
    };
    const double up = reach(1);
    const double down = reach(-1);
    if (up + down > pen_ + 2.5 || up + down < pen_ - 1) return std::nullopt;
    return (up - down) / 2;
  }

 private:
  const Target& target_;
  double pen_;
};

/// A straight line as far as there is ink.
class LongSegment {
 public:
  LongSegment(const InkProbe& probe, const scene::Point& from, const scene::Point& to)
      : probe_(probe), from_(from), to_(to) {
    for (int i = 0; i < 3; ++i) {
      fit();
      draw_out();
    }
  }

  [[nodiscard]] scene::Point from() const { return from_; }
  [[nodiscard]] scene::Point to() const { return to_; }

 private:
  void fit() {
    const double length = norm(to_ - from_);
    if (length < 4) return;
    const scene::Point along = (1 / length) * (to_ - from_);
    std::vector<scene::Point> points;
    points.reserve(static_cast<std::size_t>(length) + 1);
    const double apart = probe_.pen() / 2;
    for (int step = 0; apart + step < length - apart; ++step) {
      const scene::Point at = from_ + (apart + step) * along;
      const auto aside = probe_.aside(at, normal_to(along));
      if (aside) points.push_back(at + *aside * normal_to(along));
    }
    if (points.size() < 6 || norm(points.back() - points.front()) < 0.3 * length) return;
    Line line = fitted_line(points);
    std::erase_if(points, [&line](const scene::Point& each) {
      return std::abs(cross(each - line.at, line.direction)) > 1;
    });
    if (points.size() < 6) return;
    line = fitted_line(points);
    from_ = line.at + dot(from_ - line.at, line.direction) * line.direction;
    to_ = line.at + dot(to_ - line.at, line.direction) * line.direction;
  }

  [[nodiscard]] scene::Point tip(const scene::Point& start, const scene::Point& along) const {
    constexpr double kStep = 0.5;
    double reach = 0;
    double seen = 0;
    while (reach < kFarthest &&
           probe_.runs_through(start + (reach + kStep) * along, normal_to(along))) {
      reach += kStep;
      if (probe_.seen(start + reach * along)) seen = reach;
    }
    reach = std::min(reach, seen + probe_.pen());  // below other lines there may be anything
    double end = reach;
    while (end < reach + probe_.pen() && probe_.inked(start + (end + kStep) * along)) end += kStep;
    return start + std::max(end - probe_.pen() / 2 - 0.25, 0.0) * along;
  }

  void draw_out() {
    const double length = norm(to_ - from_);
    if (length < 2) return;
    const scene::Point along = (1 / length) * (to_ - from_);
    const scene::Point middle = 0.5 * (from_ + to_);
    if (!probe_.runs_through(middle, normal_to(along))) return;
    from_ = tip(middle, -1.0 * along);
    to_ = tip(middle, along);
  }

  const InkProbe& probe_;
  scene::Point from_;
  scene::Point to_;
};

scene::Point on_circle(const Ring& ring, double angle) {
  return ring.center + ring.radius * scene::Point{std::cos(angle), std::sin(angle)};
}

/// How far there is ink along a circle, in radians, to the right (1) or to the left (-1).
double reach_along(const InkProbe& probe, const Ring& ring, double start, double sign) {
  const double step = 0.7 / ring.radius;
  double turned = 0;
  double seen = 0;
  int misses = 0;
  while (turned < 2 * std::numbers::pi && misses < 3) {
    turned += step;
    const double angle = start + sign * turned;
    const scene::Point out{std::cos(angle), std::sin(angle)};
    misses = probe.runs_through(on_circle(ring, angle), out) ? 0 : misses + 1;
    if (probe.seen(on_circle(ring, angle))) seen = turned;
  }
  return std::min(turned - misses * step, seen + probe.pen() / ring.radius);
}

/// The circle through the middle of the ink along this one. A short arc says little of its circle,
/// so it is fitted again to what could be reached, and again.
Ring regrown(const InkProbe& probe, Ring ring, const scene::Point& through) {
  constexpr double kApart = 2;  // pixels
  for (int round = 0; round < 4; ++round) {
    const scene::Point arm = through - ring.center;
    const double start = std::atan2(arm.y, arm.x);
    const double right = reach_along(probe, ring, start, 1);
    const double left = std::min(reach_along(probe, ring, start, -1),
                                 2 * std::numbers::pi - std::min(right, 2 * std::numbers::pi));
    std::vector<scene::Point> points;
    const int count = static_cast<int>((left + right) * ring.radius / kApart);
    for (int i = 0; i <= count; ++i) {
      const double angle = start - left + i * kApart / ring.radius;
      const scene::Point out{std::cos(angle), std::sin(angle)};
      const scene::Point at = on_circle(ring, angle);
      if (const auto aside = probe.aside(at, out)) points.push_back(at + *aside * out);
    }
    const auto again = points.size() < 12 ? std::nullopt : fitted_ring(points);
    if (!again || again->usual > 1 || std::abs(again->radius - ring.radius) > 0.3 * ring.radius) {
      break;
    }
    ring = *again;
  }
  return ring;
}

/// An arc as far as there is ink, or the whole circle.
std::optional<Path> long_arc(const InkProbe& probe, const Path& path, std::size_t piece,
                             double unit) {
  constexpr double kShortest = 0.3;  // radians
  const auto corners = piece_points(path, piece, unit);
  auto ring = fitted_ring(corners);
  if (!ring || ring->radius < std::max(4.0, 1.5 * probe.pen()) || ring->radius > 2000) {
    return std::nullopt;
  }
  ring = regrown(probe, *ring, corners[corners.size() / 2]);
  const scene::Point middle = corners[corners.size() / 2] - ring->center;
  const double start = std::atan2(middle.y, middle.x);
  Path result = path;
  result.ring.reset();
  const double right = reach_along(probe, *ring, start, 1);
  if (right > 0.97 * 2 * std::numbers::pi) {
    result.closed = true;
    result.ring = Ring{.center = ring->center, .radius = ring->radius};
    result.points = {ring->center + scene::Point{0, ring->radius}};
    result.turns = {360};
    return result;
  }
  const double left = reach_along(probe, *ring, start, -1);
  const double cap = probe.pen() / 2 / ring->radius;
  const double turn = right + left - 2 * cap;
  if (turn < kShortest || turn * kDegrees > 350) return std::nullopt;
  result.closed = false;
  result.points = {on_circle(*ring, start - left + cap), on_circle(*ring, start + right - cap)};
  result.turns = {turn * kDegrees};
  return result;
}

Path straight_path(const Path& style, const scene::Point& from, const scene::Point& to) {
  Path path = style;
  path.ring.reset();
  path.closed = false;
  path.points = {from, to};
  path.turns = {0};
  return path;
}

/// One piece of a path as a path of its own.
Path single_piece(const Path& path, std::size_t piece) {
  if (path.ring) return path;
  Path one = straight_path(path, path.points[piece], path.points[(piece + 1) % path.points.size()]);
  one.turns = {path.turns[piece]};
  return one;
}

}  // namespace

std::vector<Path> reaching_pieces(const std::vector<Path>& traced, const Target& target,
                                  double unit) {
  std::vector<Path> all;
  if (traced.empty()) return all;
  const InkProbe probe(target, traced.front().pen);
  for (const Path& path : traced) {
    for (std::size_t i = 0; i < path.pieces(); ++i) {
      const Path piece = single_piece(path, i);
      all.push_back(piece);
      if (is_disc(piece)) continue;
      const bool straight = !path.ring && path.turns[i] == 0;
      if (straight && norm(piece.points[1] - piece.points[0]) > 2 * path.pen + 3) {
        const LongSegment longer(probe, piece.points[0], piece.points[1]);
        if (norm(longer.to() - longer.from()) > 2 * path.pen) {
          all.push_back(straight_path(path, longer.from(), longer.to()));
        }
      }
      if (straight) continue;
      if (auto arc = long_arc(probe, path, i, unit)) all.push_back(std::move(*arc));
    }
  }
  return all;
}

}  // namespace papert::solve::turtle

// Every straight piece of a line lies on its line, however short it was cut at meetings: between
// crossings the middle of the ink says where the line runs, and it goes on as long as there is ink.
// The same holds for arcs. A greedy cover then takes the piece that paints most of what is left.

#include "solve/turtle/cover.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <utility>

#include "raster/paint_scene.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostPieces = 500;
constexpr double kLongest = 3000;  // pixels

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
    while (reach < kLongest &&
           probe_.runs_through(start + (reach + kStep) * along, normal_to(along))) {
      reach += kStep;
    }
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
  int misses = 0;
  while (turned < 2 * std::numbers::pi && misses < 3) {
    turned += step;
    const double angle = start + sign * turned;
    const scene::Point out{std::cos(angle), std::sin(angle)};
    misses = probe.runs_through(on_circle(ring, angle), out) ? 0 : misses + 1;
  }
  return turned - misses * step;
}

/// An arc as far as there is ink, or the whole circle.
std::optional<Path> long_arc(const InkProbe& probe, const Path& path, std::size_t piece,
                             double unit) {
  constexpr double kShortest = 0.3;  // radians
  const auto corners = piece_points(path, piece, unit);
  const auto ring = fitted_ring(corners);
  if (!ring || ring->radius < std::max(4.0, 1.5 * probe.pen()) || ring->radius > 2000) {
    return std::nullopt;
  }
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

struct Candidate {
  Path path;
  raster::Bitmap painted;
};

raster::Bitmap painted_line(const Path& path, const Target& target, double unit) {
  scene::Stroke stroke{.points = outline(path, unit), .width = path.pen};
  for (scene::Point& each : stroke.points) each.y = -each.y;
  scene::Scene scene;
  scene.items.emplace_back(std::move(stroke));
  return raster::paint_ink(scene, {.width = target.ink.width(), .height = target.ink.height()});
}

std::vector<Candidate> candidates_of(const std::vector<Path>& traced, const Target& target,
                                     double unit) {
  const InkProbe probe(target, traced.front().pen);
  std::vector<Candidate> all;
  const auto add = [&](Path path) {
    raster::Bitmap painted = painted_line(path, target, unit);
    const auto same = [&painted](const Candidate& each) {
      return std::ranges::equal(each.painted.words(), painted.words());
    };
    if (std::ranges::any_of(all, same)) return;
    all.push_back({std::move(path), std::move(painted)});
  };
  for (const Path& path : traced) {
    for (std::size_t i = 0; i < path.pieces(); ++i) {
      const Path piece = single_piece(path, i);
      add(piece);
      const bool straight = !path.ring && path.turns[i] == 0;
      if (straight && norm(piece.points[1] - piece.points[0]) > 2 * path.pen + 3) {
        const LongSegment longer(probe, piece.points[0], piece.points[1]);
        if (norm(longer.to() - longer.from()) > 2 * path.pen) {
          add(straight_path(path, longer.from(), longer.to()));
        }
      }
      if (straight) continue;
      if (auto arc = long_arc(probe, path, i, unit)) add(std::move(*arc));
    }
  }
  return all;
}

/// Ink that it adds, less what it paints beside the ink.
std::int64_t gain_of(const raster::Bitmap& painted, const raster::Bitmap& left,
                     const Target& target) {
  constexpr std::int64_t kWrong = 3;
  std::int64_t gain = 0;
  for (std::size_t i = 0; i < painted.words().size(); ++i) {
    const std::uint64_t own = painted.words()[i];
    if (own == 0) continue;
    gain += std::popcount(own & left.words()[i]);
    gain -= kWrong * std::popcount(own & ~(target.ink.words()[i] | target.covered.words()[i]));
  }
  return gain;
}

std::vector<Path> greedy_cover(std::vector<Candidate> all, const Target& target, double pen) {
  raster::Bitmap left = target.ink;
  const auto least = static_cast<std::int64_t>(std::max(6.0, 2 * pen));
  std::vector<Path> chosen;
  while (!all.empty() && chosen.size() < kMostPieces) {
    std::int64_t most = least;
    std::size_t best = all.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::int64_t gain = gain_of(all[i].painted, left, target);
      if (gain <= most) continue;
      most = gain;
      best = i;
    }
    if (best == all.size()) break;
    for (int y = 0; y < left.height(); ++y) {
      const auto own = all[best].painted.row(y);
      const auto rest = left.row(y);
      for (std::size_t i = 0; i < own.size(); ++i) rest[i] &= ~own[i];
    }
    chosen.push_back(std::move(all[best].path));
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return chosen;
}

struct FreeEnd {
  std::size_t path = 0;
  bool front = false;
};

scene::Point& end_of(std::vector<Path>& paths, const FreeEnd& end) {
  Path& path = paths[end.path];
  return end.front ? path.points.front() : path.points.back();
}

std::vector<FreeEnd> free_ends(const std::vector<Path>& paths) {
  std::vector<FreeEnd> ends;
  ends.reserve(2 * paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].closed) continue;
    ends.push_back({i, true});
    ends.push_back({i, false});
  }
  return ends;
}

/// Two straight pieces that end near each other end where their lines meet.
void meet_at_corners(std::vector<Path>& paths, double pen) {
  const std::vector<FreeEnd> ends = free_ends(paths);
  std::vector<bool> done(ends.size(), false);
  const auto line = [&paths](const FreeEnd& end) {
    const Path& path = paths[end.path];
    const scene::Point along = path.points.back() - path.points.front();
    return Line{path.points.front(), (1 / std::max(norm(along), 1e-9)) * along};
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    std::size_t best = ends.size();
    double least = 1.2 * pen + 2;
    for (std::size_t k = i + 1; k < ends.size() && !done[i]; ++k) {
      if (done[k] || ends[k].path == ends[i].path) continue;
      const double apart = norm(end_of(paths, ends[i]) - end_of(paths, ends[k]));
      if (apart >= least) continue;
      least = apart;
      best = k;
    }
    if (best == ends.size()) continue;
    if (paths[ends[i].path].turns[0] != 0 || paths[ends[best].path].turns[0] != 0) continue;
    const auto corner = intersection(line(ends[i]), line(ends[best]));
    if (!corner || norm(*corner - end_of(paths, ends[i])) > 2.5 * pen + 3) continue;
    done[i] = done[best] = true;
    end_of(paths, ends[i]) = *corner;
    end_of(paths, ends[best]) = *corner;
  }
}

void reverse_path(Path& path) {
  std::reverse(path.points.begin(), path.points.end());
  std::reverse(path.turns.begin(), path.turns.end());
  for (double& turn : path.turns) turn = -turn;
}

/// Appends one path to the end of another, which is where it begins.
void append_path(Path& first, Path second) {
  first.points.insert(first.points.end(), second.points.begin() + 1, second.points.end());
  first.turns.insert(first.turns.end(), second.turns.begin(), second.turns.end());
}

/// Finds a path that begins or ends where this one ends, with no third there.
std::optional<FreeEnd> follower(std::vector<Path>& paths, std::size_t own, const scene::Point& at) {
  std::optional<FreeEnd> found;
  for (const FreeEnd& end : free_ends(paths)) {
    if (end.path == own || !(end_of(paths, end) == at)) continue;
    if (found) return std::nullopt;
    found = end;
  }
  return found;
}

/// Pieces that share an end with one other become one line.
void chain_up(std::vector<Path>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (int side = 0; side < 2 && !paths[i].closed; ++side) {
      while (const auto next = follower(paths, i, paths[i].points.back())) {
        if (paths[i].points.front() == paths[i].points.back()) break;
        Path rest = paths[next->path];
        if (!next->front) reverse_path(rest);
        append_path(paths[i], std::move(rest));
        paths.erase(paths.begin() + static_cast<std::ptrdiff_t>(next->path));
        if (next->path < i) --i;
      }
      if (paths[i].points.size() > 3 && paths[i].points.front() == paths[i].points.back()) {
        paths[i].closed = true;
        paths[i].points.pop_back();
        break;
      }
      reverse_path(paths[i]);
    }
  }
}

}  // namespace

std::vector<Path> covering_lines(const std::vector<Path>& traced, const Target& target,
                                 double unit) {
  std::size_t pieces = 0;
  for (const Path& path : traced) pieces += path.pieces();
  if (traced.empty() || pieces > kMostPieces) return {};
  const double pen = traced.front().pen;
  std::vector<Path> paths = greedy_cover(candidates_of(traced, target, unit), target, pen);
  meet_at_corners(paths, pen);
  join_ends(paths, 0.6 * pen + 1);
  chain_up(paths);
  return paths;
}

}  // namespace papert::solve::turtle

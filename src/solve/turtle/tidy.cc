// Changes of a path's corners that nudging cannot make, each kept if the painted picture is not
// worse for it. The whole picture is painted for each: that is affordable because drawings have few
// corners, and bounded for those that have many.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "solve/turtle/refine.h"

namespace papert::solve::turtle {
namespace {

constexpr int kMostTrials = 500;

class Tidier {
 public:
  Tidier(std::vector<Path>& paths, const Target& target, const TidyOptions& options)
      : paths_(paths),
        target_(target),
        options_(options),
        best_(differing(paths, options.unit, target)) {}

  void run() {
    for (std::size_t p = 0; p < paths_.size() && !done(); ++p) {
      for (std::size_t i = 0; i < paths_[p].turns.size(); ++i) {
        if (complete_ring(p, i)) break;
      }
    }
    drop_idle();
    for (std::size_t p = 0; p < paths_.size(); ++p) {
      if (paths_[p].ring) continue;
      for (std::size_t i = 0; i < paths_[p].points.size() && !done();) {
        if (!join_short(p, i) && !remove(p, i)) ++i;
      }
    }
  }

 private:
  [[nodiscard]] bool done() const { return trials_ >= kMostTrials || is_spent(target_.work); }

  /// Keeps the change unless the picture is worse by more than `slack`.
  bool keep(std::size_t p, Path changed, std::int64_t slack) {
    ++trials_;
    std::swap(paths_[p], changed);
    const std::int64_t now = differing(paths_, options_.unit, target_);
    if (now <= best_ + slack) {
      best_ = now;
      return true;
    }
    std::swap(paths_[p], changed);
    return false;
  }

  bool keep_all(std::vector<Path> changed, std::int64_t slack) {
    ++trials_;
    const std::int64_t now = differing(changed, options_.unit, target_);
    if (now > best_ + slack) return false;
    best_ = now;
    paths_ = std::move(changed);
    return true;
  }

  /// The pieces from one to another as an open path; nothing where there are none.
  static std::optional<Path> part(const Path& path, std::size_t first, std::size_t end) {
    if (first >= end) return std::nullopt;
    Path result = path;
    result.closed = false;
    result.points.clear();
    result.turns.assign(path.turns.begin() + static_cast<std::ptrdiff_t>(first),
                        path.turns.begin() + static_cast<std::ptrdiff_t>(end));
    for (std::size_t i = first; i <= end; ++i) {
      result.points.push_back(path.points[i % path.points.size()]);
    }
    return result;
  }

  /// Most of a circle, of which the rest was taken for a part of other lines.
  bool complete_ring(std::size_t p, std::size_t i) {
    const Path& path = paths_[p];
    if (path.ring || std::abs(path.turns[i]) < 180 || done()) return false;
    const scene::Point from = path.points[i];
    const scene::Point chord = path.points[(i + 1) % path.points.size()] - from;
    const double height = 0.5 / std::tan(path.turns[i] / 2 / kDegrees);
    Path round = path;
    round.closed = true;
    round.turns = {360};
    round.ring = Ring{.center = from + 0.5 * chord + height * scene::Point{-chord.y, chord.x},
                      .radius = radius_of(from, from + chord, path.turns[i])};
    round.points = {round.ring->center + scene::Point{0, round.ring->radius}};
    std::vector<Path> changed = paths_;
    changed[p] = std::move(round);
    for (auto rest : {part(path, 0, i), part(path, i + 1, path.pieces())}) {
      if (rest) changed.push_back(std::move(*rest));
    }
    const auto slack =
        static_cast<std::int64_t>(0.3 * path.pen * radius_of(from, from + chord, path.turns[i]));
    return keep_all(std::move(changed), slack / 2);
  }

  /// Lines that add nothing.
  void drop_idle() {
    for (std::size_t p = 0; p < paths_.size() && paths_.size() > 1 && !done();) {
      std::vector<Path> changed = paths_;
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(p));
      if (!keep_all(std::move(changed), 1)) ++p;
    }
  }

  [[nodiscard]] static std::size_t before(const Path& path, std::size_t i) {
    return (i + path.pieces() - 1) % path.pieces();
  }

  /// A corner between two straight pieces.
  bool remove(std::size_t p, std::size_t i) {
    const Path& path = paths_[p];
    const bool end = !path.closed && (i == 0 || i + 1 == path.points.size());
    if (end || path.points.size() < (path.closed ? 4U : 3U)) return false;
    if (path.turns[before(path, i)] != 0 || path.turns[i] != 0) return false;
    const scene::Point& from = path.points[before(path, i)];
    const scene::Point& to = path.points[(i + 1) % path.points.size()];
    if (distance_to(path.points[i], from, to) > path.pen + 2) return false;
    const auto slack = 2 + static_cast<std::int64_t>(options_.slack * norm(to - from));
    Path changed = path;
    changed.points.erase(changed.points.begin() + static_cast<std::ptrdiff_t>(i));
    changed.turns.erase(changed.turns.begin() + static_cast<std::ptrdiff_t>(i));
    return keep(p, std::move(changed), slack);
  }

  /// A short piece between two straight ones, which would meet nearby.
  bool join_short(std::size_t p, std::size_t i) {
    const Path& path = paths_[p];
    const std::size_t count = path.points.size();
    if (count < (path.closed ? 4U : 3U)) return false;
    if (!path.closed && (i == 0 || i + 2 >= count)) return false;
    const std::size_t previous = before(path, i);
    const std::size_t next = (i + 1) % count;
    const scene::Point a = path.points[i];
    const scene::Point b = path.points[next];
    const bool straight = path.turns[previous] == 0 && path.turns[i] == 0 && path.turns[next] == 0;
    if (!straight || norm(b - a) > 3 * path.pen + 2) return false;
    const scene::Point out = path.points[(next + 1) % count];
    const auto corner =
        intersection({a, unit_vector(a - path.points[previous])}, {b, unit_vector(out - b)});
    if (!corner || norm(*corner - a) > 4 * path.pen + 3) return false;
    Path changed = path;
    changed.points[i] = *corner;
    changed.points.erase(changed.points.begin() + static_cast<std::ptrdiff_t>(next));
    changed.turns.erase(changed.turns.begin() + static_cast<std::ptrdiff_t>(i));
    return keep(p, std::move(changed), 1);
  }

  static scene::Point unit_vector(const scene::Point& along) {
    const double length = norm(along);
    return length > 0 ? (1 / length) * along : scene::Point{1, 0};
  }

  std::vector<Path>& paths_;
  const Target& target_;
  TidyOptions options_;
  std::int64_t best_;
  int trials_ = 0;
};

}  // namespace

void tidy(std::vector<Path>& paths, const Target& target, const TidyOptions& options) {
  Tidier(paths, target, options).run();
}

void join_ends(std::vector<Path>& paths, double reach) {
  std::vector<scene::Point*> ends;
  for (Path& path : paths) {
    if (path.closed) continue;
    ends.push_back(&path.points.front());
    ends.push_back(&path.points.back());
  }
  std::vector<bool> done(ends.size(), false);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (done[i]) continue;
    std::vector<scene::Point*> group;
    scene::Point sum{0, 0};
    for (std::size_t k = i; k < ends.size(); ++k) {
      if (done[k] || norm(*ends[k] - *ends[i]) > reach) continue;
      done[k] = true;
      group.push_back(ends[k]);
      sum = sum + *ends[k];
    }
    const scene::Point mean = (1.0 / static_cast<double>(group.size())) * sum;
    for (scene::Point* each : group) *each = mean;
  }
}

}  // namespace papert::solve::turtle

// Pieces as long as the ink allows; a greedy cover takes the piece that paints most of what is
// left.

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
#include "solve/turtle/reach.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostPieces = 500;

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

std::vector<Candidate> candidates_of(std::vector<Path> pieces, const Target& target, double unit) {
  std::vector<Candidate> all;
  for (Path& path : pieces) {
    if (is_spent(target.work)) break;
    raster::Bitmap painted = painted_line(path, target, unit);
    // Most others are told apart by a part of their words.
    spend(target.work, kCornerSteps * 2 + painted.words().size() * (all.size() / 8 + 1));
    const auto same = [&painted](const Candidate& each) {
      return std::ranges::equal(each.painted.words(), painted.words());
    };
    if (std::ranges::any_of(all, same)) continue;
    all.push_back({std::move(path), std::move(painted)});
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
  while (!all.empty() && chosen.size() < kMostPieces && !is_spent(target.work)) {
    spend(target.work, left.words().size() * all.size() / 2);
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

void join_pieces(std::vector<Path>& paths, double pen) {
  meet_at_corners(paths, pen);
  join_ends(paths, 0.6 * pen + 1);
  chain_up(paths);
}

std::vector<Path> covering_lines(const std::vector<Path>& traced, const Target& target,
                                 double unit) {
  if (traced.empty() || pieces_of(traced) > kMostPieces) return {};
  const double pen = traced.front().pen;
  std::vector<Path> paths =
      greedy_cover(candidates_of(reaching_pieces(traced, target, unit), target, unit), target, pen);
  join_pieces(paths, pen);
  return paths;
}

std::vector<Path> covering_exactly(const std::vector<Path>& traced, const Target& target,
                                   const ExactOptions& options) {
  if (pieces_of(traced) > kMostPieces) return {};  // what reaches is more
  const std::vector<Path> pieces = reaching_pieces(traced, target, options.unit);
  if (pieces.empty() || pieces.size() > kMostPieces) return {};
  return greedy_cover(candidates_of(exact_pieces(pieces, target, options), target, options.unit),
                      target, pieces.back().pen);
}

}  // namespace papert::solve::turtle

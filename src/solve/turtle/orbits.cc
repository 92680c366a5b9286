// Ink that looks the same when it is turned was drawn as turned copies: a piece that is read well
// in one place gives those in all others. A greedy cover takes, with all its copies, the piece that
// paints most of what is left.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "raster/paint_scene.h"
#include "solve/turtle/cover.h"
#include "solve/turtle/reach.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostOrbitPieces = 400;
constexpr std::size_t kMostCopies = 1500;

struct Orbit {
  std::vector<Path> copies;
  raster::Bitmap painted;
};

raster::Bitmap painted_with(const std::vector<Path>& paths, const Target& target, double unit,
                            double more) {
  scene::Scene scene;
  for (const Path& path : paths) {
    scene::Stroke stroke{.points = outline(path, unit), .width = path.pen + more};
    for (scene::Point& each : stroke.points) each.y = -each.y;
    scene.items.emplace_back(std::move(stroke));
  }
  return raster::paint_ink(scene, {.width = target.ink.width(), .height = target.ink.height()});
}

bool coincide(const Path& a, const Path& b) {
  constexpr double kNear = 1.5;
  if (a.ring.has_value() != b.ring.has_value()) return false;
  if (a.ring) {
    return norm(a.ring->center - b.ring->center) < kNear &&
           std::abs(a.ring->radius - b.ring->radius) < kNear;
  }
  const auto near = [](const scene::Point& p, const scene::Point& q) {
    return norm(p - q) < kNear;
  };
  const bool same = near(a.points[0], b.points[0]) && near(a.points[1], b.points[1]);
  const bool swapped = near(a.points[0], b.points[1]) && near(a.points[1], b.points[0]);
  return (same && std::abs(a.turns[0] - b.turns[0]) < 5) ||
         (swapped && std::abs(a.turns[0] + b.turns[0]) < 5);
}

std::vector<Path> copies_of(const Path& path, const Symmetry& symmetry) {
  std::vector<Path> copies{path};
  for (int i = 1; i < symmetry.order; ++i) {
    Path copy = turned(path, symmetry, i);
    const auto same = [&copy](const Path& each) { return coincide(each, copy); };
    if (std::none_of(copies.begin(), copies.end(), same)) copies.push_back(std::move(copy));
  }
  return copies;
}

/// The ink, what may be ink, and a pixel around both.
raster::Bitmap reach_of(const Target& target) {
  raster::Bitmap reach(target.ink.width(), target.ink.height());
  for (int y = 0; y < reach.height(); ++y) {
    for (int x = 0; x < reach.width(); ++x) {
      if (!target.ink.get(x, y) && !target.covered.get(x, y)) continue;
      for (int down = std::max(y - 1, 0); down <= std::min(y + 1, reach.height() - 1); ++down) {
        reach.fill_span(down, std::max(x - 1, 0), std::min(x + 1, reach.width() - 1));
      }
    }
  }
  return reach;
}

std::int64_t gain_of(const raster::Bitmap& painted, const raster::Bitmap& left,
                     const raster::Bitmap& reach) {
  constexpr std::int64_t kWrong = 4;
  std::int64_t gain = 0;
  for (std::size_t i = 0; i < painted.words().size(); ++i) {
    const std::uint64_t own = painted.words()[i];
    if (own == 0) continue;
    gain += std::popcount(own & left.words()[i]) - kWrong * std::popcount(own & ~reach.words()[i]);
  }
  return gain;
}

void erase(raster::Bitmap& left, const raster::Bitmap& painted) {
  for (int y = 0; y < left.height(); ++y) {
    const auto own = painted.row(y);
    const auto rest = left.row(y);
    for (std::size_t i = 0; i < own.size(); ++i) rest[i] &= ~own[i];
  }
}

}  // namespace

std::vector<Path> covering_orbits(const std::vector<Path>& traced, const Target& target,
                                  const Symmetry& symmetry, double unit) {
  if (pieces_of(traced) > kMostOrbitPieces) return {};  // what reaches is more
  std::vector<Path> pieces = reaching_pieces(traced, target, unit);
  if (pieces.empty() || pieces.size() > kMostOrbitPieces) return {};
  const double pen = pieces.front().pen;
  std::vector<Orbit> all;
  for (const Path& piece : pieces) {
    if (is_spent(target.work)) return {};
    std::vector<Path> copies = copies_of(piece, symmetry);
    raster::Bitmap painted = painted_with(copies, target, unit, 0);
    spend(target.work, painted.words().size() + 2 * kCornerSteps * copies.size());
    all.push_back({std::move(copies), std::move(painted)});
  }
  const raster::Bitmap reach = reach_of(target);
  raster::Bitmap left = target.ink;
  std::vector<Path> chosen;
  while (chosen.size() < kMostCopies && !is_spent(target.work)) {
    spend(target.work, left.words().size() * all.size() / 2);
    double most = 0;
    const Orbit* best = nullptr;
    for (const Orbit& orbit : all) {
      const auto gain = static_cast<double>(gain_of(orbit.painted, left, reach));
      const double least = std::max(3.0, pen) * static_cast<double>(orbit.copies.size());
      if (gain <= std::max(least, most)) continue;
      most = gain;
      best = &orbit;
    }
    if (best == nullptr) break;
    erase(left, painted_with(best->copies, target, unit, 1.5));
    chosen.insert(chosen.end(), best->copies.begin(), best->copies.end());
  }
  join_pieces(chosen, pen);
  return chosen;
}

}  // namespace papert::solve::turtle

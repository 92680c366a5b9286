#include "solve/turtle/rounding.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "raster/paint_scene.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostRounded = 120;  // paths

/// A run of pieces as one arc.
struct Rounded {
  std::size_t first = 0;
  std::size_t end = 0;  // behind the last piece
  double turn = 0;      // degrees
};

class Rounder {
 public:
  Rounder(std::vector<Path>& paths, const Target& target, double unit)
      : paths_(paths), target_(target), unit_(unit) {}

  void run() {
    for (std::size_t p = 0; p < paths_.size() && !is_spent(target_.work); ++p) {
      if (paths_[p].ring || paths_[p].pieces() < 2) continue;
      Path path = paths_[p];
      bool changed = false;
      for (std::size_t i = 0; i < path.pieces(); ++i) {
        const auto found = longest_from(path, i);
        if (!found) continue;
        replace(path, *found);
        changed = true;
      }
      if (changed) try_path(p, std::move(path));
    }
  }

 private:
  /// The turn from corner to corner around a ring; nothing where it is not as even as an arc's.
  [[nodiscard]] std::optional<double> turn_around(const std::vector<scene::Point>& corners,
                                                  const Ring& ring, double pen) const {
    constexpr double kLargestStep = 33;  // degrees
    const double apart = 1 + 0.15 * pen;
    double turn = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (std::abs(norm(corners[i] - ring.center) - ring.radius) > apart) return std::nullopt;
      if (i == 0) continue;
      const scene::Point a = corners[i - 1] - ring.center;
      const scene::Point b = corners[i] - ring.center;
      const double step = std::atan2(cross(a, b), dot(a, b)) * kDegrees;
      if (std::abs(step) > kLargestStep || step * turn < 0) return std::nullopt;
      turn += step;
    }
    return turn;
  }

  [[nodiscard]] std::optional<Rounded> longest_from(const Path& path, std::size_t first) const {
    constexpr double kLeastTurn = 45;  // degrees
    constexpr std::size_t kFewestCorners = 4;
    constexpr double kMostRadius = 2000;
    std::optional<Rounded> best;
    std::vector<scene::Point> corners = piece_points(path, first, unit_);
    for (std::size_t end = first + 2; end <= path.pieces(); ++end) {
      const auto more = piece_points(path, end - 1, unit_);
      corners.insert(corners.end(), more.begin() + 1, more.end());
      if (corners.size() < kFewestCorners) continue;
      const auto ring = fitted_ring(corners);
      if (!ring || ring->radius > kMostRadius || ring->radius < 4 * path.pen) break;
      const auto turn = turn_around(corners, *ring, path.pen);
      if (!turn) break;
      if (std::abs(*turn) < kLeastTurn || std::abs(*turn) > 350) continue;
      best = Rounded{.first = first, .end = end, .turn = *turn};
    }
    return best;
  }

  static void replace(Path& path, const Rounded& run) {
    const auto first = static_cast<std::ptrdiff_t>(run.first);
    const auto end = static_cast<std::ptrdiff_t>(run.end);
    path.turns[run.first] = run.turn;
    path.turns.erase(path.turns.begin() + first + 1, path.turns.begin() + end);
    path.points.erase(path.points.begin() + first + 1, path.points.begin() + end);
  }

  /// What others paint need not be painted by this one.
  [[nodiscard]] Target target_without(std::size_t p) const {
    Target own = target_;
    scene::Scene scene;
    std::size_t corners = 0;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (i == p) continue;
      scene::Stroke stroke{.points = outline(paths_[i], unit_), .width = paths_[i].pen};
      for (scene::Point& each : stroke.points) each.y = -each.y;
      corners += stroke.points.size();
      scene.items.emplace_back(std::move(stroke));
    }
    spend(target_.work, kCornerSteps * corners + own.ink.words().size());
    const raster::Bitmap others =
        raster::paint_ink(scene, {.width = own.ink.width(), .height = own.ink.height()});
    for (int y = 0; y < others.height(); ++y) {
      const auto from = others.row(y);
      const auto to = own.covered.row(y);
      for (std::size_t i = 0; i < from.size(); ++i) to[i] |= from[i];
    }
    return own;
  }

  void try_path(std::size_t p, Path changed) {
    constexpr double kPiece = 4;
    const Target own = target_without(p);
    const auto cost = [&](const std::vector<Path>& one) {
      return static_cast<double>(differing(one, unit_, own)) +
             kPiece * static_cast<double>(one[0].pieces());
    };
    std::vector<Path> one{std::move(changed)};
    refine(one, own, {.unit = unit_, .rounds = 3, .first_step = 1});
    if (cost(one) <= cost({paths_[p]})) paths_[p] = std::move(one[0]);
  }

  std::vector<Path>& paths_;
  const Target& target_;
  double unit_;
};

}  // namespace

void round_out(std::vector<Path>& paths, const Target& target, double unit) {
  if (paths.size() > kMostRounded) return;
  Rounder(paths, target, unit).run();
}

}  // namespace papert::solve::turtle

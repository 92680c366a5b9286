// People write round numbers. A circle begins at a whole place with a heading of so many times 15
// degrees, a line is a walk of whole lengths from a whole place or from a corner that is known.
// Each guess is painted and kept if no more pixels differ: what is right lies exactly on the ink.

#include "solve/turtle/snap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "solve/turtle/steps.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostGuesses = 700;
constexpr std::size_t kMostPainted =
    60'000;                         // pieces, in all guesses: each paints the whole picture
constexpr std::int64_t kSlack = 3;  // pixels that round numbers may cost

/// The nearest number that a diagonal or the height of a triangle gives: so many times 5, times
/// half a root of 2 or of 3. The number itself where none is near.
double root_number(double value) {
  constexpr double kNear = 0.2;
  for (const double root : {std::numbers::sqrt2, std::numbers::sqrt3}) {
    const double step = 2.5 * root;
    const double nearest = step * std::round(value / step);
    if (std::abs(nearest - value) < kNear) return nearest;
  }
  return value;
}

class Snapper {
 public:
  Snapper(std::vector<Path>& paths, const Target& target, const SnapOptions& options)
      : paths_(paths),
        target_(target),
        options_(options),
        best_(differing(paths, options.unit, target)) {}

  void run() {
    std::size_t pieces = 1;
    for (const Path& path : paths_) pieces += path.pieces();
    left_ = std::min(kMostGuesses, kMostPainted / pieces);
    std::vector<std::size_t> order(paths_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return near_home(paths_[a]) < near_home(paths_[b]);
    });
    for (const std::size_t p : order) {
      if (paths_[p].ring) {
        snap_ring(p);
      } else if (is_disc(paths_[p])) {
        snap_disc(p);
      } else if (!snap_walk(p)) {
        snap_corners(p);
      }
      if (left_ == 0 || is_spent(target_.work)) return;
      if (!paths_[p].ring) {
        known_.insert(known_.end(), paths_[p].points.begin(), paths_[p].points.end());
      }
    }
  }

 private:
  [[nodiscard]] scene::Point to_steps(const scene::Point& at) const {
    return (1 / options_.unit) * (at - options_.origin);
  }
  [[nodiscard]] scene::Point to_pixels(const scene::Point& at) const {
    return options_.origin + options_.unit * at;
  }
  /// The nearest place of which both numbers are whole multiples of a share of a step.
  [[nodiscard]] scene::Point whole(const scene::Point& at, double parts = 1) const {
    const scene::Point steps = to_steps(at);
    return to_pixels({std::round(parts * steps.x) / parts, std::round(parts * steps.y) / parts});
  }

  [[nodiscard]] scene::Point rooted(const scene::Point& at) const {
    const scene::Point steps = to_steps(at);
    return to_pixels({root_number(steps.x), root_number(steps.y)});
  }

  /// Lines that begin where the turtle begins come first: the others hang on them.
  [[nodiscard]] double near_home(const Path& path) const {
    double least = 1e9;
    for (const scene::Point& each : path.points) {
      least = std::min(least, norm(each - options_.origin));
    }
    return std::floor(least / 2);
  }

  /// What the picture costs with this path in place of another.
  [[nodiscard]] std::int64_t cost_with(std::size_t p, Path& changed) {
    --left_;
    std::swap(paths_[p], changed);
    const std::int64_t now = differing(paths_, options_.unit, target_);
    std::swap(paths_[p], changed);
    return now;
  }

  /// Takes the best of some guesses unless it is worse than what there is by more than the slack.
  bool take_best(std::size_t p, std::vector<Path> guesses, std::int64_t slack = 0) {
    std::int64_t least = best_ + slack + 1;
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < guesses.size() && left_ > 0 && !is_spent(target_.work); ++i) {
      const std::int64_t now = cost_with(p, guesses[i]);
      if (now >= least) continue;
      least = now;
      best = i;
    }
    if (!best) return false;
    best_ = least;
    paths_[p] = std::move(guesses[*best]);
    return true;
  }

  /// The same circle with any of its corners as the first, if a turtle looks in a round direction
  /// there.
  void snap_ring(std::size_t p) {
    constexpr double kRound = 15 / kDegrees;
    constexpr double kNear = 1.5;  // pixels
    const Path& path = paths_[p];
    const Ring ring = *path.ring;
    const scene::Point arm = path.points[0] - ring.center;
    const double first = std::atan2(arm.y, arm.x);
    const int sides = circle_sides(ring.radius / options_.unit, 360);
    std::vector<Path> guesses;
    for (int i = 0; i < sides; ++i) {
      const double angle = first + 2 * std::numbers::pi * i / sides;
      const double round = kRound * std::round(angle / kRound);
      if (std::abs(round - angle) * ring.radius > kNear) continue;
      for (const double parts : {1.0, 2.0}) {
        const double radius =
            std::round(parts * ring.radius / options_.unit) / parts * options_.unit;
        const scene::Point out{std::cos(round), std::sin(round)};
        for (const scene::Point& center :
             {whole(ring.center, parts), whole(ring.center + radius * out, parts) - radius * out,
              ring.center}) {
          Path guess = path;
          guess.ring = Ring{.center = center, .radius = radius};
          guess.points[0] = center + radius * out;
          guesses.push_back(std::move(guess));
        }
      }
    }
    take_best(p, std::move(guesses), kSlack);
  }

  void snap_disc(std::size_t p) {
    const Path& path = paths_[p];
    std::vector<Path> guesses;
    for (const scene::Point& at : starts_of(path.points[0])) {
      Path guess = path;
      guess.points = {at, at};
      guess.pen = std::round(path.pen / options_.unit) * options_.unit;
      guesses.push_back(std::move(guess));
    }
    take_best(p, std::move(guesses), kSlack);
  }

  /// The places where a line may begin: where it does, at a whole place, at a corner of others.
  [[nodiscard]] std::vector<scene::Point> starts_of(const scene::Point& at) const {
    constexpr double kNear = 1.2;  // pixels
    std::vector<scene::Point> all{whole(at)};
    for (const scene::Point& each : known_) {
      if (norm(each - at) < kNear) {
        all.push_back(each);
        break;
      }
    }
    all.push_back(at);
    return all;
  }

  static std::vector<Path> turned_starts(const Path& path) {
    constexpr std::size_t kMostStarts = 12;
    std::vector<Path> all{path};
    if (path.closed) {
      for (std::size_t i = 1; i < std::min(path.points.size(), kMostStarts); ++i) {
        Path other = path;
        const auto by = static_cast<std::ptrdiff_t>(i);
        std::rotate(other.points.begin(), other.points.begin() + by, other.points.end());
        std::rotate(other.turns.begin(), other.turns.begin() + by, other.turns.end());
        all.push_back(std::move(other));
      }
      return all;
    }
    Path other = path;
    std::reverse(other.points.begin(), other.points.end());
    std::reverse(other.turns.begin(), other.turns.end());
    for (double& turn : other.turns) turn = -turn;
    all.push_back(std::move(other));
    return all;
  }

  bool snap_walk(std::size_t p) {
    constexpr double kMoved = 0.9;  // pixels that a corner may be moved
    std::vector<Path> guesses;
    for (const Path& path : turned_starts(paths_[p])) {
      for (const scene::Point& start : starts_of(path.points[0])) {
        auto guess = rounded_path(path, start, options_.unit, kMoved);
        if (guess) guesses.push_back(std::move(*guess));
      }
    }
    return take_best(p, std::move(guesses), kSlack);
  }

  /// One by one.
  void snap_corners(std::size_t p) {
    for (std::size_t i = 0; i < paths_[p].points.size(); ++i) {
      std::vector<Path> guesses;
      const scene::Point at = paths_[p].points[i];
      std::vector<scene::Point> places = starts_of(at);
      places.back() = rooted(at);
      for (const scene::Point& each : places) {
        for (const scene::Point& place : {each, scene::Point{each.x, at.y}, {at.x, each.y}}) {
          if (place == at) continue;
          Path guess = paths_[p];
          guess.points[i] = place;
          guesses.push_back(std::move(guess));
        }
      }
      take_best(p, std::move(guesses));
    }
  }

  std::vector<Path>& paths_;
  const Target& target_;
  SnapOptions options_;
  std::int64_t best_;
  std::size_t left_ = 0;             // guesses
  std::vector<scene::Point> known_;  // corners of the lines that are done
};

}  // namespace

void snap(std::vector<Path>& paths, const Target& target, const SnapOptions& options) {
  Snapper(paths, target, options).run();
}

}  // namespace papert::solve::turtle

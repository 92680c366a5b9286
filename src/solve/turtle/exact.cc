// A piece that is right paints nothing beside the ink, whatever else lies there. So each can be
// fitted alone, also where lines run into each other and thinning says little: it is moved until
// what it paints of the ink, less several times what it paints beside it, grows no more.
//
// A turtle's circle is a polygon. Where its corners lie is found by trying several places, and an
// arc of a round number of degrees has more sides than one that turns by a hair less, so round
// numbers are tried.

#include "solve/turtle/exact.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

#include "raster/paint_scene.h"

namespace papert::solve::turtle {
namespace {

scene::Point on_round(const Ring& ring, double angle) {
  return ring.center + ring.radius * scene::Point{std::cos(angle), std::sin(angle)};
}

/// An arc from an angle on; a full turn may be made of several equal arcs.
struct Round {
  Ring ring;
  double start = 0;   // radians
  double extent = 0;  // radians, positive to the right as it is seen
  int parts = 1;
};

Path to_path(const Path& style, const Round& round) {
  Path path = style;
  path.points.clear();
  path.turns.clear();
  path.ring.reset();
  const bool whole = std::abs(round.extent) > 2 * std::numbers::pi - 1e-6;
  path.closed = whole;
  if (whole && round.parts == 1) {
    path.ring = Ring{.center = round.ring.center, .radius = round.ring.radius};
    path.points = {on_round(round.ring, round.start)};
    path.turns = {360};
    return path;
  }
  for (int i = 0; i <= round.parts; ++i) {
    if (whole && i == round.parts) break;
    path.points.push_back(on_round(round.ring, round.start + round.extent * i / round.parts));
  }
  path.turns.assign(static_cast<std::size_t>(round.parts), round.extent / round.parts * kDegrees);
  return path;
}

class PieceFitter {
 public:
  PieceFitter(const Target& target, const ExactOptions& options)
      : target_(target), options_(options), unit_(options.unit) {}

  [[nodiscard]] bool tired() const { return tries_ >= options_.tries || is_spent(target_.work); }

  /// Ink that it paints, less four times what it paints beside it.
  [[nodiscard]] std::int64_t worth(const Path& path) {
    constexpr std::int64_t kWrong = 4;
    return weigh(path, kWrong);
  }

  /// Whether all but one in so many pixels that it paints are ink.
  [[nodiscard]] bool fits(const Path& path, std::int64_t share) { return weigh(path, share) >= 0; }

  [[nodiscard]] Path line(Path path) {
    static constexpr std::array<std::array<double, 4>, 10> kWays{{{1, 0, 0, 0},
                                                                  {-1, 0, 0, 0},
                                                                  {0, 0, 1, 0},
                                                                  {0, 0, -1, 0},
                                                                  {1, 0, 1, 0},
                                                                  {-1, 0, -1, 0},
                                                                  {0, 1, 0, 0},
                                                                  {0, -1, 0, 0},
                                                                  {0, 0, 0, 1},
                                                                  {0, 0, 0, -1}}};
    const auto change = [](const Path& from, std::size_t n, double step) {
      const scene::Point way = from.points[1] - from.points[0];
      const scene::Point along = (1 / std::max(norm(way), 1e-9)) * way;
      const scene::Point across{-along.y, along.x};
      const auto& by = kWays[n];
      Path moved = from;
      moved.points[0] = moved.points[0] + (step * by[0]) * across + (step * by[1]) * along;
      moved.points[1] = moved.points[1] + (step * by[2]) * across + (step * by[3]) * along;
      return moved;
    };
    const auto self = [](const Path& each) { return each; };
    return climb<Path>(path, kWays.size(), 1, change, self);
  }

  /// A line without length.
  [[nodiscard]] Path disc(const Path& first) {
    const auto change = [](const Path& from, std::size_t n, double step) {
      const double sign = n % 2 == 0 ? step : -step;
      Path moved = from;
      if (n < 2) moved.points[0].x += sign;
      if (n == 2 || n == 3) moved.points[0].y += sign;
      if (n > 3) moved.pen = std::max(moved.pen + sign, 1.0);
      moved.points[1] = moved.points[0];
      return moved;
    };
    return climb<Path>(first, 6, 2, change, [](const Path& each) { return each; });
  }

  /// The best of all ways in which a turtle may have drawn this circle.
  [[nodiscard]] Path circle(const Path& style, const Ring& ring) {
    constexpr std::int64_t kWell = 250;
    Path best;
    std::int64_t most = 0;
    for (const int parts : part_counts(ring.radius)) {
      if (!best.points.empty() && fits(best, kWell)) break;
      std::vector<std::pair<std::int64_t, Round>> ways;
      for (int i = 0; i < options_.starts; ++i) {
        Round round{.ring = ring, .extent = 2 * std::numbers::pi, .parts = parts};
        round.start = 2 * std::numbers::pi * i / options_.starts / sides(ring.radius, parts);
        round = climb_round(style, round, 0.5, 0.2);
        ways.emplace_back(worth(to_path(style, round)), round);
      }
      std::stable_sort(ways.begin(), ways.end(),
                       [](const auto& a, const auto& b) { return a.first > b.first; });
      for (std::size_t i = 0; i < std::min<std::size_t>(ways.size(), 2); ++i) {
        Path path = to_path(style, climb_round(style, ways[i].second, 0.25, 0.03));
        const std::int64_t own = worth(path);
        if (!best.points.empty() && own <= most) continue;
        most = own;
        best = std::move(path);
      }
    }
    return best;
  }

  [[nodiscard]] Path arc(const Path& style, const Round& first) {
    Path best;
    std::int64_t most = 0;
    for (const double extent : extents_near(first.extent)) {
      for (const double share : {0.0, 0.5, 1.0}) {
        if (share != 0.5 && extent == first.extent) continue;
        Round round = first;
        round.extent = extent;
        round.start += share * (first.extent - extent);
        round = climb_round(style, round, 1, 0.03, extent != first.extent);
        Path path = to_path(style, round);
        const std::int64_t own = worth(path);
        if (!best.points.empty() && own <= most) continue;
        most = own;
        best = std::move(path);
      }
    }
    return best;
  }

 private:
  [[nodiscard]] int sides(double radius, int parts) const {
    return parts * circle_sides(radius / unit_, 360.0 / parts);
  }

  /// Into how many arcs a circle may be cut that have other sides than the whole.
  [[nodiscard]] std::vector<int> part_counts(double radius) const {
    std::vector<int> counts;
    std::vector<int> seen;
    for (const int parts : {1, 2, 4, 3, 8, 6, 5, 12, 7, 10, 9, 14, 16}) {
      const int all = sides(radius, parts);
      if (std::find(seen.begin(), seen.end(), all) != seen.end()) continue;
      seen.push_back(all);
      counts.push_back(parts);
    }
    return counts;
  }

  /// The turn itself and round numbers of degrees nearby.
  static std::vector<double> extents_near(double extent) {
    constexpr double kNear = 13;
    std::vector<double> all{extent};
    const double degrees = std::abs(extent) * kDegrees;
    for (const double each : {30,  36,  45,  60,  72,  90,  108, 120, 135, 144, 150,
                              180, 210, 216, 225, 240, 252, 270, 288, 300, 315, 330}) {
      if (std::abs(each - degrees) < kNear) all.push_back(std::copysign(each / kDegrees, extent));
    }
    return all;
  }

  [[nodiscard]] Round climb_round(const Path& style, const Round& first, double step, double least,
                                  bool keep_extent = false) {
    const auto change = [](const Round& from, std::size_t n, double by) {
      const double sign = n % 2 == 0 ? by : -by;
      Round moved = from;
      const double turn = sign / from.ring.radius;
      const double longer = std::copysign(turn, from.extent * sign);
      const double middle = from.start + from.extent / 2;
      switch (n / 2) {
        case 0:
          moved.ring.center.x += sign;
          break;
        case 1:
          moved.ring.center.y += sign;
          break;
        case 2:
          moved.ring.radius += sign / 2;
          break;
        case 3:
          moved.start += turn;
          break;
        case 4:  // flatter or rounder, with its middle where it is
          moved.ring.radius += 3 * sign;
          moved.ring.center =
              moved.ring.center - (3 * sign) * scene::Point{std::cos(middle), std::sin(middle)};
          break;
        case 5:
          moved.extent += longer;
          break;
        default:
          moved.start -= longer;
          moved.extent += longer;
      }
      return moved;
    };
    const bool whole = std::abs(first.extent) > 2 * std::numbers::pi - 1e-6;
    const auto made = [&style](const Round& each) { return to_path(style, each); };
    return climb<Round>(first, whole ? 8 : keep_extent ? 10 : 14, step, change, made, least);
  }

  /// Tries all changes with ever smaller steps, as long as one helps.
  template <typename Shape>
  [[nodiscard]] Shape climb(Shape shape, std::size_t ways, double step,
                            const std::function<Shape(const Shape&, std::size_t, double)>& change,
                            const std::function<Path(const Shape&)>& made, double least = 0.03) {
    constexpr int kSweeps = 4;
    std::int64_t most = worth(made(shape));
    for (; step > least; step /= 2) {
      for (int sweep = 0; sweep < kSweeps && !tired(); ++sweep) {
        bool helped = false;
        for (std::size_t n = 0; n < ways; ++n) {
          Shape moved = change(shape, n, step);
          const std::int64_t now = worth(made(moved));
          if (now <= most) continue;
          most = now;
          shape = std::move(moved);
          helped = true;
        }
        if (!helped) break;
      }
    }
    return shape;
  }

  [[nodiscard]] std::int64_t weigh(const Path& path, std::int64_t wrong) {
    ++tries_;
    scene::Stroke stroke{.points = outline(path, unit_), .width = path.pen};
    double x0 = 1e9;
    double y0 = 1e9;
    double x1 = -1e9;
    double y1 = -1e9;
    for (scene::Point& each : stroke.points) {
      x0 = std::min(x0, each.x);
      y0 = std::min(y0, each.y);
      x1 = std::max(x1, each.x);
      y1 = std::max(y1, each.y);
      each.y = -each.y;
    }
    const double margin = path.pen / 2 + 2;
    const auto clip = [](double value, int most) {
      return static_cast<int>(std::clamp(std::floor(value), 0.0, static_cast<double>(most)));
    };
    const int left = clip(x0 - margin, target_.ink.width() - 1) / 64 * 64;
    const int top = clip(y0 - margin, target_.ink.height() - 1);
    const raster::TkView view{.width = std::max(clip(x1 + margin, target_.ink.width()) - left, 1),
                              .height = std::max(clip(y1 + margin, target_.ink.height()) - top, 1),
                              .origin_x = -static_cast<double>(left),
                              .origin_y = -static_cast<double>(top)};
    spend(target_.work,
          static_cast<std::size_t>(view.height) * (static_cast<std::size_t>(view.width) / 64 + 4) +
              kCornerSteps * stroke.points.size());
    scene::Scene scene;
    scene.items.emplace_back(std::move(stroke));
    return weigh(raster::paint_ink(scene, view), left / 64, top, wrong);
  }

  [[nodiscard]] std::int64_t weigh(const raster::Bitmap& painted, int first, int top,
                                   std::int64_t wrong) const {
    std::int64_t inside = 0;
    std::int64_t beside = 0;
    for (int y = 0; y < painted.height(); ++y) {
      const auto own = painted.row(y);
      const auto ink = target_.ink.row(top + y).subspan(static_cast<std::size_t>(first));
      const auto covered = target_.covered.row(top + y).subspan(static_cast<std::size_t>(first));
      for (std::size_t i = 0; i < own.size(); ++i) {
        inside += std::popcount(own[i] & ink[i]);
        beside += std::popcount(own[i] & ~(ink[i] | covered[i]));
      }
    }
    return inside - wrong * beside;
  }

  const Target& target_;
  ExactOptions options_;
  double unit_;
  int tries_ = 0;
};

std::optional<Round> round_of(const Path& path, std::size_t piece) {
  if (path.ring) return Round{.ring = *path.ring, .extent = 2 * std::numbers::pi};
  const scene::Point from = path.points[piece];
  const scene::Point to = path.points[(piece + 1) % path.points.size()];
  const double turn = path.turns[piece] / kDegrees;
  const scene::Point chord = to - from;
  const double height = 0.5 / std::tan(turn / 2);
  Round round{.extent = turn};
  round.ring.center = from + 0.5 * chord + height * scene::Point{-chord.y, chord.x};
  round.ring.radius = radius_of(from, to, path.turns[piece]);
  const scene::Point arm = from - round.ring.center;
  round.start = std::atan2(arm.y, arm.x);
  if (round.ring.radius > 2000) return std::nullopt;
  return round;
}

bool known_circle(const std::vector<Ring>& known, const Ring& ring) {
  return std::any_of(known.begin(), known.end(), [&ring](const Ring& each) {
    return norm(each.center - ring.center) < 1.5 && std::abs(each.radius - ring.radius) < 1;
  });
}

/// Of one piece.
double extent_of_piece(const Path& path) {
  return path.ring ? 2 * std::numbers::pi * path.ring->radius
                   : norm(path.points[1] - path.points[0]);
}

}  // namespace

std::vector<Path> exact_pieces(const std::vector<Path>& pieces, const Target& target,
                               const ExactOptions& options) {
  std::vector<Path> all = pieces;
  std::stable_sort(all.begin(), all.end(), [](const Path& a, const Path& b) {
    return extent_of_piece(a) > extent_of_piece(b);
  });
  PieceFitter fitter(target, options);
  std::vector<Path> fitted;
  std::vector<Ring> circles;
  for (const Path& piece : all) {
    if (fitter.tired()) break;
    if (is_disc(piece)) {
      fitted.push_back(fitter.disc(piece));
      continue;
    }
    if (!piece.ring && piece.turns[0] == 0) {
      fitted.push_back(fitter.line(piece));
      continue;
    }
    const auto round = round_of(piece, 0);
    if (!round) continue;
    if (!piece.ring) fitted.push_back(fitter.arc(piece, *round));
    if (std::abs(round->extent) < std::numbers::pi || known_circle(circles, round->ring)) continue;
    circles.push_back(round->ring);
    Path circle = fitter.circle(piece, round->ring);
    if (fitter.fits(circle, 33)) fitted.push_back(std::move(circle));
  }
  return fitted;
}

}  // namespace papert::solve::turtle

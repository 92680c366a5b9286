// Corners are first those of the simplified chain. Runs of corners that lie on a circle, with
// everything between them, become arcs; a closed chain that lies on one is a ring. The corner
// between two straight pieces is where the lines through their middles meet.

#include "solve/turtle/fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>

namespace papert::solve::turtle {
namespace {

constexpr double kShortestArc = 35;  // degrees

/// A chain of which the end is joined to the start.
class Corners {
 public:
  Corners(const Chain& chain, const FitOptions& options)
      : points_(chain.points), closed_(chain.closed), options_(options) {
    if (closed_) rotate_to_corner();
    corners_ = simplified(points_, options.tolerance);
  }

  /// The whole chain as a ring, if it is one.
  [[nodiscard]] std::optional<Ring> ring() const {
    if (!options_.arcs || !closed_ || points_.size() < 8) return std::nullopt;
    auto ring = fitted_ring(points_);
    if (!ring) return std::nullopt;
    // Where other lines leave it a ring has dents: a few points may lie apart.
    std::vector<scene::Point> near;
    const double slack =
        options_.tolerance + std::max(0.01 * ring->radius, 0.5 * bulge(ring->radius));
    for (const scene::Point& each : points_) {
      if (std::abs(norm(each - ring->center) - ring->radius) < 1.5 * slack + 0.5) {
        near.push_back(each);
      }
    }
    if (10 * near.size() < 8 * points_.size()) return std::nullopt;
    ring = fitted_ring(near);
    if (!ring || ring->usual > slack || ring->error > 2 * slack) return std::nullopt;
    for (const scene::Point& each : points_) {
      const double apart = std::abs(norm(each - ring->center) - ring->radius);
      if (apart > std::max(2 * slack, 0.25 * ring->radius)) return std::nullopt;
    }
    return ring;
  }

  Path path() {
    find_arcs();
    merge_corners();
    Path path{.closed = closed_, .pen = options_.pen};
    for (std::size_t i = 0; i + 1 < corners_.size(); ++i) {
      path.points.push_back(points_[corners_[i]]);
      path.turns.push_back(arcs_[i]);
    }
    if (!closed_) path.points.push_back(points_[corners_.back()]);
    sharpen(path);
    return path;
  }

 private:
  /// The point farthest from the middle is a corner, if there are any.
  void rotate_to_corner() {
    scene::Point mean{0, 0};
    for (const scene::Point& each : points_) {
      mean = mean + (1.0 / static_cast<double>(points_.size())) * each;
    }
    const auto farthest = std::max_element(points_.begin(), points_.end(),
                                           [&mean](const scene::Point& a, const scene::Point& b) {
                                             return norm(a - mean) < norm(b - mean);
                                           });
    std::rotate(points_.begin(), farthest, points_.end());
    points_.push_back(points_.front());
  }

  [[nodiscard]] std::span<const scene::Point> between(std::size_t first, std::size_t last) const {
    return std::span(points_).subspan(corners_[first], corners_[last] - corners_[first] + 1);
  }

  /// How far a turtle's circle leaves the polygon that it is.
  [[nodiscard]] double bulge(double radius) const {
    if (options_.unit <= 1) return 0;  // less than thinning is off
    return radius * (1 - std::cos(std::numbers::pi / circle_sides(radius / options_.unit, 360)));
  }

  /// The turn of the arc from one corner to another; nothing where it is none.
  [[nodiscard]] std::optional<double> arc(std::size_t first, std::size_t last) const {
    if (!options_.arcs) return std::nullopt;
    const auto points = between(first, last);
    const auto ring = fitted_ring(points);
    if (!ring || ring->radius > 2000) return std::nullopt;
    const double slack = options_.tolerance + 0.4 * bulge(ring->radius);
    if (ring->usual > slack || ring->error > 1.3 * slack) return std::nullopt;
    if (ring->radius < std::max(4.0, 1.8 * options_.pen)) return std::nullopt;  // a corner
    double turn = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const scene::Point a = points[i - 1] - ring->center;
      const scene::Point b = points[i] - ring->center;
      turn += std::atan2(cross(a, b), dot(a, b)) * kDegrees;
    }
    if (std::abs(turn) < kShortestArc || std::abs(turn) > 359) return std::nullopt;
    const double sagitta = ring->radius * (1 - std::cos(turn / 2 / kDegrees));
    if (std::abs(turn) < 180 && sagitta < 2 * options_.tolerance) return std::nullopt;
    return turn;
  }

  /// Takes the longest arcs that begin at each corner in turn.
  void find_arcs() {
    std::vector<std::size_t> kept{corners_.front()};
    for (std::size_t i = 0; i + 1 < corners_.size();) {
      std::size_t end = i + 1;
      double turn = 0;
      for (std::size_t k = i + 3; k < corners_.size(); ++k) {
        const auto found = arc(i, k);
        if (!found && k > i + 4) break;
        if (!found) continue;
        end = k;
        turn = *found;
      }
      arcs_.push_back(turn);
      kept.push_back(corners_[end]);
      i = end;
    }
    corners_ = std::move(kept);
  }

  /// Thinning cuts sharp corners off: a short piece between two longer ones is such a cut.
  void merge_corners() {
    const double shortest = 1.6 * options_.pen + 1;
    for (std::size_t i = 0; i < arcs_.size() && arcs_.size() > (closed_ ? 2U : 1U);) {
      const auto length = [this](std::size_t piece) {
        return norm(points_[corners_[piece + 1]] - points_[corners_[piece]]);
      };
      const bool first = i == 0;
      const bool last = i + 1 == arcs_.size();
      const bool small = options_.pen > 0 && length(i) < shortest &&
                         (first || length(i - 1) > length(i)) &&
                         (last || length(i + 1) >= length(i));
      if (arcs_[i] != 0 || !small) {
        ++i;
        continue;
      }
      const auto at = static_cast<std::ptrdiff_t>(i);
      if (!first && !last) corners_[i] = (corners_[i] + corners_[i + 1]) / 2;
      corners_.erase(corners_.begin() + at + (last ? 0 : 1));
      arcs_.erase(arcs_.begin() + at);
    }
  }

  /// The line along which a piece comes to one of its ends: a straight one as a whole, an arc by
  /// what is near. Thinning bends the very end.
  [[nodiscard]] Line line_at(std::size_t piece, bool at_end) const {
    auto points = between(piece, piece + 1);
    const std::size_t cut =
        std::min(points.size() / 4, static_cast<std::size_t>(0.6 * options_.pen + 1));
    points = points.subspan(cut, points.size() - 2 * cut);
    const auto near = static_cast<std::size_t>(3 * options_.pen + 4);
    if (arcs_[piece] != 0 && points.size() > near) {
      points = at_end ? points.last(near) : points.first(near);
    }
    return fitted_line(points);
  }

  void sharpen(Path& path) const {
    const std::size_t count = path.points.size();
    for (std::size_t i = closed_ ? 0 : 1; i + (closed_ ? 0 : 1) < count; ++i) {
      const Line a = line_at((i + path.pieces() - 1) % path.pieces(), true);
      const Line b = line_at(i, false);
      const auto corner = intersection(a, b);
      const bool sharp = std::abs(cross(a.direction, b.direction)) > 0.2;
      if (corner && sharp && norm(*corner - path.points[i]) < 2 * options_.pen + 3) {
        path.points[i] = *corner;
      }
    }
  }

  std::vector<scene::Point> points_;
  bool closed_;
  FitOptions options_;
  std::vector<std::size_t> corners_;  // indices of points
  std::vector<double> arcs_;          // turns of the pieces
};

bool inside(const cv::Mat& ink, const scene::Point& at) {
  const int x = static_cast<int>(std::floor(at.x));
  const int y = static_cast<int>(std::floor(at.y));
  return x >= 0 && y >= 0 && x < ink.cols && y < ink.rows && ink.at<std::uint8_t>(y, x) != 0;
}

/// The tip of a line lies half a pen before the edge of its ink.
void draw_out(scene::Point& tip, const scene::Point& before, const cv::Mat& ink, double pen) {
  const scene::Point along = tip - before;
  const double length = norm(along);
  if (length < 1e-9) return;
  const scene::Point direction = (1 / length) * along;
  double reach = 0;
  const double most = 1.5 * pen + 2;
  while (reach < most && inside(ink, tip + reach * direction)) reach += 0.25;
  if (reach >= most) return;  // it runs into other lines
  const double add = reach - pen / 2 - 0.25;
  tip = tip + std::clamp(add, -0.9 * length, pen) * direction;
}

}  // namespace

Path fit_path(const Chain& chain, const cv::Mat& ink, const FitOptions& options) {
  Corners corners(chain, options);
  if (const auto ring = corners.ring()) {
    Path path{.ring = ring, .closed = true, .pen = options.pen};
    path.points.push_back(ring->center + scene::Point{0, ring->radius});
    path.turns.push_back(360);
    return path;
  }
  Path path = corners.path();
  if (!path.closed && !ink.empty() && path.points.size() > 1) {
    const std::size_t last = path.points.size() - 1;
    if (path.turns.front() == 0) draw_out(path.points[0], path.points[1], ink, options.pen);
    if (path.turns.back() == 0)
      draw_out(path.points[last], path.points[last - 1], ink, options.pen);
  }
  return path;
}

}  // namespace papert::solve::turtle

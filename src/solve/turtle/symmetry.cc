// Ink is turned around a point and laid on itself: every pixel must come to lie on ink, or beside
// it. The point is the mean of all ink at first, and then wherever the fit is best.

#include "solve/turtle/symmetry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace papert::solve::turtle {
namespace {

constexpr int kMostTurns = 60;

class TurnedInk {
 public:
  explicit TurnedInk(const Target& target) {
    cv::Mat blank(target.ink.height(), target.ink.width(), CV_8U, cv::Scalar(1));
    std::vector<scene::Point> all;
    for (int y = 0; y < blank.rows; ++y) {
      for (int x = 0; x < blank.cols; ++x) {
        const bool ink = target.ink.get(x, y);
        if (ink) all.push_back({x + 0.5, y + 0.5});
        if (ink || target.covered.get(x, y)) blank.at<std::uint8_t>(y, x) = 0;
      }
    }
    cv::distanceTransform(blank, distance_, cv::DIST_L2, cv::DIST_MASK_PRECISE);
    constexpr std::size_t kSamples = 3000;
    const std::size_t stride = all.size() / kSamples + 1;
    for (std::size_t i = 0; i < all.size(); i += stride) samples_.push_back(all[i]);
  }

  [[nodiscard]] bool empty() const { return samples_.size() < 100; }

  [[nodiscard]] scene::Point middle() const {
    scene::Point sum{0, 0};
    for (const scene::Point& each : samples_) sum = sum + each;
    return (1.0 / static_cast<double>(samples_.size())) * sum;
  }

  /// How far turned pixels lie from ink in the mean, each at most kFar.
  [[nodiscard]] double misfit(const scene::Point& center, double degrees) const {
    constexpr float kFar = 4;
    const double c = std::cos(degrees / kDegrees);
    const double s = std::sin(degrees / kDegrees);
    double sum = 0;
    for (const scene::Point& each : samples_) {
      const scene::Point arm = each - center;
      const int x = static_cast<int>(std::floor(center.x + c * arm.x - s * arm.y));
      const int y = static_cast<int>(std::floor(center.y + s * arm.x + c * arm.y));
      const bool inside = x >= 0 && y >= 0 && x < distance_.cols && y < distance_.rows;
      sum += inside ? std::min(distance_.at<float>(y, x), kFar) : kFar;
    }
    return sum / static_cast<double>(samples_.size());
  }

  /// The place nearby around which it fits best.
  [[nodiscard]] scene::Point best_center(scene::Point center, double degrees) const {
    double least = misfit(center, degrees);
    for (double step = 2; step > 0.1; step /= 2) {
      for (int tries = 0; tries < 6; ++tries) {
        const scene::Point before = center;
        for (const scene::Point& way :
             {scene::Point{1, 0}, scene::Point{-1, 0}, scene::Point{0, 1}, scene::Point{0, -1}}) {
          const scene::Point other = center + step * way;
          const double now = misfit(other, degrees);
          if (now >= least) continue;
          least = now;
          center = other;
        }
        if (center == before) break;
      }
    }
    return center;
  }

 private:
  cv::Mat distance_;
  std::vector<scene::Point> samples_;
};

scene::Point turned(const scene::Point& at, const scene::Point& center, double degrees) {
  const double c = std::cos(degrees / kDegrees);
  const double s = std::sin(degrees / kDegrees);
  const scene::Point arm = at - center;
  return center + scene::Point{c * arm.x - s * arm.y, s * arm.x + c * arm.y};
}

}  // namespace

std::optional<Symmetry> find_symmetry(const Target& target) {
  constexpr double kFits = 0.12;  // pixels
  constexpr double kRough = 0.6;  // before the point is moved
  constexpr double kOther = 4;    // times as bad by half the turn
  const TurnedInk ink(target);
  if (ink.empty()) return std::nullopt;
  const scene::Point middle = ink.middle();
  for (int order = kMostTurns; order > 1; --order) {
    const double turn = 360.0 / order;
    if (ink.misfit(middle, turn) > kRough) continue;
    const scene::Point center = ink.best_center(middle, turn);
    const double misfit = ink.misfit(center, turn);
    if (misfit > kFits) continue;
    if (ink.misfit(center, turn / 2) < kOther * misfit + kFits) return std::nullopt;  // round
    return Symmetry{center, order};
  }
  return std::nullopt;
}

Path turned(const Path& path, const Symmetry& symmetry, int steps) {
  const double turn = 360.0 * steps / symmetry.order;
  Path copy = path;
  for (scene::Point& each : copy.points) each = turned(each, symmetry.center, turn);
  if (copy.ring) copy.ring->center = turned(copy.ring->center, symmetry.center, turn);
  return copy;
}

}  // namespace papert::solve::turtle

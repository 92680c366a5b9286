// The middle of lines by one of two ways, and by the second where the first loses some.
//
// T. Y. Zhang and C. Y. Suen, "A fast parallel algorithm for thinning digital patterns", 1984,
// keeps to the middle of thick lines but wipes out diagonal ones of two pixels. Z. Guo and R. W.
// Hall, "Parallel thinning with two-subiteration algorithms", 1989, keeps those. Only pixels that
// are still set are visited, so a round costs what is left of the ink.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

/// Clockwise from above.
constexpr std::array<std::array<int, 2>, 8> kAround{
    {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};

/// Whether a pixel on the rim may go in this half of a round, by Zhang and Suen.
bool may_go_if_thick(const std::array<int, 8>& p, bool second) {
  int set = 0;
  int changes = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    set += p[i];
    changes += p[i] == 0 && p[(i + 1) % 8] == 1 ? 1 : 0;
  }
  if (set < 2 || set > 6 || changes != 1) return false;
  return second ? p[0] * p[2] * p[6] == 0 && p[0] * p[4] * p[6] == 0
                : p[0] * p[2] * p[4] == 0 && p[2] * p[4] * p[6] == 0;
}

/// The same by Guo and Hall.
bool may_go_if_thin(const std::array<int, 8>& p, bool second) {
  int parts = 0;  // of ink around it
  int first_pairs = 0;
  int second_pairs = 0;
  for (std::size_t i = 0; i < 8; i += 2) {
    parts += p[i] == 0 && (p[i + 1] | p[(i + 2) % 8]) != 0 ? 1 : 0;
    first_pairs += p[(i + 7) % 8] | p[i];
    second_pairs += p[i] | p[i + 1];
  }
  const int pairs = std::min(first_pairs, second_pairs);
  if (parts != 1 || pairs < 2 || pairs > 3) return false;
  return second ? ((p[0] | p[1] | (1 - p[3])) & p[2]) == 0
                : ((p[4] | p[5] | (1 - p[7])) & p[6]) == 0;
}

std::array<int, 8> neighbours(const cv::Mat& padded, const cv::Point& at) {
  std::array<int, 8> values{};
  for (std::size_t i = 0; i < 8; ++i) {
    values[i] = padded.at<std::uint8_t>(at.y + kAround[i][1], at.x + kAround[i][0]);
  }
  return values;
}

cv::Mat thinned_by(const cv::Mat& mask, bool thick) {
  cv::Mat padded;
  cv::copyMakeBorder(mask, padded, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  std::vector<cv::Point> left;
  cv::findNonZero(padded, left);
  for (bool changed = true; changed;) {
    changed = false;
    for (const bool second : {false, true}) {
      std::vector<cv::Point> going;
      for (const cv::Point& at : left) {
        const auto around = neighbours(padded, at);
        if (thick ? may_go_if_thick(around, second) : may_go_if_thin(around, second)) {
          going.push_back(at);
        }
      }
      for (const cv::Point& at : going) padded.at<std::uint8_t>(at.y, at.x) = 0;
      std::erase_if(left, [&padded](const cv::Point& at) {
        return padded.at<std::uint8_t>(at.y, at.x) == 0;
      });
      changed = changed || !going.empty();
    }
  }
  return padded(cv::Rect(1, 1, mask.cols, mask.rows)).clone();
}

/// Whether ink lies farther from the skeleton than any ink is deep.
bool loses_lines(const cv::Mat& mask, const cv::Mat& skeleton) {
  cv::Mat depth;
  cv::Mat distance;
  cv::distanceTransform(mask, depth, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  cv::distanceTransform(1 - skeleton, distance, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  double deepest = 0;
  double farthest = 0;
  cv::minMaxLoc(depth, nullptr, &deepest);
  cv::minMaxLoc(distance, nullptr, &farthest, nullptr, nullptr, mask);
  return farthest > 1.5 * deepest + 3;
}

}  // namespace

cv::Mat thinned(const cv::Mat& mask, bool thick) {
  cv::Mat skeleton = thinned_by(mask, thick);
  if (!thick || cv::countNonZero(mask) == 0 || !loses_lines(mask, skeleton)) return skeleton;
  return thinned_by(mask, false);
}

}  // namespace papert::solve::turtle

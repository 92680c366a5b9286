// The middle of lines by one of two ways, and by the second where the first loses some.
//
// T. Y. Zhang and C. Y. Suen, "A fast parallel algorithm for thinning digital patterns", 1984,
// keeps to the middle of thick lines but wipes out diagonal ones of two pixels. Z. Guo and R. W.
// Hall, "Parallel thinning with two-subiteration algorithms", 1989, keeps those. Whether a pixel
// may go depends on its neighbours alone, so it is looked at again only after one of them has gone:
// the whole costs as much as there is ink, however thick it is.

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

/// What is set around a pixel that has gone is to be looked at again in both halves.
void add_neighbours(const cv::Point& at, const cv::Mat& padded, cv::Mat& listed,
                    std::array<std::vector<cv::Point>, 2>& waiting) {
  for (const auto& [dx, dy] : kAround) {
    const cv::Point next(at.x + dx, at.y + dy);
    if (padded.at<std::uint8_t>(next.y, next.x) == 0) continue;
    std::uint8_t& mark = listed.at<std::uint8_t>(next.y, next.x);
    if ((mark & 1U) == 0) waiting[0].push_back(next);
    if ((mark & 2U) == 0) waiting[1].push_back(next);
    mark = 3;
  }
}

cv::Mat thinned_by(const cv::Mat& mask, bool thick) {
  cv::Mat padded;
  cv::copyMakeBorder(mask, padded, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  // For each half of a round the pixels that it has not looked at since a neighbour went.
  std::array<std::vector<cv::Point>, 2> waiting;
  cv::findNonZero(padded, waiting[0]);
  waiting[1] = waiting[0];
  cv::Mat listed = padded * 3;  // bit 0: in the first list, bit 1: in the second
  while (!waiting[0].empty() || !waiting[1].empty()) {
    for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
      const auto bit = static_cast<std::uint8_t>(1U << half);
      std::vector<cv::Point> going;
      for (const cv::Point& at : waiting[half]) {
        listed.at<std::uint8_t>(at.y, at.x) &= static_cast<std::uint8_t>(~bit);
        if (padded.at<std::uint8_t>(at.y, at.x) == 0) continue;
        const auto around = neighbours(padded, at);
        if (thick ? may_go_if_thick(around, half == 1) : may_go_if_thin(around, half == 1)) {
          going.push_back(at);
        }
      }
      waiting[half].clear();
      for (const cv::Point& at : going) padded.at<std::uint8_t>(at.y, at.x) = 0;
      for (const cv::Point& at : going) add_neighbours(at, padded, listed, waiting);
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

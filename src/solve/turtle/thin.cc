// T. Y. Zhang and C. Y. Suen, "A fast parallel algorithm for thinning digital patterns", 1984. Only
// pixels that are still set are visited, so a round costs what is left of the ink.

#include <array>
#include <cstddef>
#include <cstdint>

#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

/// Clockwise from above.
constexpr std::array<std::array<int, 2>, 8> kAround{
    {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};

/// Whether a pixel on the rim may go in this half of a round.
bool may_go(const std::array<int, 8>& p, bool second) {
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

std::array<int, 8> neighbours(const cv::Mat& padded, const cv::Point& at) {
  std::array<int, 8> values{};
  for (std::size_t i = 0; i < 8; ++i) {
    values[i] = padded.at<std::uint8_t>(at.y + kAround[i][1], at.x + kAround[i][0]);
  }
  return values;
}

}  // namespace

cv::Mat thinned(const cv::Mat& mask) {
  cv::Mat padded;
  cv::copyMakeBorder(mask, padded, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  std::vector<cv::Point> left;
  cv::findNonZero(padded, left);
  for (bool changed = true; changed;) {
    changed = false;
    for (const bool second : {false, true}) {
      std::vector<cv::Point> going;
      for (const cv::Point& at : left) {
        if (may_go(neighbours(padded, at), second)) going.push_back(at);
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

}  // namespace papert::solve::turtle

// Discs in a mask: the deepest places are the middles of the largest discs that fit into it. What
// other lines cover may be ink, too.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "solve/turtle/cover.h"

namespace papert::solve::turtle {
namespace {

struct Disc {
  cv::Point at;
  float depth = 0;
};

/// Places deeper than all around them, the deepest first.
std::vector<Disc> deepest_places(const cv::Mat& depth, float least) {
  cv::Mat highest;
  cv::dilate(depth, highest, cv::Mat());
  std::vector<Disc> all;
  for (int y = 1; y + 1 < depth.rows; ++y) {
    for (int x = 1; x + 1 < depth.cols; ++x) {
      const float here = depth.at<float>(y, x);
      if (here >= least && here >= highest.at<float>(y, x)) all.push_back({{x, y}, here});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Disc& a, const Disc& b) { return a.depth > b.depth; });
  return all;
}

/// The share of a disc that is ink not yet taken; takes it if it is enough.
bool takes_enough(cv::Mat& left, const Disc& disc, Work* work) {
  constexpr double kEnough = 0.4;
  const int reach = static_cast<int>(disc.depth) + 1;
  const cv::Rect box =
      cv::Rect(disc.at.x - reach, disc.at.y - reach, 2 * reach + 1, 2 * reach + 1) &
      cv::Rect(0, 0, left.cols, left.rows);
  spend(work, static_cast<std::size_t>(box.area()) / 8 + 1);
  cv::Mat round = cv::Mat::zeros(box.size(), CV_8U);
  cv::circle(round, disc.at - box.tl(), static_cast<int>(std::lround(disc.depth)), cv::Scalar(1),
             cv::FILLED);
  cv::Mat part = left(box);
  if (cv::countNonZero(round & part) < kEnough * cv::countNonZero(round)) return false;
  part.setTo(0, round);
  return true;
}

}  // namespace

std::vector<Path> covering_dots(const Layer& layer, Work* work) {
  constexpr std::size_t kMostDots = 400;
  constexpr float kShallowest = 2.5F;
  cv::Mat depth;
  cv::distanceTransform(layer.lines | layer.covered, depth, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  cv::Mat left = layer.lines.clone();
  std::vector<Path> dots;
  for (const Disc& disc : deepest_places(depth, kShallowest)) {
    if (layer.lines.at<std::uint8_t>(disc.at) == 0 &&
        layer.covered.at<std::uint8_t>(disc.at) == 0) {
      continue;
    }
    if (is_spent(work)) return {};
    if (!takes_enough(left, disc, work)) continue;
    if (dots.size() == kMostDots) return {};
    const scene::Point center{disc.at.x + 0.5, disc.at.y + 0.5};
    dots.push_back({.points = {center, center},
                    .turns = {0},
                    .pen = 2.0 * disc.depth - 1,
                    .color = layer.color});
  }
  constexpr double kRest = 0.15;
  constexpr double kOverlap = 1.3;  // discs in a row that overlap more are a line
  double size = 0;
  for (const Path& dot : dots) size += std::numbers::pi / 4 * dot.pen * dot.pen;
  if (size > kOverlap * cv::countNonZero(layer.lines)) return {};
  if (cv::countNonZero(left) > kRest * cv::countNonZero(layer.lines)) return {};
  return dots;
}

std::vector<Path> broad_discs(const Target& target, const Path& style) {
  constexpr double kBroad = 1.25;  // times as broad as the lines, to each side
  constexpr std::size_t kMostDiscs = 60;
  cv::Mat ink = cv::Mat::zeros(target.ink.height(), target.ink.width(), CV_8U);
  for (int y = 0; y < ink.rows; ++y) {
    for (int x = 0; x < ink.cols; ++x) ink.at<std::uint8_t>(y, x) = target.ink.get(x, y) ? 1 : 0;
  }
  cv::Mat depth;
  cv::distanceTransform(ink, depth, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  cv::Mat left = ink.clone();
  std::vector<Path> discs;
  for (const Disc& disc : deepest_places(depth, static_cast<float>(kBroad * style.pen))) {
    if (is_spent(target.work)) return {};
    if (!takes_enough(left, disc, target.work)) continue;
    if (discs.size() == kMostDiscs) return {};
    const scene::Point center{disc.at.x + 0.5, disc.at.y + 0.5};
    discs.push_back(style);
    discs.back().points = {center, center};
    discs.back().turns = {0};
    discs.back().ring.reset();
    discs.back().closed = false;
    discs.back().pen = 2.0 * disc.depth - 1;
  }
  return discs;
}

}  // namespace papert::solve::turtle

// Lines of a mask as chains of points: thinned to one pixel, cut where lines meet, and joined again
// across each meeting with what goes on straight.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "base/result.h"
#include "scene/scene.h"

namespace papert::solve::turtle {

struct Chain {
  std::vector<scene::Point> points;  // in pixels, y downwards; the centre of a pixel is at .5
  bool closed = false;               // the last point is next to the first
};

/// The middle of the lines of a mask of 0 and 1, one pixel wide.
[[nodiscard]] cv::Mat thinned(const cv::Mat& mask, bool thick);

/// `pen` is the width of the lines; each part of `hubs` (0 and 1) is one meeting of many lines.
/// kLimit where there are more pieces than a drawing has.
[[nodiscard]] Result<std::vector<Chain>> trace_lines(const cv::Mat& skeleton, double pen,
                                                     const cv::Mat& hubs);

/// Joins chains that end on both sides of other ink (`covered`, 0 and 1) and go on in each other.
[[nodiscard]] std::vector<Chain> bridged(std::vector<Chain> chains, const cv::Mat& covered,
                                         double pen);

}  // namespace papert::solve::turtle

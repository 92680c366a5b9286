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

/// Zhang and Suen's thinning of a mask of 0 and 1.
[[nodiscard]] cv::Mat thinned(const cv::Mat& mask);

/// `pen` is the width of the lines. kLimit where there are more pieces than a drawing has.
[[nodiscard]] Result<std::vector<Chain>> trace_lines(const cv::Mat& skeleton, double pen);

}  // namespace papert::solve::turtle

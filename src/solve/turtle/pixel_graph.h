// A skeleton as a graph: pixels with other than two neighbours are nodes, and what lies between two
// of them is an edge.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace papert::solve::turtle {

/// Pixels are counted from the corner of a margin of one pixel.
struct Edge {
  std::vector<cv::Point> pixels;
  int from = -1;  // meetings
  int to = -1;
  bool dropped = false;
};

/// All edges of a skeleton of 0 and 1; a ring without a node begins anywhere.
[[nodiscard]] std::vector<Edge> skeleton_edges(const cv::Mat& skeleton);

}  // namespace papert::solve::turtle

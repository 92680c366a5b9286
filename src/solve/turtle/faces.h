// The faces into which the lines of a drawing cut its sheet, and the colour that each shows.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/sheet.h"

namespace papert::solve::turtle {

struct FaceMap {
  int scale = 1;    // pixels of the map for each of the picture, both ways
  cv::Mat labels;   // CV_16S: the layer whose colour is shown, -1 for paper
  cv::Mat borders;  // 0 or 1: the middle of the lines, which parts the faces
};

/// A face that shows one colour between its lines has it up to their middle, however sharp its
/// corners are. In a face of several colours each pixel counts for itself.
[[nodiscard]] FaceMap find_faces(const Sheet& sheet, const std::vector<Path>& lines, double unit);

}  // namespace papert::solve::turtle

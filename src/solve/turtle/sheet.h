// A picture as a map of colours: which pixels are paper, which are ink of which colour, and which
// of them are lines and which areas.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "base/result.h"
#include "raster/image.h"
#include "scene/scene.h"
#include "solve/turtle/work.h"

namespace papert::solve::turtle {

/// One colour of a picture.
struct Layer {
  scene::Color color;
  double pen = 1;   // the width of its lines in pixels; 0 if it has none
  cv::Mat ink;      // 0 or 1: its pixels, lines and areas
  cv::Mat lines;    // 0 or 1: the part that is lines
  cv::Mat hubs;     // 0 or 1: where so many lines meet that they fill an area
  cv::Mat covered;  // 0 or 1: lines of other colours, which may lie on its own
  cv::Mat beside;   // 0 or 1: areas of other colours beside its lines, which may hide half of them
};

struct Sheet {
  int width = 0;
  int height = 0;
  scene::Color paper{255, 255, 255};
  std::vector<Layer> layers;  // the most ink first
  cv::Mat areas;  // CV_16S: for each pixel the layer whose area it shows, -1 for paper. Lines count
                  // to what is nearest beside them, so areas reach to the middle of their outlines.
};

struct SheetOptions {
  double pen = 0;           // of all lines, in pixels; 0: to be found
  bool black_only = false;  // every pixel is black ink or white paper
  Work* work = nullptr;     // what may be spent on parts of it
};

/// Takes these pixels (0 and 1) of a layer's lines for area; update_areas() is to follow.
void take_areas(Layer& layer, const cv::Mat& areas);

/// Makes `areas` of a sheet again after lines have become areas.
void update_areas(Sheet& sheet);

/// kBadData for a picture of one colour, kLimit for one that is too large.
[[nodiscard]] Result<Sheet> read_sheet(const raster::Image& picture, const SheetOptions& options);

}  // namespace papert::solve::turtle

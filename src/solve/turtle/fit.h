// From chains of points to paths of straight pieces and arcs.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/trace.h"

namespace papert::solve::turtle {

struct FitOptions {
  double pen = 1;        // of the lines that were traced; 0: the chain is an outline
  double tolerance = 1;  // how far a chain may leave its path, in pixels
  bool arcs = true;      // otherwise all pieces are straight
  double unit = 1;       // pixels of a turtle's step, on which the sides of a circle depend
};

/// `ink` is the mask that was traced: open ends are drawn out to its edge. It may be empty.
[[nodiscard]] Path fit_path(const Chain& chain, const cv::Mat& ink, const FitOptions& options);

}  // namespace papert::solve::turtle

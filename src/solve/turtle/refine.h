// The closed loop: paths are painted as the suite paints, laid on the picture and nudged until no
// nudge makes them fit better.
#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "raster/bitmap.h"
#include "solve/turtle/drawing.h"
#include "solve/turtle/work.h"

namespace papert::solve::turtle {

/// 0 and 1 to bits.
[[nodiscard]] raster::Bitmap to_bitmap(const cv::Mat& mask);

/// What lines of one colour are compared with.
struct Target {
  raster::Bitmap ink;      // what must be painted
  raster::Bitmap covered;  // pixels that may be painted or not
  raster::Bitmap rim;      // pixels that count several times: the edge of the ink's box, and beyond
  int rim_weight = 0;      // how many times more
  Work* work = nullptr;    // what comparing with it is counted against
};

/// With a rim, for a measure that cuts pictures to their ink. `covered` may be empty.
[[nodiscard]] Target make_target(const cv::Mat& ink, const cv::Mat& covered, int rim_weight);

/// Pixels that differ when only the lines of these paths are painted.
[[nodiscard]] std::int64_t differing(const std::vector<Path>& paths, double unit,
                                     const Target& target);

struct RefineOptions {
  double unit = 1;
  int rounds = 3;
  double first_step = 1;           // pixels; halved in each round
  std::int64_t work = 40'000'000;  // words of pixels that may be looked at
};

/// Moves corners, turns and rings. Never makes the fit worse.
void refine(std::vector<Path>& paths, const Target& target, const RefineOptions& options);

struct TidyOptions {
  double unit = 1;
  double slack = 0;  // pixels that may become wrong for each pixel of the length of a line
};

/// Takes corners out where the picture does not show them, and joins two that are one.
void tidy(std::vector<Path>& paths, const Target& target, const TidyOptions& options);

struct AlignOptions {
  double unit = 1;
  double gap = 1;      // pixels that count as none
  double slack = 0.5;  // share by which the difference may grow
};

/// Gives corners that lie nearly above or beside each other one x or y, unless the picture is worse
/// for it.
void align(std::vector<Path>& paths, const Target& target, const AlignOptions& options);

/// Ends of lines that lie within `reach` of each other become one point.
void join_ends(std::vector<Path>& paths, double reach);

}  // namespace papert::solve::turtle

// Pictures of turtle drawings to drawings again, from the pixels alone.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "raster/image.h"
#include "solve/turtle/drawing.h"
#include "solve/turtle/work.h"

namespace papert::solve::turtle {

struct ReaderOptions {
  bool black_only = false;           // lines of one pen, black on white
  double pen = 0;                    // in pixels; 0: to be found for each colour
  double unit = 1;                   // pixels of a turtle's step
  std::optional<scene::Point> home;  // the pixel at which the turtle begins, where that is known
  bool with_stages = false;          // whether to keep pictures of the way
  Work* work = nullptr;              // what may be spent; what was read when it is spent counts
};

struct Reading {
  Drawing drawing;
  std::vector<std::pair<std::string, raster::Image>> stages;
};

/// kBadData where nothing is drawn, kLimit for a picture that is too large or not a drawing.
[[nodiscard]] Result<Reading> read_drawing(const raster::Image& picture,
                                           const ReaderOptions& options);

}  // namespace papert::solve::turtle

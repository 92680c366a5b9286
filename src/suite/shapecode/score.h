// Five published figures of an answer (exact match, pixel accuracy, foreground IoU, parse and
// execution success), and how many shapes it used: program length is not limited, so one 1 x 1
// square per black pixel is an exact match too, and only the shape count tells.
#pragma once

#include <optional>
#include <string_view>

#include "lang/shapes/parse.h"
#include "raster/bitmap.h"
#include "raster/render.h"

namespace papert::suite::shapecode {

struct Target {
  raster::Bitmap pixels{lang::shapes::kCanvasSize, lang::shapes::kCanvasSize};
  std::size_t shapes = 0;  // in the reference program
  std::int64_t black = 0;  // pixels
};

[[nodiscard]] Target make_target(const lang::shapes::Program& reference);

struct ShapeScore {
  std::optional<lang::shapes::ParseError> error;  // set: everything below is zero
  bool exact_match = false;
  double pixel_accuracy = 0;
  double foreground_iou = 0;
  std::size_t shapes = 0;
  std::int64_t missing_pixels = 0;  // black in the target only
  std::int64_t extra_pixels = 0;    // black in the answer only
};

/// Scores one program after another, reusing its canvas: about a microsecond a shape.
class Scorer {
 public:
  [[nodiscard]] ShapeScore score(std::string_view program, const Target& target);

  /// What the last program, which had no error, painted. The scorer is spent then.
  [[nodiscard]] raster::Bitmap canvas() && { return std::move(canvas_); }

 private:
  lang::shapes::Program program_;
  scene::PixelScene scene_;
  raster::Bitmap canvas_{lang::shapes::kCanvasSize, lang::shapes::kCanvasSize};
};

}  // namespace papert::suite::shapecode

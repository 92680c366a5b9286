// Scores of a coloured picture against its reference.
#pragma once

#include <cstdint>

#include "raster/color_plane.h"

namespace papert::score {

struct ColorScores {
  bool exact = false;         // every pixel has its colour
  double pixel_accuracy = 0;  // the share of pixels that do
  double foreground_iou = 0;  // painted in both / painted in either; 1 if neither is
  /// Intersection over union of the pixels of one colour, the mean over the colours (not the
  /// background) that either picture has; 1 if there are none.
  double color_iou = 0;
  std::int64_t missing_pixels = 0;  // painted in the reference only
  std::int64_t extra_pixels = 0;    // painted in the answer only
  std::int64_t other_pixels = 0;    // painted in both, in different colours
};

/// Both have the same size, and places below 32.
[[nodiscard]] ColorScores color_scores(const raster::ColorPlane& reference,
                                       const raster::ColorPlane& answer);

}  // namespace papert::score

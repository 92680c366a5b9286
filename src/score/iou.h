// Scores of a black-and-white picture against its reference.
#pragma once

#include <cstdint>

#include "raster/bitmap.h"

namespace papert::score {

struct MaskScores {
  bool exact = false;         // no pixel differs
  double pixel_accuracy = 0;  // the share of pixels that are equal
  double foreground_iou = 0;  // set in both / set in either; 1 if both are empty
};

/// `pixels` is the size of the picture, width times height. A picture without pixels scores 1.
MaskScores mask_scores(const raster::Overlap& overlap, std::int64_t pixels);

}  // namespace papert::score

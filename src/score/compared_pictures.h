// Two drawings as a rule lays them over each other, for a reader who looks at what was compared.
#pragma once

#include "raster/bitmap.h"
#include "raster/image.h"
#include "score/compare_drawings.h"

namespace papert::score {

/// Both of one size.
struct ComparedPictures {
  raster::Image reference;
  raster::Image answer;
  int same_color = 0;  // of 255: samples that differ by no more are the same to the rule
};

/// The canonical sheets, which compare_drawings compares.
[[nodiscard]] ComparedPictures canonical_pictures(const PaintedDrawing& reference,
                                                  const PaintedDrawing& answer);

/// The sheets of compare_faithfully. White ink on dark paper is grey here.
[[nodiscard]] ComparedPictures faithful_pictures(const PaintedDrawing& reference,
                                                 const PaintedDrawing& answer);

/// What box_iou counts. Both are without pixels where one of them has no ink.
[[nodiscard]] ComparedPictures box_pictures(const raster::Bitmap& reference,
                                            const raster::Bitmap& answer);

}  // namespace papert::score

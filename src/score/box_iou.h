// The published TurtleBench measure of two black-and-white pictures.
//
// Both are cut to the box of their ink, one cutting is stretched to the size of the other, and the
// share of ink in common is taken:
//
//     iou(a, b) = pixels inked in both / pixels inked in either,  after stretching
//     box_iou   = the larger of "a stretched to b" and "b stretched to a"
//
// So place and size do not count, nor does the ratio of width to height. Stretching is bilinear and
// whatever keeps a trace of ink is ink, which makes stretched lines fatter: that is why two
// drawings that differ by a fraction of a pixel can lose a tenth, and why the larger of the two
// ways is taken.
#pragma once

#include "raster/bitmap.h"

namespace papert::score {

/// The smallest part of the picture that holds all set pixels; 0 x 0 if there is none.
[[nodiscard]] raster::Bitmap cut_to_ink(const raster::Bitmap& picture);

/// What box_iou counts: both cut to their ink, one of them stretched to the size of the other, in
/// the way that has more ink in common. 0 x 0 if either is empty.
struct BoxPair {
  raster::Bitmap a;
  raster::Bitmap b;
};
[[nodiscard]] BoxPair laid_over(const raster::Bitmap& a, const raster::Bitmap& b);

/// Both cut to their ink. 0 if either is empty.
[[nodiscard]] double box_iou(const raster::Bitmap& a, const raster::Bitmap& b);

}  // namespace papert::score

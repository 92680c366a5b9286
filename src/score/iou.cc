#include "score/iou.h"

namespace papert::score {
namespace {

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

MaskScores mask_scores(const raster::Overlap& overlap, std::int64_t pixels) {
  return {.exact = overlap.exactly_one == 0,
          .pixel_accuracy = share(pixels - overlap.exactly_one, pixels),
          .foreground_iou = share(overlap.both, overlap.either)};
}

}  // namespace papert::score

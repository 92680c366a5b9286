#include "score/color_scores.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace papert::score {
namespace {

constexpr std::size_t kPlaces = 32;

/// How many pixels have this colour in the reference and that one in the answer.
using JointCounts = std::array<std::array<std::int64_t, kPlaces>, kPlaces>;

JointCounts count_pairs(const raster::ColorPlane& reference, const raster::ColorPlane& answer) {
  JointCounts counts{};
  const auto wanted = reference.places();
  const auto found = answer.places();
  for (std::size_t i = 0; i < wanted.size(); ++i) ++counts[wanted[i]][found[i]];
  return counts;
}

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

double mean_iou(const JointCounts& counts) {
  double sum = 0;
  int colors = 0;
  for (std::size_t color = 1; color < kPlaces; ++color) {
    std::int64_t either = -counts[color][color];
    for (std::size_t other = 0; other < kPlaces; ++other) {
      either += counts[color][other] + counts[other][color];
    }
    if (either == 0) continue;
    sum += share(counts[color][color], either);
    ++colors;
  }
  return colors == 0 ? 1 : sum / colors;
}

}  // namespace

ColorScores color_scores(const raster::ColorPlane& reference, const raster::ColorPlane& answer) {
  const JointCounts counts = count_pairs(reference, answer);
  ColorScores scores;
  std::int64_t equal = 0;
  std::int64_t both = 0;
  for (std::size_t wanted = 0; wanted < kPlaces; ++wanted) {
    equal += counts[wanted][wanted];
    if (wanted == 0) continue;
    scores.missing_pixels += counts[wanted][0];
    scores.extra_pixels += counts[0][wanted];
    for (std::size_t found = 1; found < kPlaces; ++found) both += counts[wanted][found];
  }
  const auto pixels = static_cast<std::int64_t>(reference.places().size());
  const std::int64_t either = both + scores.missing_pixels + scores.extra_pixels;
  scores.exact = equal == pixels;
  scores.pixel_accuracy = share(equal, pixels);
  scores.foreground_iou = share(both, either);
  scores.color_iou = mean_iou(counts);
  scores.other_pixels = both - (equal - counts[0][0]);
  return scores;
}

}  // namespace papert::score

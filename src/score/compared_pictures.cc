#include "score/compared_pictures.h"

#include <cstddef>
#include <vector>

#include "score/box_iou.h"
#include "score/faithful.h"
#include "score/thick_lines.h"

namespace papert::score {
namespace {

raster::Image sheet_image(const std::vector<ColorRun>& runs) {
  constexpr std::uint32_t kWhiteInk = 0xFEFEFE;  // of no other ink (seen_drawing.cc)
  constexpr std::uint32_t kShownAs = 0x808080;
  raster::Image image(scene::kCanonicalSize, scene::kCanonicalSize, raster::PixelFormat::kRgb);
  std::uint8_t* const samples = image.data().data();
  for (const ColorRun& run : runs) {
    const std::uint32_t color = run.color == kWhiteInk ? kShownAs : run.color;
    for (std::uint8_t* at = samples + std::ptrdiff_t{run.begin} * 3;
         at != samples + std::ptrdiff_t{run.end} * 3; at += 3) {
      at[0] = static_cast<std::uint8_t>(color >> 16);
      at[1] = static_cast<std::uint8_t>(color >> 8);
      at[2] = static_cast<std::uint8_t>(color);
    }
  }
  return image;
}

}  // namespace

ComparedPictures canonical_pictures(const PaintedDrawing& reference, const PaintedDrawing& answer) {
  return {sheet_image(reference.runs()), sheet_image(answer.runs())};
}

ComparedPictures faithful_pictures(const PaintedDrawing& reference, const PaintedDrawing& answer) {
  const FaithfulRuns runs = faithful_runs(reference, answer);
  return {sheet_image(runs.reference), sheet_image(runs.answer), detail::kSameColor};
}

ComparedPictures box_pictures(const raster::Bitmap& reference, const raster::Bitmap& answer) {
  const BoxPair pair = laid_over(reference, answer);
  return {raster::to_image(pair.a), raster::to_image(pair.b)};
}

}  // namespace papert::score

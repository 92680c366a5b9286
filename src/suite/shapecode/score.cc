#include "suite/shapecode/score.h"

#include "score/iou.h"

namespace papert::suite::shapecode {

Target make_target(const lang::shapes::Program& reference) {
  Target target;
  raster::paint(lang::shapes::to_scene(reference), target.pixels);
  target.shapes = reference.shapes.size();
  target.black = target.pixels.count();
  return target;
}

ShapeScore Scorer::score(std::string_view program, const Target& target) {
  ShapeScore result;
  if (auto parsed = lang::shapes::parse_into(program, program_); !parsed) {
    result.error = std::move(parsed.error());
    return result;
  }
  lang::shapes::to_scene(program_, scene_);
  canvas_.clear();
  raster::paint(scene_, canvas_);
  const raster::Overlap overlap = raster::overlap(target.pixels, canvas_);
  const score::MaskScores scores =
      score::mask_scores(overlap, static_cast<std::int64_t>(canvas_.width()) * canvas_.height());
  result.exact_match = scores.exact;
  result.pixel_accuracy = scores.pixel_accuracy;
  result.foreground_iou = scores.foreground_iou;
  result.shapes = program_.shapes.size();
  result.missing_pixels = target.black - overlap.both;
  result.extra_pixels = overlap.exactly_one - result.missing_pixels;
  return result;
}

}  // namespace papert::suite::shapecode

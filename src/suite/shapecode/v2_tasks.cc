#include "suite/shapecode/v2_tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <utility>

#include "mint/shapes/generate_v2.h"
#include "raster/raster.h"

namespace papert::suite::shapecode {
namespace {

raster::Image picture_of(const raster::ColorPlane& pixels) {
  return raster::to_image(pixels, lang::shapes::v2::palette());
}

std::string places_of(const raster::ColorPlane& pixels) {
  return {pixels.places().begin(), pixels.places().end()};
}

/// Everything as it should be.
score::ColorScores all_right() {
  score::ColorScores scores;
  scores.exact = true;
  scores.pixel_accuracy = 1;
  scores.foreground_iou = 1;
  scores.color_iou = 1;
  return scores;
}

std::vector<suite::Metric> metrics_of(const ColorScore& result, bool right, double pairs) {
  const bool parsed = !result.error;
  // An answer without shapes has none in the right order.
  const std::optional<double> order = pairs > 0 && !parsed ? std::optional(0.0) : result.order;
  return {{"exact_match", right ? 1.0 : 0.0},
          {"pixel_accuracy", result.pixels.pixel_accuracy},
          {"foreground_iou", result.pixels.foreground_iou},
          {"color_iou", result.pixels.color_iou},
          {"order_score", order},
          {"parse_success", parsed ? 1.0 : 0.0},
          {"execution_success", parsed ? 1.0 : 0.0}};
}

}  // namespace

ColorTarget::ColorTarget(lang::shapes::v2::Program program)
    : reference(std::move(program)),
      pixels(raster::render(lang::shapes::v2::to_scene(reference))),
      order(lang::shapes::v2::to_scene(reference)) {}

ColorScore score_colors(std::string_view program, const ColorTarget& target) {
  ColorScore result;
  auto parsed = lang::shapes::v2::parse(program);
  if (!parsed) {
    result.error = std::move(parsed.error());
    return result;
  }
  result.shapes = parsed->shapes.size();
  if (*parsed == target.reference) {
    result.pixels = all_right();
    result.picture = target.pixels;
    if (!target.order.pairs().empty()) result.order = 1;
    return result;
  }
  const scene::ColorScene scene = lang::shapes::v2::to_scene(*parsed);
  result.picture = raster::render(scene);
  result.pixels = score::color_scores(target.pixels, result.picture);
  result.order = target.order.share(scene);
  return result;
}

ColorTasks::ColorTasks(data::shapecode::Samples samples, const Settings& settings)
    : SceneTasks(std::move(samples), settings), targets_(std::min(size(), kCachedTargets)) {}

// As in ShapeTasks: programs were checked when the set was made.
lang::shapes::v2::Program ColorTasks::program(std::size_t index) const {
  if (is_minted()) {
    const data::shapecode::SampleKey& key = samples().keys[index];
    return mint::shapes::v2::generate(key.tier, key.seed).value_or(lang::shapes::v2::Program{});
  }
  return lang::shapes::v2::parse(samples().programs.line(index).value_or(""))
      .value_or(lang::shapes::v2::Program{});
}

std::shared_ptr<const ColorTarget> ColorTasks::target(std::size_t index) const {
  return targets_.get(index, [&] { return ColorTarget(program(index)); });
}

raster::Image ColorTasks::picture(std::size_t index) const {
  return picture_of(target(index)->pixels);
}

std::string ColorTasks::minted_program(std::size_t index) const {
  return lang::shapes::v2::serialise(program(index));
}

suite::Judged ColorTasks::judge(std::size_t index, const reply::Answer& answer) const {
  const std::shared_ptr<const ColorTarget> goal = target(index);
  ColorScore result = score_colors(answer.first().code, *goal);
  const bool parsed = !result.error;
  const bool over = result.shapes > settings().max_shapes.value_or(SIZE_MAX);
  const bool right = parsed && result.pixels.exact && !over;
  suite::Judged judged;
  suite::Score& score = judged.score;
  score.metrics = metrics_of(result, right, static_cast<double>(goal->order.pairs().size()));
  add_counts({.parsed = parsed,
              .right = right,
              .shapes = static_cast<double>(result.shapes),
              .reference = static_cast<double>(goal->reference.shapes.size()),
              .programs = static_cast<double>(answer.programs)},
             score.metrics);
  if (!parsed) {
    note_error(*result.error, score);
    return judged;
  }
  score.verdict = right ? suite::Verdict::kRight : suite::Verdict::kWrong;
  score.detail["missing_pixels"] = result.pixels.missing_pixels;
  score.detail["extra_pixels"] = result.pixels.extra_pixels;
  score.detail["other_color_pixels"] = result.pixels.other_pixels;
  if (over) note_too_many(result.shapes, *settings().max_shapes, score);
  judged.drawing = std::move(result.picture);
  return judged;
}

Result<std::string> ColorTasks::content_key(std::size_t index) const {
  return places_of(target(index)->pixels);
}

std::vector<suite::TaskKey> ColorTasks::keys_in(std::string_view text) const {
  const reply::Answer answer = read(text, reply::Extraction::kLenient);
  const auto program = lang::shapes::v2::parse(answer.first().code);
  if (!program || program->shapes.empty()) return {};
  const raster::ColorPlane pixels = raster::render(lang::shapes::v2::to_scene(*program));
  return {{suite::KeyKind::kDrawing, places_of(pixels)},
          {suite::KeyKind::kProgram, lang::shapes::v2::serialise(*program)}};
}

std::string ColorTasks::difference(std::size_t index, const suite::Judged& judged) const {
  const suite::Score& score = judged.score;
  const bool painted = score.verdict == suite::Verdict::kWrong && !score.detail.contains("error");
  if (!painted) return suite::TaskSet::difference(index, judged);
  return fmt::format(
      "{} pixels of the target are missing, {} pixels are painted that should not be and {} have "
      "another colour",
      score.detail["missing_pixels"].get<std::int64_t>(),
      score.detail["extra_pixels"].get<std::int64_t>(),
      score.detail["other_color_pixels"].get<std::int64_t>());
}

std::vector<suite::Picture> ColorTasks::pictures(std::size_t index,
                                                 const suite::Judged& judged) const {
  const std::shared_ptr<const ColorTarget> goal = target(index);
  std::vector<suite::Picture> pictures;
  pictures.push_back({"target", picture_of(goal->pixels)});
  if (const auto* painted = std::any_cast<raster::ColorPlane>(&judged.drawing)) {
    pictures.push_back({"render", picture_of(*painted)});
    pictures.push_back({"difference", raster::difference_picture(goal->pixels, *painted)});
  }
  return pictures;
}

}  // namespace papert::suite::shapecode

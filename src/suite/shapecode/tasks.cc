#include "suite/shapecode/tasks.h"

#include <fmt/format.h>

#include "base/file.h"
#include "raster/raster.h"
#include "suite/prompt_template.h"
#include "suite/shapecode/extract.h"

namespace papert::shapecode {

ShapeTasks::ShapeTasks(std::vector<SampleKey> keys, std::string data_hash,
                       std::vector<Error> problems)
    : ShapeTasks(std::move(keys), {}, {}, std::move(data_hash), std::move(problems)) {}

ShapeTasks::ShapeTasks(std::vector<SampleKey> keys, std::vector<std::string> programs,
                       std::filesystem::path folder, std::string data_hash,
                       std::vector<Error> problems)
    : keys_(std::move(keys)),
      programs_(std::move(programs)),
      folder_(std::move(folder)),
      data_hash_(std::move(data_hash)),
      problems_(std::move(problems)),
      slots_(std::min(keys_.size(), kCachedTargets)) {}

suite::Task ShapeTasks::task(std::size_t index) const {
  const SampleKey& key = keys_[index];
  return {key.id(), "", {{"tier", std::string(shapes::tier_name(key.tier))}}};
}

// Programs were checked when the set was made, so neither branch can fail here.
shapes::Program ShapeTasks::program(std::size_t index) const {
  if (programs_.empty()) {
    return shapes::generate(keys_[index].tier, keys_[index].seed).value_or(shapes::Program{});
  }
  return shapes::parse(programs_[index]).value_or(shapes::Program{});
}

std::shared_ptr<const Target> ShapeTasks::target(std::size_t index) const {
  Slot& slot = slots_[index % slots_.size()];
  {
    const std::lock_guard lock(slot.mutex);
    if (slot.index == index) return slot.target;
  }
  auto made = std::make_shared<const Target>(make_target(program(index)));
  const std::lock_guard lock(slot.mutex);
  slot.index = index;
  slot.target = made;
  return made;
}

Result<suite::Prompt> ShapeTasks::prompt(std::size_t index,
                                         std::string_view prompt_template) const {
  suite::Prompt prompt;
  prompt.text = TRY(
      suite::fill_template(prompt_template, {{"size", std::to_string(shapes::kCanvasSize)},
                                             {"last", std::to_string(shapes::kCanvasSize - 1)}}));
  if (folder_.empty()) {
    prompt.images.push_back(raster::encode_png(raster::to_image(target(index)->pixels)));
  } else {
    prompt.images.push_back(TRY(read_file(folder_ / (keys_[index].stem().string() + ".png"))));
  }
  return prompt;
}

suite::Answer ShapeTasks::extract(std::string_view reply, suite::Extraction extraction) const {
  Extracted found =
      extraction == suite::Extraction::kStrict ? extract_strictly(reply) : extract_program(reply);
  return {std::move(found.text), std::string(found.rule)};
}

suite::Score ShapeTasks::score(std::size_t index, const suite::Answer& answer) const {
  const std::shared_ptr<const Target> goal = target(index);
  const ShapeScore result = Scorer().score(answer.text, *goal);
  const bool parsed = !result.error;
  suite::Score score;
  std::optional<double> shape_count;
  std::optional<double> shape_ratio;
  if (parsed) {
    shape_count = static_cast<double>(result.shapes);
    if (goal->shapes > 0) shape_ratio = *shape_count / static_cast<double>(goal->shapes);
    score.verdict = result.exact_match ? suite::Verdict::kRight : suite::Verdict::kWrong;
    score.detail["missing_pixels"] = result.missing_pixels;
    score.detail["extra_pixels"] = result.extra_pixels;
  } else {
    score.verdict = result.error->name == shapes::ParseErrorName::kEmptyProgram
                        ? suite::Verdict::kNoAnswer
                        : suite::Verdict::kInvalid;
    score.detail["error"] = shapes::error_name(result.error->name);
    score.detail["message"] = result.error->message;
    score.detail["line"] = result.error->line;
  }
  score.metrics = {{"exact_match", result.exact_match ? 1.0 : 0.0},
                   {"pixel_accuracy", result.pixel_accuracy},
                   {"foreground_iou", result.foreground_iou},
                   {"parse_success", parsed ? 1.0 : 0.0},
                   {"execution_success", parsed ? 1.0 : 0.0},
                   {"shape_count", shape_count},
                   {"shape_count_ratio", shape_ratio}};
  return score;
}

std::string ShapeTasks::reference(std::size_t index) const {
  return programs_.empty() ? shapes::serialise(program(index)) : programs_[index];
}

std::vector<suite::Picture> ShapeTasks::pictures(std::size_t index,
                                                 const suite::Answer& answer) const {
  const std::shared_ptr<const Target> goal = target(index);
  std::vector<suite::Picture> pictures;
  pictures.push_back({"target", raster::to_image(goal->pixels)});
  if (const auto parsed = shapes::parse(answer.text)) {
    const raster::Bitmap painted = raster::render(shapes::to_scene(*parsed));
    pictures.push_back({"render", raster::to_image(painted)});
    pictures.push_back({"difference", raster::difference_picture(goal->pixels, painted)});
  }
  return pictures;
}

}  // namespace papert::shapecode

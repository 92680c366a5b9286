#include "suite/shapecode/tasks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/file.h"
#include "raster/raster.h"
#include "replay/shapes.h"
#include "score/iou.h"
#include "suite/shapecode/extract.h"
#include "suite/shapecode/v2_tasks.h"

namespace papert::suite::shapecode {

Target make_target(lang::shapes::Program reference) {
  Target target;
  raster::paint(lang::shapes::to_scene(reference), target.pixels);
  target.reference = std::move(reference);
  target.black_above.push_back(0);
  for (int y = 0; y < target.pixels.height(); ++y) {
    const std::int64_t black = target.pixels.count(y, 0, target.pixels.width() - 1);
    target.black_above.push_back(target.black() + black);
  }
  return target;
}

raster::Overlap Scorer::paint_over(const Target& target) {
  lang::shapes::to_scene(program_, scene_);
  canvas_.clear(painted_);
  raster::paint(scene_, canvas_);
  painted_ = raster::painted_rows(scene_);
  raster::Overlap overlap = raster::overlap(target.pixels, canvas_, painted_);
  const std::int64_t beyond = target.black() -
                              target.black_above[static_cast<std::size_t>(painted_.bottom)] +
                              target.black_above[static_cast<std::size_t>(painted_.top)];
  overlap.either += beyond;
  overlap.exactly_one += beyond;
  return overlap;
}

ShapeScore Scorer::score(std::string_view program, const Target& target) {
  ShapeScore result;
  if (auto parsed = lang::shapes::parse_into(program, program_); !parsed) {
    result.error = std::move(parsed.error());
    return result;
  }
  const raster::Overlap same{.both = target.black(), .either = target.black(), .exactly_one = 0};
  const raster::Overlap overlap = program_ == target.reference ? same : paint_over(target);
  const score::MaskScores scores =
      score::mask_scores(overlap, static_cast<std::int64_t>(canvas_.width()) * canvas_.height());
  result.exact_match = scores.exact;
  result.pixel_accuracy = scores.pixel_accuracy;
  result.foreground_iou = scores.foreground_iou;
  result.shapes = program_.shapes.size();
  result.missing_pixels = target.black() - overlap.both;
  result.extra_pixels = overlap.exactly_one - result.missing_pixels;
  return result;
}

namespace {

constexpr std::array<std::string_view, 1> kNoLimit{"none"};
constexpr suite::ModeInfo kMaxShapes{
    .key = "max_shapes",
    .values = kNoLimit,
    .title = "an answer that uses more shapes is not right",
    .numbers = suite::NumberRange{1, 262'145},
    .flag = {.name = "--max-shapes",
             .type = "N",
             .title = "shapecode: an answer that uses more shapes is not right"}};
constexpr std::array<std::string_view, 2> kPromptings{"plain", "steps"};
constexpr suite::Mode<Prompting> kPrompting{
    {.key = "prompting",
     .values = kPromptings,
     .title = "ask for the program alone, or for steps that lead to it",
     .later = true}};
constexpr std::array<std::string_view, 3> kShotNames{"none", "three", "three_reasoned"};
constexpr suite::Mode<Shots> kShots{
    {.key = "shots",
     .values = kShotNames,
     .title = "worked examples in the prompt: none, three, three with their steps",
     .later = true}};
constexpr std::array<std::string_view, 2> kDialectNames{"v1", "v2"};
constexpr suite::Mode<Dialect> kDialect{
    {.key = "dialect",
     .values = kDialectNames,
     .title = "the published language, or the one with colours, order and more shapes",
     .later = true}};
constexpr std::array<suite::ModeInfo, 4> kModes{kMaxShapes, kPrompting.info, kShots.info,
                                                kDialect.info};

constexpr std::array<suite::KeyInfo, 2> kKeys{
    {{suite::KeyKind::kDrawing, "the pixels of the target"},
     {suite::KeyKind::kProgram,
      "the program in canonical form; comments, blank space and the order of arguments do not "
      "count"}}};

std::string pixels_of(const raster::Bitmap& pixels) {
  const raster::Image image = raster::to_image(pixels);
  return {image.data().begin(), image.data().end()};
}

/// An answer is short if it has at most this many times the reference's shapes.
constexpr double kBudgetFactor = 2;

}  // namespace

void note_error(const lang::shapes::ParseError& error, suite::Score& score) {
  score.verdict = error.name == lang::shapes::ParseErrorName::kEmptyProgram
                      ? suite::Verdict::kNoAnswer
                      : suite::Verdict::kInvalid;
  score.detail["error"] = lang::shapes::error_name(error.name);
  score.detail["message"] = error.message;
  score.detail["line"] = error.line;
}

void note_too_many(std::size_t shapes, std::size_t most, suite::Score& score) {
  score.detail["error"] = "too_many_shapes";
  score.detail["message"] = fmt::format("uses {} shapes; at most {} are allowed", shapes, most);
}

void add_counts(const ShapeCount& count, std::vector<suite::Metric>& metrics) {
  const auto figure = [](bool defined, double value) {
    return defined ? std::optional(value) : std::nullopt;
  };
  const double ratio = count.shapes / count.reference;
  const bool within = count.shapes <= kBudgetFactor * count.reference;
  metrics.push_back({"shape_count", figure(count.parsed, count.shapes)});
  metrics.push_back({"shape_count_ratio", figure(count.parsed && count.reference > 0, ratio)});
  metrics.push_back({"within_budget", figure(count.right, within ? 1 : 0)});
  metrics.push_back({"programs", count.programs});
}

std::span<const suite::ModeInfo> mode_infos() { return kModes; }

Result<Settings> settings_from(const suite::Modes& modes) {
  Settings settings;
  settings.prompting = kPrompting.of(modes);
  settings.shots = kShots.of(modes);
  settings.dialect = kDialect.of(modes);
  const std::optional<double> most = suite::chosen_number(modes, kMaxShapes);
  if (!most) return settings;
  if (*most != std::floor(*most)) {
    return fail(ErrorCode::kUsage, fmt::format("{} is not a whole number of shapes", *most),
                "--max-shapes");
  }
  settings.max_shapes = static_cast<std::size_t>(*most);
  return settings;
}

std::unique_ptr<suite::TaskSet> make_tasks(data::shapecode::Samples samples,
                                           const Settings& settings) {
  if (settings.dialect == Dialect::kV2) {
    return std::make_unique<ColorTasks>(std::move(samples), settings);
  }
  return std::make_unique<ShapeTasks>(std::move(samples), settings);
}

suite::Task SceneTasks::task(std::size_t index) const {
  const data::shapecode::SampleKey& key = samples_.keys[index];
  return {key.id(), "", {{"tier", std::string(mint::shapes::tier_name(key.tier))}}};
}

Result<suite::Prompt> SceneTasks::prompt(std::size_t index,
                                         std::string_view prompt_template) const {
  suite::Prompt prompt = TRY(fill_prompt(prompt_template, settings_.shots, settings_.dialect));
  if (samples_.folder.empty()) {
    prompt.images.push_back(raster::encode_png(picture(index)));
  } else {
    const std::string file = samples_.keys[index].stem().string() + ".png";
    prompt.images.push_back(TRY(read_file(samples_.folder / file)));
  }
  return prompt;
}

reply::Answer SceneTasks::read(std::string_view reply, reply::Extraction extraction) const {
  return extract_answer(reply, extraction, settings_.dialect);
}

std::string SceneTasks::reference(std::size_t index) const {
  return is_minted() ? minted_program(index) : samples_.programs.line(index).value_or("");
}

Result<suite::DataFiles> SceneTasks::files(std::size_t index) const {
  return data::shapecode::files_of(samples_.keys[index], settings_.dialect, reference(index));
}

std::span<const suite::KeyInfo> SceneTasks::key_infos() const { return kKeys; }

ShapeTasks::ShapeTasks(data::shapecode::Samples samples, const Settings& settings)
    : SceneTasks(std::move(samples), settings), targets_(std::min(size(), kCachedTargets)) {}

// Programs were checked when the set was made, so neither branch can fail here, unless the disk
// does; the task is then an empty canvas.
lang::shapes::Program ShapeTasks::program(std::size_t index) const {
  if (is_minted()) {
    const data::shapecode::SampleKey& key = samples().keys[index];
    return mint::shapes::generate(key.tier, key.seed).value_or(lang::shapes::Program{});
  }
  return lang::shapes::parse(samples().programs.line(index).value_or(""))
      .value_or(lang::shapes::Program{});
}

std::shared_ptr<const Target> ShapeTasks::target(std::size_t index) const {
  return targets_.get(index, [&] { return make_target(program(index)); });
}

raster::Image ShapeTasks::picture(std::size_t index) const {
  return raster::to_image(target(index)->pixels);
}

std::string ShapeTasks::minted_program(std::size_t index) const {
  return lang::shapes::serialise(program(index));
}

Result<scene::Replay> ShapeTasks::replay(std::size_t, const reply::Answer& answer) const {
  if (answer.first().code.empty()) {
    return fail(ErrorCode::kNotFound, "no program was found in the reply");
  }
  return replay::replay_shapes(answer.first().code);
}

suite::Judged ShapeTasks::judge(std::size_t index, const reply::Answer& answer) const {
  Scorer scorer;
  suite::Judged judged;
  judged.score = score_with(scorer, index, answer);
  const suite::Verdict verdict = judged.score.verdict;
  const bool painted = verdict == suite::Verdict::kRight || verdict == suite::Verdict::kWrong;
  if (painted) judged.drawing = std::move(scorer).picture(*target(index));
  return judged;
}

std::vector<suite::Score> ShapeTasks::score_all(
    std::span<const suite::Submission> submissions) const {
  Scorer scorer;
  std::vector<suite::Score> scores;
  scores.reserve(submissions.size());
  for (const suite::Submission& each : submissions) {
    scores.push_back(score_with(scorer, each.index, each.answer));
  }
  return scores;
}

suite::Score ShapeTasks::score_with(Scorer& scorer, std::size_t index,
                                    const reply::Answer& answer) const {
  const std::shared_ptr<const Target> goal = target(index);
  const ShapeScore result = scorer.score(answer.first().code, *goal);
  const bool parsed = !result.error;
  const bool over = result.shapes > settings().max_shapes.value_or(SIZE_MAX);
  const bool right = result.exact_match && !over;
  suite::Score score;
  score.metrics.reserve(9);
  score.metrics = {{"exact_match", right ? 1.0 : 0.0},
                   {"pixel_accuracy", result.pixel_accuracy},
                   {"foreground_iou", result.foreground_iou},
                   {"parse_success", parsed ? 1.0 : 0.0},
                   {"execution_success", parsed ? 1.0 : 0.0}};
  add_counts({.parsed = parsed,
              .right = right,
              .shapes = static_cast<double>(result.shapes),
              .reference = static_cast<double>(goal->reference.shapes.size()),
              .programs = static_cast<double>(answer.programs)},
             score.metrics);
  if (!parsed) {
    note_error(*result.error, score);
    return score;
  }
  score.verdict = right ? suite::Verdict::kRight : suite::Verdict::kWrong;
  score.detail.get_ref<Json::object_t&>().reserve(2);
  score.detail["missing_pixels"] = result.missing_pixels;
  score.detail["extra_pixels"] = result.extra_pixels;
  if (over) note_too_many(result.shapes, *settings().max_shapes, score);
  return score;
}

Result<std::string> ShapeTasks::content_key(std::size_t index) const {
  return pixels_of(target(index)->pixels);
}

std::vector<suite::TaskKey> ShapeTasks::keys_in(std::string_view text) const {
  const reply::Answer answer = read(text, reply::Extraction::kLenient);
  const auto program = lang::shapes::parse(answer.first().code);
  if (!program || program->shapes.empty()) return {};
  raster::Bitmap pixels(lang::shapes::kCanvasSize, lang::shapes::kCanvasSize);
  raster::paint(lang::shapes::to_scene(*program), pixels);
  return {{suite::KeyKind::kDrawing, pixels_of(pixels)},
          {suite::KeyKind::kProgram, lang::shapes::serialise(*program)}};
}

std::string ShapeTasks::difference(std::size_t index, const suite::Judged& judged) const {
  const suite::Score& score = judged.score;
  const bool painted = score.verdict == suite::Verdict::kWrong && !score.detail.contains("error");
  if (!painted) return suite::TaskSet::difference(index, judged);
  return fmt::format(
      "{} pixels of the target are missing and {} pixels are black that should not be",
      score.detail["missing_pixels"].get<std::int64_t>(),
      score.detail["extra_pixels"].get<std::int64_t>());
}

std::vector<suite::Picture> ShapeTasks::pictures(std::size_t index,
                                                 const suite::Judged& judged) const {
  const std::shared_ptr<const Target> goal = target(index);
  std::vector<suite::Picture> pictures;
  pictures.push_back({"target", raster::to_image(goal->pixels)});
  if (const auto* painted = std::any_cast<raster::Bitmap>(&judged.drawing)) {
    pictures.push_back({"render", raster::to_image(*painted)});
    pictures.push_back({"difference", raster::difference_picture(goal->pixels, *painted)});
  }
  return pictures;
}

}  // namespace papert::suite::shapecode

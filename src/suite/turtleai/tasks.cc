#include "suite/turtleai/tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/embedded.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/task_folder.h"
#include "lang/turtle/host/calls.h"
#include "raster/png.h"
#include "reply/turtle_code.h"
#include "score/compared_pictures.h"
#include "score/drawing_index.h"
#include "score/hint.h"
#include "score/kept.h"
#include "suite/prompt_template.h"
#include "suite/turtleai/extract.h"

extern const char papert_embedded_turtleai_plain[];
extern const char papert_embedded_turtleai_plain_end[];
extern const char papert_embedded_turtleai_steps[];
extern const char papert_embedded_turtleai_steps_end[];

namespace papert::suite::turtleai {
namespace {

/// What all programs of one reply may use together.
class Budget {
 public:
  explicit Budget(const sandbox::Limits& limits)
      : limits_(limits), counted_(limits.steps > 0), cpu_ms_(limits.cpu_ms) {}

  [[nodiscard]] bool left() const { return cpu_ms_ >= 1 && (!counted_ || limits_.steps > 0); }

  /// For the next program. Only where something is left: a limit of 0 steps would be none.
  [[nodiscard]] sandbox::Limits limits() const {
    sandbox::Limits rest = limits_;
    rest.cpu_ms = static_cast<std::uint32_t>(cpu_ms_);
    return rest;
  }

  void spend(std::uint64_t steps, double cpu_seconds) {
    limits_.steps -= std::min(steps, limits_.steps);
    cpu_ms_ -= cpu_seconds * 1000;
  }

 private:
  sandbox::Limits limits_;
  bool counted_;
  double cpu_ms_;
};

constexpr std::size_t kHeldFeatures = 4096;

std::size_t bytes_of(const Result<score::PaintedDrawing>& target) {
  return target ? lang::turtle::held_bytes(target->scene()) : sizeof(target);
}

double length_ratio(std::string_view code, std::string_view reference) {
  return static_cast<double>(reply::count_code_lines(code)) /
         static_cast<double>(std::max<std::size_t>(reply::count_code_lines(reference), 1));
}

double flag(bool yes) { return yes ? 1.0 : 0.0; }

std::optional<lang::python::CodeQuality> quality_of(std::string_view code) {
  const auto outline = lang::python::read_outline(code);
  if (!outline) return std::nullopt;
  return lang::python::describe_code(*outline, "draw");
}

std::optional<double> number(const std::optional<lang::python::CodeQuality>& quality,
                             std::size_t (*read)(const lang::python::CodeQuality&)) {
  if (!quality) return std::nullopt;
  return static_cast<double>(read(*quality));
}

DrawingVerdict not_tried(suite::Verdict verdict, std::string_view error, std::string message) {
  DrawingVerdict judged;
  judged.verdict = verdict;
  judged.detail["error"] = error;
  judged.detail["message"] = std::move(message);
  return judged;
}

/// What a program is like, whatever it draws.
void describe(const std::optional<lang::python::CodeQuality>& quality,
              std::vector<suite::Metric>& metrics) {
  using lang::python::CodeQuality;
  const auto add = [&](std::string_view name, std::size_t (*read)(const CodeQuality&)) {
    metrics.push_back({name, number(quality, read)});
  };
  add("repeated_statements", [](const CodeQuality& code) { return code.repeated; });
  add("loop_depth", [](const CodeQuality& code) { return code.loop_depth; });
  add("helpers", [](const CodeQuality& code) { return code.helpers; });
  add("unused_code", [](const CodeQuality& code) { return code.unused(); });
}

/// Lets the features decide.
void decide(std::optional<double> similarity, const std::string& error, double threshold,
            const score::NotKept& not_kept, DrawingVerdict& best) {
  if (!error.empty()) {
    best.verdict = suite::Verdict::kInternalError;
    return;
  }
  const bool same = similarity.value_or(0) > threshold;
  const bool right = same && !not_kept.any();
  best.verdict = right ? suite::Verdict::kRight : suite::Verdict::kWrong;
  const std::string drawn = best.detail.value("message", "");
  best.detail.erase("message");
  best.detail.erase("not_kept");
  if (right) return;
  if (same) {
    best.detail["not_kept"] = names_of(not_kept.factors);
    best.detail["message"] = "No match: " + not_kept.sentence + ".";
    return;
  }
  best.detail["message"] =
      fmt::format("No match: the features are {:.4f} alike, more than {} is asked for.{}{}",
                  *similarity, threshold, drawn.empty() ? "" : " By the faithful rule: ", drawn);
}

}  // namespace

std::string_view default_template(Prompting prompting) {
  return prompting == Prompting::kPlain
             ? embedded(papert_embedded_turtleai_plain, papert_embedded_turtleai_plain_end)
             : embedded(papert_embedded_turtleai_steps, papert_embedded_turtleai_steps_end);
}

DrawingTasks::DrawingTasks(DrawingSource source, Settings settings,
                           std::unique_ptr<const score::Encoder> encoder)
    : tasks_(std::move(source.tasks)),
      problems_(std::move(source.problems)),
      notes_(std::move(source.notes)),
      settings_(std::move(settings)),
      data_hash_(std::move(source.data_hash)),
      jails_(std::make_unique<lang::turtle::JailPool>(std::move(source.jail))),
      store_(std::move(source.store)),
      targets_(lang::turtle::kHeldReferenceBytes),
      encoder_(std::move(encoder)) {
  for (std::size_t i = 0; i < source.drawn.size(); ++i) {
    const auto make = [&] { return Target(score::PaintedDrawing(std::move(source.drawn[i]))); };
    [[maybe_unused]] const auto held = targets_.get(i, make, bytes_of);
  }
}

DrawingTasks::Target DrawingTasks::draw_target(std::size_t index) const {
  const auto task = TRY(tasks_.get(index));
  const std::string where = "task '" + task->id + "'";
  lang::turtle::Drawing drawing =
      TRY(lang::turtle::draw_reference(*jails_, task->code, store_.get()));
  if (drawing.outcome.status != sandbox::Status::kOk) {
    return fail(ErrorCode::kBadData, "its program does not run: " + drawing.outcome.reason, where);
  }
  if (drawing.scene.items.empty()) {
    return fail(ErrorCode::kBadData, "its program draws nothing", where);
  }
  return score::PaintedDrawing(std::move(drawing.scene));
}

DrawingTasks::Target DrawingTasks::target(std::size_t index) const {
  return *targets_.get(index, [&] { return draw_target(index); }, bytes_of);
}

suite::Task DrawingTasks::task(std::size_t index) const {
  const auto task = tasks_.get_or_blank(index);
  return {
      tasks_.id(index),
      "",
      {{"dataset", task->dataset}, {"category", task->category}, {"difficulty", task->difficulty}}};
}

Result<suite::Prompt> DrawingTasks::prompt(std::size_t index,
                                           std::string_view prompt_template) const {
  const auto task = TRY(tasks_.get(index));
  suite::Prompt prompt;
  prompt.text = TRY(suite::fill_template(prompt_template, {}));
  // Nobody is asked what nobody can judge.
  const score::PaintedDrawing drawing = TRY(target(index));
  if (settings_.picture != raster::PictureStyle::kClean || task->file.empty()) {
    prompt.images.push_back(raster::picture_file(drawing.scene(), settings_.picture, task->id));
    return prompt;
  }
  prompt.images.push_back(TRY(read_file(task->file)));
  if (sha256_hex(prompt.images.front()) == task->image_hash) return prompt;
  return fail(ErrorCode::kBadData, "the picture was changed; its checksum is another one",
              task->file.string());
}

Result<suite::DataFiles> DrawingTasks::files(std::size_t index) const {
  const auto stored = TRY(tasks_.get(index));
  StoredTask task = *stored;
  suite::DataFiles files;
  // A minted task names a picture that was never written; its program draws it again.
  if (task.file.empty()) {
    task.image.clear();
  } else {
    files[task.image] = TRY(read_file(task.file, raster::PngLimits{}.max_bytes));
  }
  files[data::tasks_path("").string()] = task_line(task) + "\n";
  return files;
}

Result<std::string> DrawingTasks::content_key(std::size_t index) const {
  const score::PaintedDrawing drawing = TRY(target(index));
  return score::drawing_key(drawing.scene());
}

reply::Answer DrawingTasks::read(std::string_view reply, reply::Extraction extraction) const {
  return extract_programs(reply, extraction);
}

suite::Judged DrawingTasks::judge(std::size_t index, const reply::Answer& answer) const {
  const suite::Submission submission{index, answer};
  return std::move(judge_all({&submission, 1}).front());
}

Result<scene::Replay> DrawingTasks::replay(std::size_t, const reply::Answer& answer) const {
  if (answer.first().code.empty()) {
    return fail(ErrorCode::kNotFound, "no code was found in the reply");
  }
  sandbox::Limits limits = settings_.judge.limits;
  limits.trace = true;
  lang::turtle::Drawing drawing = TRY(jails_->run(answer.first().code, limits));
  return lang::turtle::replay_of(std::move(drawing));
}

DrawingTasks::Attempt DrawingTasks::attempt(const suite::Submission& submission,
                                            const Deadline& deadline) const {
  const auto& [index, answer] = submission;
  std::vector<std::string_view> programs = programs_of(answer);
  std::size_t longest = longest_block(answer);
  if (settings_.judge.rule == Rule::kEmbedding && programs.size() > 1) {
    programs = {programs[longest]};
    longest = 0;
  }
  Attempt result;
  result.programs = answer.programs;
  result.best = not_tried(suite::Verdict::kNoAnswer, "no_code", "no code was found in the reply");
  if (programs.empty()) return result;
  const Target reference = target(index);
  if (!reference) {
    result.best =
        not_tried(suite::Verdict::kInternalError, "reference", reference.error().to_string());
    return result;
  }
  Budget budget(settings_.judge.limits);
  std::string_view best = programs.front();
  bool drawn = encoder_ == nullptr;
  for (std::size_t i = 0;
       i < programs.size() && budget.left() && result.best.verdict != suite::Verdict::kRight; ++i) {
    VerdictOptions options = settings_.judge;
    options.limits = budget.limits();
    options.deadline = deadline;
    DrawingVerdict judged = verdict_on(*jails_, programs[i], *reference, options);
    budget.spend(judged.steps, judged.cpu_seconds);
    if (!drawn && i == longest) {
      drawn = true;
      if (judged.drawing) show_encoder(*judged.drawing, *reference, result);
    }
    if (i > 0 && !is_better(judged, result.best)) continue;
    result.best = std::move(judged);
    best = programs[i];
    if (programs.size() > 1) result.best.detail["candidate"] = i + 1;
  }
  result.length_ratio = length_ratio(best, tasks_.get_or_blank(index)->code);
  if (result.best.verdict != suite::Verdict::kInvalid) result.quality = quality_of(best);
  if (programs.size() > 1) result.best.detail["candidates"] = programs.size();
  if (!drawn && budget.left()) {
    const auto drawing = jails_->run(programs[longest], budget.limits(), deadline);
    const bool ran = drawing && drawing->outcome.status == sandbox::Status::kOk;
    if (ran) show_encoder(drawing->scene, *reference, result);
  }
  return result;
}

void DrawingTasks::show_encoder(const scene::Scene& drawing, const score::PaintedDrawing& reference,
                                Attempt& attempt) const {
  attempt.sheet = raster::encoder_sheet(drawing, settings_.encoder_view);
  const score::Keep& keep = settings_.judge.keep;
  if (!keep.any()) return;
  attempt.sheet_not_kept = score::find_not_kept(reference, score::PaintedDrawing(drawing), keep);
}

Result<std::vector<double>> DrawingTasks::similarities(
    std::span<const std::size_t> indices, std::span<const raster::Image> sheets) const {
  std::map<std::size_t, score::Features> wanted;
  std::vector<std::size_t> unknown;
  {
    const std::lock_guard lock(features_mutex_);
    for (const std::size_t index : indices) {
      const auto known = features_.find(index);
      const bool first = wanted.emplace(index, score::Features()).second;
      if (known != features_.end()) wanted[index] = known->second;
      if (known == features_.end() && first) unknown.push_back(index);
    }
  }
  std::vector<raster::Image> pictures(sheets.begin(), sheets.end());
  for (const std::size_t index : unknown) {
    const score::PaintedDrawing drawing = TRY(target(index));
    pictures.push_back(raster::encoder_sheet(drawing.scene(), settings_.encoder_view));
  }
  std::vector<score::Features> features = TRY(encoder_->embed(pictures));
  const std::lock_guard lock(features_mutex_);
  if (features_.size() > kHeldFeatures) features_.clear();
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    wanted[unknown[i]] = features_[unknown[i]] = std::move(features[sheets.size() + i]);
  }
  std::vector<double> all;
  all.reserve(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    all.push_back(score::embedding_similarity(wanted.at(indices[i]), features[i]));
  }
  return all;
}

std::vector<DrawingTasks::Embedded> DrawingTasks::embed(
    std::span<const suite::Submission> submissions, std::span<const Attempt> attempts) const {
  std::vector<Embedded> all(attempts.size());
  if (!encoder_) return all;
  std::vector<std::size_t> places;
  std::vector<std::size_t> indices;
  std::vector<raster::Image> sheets;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    if (attempts[i].sheet) {
      places.push_back(i);
      indices.push_back(submissions[i].index);
      sheets.push_back(*attempts[i].sheet);
    } else if (suite::is_scored(attempts[i].best.verdict)) {
      all[i].similarity = 0;
    }
  }
  const auto similar = similarities(indices, sheets);
  for (std::size_t k = 0; k < places.size(); ++k) {
    Embedded& embedded = all[places[k]];
    similar ? void(embedded.similarity = (*similar)[k])
            : void(embedded.error = similar.error().to_string());
  }
  return all;
}

suite::Score DrawingTasks::finished(Attempt attempt, const Embedded& embedded) const {
  DrawingVerdict& best = attempt.best;
  const bool decides = settings_.judge.rule == Rule::kEmbedding;
  const double threshold =
      decides ? settings_.judge.threshold.value_or(kEmbeddingThreshold) : kEmbeddingThreshold;
  if (!embedded.error.empty()) best.detail["embedding_error"] = embedded.error;
  if (decides && best.runnable) {
    decide(embedded.similarity, embedded.error, threshold, attempt.sheet_not_kept, best);
  }
  suite::Score score;
  score.verdict = best.verdict;
  score.detail = std::move(best.detail);
  // What taught us nothing about the model was not judged by any rule: no figure says otherwise.
  if (!suite::is_scored(score.verdict)) return score;
  const bool right = score.verdict == suite::Verdict::kRight;
  const std::optional<double> ratio = attempt.length_ratio;
  std::optional<double> same;
  if (embedded.similarity) {
    same = flag(*embedded.similarity > threshold && !attempt.sheet_not_kept.any());
  }
  score.metrics = {{"success", flag(right)},
                   {"faithful_success", flag(best.faithful_success)},
                   {"pixel_success", flag(best.pixel_success)},
                   {"similarity", best.similarity},
                   {"runnable", flag(best.runnable)},
                   {"length_ratio", ratio},
                   {"length_ratio_solved", right ? ratio : std::nullopt},
                   {"length_ratio_failed", right ? std::nullopt : ratio},
                   {"embedding_similarity", embedded.similarity},
                   {"embedding_success", same},
                   {"programs", static_cast<double>(attempt.programs)}};
  describe(attempt.quality, score.metrics);
  return score;
}

std::vector<suite::Judged> DrawingTasks::judge_in_time(
    std::span<const suite::Submission> submissions, const Deadline& deadline) const {
  std::vector<Attempt> attempts;
  attempts.reserve(submissions.size());
  for (const suite::Submission& each : submissions) {
    attempts.push_back(attempt(each, deadline));
  }
  const std::vector<Embedded> embedded = embed(submissions, attempts);
  std::vector<suite::Judged> all(attempts.size());
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    if (attempts[i].best.drawing) all[i].drawing = std::move(*attempts[i].best.drawing);
    all[i].score = finished(std::move(attempts[i]), embedded[i]);
  }
  return all;
}

std::string DrawingTasks::reference(std::size_t index) const {
  return "```python\n" + std::string(trim(tasks_.get_or_blank(index)->code)) + "\n```\n";
}

std::vector<suite::Construct> DrawingTasks::constructs(std::size_t index) const {
  std::vector<suite::Construct> constructs;
  suite::add_constructs("turtle_call", lang::turtle::count_calls(tasks_.get_or_blank(index)->code),
                        constructs);
  return constructs;
}

std::string DrawingTasks::difference(std::size_t index, const suite::Judged& judged) const {
  const auto* drawing = std::any_cast<scene::Scene>(&judged.drawing);
  if (judged.score.verdict != suite::Verdict::kWrong || drawing == nullptr) {
    return suite::TaskSet::difference(index, judged);
  }
  const Target reference = target(index);
  if (!reference) return {};
  return score::difference_hint(*reference, score::PaintedDrawing(*drawing), settings_.judge.keep);
}

std::vector<suite::Picture> DrawingTasks::pictures(std::size_t index,
                                                   const suite::Judged& judged) const {
  std::vector<suite::Picture> pictures;
  const Target reference = target(index);
  if (!reference) return pictures;
  pictures.push_back({"target", raster::clean_picture(reference->scene())});
  const auto* drawing = std::any_cast<scene::Scene>(&judged.drawing);
  if (drawing != nullptr && !drawing->items.empty())
    pictures.push_back({"answer", raster::clean_picture(*drawing)});
  return pictures;
}

std::optional<suite::Compared> DrawingTasks::compared(std::size_t index,
                                                      const suite::Judged& judged) const {
  const Target reference = target(index);
  const auto* drawing = std::any_cast<scene::Scene>(&judged.drawing);
  if (!reference || drawing == nullptr || drawing->items.empty()) return std::nullopt;
  constexpr std::string_view kBrought = "Both are brought to one size and place";
  suite::Compared shown;
  if (settings_.judge.rule == Rule::kEmbedding) {
    constexpr int kSmoothing = 48;
    shown.target = raster::encoder_sheet(reference->scene(), settings_.encoder_view);
    shown.drawing = raster::encoder_sheet(*drawing, settings_.encoder_view);
    shown.same_color = kSmoothing;
    shown.how = fmt::format("{}. An encoder compares their features, not their pixels.", kBrought);
    return shown;
  }
  const bool by_pixels = settings_.judge.rule == Rule::kPixel;
  const score::PaintedDrawing answer(*drawing);
  score::ComparedPictures pictures = by_pixels ? score::canonical_pictures(*reference, answer)
                                               : score::faithful_pictures(*reference, answer);
  shown.target = std::move(pictures.reference);
  shown.drawing = std::move(pictures.answer);
  shown.same_color = pictures.same_color;
  shown.how = fmt::format("{}, and their lines have one width{}.", kBrought,
                          by_pixels ? "; their pixels are compared"
                                    : " unless thick lines stand for areas; a shift of two pixels "
                                      "does not count, nor does the background");
  if (settings_.judge.keep.any()) {
    shown.how += " Whether place, size or width are kept, as asked for, is compared apart.";
  }
  return shown;
}

}  // namespace papert::suite::turtleai

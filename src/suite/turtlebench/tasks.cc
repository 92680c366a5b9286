#include "suite/turtlebench/tasks.h"

#include <fmt/format.h>

#include <map>

#include "base/file.h"
#include "base/sha256.h"
#include "data/turtlebench/picture.h"
#include "lang/turtle/host/calls.h"
#include "raster/contours.h"
#include "reply/language.h"
#include "scene/canonical.h"
#include "score/box_iou.h"
#include "score/compared_pictures.h"
#include "score/hint.h"
#include "suite/prompt_template.h"
#include "suite/turtle_outcome.h"
#include "suite/turtlebench/extract.h"

namespace papert::suite::turtlebench {
namespace {

using data::turtlebench::ink_of;
using data::turtlebench::ink_picture;
using data::turtlebench::paint_picture;
using data::turtlebench::picture_bytes;

constexpr double kPaperThreshold = 0.95;  // of the published measure

std::vector<suite::Metric> metrics(bool solved, double published, double canonical, bool runnable) {
  return {{"solved", solved ? 1.0 : 0.0},
          {"published_iou", published},
          {"canonical_similarity", canonical},
          {"runnable", runnable ? 1.0 : 0.0}};
}

suite::Score not_drawn(suite::Verdict verdict) {
  suite::Score score;
  score.verdict = verdict;
  if (suite::is_scored(verdict)) score.metrics = metrics(false, 0, 0, false);
  return score;
}

suite::Score not_drawn(suite::Verdict verdict, std::string_view error, std::string message) {
  suite::Score score = not_drawn(verdict);
  score.detail["error"] = error;
  score.detail["message"] = std::move(message);
  return score;
}

bool is_selected(const Item& item, const Settings& settings) {
  if (settings.task == TaskChoice::kScratch && item.is_tweak()) return false;
  if (settings.task == TaskChoice::kTweak && !item.is_tweak()) return false;
  const Modality modality = settings.modality_of(item.is_tweak());
  const bool words = modality == Modality::kTextOnly || modality == Modality::kImageText;
  return item.is_tweak() || !words || !item.description.empty();
}

}  // namespace

TurtleTasks::TurtleTasks(Items items, const Settings& settings, Origin origin)
    : items_(std::move(items.items)),
      problems_(std::move(items.problems)),
      settings_(settings),
      origin_(std::move(origin)),
      jails_(std::make_unique<lang::turtle::JailPool>(sandbox::JailOptions{})),
      targets_(lang::turtle::kHeldReferenceBytes),
      contours_(std::make_unique<Contours[]>(items_.size())) {
  if (settings.library == Library::kMatplotlib) {
    plot_jails_ = std::make_unique<lang::turtle::JailPool>(lang::turtle::plotting_jail());
  }
  std::map<std::string_view, std::size_t> first_questions;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!items_[i].is_tweak()) first_questions.emplace(items_[i].id, i);
  }
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!is_selected(items_[i], settings_)) continue;
    const auto base = first_questions.find(items_[i].id);
    if (items_[i].is_tweak() && base == first_questions.end()) {
      problems_.push_back({ErrorCode::kBadData, "question 1, the shape it changes, is missing",
                           "item " + items_[i].name()});
      continue;
    }
    entries_.push_back({i, base == first_questions.end() ? i : base->second});
  }
}

std::string TurtleTasks::data_hash() const {
  std::call_once(hash_once_, [&] {
    // Data with a picture that cannot be read is other data than the whole.
    data_hash_ = origin_.data_hash;
    const auto hash = data_hash_.empty() ? data::turtlebench::hash_of(items_) : data_hash_;
    data_hash_ = hash ? *hash : sha256_hex(hash.error().to_string());
  });
  return data_hash_;
}

Result<TurtleTasks::Target> TurtleTasks::draw_target(const Item& item) const {
  const std::string program =
      lang::turtle::reference_text(settings_.library, item.variables, item.code);
  lang::turtle::Drawing drawing =
      TRY(lang::turtle::draw_reference(*jails_, program, origin_.store.get()));
  if (drawing.outcome.status != sandbox::Status::kOk) {
    return fail(ErrorCode::kBadData, "its own program fails: " + drawing.outcome.reason,
                "item " + item.name());
  }
  score::PaintedDrawing ink(ink_of(std::move(drawing.scene)));
  raster::Bitmap picture = ink_picture(ink.scene());
  return Target{std::move(ink), std::move(picture)};
}

std::shared_ptr<const Result<TurtleTasks::Target>> TurtleTasks::target_of(std::size_t item) const {
  const auto bytes_of = [](const Result<Target>& target) {
    return target ? lang::turtle::held_bytes(target->ink.scene()) +
                        target->picture.words().size_bytes()
                  : sizeof(Target);
  };
  return targets_.get(item, [&] { return draw_target(items_[item]); }, bytes_of);
}

Result<raster::Image> TurtleTasks::picture_of(std::size_t item) const {
  if (!items_[item].picture.empty()) return data::turtlebench::read_picture(items_[item].picture);
  const auto target = target_of(item);
  if (!*target) return fail(target->error());
  return paint_picture((*target)->ink.scene());
}

std::int64_t TurtleTasks::contours_of(std::size_t item) const {
  Contours& contours = contours_[item];
  std::call_once(contours.once, [&] {
    const Item& source = items_[item];
    // The figure that data carry is that of the shape, also with its tweaks.
    if (!source.is_tweak() && source.source_contours) {
      contours.count = *source.source_contours;
    } else if (const auto picture = picture_of(item)) {
      contours.count = raster::count_contours(*picture);
    }
  });
  return contours.count;
}

suite::Task TurtleTasks::task(std::size_t index) const {
  const Entry& entry = entries_[index];
  const Item& item = items_[entry.item];
  suite::Task task{item.name(), item.is_tweak() ? items_[entry.base].name() : "", {}};
  const int input = complexity_level(contours_of(entry.base));
  const int output = complexity_level(contours_of(entry.item));
  task.tags = {{"task", item.is_tweak() ? "tweak" : "scratch"},
               {"input", fmt::format("level {}", input)},
               {"output", fmt::format("level {}", output)},
               {"input x output", fmt::format("{} x {}", input, output)}};
  for (const std::string& kind : item.tweak_kinds) task.tags.push_back({"tweak", kind});
  return task;
}

Result<void> TurtleTasks::attach_pictures(const Entry& entry, Modality modality,
                                          suite::Prompt& prompt) const {
  if (modality == Modality::kTextOnly) return {};
  raster::Image base = TRY(picture_of(entry.base));
  if (modality != Modality::kImageImage) {
    prompt.images.push_back(picture_bytes(base));
    return {};
  }
  prompt.images.push_back(picture_bytes(watermarked(std::move(base), 1)));
  prompt.images.push_back(picture_bytes(watermarked(TRY(picture_of(entry.item)), 2)));
  return {};
}

/// For image+image two marked pictures an example, else the one of its shape.
Result<std::vector<std::string>> TurtleTasks::example_pictures() const {
  const bool pairs = settings_.modality == Modality::kImageImage;
  std::vector<std::string> pictures;
  for (const Example& each : TRY(worked_examples())) {
    const auto picture = [&](const std::string& code) -> Result<raster::Image> {
      lang::turtle::Drawing drawing =
          TRY(lang::turtle::run_with_library(*jails_, Library::kTurtle, each.variables, code));
      return paint_picture(ink_of(std::move(drawing.scene)));
    };
    raster::Image base = TRY(picture(each.code(false)));
    pictures.push_back(picture_bytes(pairs ? watermarked(std::move(base), 1) : base));
    if (pairs) pictures.push_back(picture_bytes(watermarked(TRY(picture(each.code(true))), 2)));
  }
  return pictures;
}

Question TurtleTasks::question_of(bool tweak) const {
  Question question;
  question.tweak = tweak;
  question.mode = settings_.mode;
  question.modality = settings_.modality_of(tweak);
  question.prompting = settings_.prompting;
  question.library = settings_.library;
  return question;
}

Result<std::string> TurtleTasks::add_examples(const Question& asked, suite::Prompt& prompt) const {
  if (asked.modality != Modality::kTextOnly) {
    std::call_once(examples_once_, [&] { example_pictures_ = example_pictures(); });
    if (!example_pictures_) return fail(example_pictures_.error());
    prompt.images = *example_pictures_;
  }
  return examples_text(TRY(worked_examples()), asked);
}

Result<suite::Prompt> TurtleTasks::prompt(std::size_t index,
                                          std::string_view prompt_template) const {
  const Entry& entry = entries_[index];
  const Item& item = items_[entry.item];
  Question question = question_of(item.is_tweak());
  question.description = item.description;
  question.query = item.query;
  question.edited_code = items_[entry.base].code;
  if (settings_.edit_source == EditSource::kPublished) question.edited_code = item.code;
  question.variables = item.variables;

  suite::Prompt prompt;
  std::string examples;
  if (settings_.shots == Shots::kFour && shows_examples(prompt_template)) {
    examples = TRY(add_examples(question_of(question.tweak), prompt));
  }
  TRY(attach_pictures(entry, question.modality, prompt));
  prompt.text =
      TRY(suite::fill_template(prompt_template, {{"examples", examples},
                                                 {"task", task_text(question)},
                                                 {"variables", variables_text(question)}}));
  TRY(suite::check_template_varies(prompt_template, {"task", "variables"}));
  return prompt;
}

reply::Answer TurtleTasks::read(std::string_view reply, reply::Extraction extraction) const {
  return extract_program(reply, extraction, settings_.library);
}

suite::Score TurtleTasks::score_drawing(const Target& target,
                                        const score::PaintedDrawing& ink) const {
  const double published = score::box_iou(target.picture, ink_picture(ink.scene()));
  const bool by_published = settings_.deciding_measure() == Measure::kPublished;
  const bool same =
      published > (by_published ? settings_.threshold.value_or(kPaperThreshold) : kPaperThreshold);
  score::DrawingOptions options{.explain = score::Explain::kFailures, .seek_turns = false};
  if (by_published) {
    options.explain = same ? score::Explain::kNever : score::Explain::kAlways;
  } else if (settings_.threshold) {
    options.filled_similarity = options.line_similarity = *settings_.threshold;
  }
  const score::DrawingComparison canonical = score::compare_drawings(target.ink, ink, options);
  const bool solved = by_published ? same : canonical.success;
  suite::Score score;
  score.verdict = solved ? suite::Verdict::kRight : suite::Verdict::kWrong;
  score.metrics = metrics(solved, published, 1 - canonical.difference, true);
  score.detail["solved_published"] = same;
  score.detail["solved_canonical"] = canonical.success;
  if (!solved) score.detail["message"] = canonical.explanation.sentence;
  return score;
}

suite::Judged TurtleTasks::judge(std::size_t index, const reply::Answer& answer) const {
  return judge_one(index, answer, {});
}

std::vector<suite::Judged> TurtleTasks::judge_in_time(
    std::span<const suite::Submission> submissions, const Deadline& deadline) const {
  std::vector<suite::Judged> judged;
  judged.reserve(submissions.size());
  for (const suite::Submission& each : submissions) {
    judged.push_back(judge_one(each.index, each.answer, deadline));
  }
  return judged;
}

suite::Judged TurtleTasks::judge_one(std::size_t index, const reply::Answer& answer,
                                     const Deadline& deadline) const {
  suite::Judged judged;
  suite::Score& score = judged.score;
  const reply::Candidate& program = answer.first();
  const Library library = settings_.library;
  const bool asked = library == Library::kFree || library == Library::kMatplotlib;
  const bool open = asked && !program.code.empty();
  const std::string_view wanted = library == Library::kMatplotlib ? "matplotlib" : "turtle";
  const std::string_view language = open ? reply::language_of(program.code, program.label) : "";
  if (program.code.empty()) {
    score = not_drawn(suite::Verdict::kNoAnswer, "no_code", "no code was found in the reply");
  } else if (open && language != wanted) {
    score = not_drawn(suite::Verdict::kNoAnswer, fmt::format("other_language:{}", language),
                      fmt::format("the program draws with {}: label it by hand", language));
  } else {
    judged = run_and_score(entries_[index], program.code, deadline);
  }
  // What taught us nothing about the model says nothing about its programs either.
  if (suite::is_scored(score.verdict)) {
    score.metrics.push_back({"programs", static_cast<double>(answer.programs)});
  }
  score.language = language;
  return judged;
}

suite::Judged TurtleTasks::run_and_score(const Entry& entry, const std::string& code,
                                         const Deadline& deadline) const {
  const auto target = target_of(entry.item);
  if (!*target) {
    return {not_drawn(suite::Verdict::kInternalError, "reference", target->error().to_string()),
            {}};
  }
  lang::turtle::JailPool& jails = plot_jails_ ? *plot_jails_ : *jails_;
  auto drawing = lang::turtle::run_with_library(jails, settings_.library,
                                                items_[entry.item].variables, code, deadline);
  if (!drawing) {
    return {not_drawn(suite::Verdict::kInternalError, "jail", drawing.error().to_string()), {}};
  }
  const sandbox::Outcome& outcome = drawing->outcome;
  scene::Scene ink = ink_of(std::move(drawing->scene));
  suite::Judged judged;
  judged.drawing = ink;
  judged.score = outcome.status == sandbox::Status::kOk
                     ? score_drawing(**target, score::PaintedDrawing(std::move(ink)))
                     : failed(outcome);
  return judged;
}

Result<scene::Replay> TurtleTasks::replay(std::size_t index, const reply::Answer& answer) const {
  if (answer.first().code.empty()) {
    return fail(ErrorCode::kNotFound, "no code was found in the reply");
  }
  return lang::turtle::replay_with_library(plot_jails_ ? *plot_jails_ : *jails_, settings_.library,
                                           items_[entries_[index].item].variables,
                                           answer.first().code);
}

suite::Score TurtleTasks::failed(const sandbox::Outcome& outcome) const {
  if (settings_.library == Library::kMatplotlib &&
      outcome.exception_type == lang::turtle::kOtherLanguage) {
    const std::size_t colon = outcome.reason.find(": ");
    const std::string call =
        colon == std::string::npos ? "something" : outcome.reason.substr(colon + 2);
    suite::Score score = not_drawn(
        suite::Verdict::kNoAnswer, "other_language:matplotlib",
        fmt::format("the program needs {}, which is not drawn here: label it by hand", call));
    score.detail["call"] = call;
    if (outcome.line > 0) score.detail["line"] = outcome.line;
    return score;
  }
  suite::Score score = not_drawn(suite::verdict_of(outcome.status));
  suite::note_failure(outcome, score.detail);
  return score;
}

Result<suite::DataFiles> TurtleTasks::files(std::size_t index) const {
  const Entry& entry = entries_[index];
  suite::DataFiles files;
  std::string lines;
  const auto add = [&](const Item& item) -> Result<void> {
    lines += data::turtlebench::item_line(item) + "\n";
    if (item.picture.empty()) return {};
    files[(data::turtlebench::source_folder("") / item.picture.filename()).string()] =
        TRY(read_file(item.picture));
    return {};
  };
  if (entry.base != entry.item) TRY(add(items_[entry.base]));
  TRY(add(items_[entry.item]));
  files[data::turtlebench::dataset_path("").string()] = std::move(lines);
  return files;
}

std::string TurtleTasks::reference(std::size_t index) const {
  const Item& item = item_of(index);
  return fmt::format("```python\n{}\n```\n",
                     lang::turtle::version_for(settings_.library, item.code));
}

std::vector<suite::Construct> TurtleTasks::constructs(std::size_t index) const {
  std::vector<suite::Construct> constructs;
  suite::add_constructs("turtle_call", lang::turtle::count_calls(item_of(index).code), constructs);
  return constructs;
}

std::string TurtleTasks::difference(std::size_t index, const suite::Judged& judged) const {
  const auto* ink = std::any_cast<scene::Scene>(&judged.drawing);
  if (judged.score.verdict != suite::Verdict::kWrong || ink == nullptr) {
    return suite::TaskSet::difference(index, judged);
  }
  const auto target = target_of(entries_[index].item);
  if (!*target) return {};
  return score::difference_hint((*target)->ink, score::PaintedDrawing(*ink));
}

std::vector<suite::Picture> TurtleTasks::pictures(std::size_t index,
                                                  const suite::Judged& judged) const {
  std::vector<suite::Picture> pictures;
  if (auto target = picture_of(entries_[index].item)) {
    pictures.push_back({"target", std::move(*target)});
  }
  if (const auto* ink = std::any_cast<scene::Scene>(&judged.drawing)) {
    pictures.push_back({"drawn", paint_picture(*ink)});
  }
  return pictures;
}

std::optional<suite::Compared> TurtleTasks::compared(std::size_t index,
                                                     const suite::Judged& judged) const {
  const auto target = target_of(entries_[index].item);
  const auto* ink = std::any_cast<scene::Scene>(&judged.drawing);
  if (!*target || ink == nullptr || ink->items.empty()) return std::nullopt;
  const bool published = settings_.deciding_measure() == Measure::kPublished;
  score::ComparedPictures pictures =
      published ? score::box_pictures((*target)->picture, ink_picture(*ink))
                : score::canonical_pictures((*target)->ink, score::PaintedDrawing(*ink));
  if (pictures.reference.width() == 0) return std::nullopt;
  return suite::Compared{
      .target = std::move(pictures.reference),
      .drawing = std::move(pictures.answer),
      .how = published
                 ? "Both are cut to the box of their ink, and one is stretched to the size of "
                   "the other; the share of ink in common decides."
                 : "Both are brought to one size and place, and their lines have one width; "
                   "their pixels are compared."};
}

}  // namespace papert::suite::turtlebench

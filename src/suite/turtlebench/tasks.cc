#include "suite/turtlebench/tasks.h"

#include <fmt/format.h>

#include <map>

#include "raster/contours.h"
#include "score/box_iou.h"
#include "score/compare_drawings.h"
#include "suite/prompt_template.h"
#include "suite/turtle_outcome.h"
#include "suite/turtlebench/complexity.h"
#include "suite/turtlebench/extract.h"
#include "suite/turtlebench/language.h"
#include "suite/turtlebench/picture.h"
#include "suite/turtlebench/program.h"
#include "suite/turtlebench/prompt.h"

namespace papert::turtlebench {
namespace {

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

TurtleTasks::TurtleTasks(Items items, const Settings& settings, std::string data_hash)
    : items_(std::move(items.items)),
      problems_(std::move(items.problems)),
      settings_(settings),
      data_hash_(std::move(data_hash)),
      jails_(std::make_unique<turtle::JailPool>(sandbox::JailOptions{})),
      targets_(std::make_unique<Target[]>(items_.size())),
      contours_(std::make_unique<Contours[]>(items_.size())) {
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

const TurtleTasks::Target& TurtleTasks::target_of(std::size_t item) const {
  Target& target = targets_[item];
  std::call_once(target.once, [&] {
    const Item& source = items_[item];
    auto drawing = run_program(*jails_, Library::kTurtle, source.variables, source.code);
    if (!drawing) {
      target.error = drawing.error();
    } else if (drawing->outcome.status != sandbox::Status::kOk) {
      target.error = {ErrorCode::kBadData, "its own program fails: " + drawing->outcome.reason,
                      "item " + source.name()};
    } else {
      target.ink = ink_of(std::move(drawing->scene));
      target.picture = ink_picture(target.ink);
    }
  });
  return target;
}

Result<raster::Image> TurtleTasks::picture_of(std::size_t item) const {
  if (!items_[item].picture.empty()) return read_picture(items_[item].picture);
  const Target& target = target_of(item);
  if (!target.error.message.empty()) return fail(target.error);
  return paint_picture(target.ink);
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
               {"input x output", level_pair(input, output)}};
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

Result<std::string> TurtleTasks::add_examples(bool tweak, Modality modality,
                                              suite::Prompt& prompt) const {
  const std::vector<Example> examples = TRY(worked_examples());
  if (modality != Modality::kTextOnly) {
    for (const Example& each : examples) {
      const turtle::Drawing base =
          TRY(run_program(*jails_, Library::kTurtle, each.variables, each.base_code));
      raster::Image picture = paint_picture(ink_of(base.scene));
      if (modality != Modality::kImageImage) {
        prompt.images.push_back(picture_bytes(picture));
        continue;
      }
      const turtle::Drawing changed =
          TRY(run_program(*jails_, Library::kTurtle, each.variables, each.code));
      prompt.images.push_back(picture_bytes(watermarked(std::move(picture), 1)));
      prompt.images.push_back(picture_bytes(watermarked(paint_picture(ink_of(changed.scene)), 2)));
    }
  }
  Question asked;
  asked.tweak = tweak;
  asked.mode = settings_.mode;
  asked.modality = modality;
  return examples_text(examples, asked);
}

Result<suite::Prompt> TurtleTasks::prompt(std::size_t index,
                                          std::string_view prompt_template) const {
  const Entry& entry = entries_[index];
  const Item& item = items_[entry.item];
  Question question;
  question.tweak = item.is_tweak();
  question.mode = settings_.mode;
  question.modality = settings_.modality_of(item.is_tweak());
  question.description = item.description;
  question.query = item.query;
  question.edited_code = items_[entry.base].code;
  if (settings_.edit_source == EditSource::kPublished) question.edited_code = item.code;
  question.variables = item.variables;

  suite::Prompt prompt;
  std::string examples;
  if (settings_.prompting == Prompting::kFewShot) {
    examples = TRY(add_examples(question.tweak, question.modality, prompt));
  }
  TRY(attach_pictures(entry, question.modality, prompt));
  prompt.text =
      TRY(suite::fill_template(prompt_template, {{"examples", examples},
                                                 {"task", task_text(question)},
                                                 {"variables", variables_text(question)}}));
  return prompt;
}

suite::Answer TurtleTasks::extract(std::string_view reply, suite::Extraction extraction) const {
  return extract_program(reply, extraction);
}

suite::Score TurtleTasks::score_drawing(const Target& target,
                                        const turtle::Drawing& drawing) const {
  const scene::Scene ink = ink_of(drawing.scene);
  const double published = score::box_iou(target.picture, ink_picture(ink));
  score::DrawingOptions options;
  options.explain = false;
  score::DrawingComparison canonical = score::compare_drawings(target.ink, ink, options);
  const bool same = published > settings_.threshold;
  const bool solved = settings_.measure == Measure::kPublished ? same : canonical.success;
  suite::Score score;
  score.verdict = solved ? suite::Verdict::kRight : suite::Verdict::kWrong;
  score.metrics = metrics(solved, published, 1 - canonical.difference, true);
  score.detail["solved_published"] = same;
  score.detail["solved_canonical"] = canonical.success;
  if (!solved) {
    options.explain = true;
    options.seek_turns = false;
    score.detail["message"] =
        score::compare_drawings(target.ink, ink, options).explanation.sentence;
  }
  return score;
}

suite::Score TurtleTasks::score(std::size_t index, const suite::Answer& answer) const {
  const Entry& entry = entries_[index];
  const Item& item = items_[entry.item];
  if (answer.text.empty()) {
    return not_drawn(suite::Verdict::kNoAnswer, "no_code", "no code was found in the reply");
  }
  const bool free = settings_.prompting == Prompting::kFree;
  const std::string_view language = free ? language_of(answer.text) : "";
  if (free && language != "turtle") {
    suite::Score score =
        not_drawn(suite::Verdict::kNoAnswer, "other_language",
                  fmt::format("the program draws with {}: label it by hand", language));
    score.detail["language"] = language;
    return score;
  }
  const Target& target = target_of(entry.item);
  if (!target.error.message.empty()) {
    return not_drawn(suite::Verdict::kInternalError, "reference", target.error.to_string());
  }
  const bool rabbit = settings_.prompting == Prompting::kRabbit;
  const auto drawing = run_program(*jails_, rabbit ? Library::kRabbit : Library::kTurtle,
                                   item.variables, answer.text);
  if (!drawing) {
    return not_drawn(suite::Verdict::kInternalError, "jail", drawing.error().to_string());
  }
  const sandbox::Outcome& outcome = drawing->outcome;
  suite::Score score;
  if (outcome.status == sandbox::Status::kOk) {
    score = score_drawing(target, *drawing);
  } else {
    score = not_drawn(suite::verdict_of(outcome.status));
    suite::note_failure(outcome, score.detail);
  }
  if (free) score.detail["language"] = language;
  return score;
}

std::string TurtleTasks::reference(std::size_t index) const {
  const Item& item = item_of(index);
  const bool rabbit = settings_.prompting == Prompting::kRabbit;
  return fmt::format("```python\n{}\n```\n", rabbit ? rabbit_version(item.code) : item.code);
}

std::vector<suite::Picture> TurtleTasks::pictures(std::size_t index,
                                                  const suite::Answer& answer) const {
  const Entry& entry = entries_[index];
  const Item& item = items_[entry.item];
  std::vector<suite::Picture> pictures;
  if (auto target = picture_of(entry.item)) pictures.push_back({"target", std::move(*target)});
  if (answer.text.empty()) return pictures;
  const bool rabbit = settings_.prompting == Prompting::kRabbit;
  const auto drawing = run_program(*jails_, rabbit ? Library::kRabbit : Library::kTurtle,
                                   item.variables, answer.text);
  if (drawing) pictures.push_back({"drawn", paint_picture(ink_of(drawing->scene))});
  return pictures;
}

}  // namespace papert::turtlebench

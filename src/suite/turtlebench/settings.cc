#include "suite/turtlebench/settings.h"

#include <algorithm>
#include <array>

#include "suite/turtle_outcome.h"

namespace papert::suite::turtlebench {
namespace {

constexpr std::array<std::string_view, 3> kTasks{"all", "scratch", "tweak"};
constexpr std::array<std::string_view, 2> kModeNames{"code_generation", "code_edit"};
constexpr std::array<std::string_view, 5> kModalities{"auto", "image_only", "text_only",
                                                      "image+text", "image+image"};
constexpr std::array<std::string_view, 2> kPromptings{"basic", "cot"};
constexpr std::array<std::string_view, 2> kShotCounts{"0", "4"};
constexpr std::array<std::string_view, 4> kLibraries{"turtle", "rabbit", "free", "matplotlib"};
constexpr std::array<std::string_view, 2> kMeasures{"published", "canonical"};
constexpr std::array<std::string_view, 1> kThresholds{"paper"};
constexpr std::array<std::string_view, 2> kEditSources{"question1", "published"};

constexpr suite::Mode<TaskChoice> kTask{
    {"task", kTasks, "which tasks: shapes from scratch, tweaks of a shape, or both"}};
constexpr suite::Mode<Mode> kMode{
    {"mode", kModeNames, "write a program, or edit the program of the shape"}};
constexpr suite::Mode<Modality> kModality{
    {"modality", kModalities,
     "what the model gets; auto: image_only for scratch, else image+text"}};
// What prompting was while it held all three.
constexpr std::array<suite::ChosenMode, 2> kFewShot{{{"prompting", "basic"}, {"shots", "4"}}};
constexpr std::array<suite::ChosenMode, 2> kRabbit{{{"prompting", "basic"}, {"library", "rabbit"}}};
constexpr std::array<suite::ChosenMode, 2> kFree{{{"prompting", "basic"}, {"library", "free"}}};
constexpr std::array<suite::FormerValue, 3> kFormerPromptings{
    {{"few-shot", kFewShot}, {"rabbit", kRabbit}, {"free", kFree}}};
constexpr suite::Mode<Prompting> kPrompting{{.key = "prompting",
                                             .values = kPromptings,
                                             .title = "plain, or step by step (chain of thought)",
                                             .former = kFormerPromptings}};
constexpr suite::Mode<Shots> kShots{
    {.key = "shots",
     .values = kShotCounts,
     .title = "worked examples before the task; with cot they show their steps",
     .later = true}};
constexpr suite::Mode<Library> kLibrary{{.key = "library",
                                         .values = kLibraries,
                                         .title = "what the answer draws with; free: any language",
                                         .later = true}};
constexpr suite::Mode<Measure> kMeasure{
    {.key = "metric",
     .values = kMeasures,
     .title = "which measure decides what is solved; both are reported",
     .flag = suite::kMetricFlag}};
constexpr suite::ModeInfo kThreshold{
    .key = "threshold",
    .values = kThresholds,
    .title = "what the deciding measure must exceed; paper: 0.95 if published",
    .numbers = suite::NumberRange{0, 1},
    .flag = suite::kThresholdFlag};
constexpr suite::Mode<EditSource> kEditSource{
    {.key = "code_edit_source",
     .values = kEditSources,
     .title = "the program to edit: question 1's, or base_shape_code as published (the solution)",
     .flag = {.name = "--published-code-edit",
              .value = "published",
              .title = "turtlebench: show the program that the released script shows, the "
                       "solution"}}};
constexpr std::array<suite::ModeInfo, 9> kModes{kTask.info,      kMode.info,  kModality.info,
                                                kPrompting.info, kShots.info, kLibrary.info,
                                                kMeasure.info,   kThreshold,  kEditSource.info};

/// What one line of the list of combinations allows.
struct Combination {
  TaskChoice task;
  Mode mode;
  Modality modality;
};
constexpr std::array<Combination, 9> kCombinations{{
    {TaskChoice::kAll, Mode::kCodeGeneration, Modality::kAuto},
    {TaskChoice::kScratch, Mode::kCodeGeneration, Modality::kAuto},
    {TaskChoice::kScratch, Mode::kCodeGeneration, Modality::kImageOnly},
    {TaskChoice::kScratch, Mode::kCodeGeneration, Modality::kTextOnly},
    {TaskChoice::kScratch, Mode::kCodeGeneration, Modality::kImageText},
    {TaskChoice::kTweak, Mode::kCodeGeneration, Modality::kAuto},
    {TaskChoice::kTweak, Mode::kCodeGeneration, Modality::kImageText},
    {TaskChoice::kTweak, Mode::kCodeEdit, Modality::kImageText},
    {TaskChoice::kTweak, Mode::kCodeEdit, Modality::kImageImage},
}};

std::string text_of(const Combination& each) {
  return "task=" + std::string(kTask.name_of(each.task)) +
         " mode=" + std::string(kMode.name_of(each.mode)) +
         " modality=" + std::string(kModality.name_of(each.modality));
}

/// Whether a turtle's program can be run, so that it may be shown.
bool knows_turtles(Library library) {
  return library == Library::kTurtle || library == Library::kFree;
}

/// The choices that were made, as far as they can contradict each other.
std::string text_of(const Settings& settings) {
  std::string text = text_of(Combination{settings.task, settings.mode, settings.modality});
  if (!knows_turtles(settings.library)) {
    text += " library=" + std::string(kLibrary.name_of(settings.library));
  }
  if (settings.edit_source == EditSource::kPublished) text += " code_edit_source=published";
  return text;
}

bool allows(const Combination& each, const Settings& settings) {
  const bool edit = each.mode == Mode::kCodeEdit;
  return each.task == settings.task && each.mode == settings.mode &&
         each.modality == settings.modality && (!edit || knows_turtles(settings.library)) &&
         (edit || settings.edit_source == EditSource::kQuestion1);
}

}  // namespace

std::span<const suite::ModeInfo> mode_infos() { return kModes; }

Settings settings_from(const suite::Modes& modes) {
  Settings settings;
  settings.task = kTask.of(modes);
  settings.mode = kMode.of(modes);
  settings.modality = kModality.of(modes);
  settings.prompting = kPrompting.of(modes);
  settings.shots = kShots.of(modes);
  settings.library = kLibrary.of(modes);
  settings.measure = kMeasure.of(modes);
  settings.threshold = suite::chosen_number(modes, kThreshold);
  settings.edit_source = kEditSource.of(modes);
  return settings;
}

Result<void> refuse_modes_of_mint(const suite::Modes& modes) {
  for (const suite::ModeInfo& mode : kModes) {
    const std::string_view value = suite::chosen_value(modes, mode);
    if (value == mode.values.front()) continue;
    return fail(ErrorCode::kUsage,
                std::string(mode.key) + "=" + std::string(value) +
                    " has no meaning here: minting turtlebench has no modes and always writes "
                    "shapes with their tweaks; give it where the tasks are used (papert eval "
                    "turtlebench --data DIR, or --mint SEED)",
                "--mode");
  }
  return {};
}

Result<void> check_combination(const Settings& settings) {
  std::string known;
  for (const Combination& each : kCombinations) {
    if (allows(each, settings)) return {};
    known += "\n    " + text_of(each);
    known += each.mode == Mode::kCodeEdit
                 ? ", library=turtle or free, code_edit_source=question1 or published"
                 : ", any library";
  }
  return fail(ErrorCode::kUsage,
              text_of(settings) + " do not go together; the combinations are:" + known, "--mode");
}

}  // namespace papert::suite::turtlebench

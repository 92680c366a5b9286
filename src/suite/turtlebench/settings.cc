#include "suite/turtlebench/settings.h"

#include <algorithm>
#include <array>

namespace papert::suite::turtlebench {
namespace {

constexpr std::array<std::string_view, 3> kTasks{"all", "scratch", "tweak"};
constexpr std::array<std::string_view, 2> kModeNames{"code_generation", "code_edit"};
constexpr std::array<std::string_view, 5> kModalities{"auto", "image_only", "text_only",
                                                      "image+text", "image+image"};
constexpr std::array<std::string_view, 5> kPromptings{"basic", "cot", "few-shot", "rabbit", "free"};
constexpr std::array<std::string_view, 2> kMeasures{"published", "canonical"};
constexpr std::array<std::string_view, 1> kThresholds{"paper"};
constexpr std::array<std::string_view, 2> kEditSources{"question1", "published"};

constexpr std::array<suite::ModeInfo, 7> kModes{{
    {"task", kTasks, "which tasks: shapes from scratch, tweaks of a shape, or both"},
    {"mode", kModeNames, "write a program, or edit the program of the shape"},
    {"modality", kModalities, "what the model gets; auto: image_only for scratch, else image+text"},
    {"prompting", kPromptings,
     "plain, step by step, four examples, the rabbit library, or any language"},
    {"metric", kMeasures, "which measure decides what is solved; both are reported"},
    {"threshold", kThresholds, "what the deciding measure must exceed; paper: 0.95 if published",
     suite::NumberRange{0, 1}},
    {"code_edit_source", kEditSources,
     "the program to edit: question 1's, or base_shape_code as published (the solution)"},
}};

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

template <class Names, class Value>
std::string_view name_of(const Names& names, Value value) {
  return names[static_cast<std::size_t>(value)];
}

std::string text_of(const Combination& each) {
  return "task=" + std::string(name_of(kTasks, each.task)) +
         " mode=" + std::string(name_of(kModeNames, each.mode)) +
         " modality=" + std::string(name_of(kModalities, each.modality));
}

/// The choices that were made, as far as they can contradict each other.
std::string text_of(const Settings& settings) {
  std::string text = text_of(Combination{settings.task, settings.mode, settings.modality});
  if (settings.prompting == Prompting::kRabbit) text += " prompting=rabbit";
  if (settings.edit_source == EditSource::kPublished) text += " code_edit_source=published";
  return text;
}

bool allows(const Combination& each, const Settings& settings) {
  const bool edit = each.mode == Mode::kCodeEdit;
  return each.task == settings.task && each.mode == settings.mode &&
         each.modality == settings.modality &&
         !(edit && settings.prompting == Prompting::kRabbit) &&
         (edit || settings.edit_source == EditSource::kQuestion1);
}

}  // namespace

std::span<const suite::ModeInfo> mode_infos() { return kModes; }

Settings settings_from(const suite::Modes& modes) {
  const auto chosen = [&](std::size_t index) { return suite::chosen_index(modes, kModes[index]); };
  Settings settings;
  settings.task = static_cast<TaskChoice>(chosen(0));
  settings.mode = static_cast<Mode>(chosen(1));
  settings.modality = static_cast<Modality>(chosen(2));
  settings.prompting = static_cast<Prompting>(chosen(3));
  settings.measure = static_cast<Measure>(chosen(4));
  settings.threshold = suite::chosen_number(modes, kModes[5]);
  settings.edit_source = static_cast<EditSource>(chosen(6));
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
                 ? ", any prompting but rabbit, code_edit_source=question1 or published"
                 : ", any prompting";
  }
  return fail(ErrorCode::kUsage,
              text_of(settings) + " do not go together; the combinations are:" + known, "--mode");
}

}  // namespace papert::suite::turtlebench

// What --mode chooses, and which choices go together.
//
//     task=scratch  mode=code_generation  modality=image_only | text_only | image+text
//     task=tweak    mode=code_generation  modality=image+text
//     task=tweak    mode=code_edit        modality=image+text | image+image
//     task=all      mode=code_generation  modality=auto
//
// modality=auto is image_only for a scratch task and image+text for a tweak. What code_edit shows
// is a turtle's program, so it does not go with libraries that know no turtle; and only code_edit
// has a code_edit_source. How the task is put (prompting), how many examples come before it (shots)
// and what the answer draws with (library) are independent of each other. Once they were one mode;
// its values few-shot, rabbit and free are still understood.
#pragma once

#include <span>

#include "lang/turtle/host/library.h"
#include "suite/suite.h"

namespace papert::suite::turtlebench {

enum class TaskChoice { kAll, kScratch, kTweak };
enum class Mode { kCodeGeneration, kCodeEdit };
enum class Modality { kAuto, kImageOnly, kTextOnly, kImageText, kImageImage };
enum class Prompting { kBasic, kCot };
enum class Shots { kNone, kFour };
using lang::turtle::Library;
enum class Measure { kPublished, kCanonical };
enum class EditSource { kQuestion1, kPublished };

struct Settings {
  TaskChoice task = TaskChoice::kAll;
  Mode mode = Mode::kCodeGeneration;
  Modality modality = Modality::kAuto;
  Prompting prompting = Prompting::kBasic;
  Shots shots = Shots::kNone;
  Library library = Library::kTurtle;
  Measure measure = Measure::kPublished;
  std::optional<double> threshold;  // that the measure must exceed, instead of its own
  EditSource edit_source = EditSource::kQuestion1;

  /// The published measure needs lengths in pixels, which a plot does not have.
  [[nodiscard]] Measure deciding_measure() const {
    return library == Library::kMatplotlib ? Measure::kCanonical : measure;
  }

  /// The modality of one task: never kAuto.
  [[nodiscard]] Modality modality_of(bool tweak) const {
    if (modality != Modality::kAuto) return modality;
    return tweak ? Modality::kImageText : Modality::kImageOnly;
  }
};

[[nodiscard]] std::span<const suite::ModeInfo> mode_infos();

/// The choices alone; values that were not given are the defaults.
[[nodiscard]] Settings settings_from(const suite::Modes& modes);

/// kUsage if any is chosen but the defaults: what is written does not depend on them.
[[nodiscard]] Result<void> refuse_modes_of_mint(const suite::Modes& modes);

/// kUsage with the combinations there are, if these do not go together.
[[nodiscard]] Result<void> check_combination(const Settings& settings);

}  // namespace papert::suite::turtlebench

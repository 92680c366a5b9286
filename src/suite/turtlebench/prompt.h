// What a model is asked. Templates hold what all tasks of a way of prompting share; their
// placeholders are
//
//     {{examples}}   the worked examples; empty without any
//     {{task}}       what is given and what is wanted
//     {{variables}}  the variables that are set; empty where there are none
//
// The first and the last end with an empty line where they are not empty.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/task.h"
#include "suite/turtlebench/settings.h"

namespace papert::suite::turtlebench {

/// One question, be it a task or an example.
struct Question {
  bool tweak = false;
  Mode mode = Mode::kCodeGeneration;
  Modality modality = Modality::kImageOnly;  // never kAuto
  std::string description;
  std::string query;
  std::string edited_code;  // what code_edit shows
  std::string variables;
};

[[nodiscard]] std::string_view default_template(Prompting prompting);

/// What {{task}} and {{variables}} become.
[[nodiscard]] std::string task_text(const Question& question);
[[nodiscard]] std::string variables_text(const Question& question);

struct Example {
  std::string description;
  std::string variables;
  std::string base_code;  // draws the shape
  std::string query;
  std::string code;  // draws the tweak
};

/// Whether the template has a place for examples.
[[nodiscard]] bool shows_examples(std::string_view prompt_template);

/// The four examples of few-shot prompting.
[[nodiscard]] Result<std::vector<Example>> worked_examples();

/// What {{examples}} becomes: questions in the way of `asked`, with their answers.
[[nodiscard]] std::string examples_text(std::span<const Example> examples, const Question& asked);

}  // namespace papert::suite::turtlebench

// What a model is asked. Templates hold what all tasks of a way of prompting share; their
// placeholders are
//
//     {{examples}}   the worked examples; empty without any
//     {{task}}       what is given and what is wanted
//     {{variables}}  the variables that are set; empty where there are none
//
// The first and the last end with an empty line where they are not empty.
#pragma once

#include <array>
#include <map>
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
  Prompting prompting = Prompting::kBasic;
  Library library = Library::kTurtle;
  std::string description;
  std::string query;
  std::string edited_code;  // what code_edit shows
  std::string variables;
};

[[nodiscard]] std::string_view default_template(Prompting prompting, Library library);

/// What {{task}} and {{variables}} become.
[[nodiscard]] std::string task_text(const Question& question);
[[nodiscard]] std::string variables_text(const Question& question);

/// How an example is drawn with one library, and why so.
struct Solution {
  std::string code;
  std::string plan;
};

struct Example {
  std::string description;
  std::string variables;
  std::string query;
  std::array<std::string, 2> looks;  // what is seen of the shape, and of the tweak
  std::map<Library, std::array<Solution, 2>> solutions;  // likewise; none for kFree

  /// The turtle's program of the shape, or of the tweak.
  [[nodiscard]] const std::string& code(bool tweak) const {
    return solutions.at(Library::kTurtle)[tweak ? 1 : 0].code;
  }
};

/// Whether the template has a place for examples.
[[nodiscard]] bool shows_examples(std::string_view prompt_template);

/// The four examples of shots=4.
[[nodiscard]] Result<std::vector<Example>> worked_examples();

/// What {{examples}} becomes: questions in the way of `asked`, with their answers in its library,
/// and with their steps where it asks for steps. Where any language will do, half of them plot.
[[nodiscard]] std::string examples_text(std::span<const Example> examples, const Question& asked);

}  // namespace papert::suite::turtlebench

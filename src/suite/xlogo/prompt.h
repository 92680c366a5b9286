// What a model is asked about a task. One template serves every form and number of examples; its
// placeholders are
//
//     {{reading}}    how to read the map or the picture; empty where the world is told in words
//     {{examples}}   the worked examples; empty without any
//     {{world}}      the world, in words or as a map
//     {{task}}       the goal and the constraints
//
// The first two end with an empty line where they are not empty.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "data/xlogo/v2_folder.h"
#include "suite/task.h"

namespace papert::suite::xlogo {

/// How the world is shown. A picture comes with the words.
enum class Form { kText, kAscii, kPicture };

/// Worked examples before the task, without or with the reasoning that leads to the program.
enum class Shots { kNone, kThree, kThreeReasoned };

/// For a model that is asked, or for one that is trained on tasks by the thousand: rules and
/// functions, but nothing about the form of the answer, and no examples.
enum class Prompting { kPlain, kTrain };

using data::xlogo::Dialect;

/// Fills a template. With pictures, those of the examples come first and the task's last.
[[nodiscard]] Result<suite::Prompt> make_prompt(const lang::xlogo::Task& task, Form form,
                                                Shots shots, std::string_view prompt_template);
[[nodiscard]] Result<suite::Prompt> make_prompt(const lang::xlogo::v2::Task& task, Form form,
                                                Shots shots, std::string_view prompt_template);

/// One template for every form and number of examples: its placeholders carry what differs.
[[nodiscard]] std::string_view default_template(Prompting prompting = Prompting::kPlain,
                                                Dialect dialect = Dialect::kV1);

struct Example {
  lang::xlogo::Task task;  // with its solution
  std::string reasoning;
};

/// Drawing under a limit, a sum between walls, and a logical goal with something forbidden.
[[nodiscard]] Result<std::vector<Example>> worked_examples();

struct SecondExample {
  lang::xlogo::v2::Task task;  // with its solution
  std::string reasoning;
};

/// A corridor walked to its end, turns at marks, and a function called several times.
[[nodiscard]] Result<std::vector<SecondExample>> second_examples();

}  // namespace papert::suite::xlogo

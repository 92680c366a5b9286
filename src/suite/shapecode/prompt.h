// What a model is asked about a picture. A template is plain text; its placeholders are
//
//     {{size}}, {{last}}   the width of the picture, and its last pixel: 512 and 511
//     {{colors}}           the names of the second dialect's colours
//     {{examples}}         the worked examples, ending with an empty line; empty without any
//
// The pictures of the examples come first and the task's last.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "data/shapecode/dialect.h"
#include "suite/task.h"

namespace papert::suite::shapecode {

using data::shapecode::Dialect;

/// Whether the reply is to be the program alone, or the steps that lead to it and then the program.
enum class Prompting { kPlain, kSteps };

/// Worked examples before the task, without or with the steps from the picture to the program.
enum class Shots { kNone, kThree, kThreeReasoned };

[[nodiscard]] std::string_view default_template(Prompting prompting, Shots shots,
                                                Dialect dialect = Dialect::kV1);

struct Example {
  std::string tier;
  std::int64_t seed = 0;  // that it was minted from; far from the seeds that any set begins with
  std::string program;    // canonical
  std::string reasoning;
};

/// One of each tier.
[[nodiscard]] Result<std::vector<Example>> worked_examples(Dialect dialect = Dialect::kV1);

/// The text, and the pictures of the examples. kUsage where there are examples and the template has
/// no place for them.
[[nodiscard]] Result<suite::Prompt> fill_prompt(std::string_view prompt_template, Shots shots,
                                                Dialect dialect = Dialect::kV1);

}  // namespace papert::suite::shapecode

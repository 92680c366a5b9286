// Prompt templates: plain text in which {{name}} stands for a value. "{{" that does not open a
// known name is an error, so that a misspelt placeholder never reaches a model.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace papert::suite {

using PromptValues = std::initializer_list<std::pair<std::string_view, std::string_view>>;

[[nodiscard]] Result<std::string> fill_template(std::string_view prompt_template,
                                                PromptValues values);

/// kUsage unless the template has one of these placeholders, those whose values differ from task to
/// task: without any, every task would get the same prompt.
[[nodiscard]] Result<void> check_template_varies(std::string_view prompt_template,
                                                 std::initializer_list<std::string_view> names);

}  // namespace papert::suite

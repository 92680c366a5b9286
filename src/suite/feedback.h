// What a model that may try again is told about an answer that was not right: the verdict, how the
// answer differs from what was asked for (TaskSet::difference), and the picture of what it drew.
// Never what would be right: not the reference, not its coordinates, not the letter of an option.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::suite {

/// The verdict in a sentence to the model, and the difference where there is one to tell.
[[nodiscard]] std::string explain_to_model(const TaskSet& tasks, std::size_t index,
                                           const Judged& judged);

/// The template of what is said after an answer that was not right. {{explanation}} stands for
/// explain_to_model; {{drawing}} for a sentence that points at the attached picture, or nothing
/// where there is none.
[[nodiscard]] std::string_view default_turn_prompt();

/// kUsage if the template cannot be filled.
[[nodiscard]] Result<void> check_turn_prompt(std::string_view turn_prompt);

/// That template filled, with the picture of what the answer drew, where there is one and
/// `with_picture`: a model that was asked without pictures may not be able to see any.
[[nodiscard]] Result<Prompt> follow_up(const TaskSet& tasks, std::size_t index,
                                       const Judged& judged, std::string_view turn_prompt,
                                       bool with_picture);

}  // namespace papert::suite

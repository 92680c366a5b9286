// Finds the programs in a model's reply. All readings are kept, because the task is solved if any
// of them solves it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/suite.h"

namespace papert::turtleai {

/// The rule of an answer whose text is a JSON list of programs; with any other rule the text is the
/// program.
inline constexpr std::string_view kSeveral = "several";

/// Lenient: all code found anywhere in the reply (suite/code_reply.h). Strict: the one fenced
/// block, or the reply itself where there is no fence. Empty where there is no code.
[[nodiscard]] suite::Answer extract_programs(std::string_view reply, suite::Extraction extraction);

/// The programs of an answer, in the order in which they should be tried.
[[nodiscard]] std::vector<std::string> programs_of(const suite::Answer& answer);

/// The place of the longest of them. All blocks together, which programs_of gives last, is no
/// block.
[[nodiscard]] std::size_t longest_block(const std::vector<std::string>& programs);

}  // namespace papert::turtleai

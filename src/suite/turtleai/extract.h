// Finds the program in a model's reply.
#pragma once

#include <string_view>
#include <vector>

#include "suite/suite.h"

namespace papert::suite::turtleai {

/// How many programs of a reply may be tried under the published rule.
inline constexpr std::size_t kMaxCandidates = 64;

/// Lenient: the last program that draws, with the blocks it needs (reply/code.h). Strict: the
/// one fenced block, or the reply itself where there is no fence. Published: all code found
/// anywhere, in order, because there the task is solved if any of it solves it; a reply may guess.
/// Empty where there is no code.
[[nodiscard]] reply::Answer extract_programs(std::string_view reply, reply::Extraction extraction);

/// The programs of an answer, in the order in which they should be tried.
[[nodiscard]] std::vector<std::string_view> programs_of(const reply::Answer& answer);

/// The place of the longest of them that is one block, not all blocks together.
[[nodiscard]] std::size_t longest_block(const reply::Answer& answer);

}  // namespace papert::suite::turtleai

// Finding the program in a reply.
#pragma once

#include <string_view>

#include "suite/suite.h"

namespace papert::turtlebench {

/// Lenient: the last program that moves a turtle, with the blocks it needs (suite/code_reply.h).
/// Strict: the reply's one fenced block, or the whole reply without any. Published: the last
/// block that was closed, whatever it holds; else the last piece of code.
[[nodiscard]] suite::Answer extract_program(std::string_view reply, suite::Extraction extraction);

}  // namespace papert::turtlebench

// Finding the program in a reply.
#pragma once

#include <string_view>

#include "suite/suite.h"
#include "suite/turtlebench/settings.h"

namespace papert::suite::turtlebench {

/// Lenient: the last program that moves a turtle, with the blocks it needs (reply/code.h).
/// Strict: the reply's one fenced block, or the whole reply without any. Published: the last
/// block that was closed, whatever it holds; else the last piece of code. Where matplotlib is asked
/// for, a program is what plots instead.
[[nodiscard]] reply::Answer extract_program(std::string_view reply, reply::Extraction extraction,
                                            Library library = Library::kTurtle);

}  // namespace papert::suite::turtlebench

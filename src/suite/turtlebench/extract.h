// Finding the program in a reply.
#pragma once

#include <string_view>

#include "suite/suite.h"

namespace papert::turtlebench {

/// Strict: the reply's one fenced block, or the whole reply without any. Lenient: the last piece of
/// code that moves a turtle, because a model that thinks aloud shows its final program last; a
/// block that was cut off counts only where no other does. Without such a piece, the last one.
[[nodiscard]] suite::Answer extract_program(std::string_view reply, suite::Extraction extraction);

}  // namespace papert::turtlebench

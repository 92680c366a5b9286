// Finding the program in a reply.
#pragma once

#include <string_view>

#include "suite/suite.h"

namespace papert::turtlebench {

/// Strict: the reply's one fenced block, or the whole reply without any. Lenient: the last piece of
/// code that moves a turtle, because a model that thinks aloud shows its final program last; a
/// block that was cut off counts only where no other does; all blocks together if the piece and
/// another block need each other: one defines a function and only the other uses it. Without such a
/// piece, the last one.
[[nodiscard]] suite::Answer extract_program(std::string_view reply, suite::Extraction extraction);

/// The same where any language is allowed: the rule also tells the label of the block's fence,
/// "fence:asy", and label_of() gives it back.
[[nodiscard]] suite::Answer extract_labelled(std::string_view reply, suite::Extraction extraction);
[[nodiscard]] std::string_view label_of(const suite::Answer& answer);

}  // namespace papert::turtlebench

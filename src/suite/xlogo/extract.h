// Finds the program in a model's reply.
#pragma once

#include <string_view>

#include "suite/suite.h"

namespace papert::xlogo {

/// Lenient: of the code found anywhere in the reply (suite/code_reply.h), the first piece that is a
/// program, else the first that defines run, else the first. Strict: the one fenced block, or the
/// reply itself where there is no fence. Empty where there is no code.
[[nodiscard]] suite::Answer extract_program(std::string_view reply, suite::Extraction extraction);

}  // namespace papert::xlogo

// Finds the program in a model's reply.
#pragma once

#include <string_view>

#include "suite/suite.h"

namespace papert::suite::xlogo {

/// Lenient: the last piece that defines run, else the last that has commands (reply/code.h).
/// Strict: the one fenced block, or the reply itself where there is no fence. Published: the first
/// piece that is a program, else the first that defines run, else the first. Empty where there is
/// no code.
[[nodiscard]] reply::Answer extract_program(std::string_view reply, reply::Extraction extraction);
/// The same for programs of the second dialect.
[[nodiscard]] reply::Answer extract_second(std::string_view reply, reply::Extraction extraction);

}  // namespace papert::suite::xlogo

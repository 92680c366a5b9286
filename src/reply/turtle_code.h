// What a turtle program looks like in a reply; the turtle suites share it.
#pragma once

#include <cstddef>
#include <string_view>

#include "reply/code.h"

namespace papert::reply {

/// Whether it calls what moves a turtle or a rabbit.
[[nodiscard]] bool draws_with_turtle(std::string_view code);

/// A program is what draws.
[[nodiscard]] Likeness turtle_likeness(std::string_view code);

/// Lines that are neither blank nor a comment of their own. A docstring counts.
[[nodiscard]] std::size_t count_code_lines(std::string_view code);

}  // namespace papert::reply

// Programs for nobody but a reader: "REPEAT 4 TIMES", "draw a line to the right".
#pragma once

#include <string_view>

namespace papert::reply {

/// Whether it is written in the way of pseudocode: two lines at least that are statements there and
/// nowhere else. Never said of what imports, defines a Python function or quotes thrice, so of no
/// Python program that could run.
[[nodiscard]] bool is_pseudocode(std::string_view code);

}  // namespace papert::reply

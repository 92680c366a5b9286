// What of a solution can be left out.
#pragma once

#include <optional>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// The solution without some blocks in a row, if it then still is one: cheap to ask, and an answer
/// where a search gives up.
[[nodiscard]] std::optional<Program> reduced(const Task& task);

}  // namespace papert::lang::xlogo

// Grid tasks by search: the task itself is read (its prompt spells it out in full), the reference
// solution never.
#pragma once

#include "base/result.h"
#include "solve/solver.h"

namespace papert::solve {

/// A program that the suite's judge accepts, in the form that models are asked for. Stages: the
/// task, and the way of the program. An error says that none was found, or that none exists.
[[nodiscard]] Result<Solution> solve_xlogo(const Puzzle& puzzle);

}  // namespace papert::solve

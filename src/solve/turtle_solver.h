// Turtle programs from pictures: traces the lines and areas of the picture of a prompt, fits them
// on the suite's own renderer and writes the program that draws them (turtle/reader.h).
#pragma once

#include "solve/solver.h"

namespace papert::solve {

/// For turtleai and turtlebench. The last picture counts.
[[nodiscard]] Result<Solution> solve_turtle(const Puzzle& puzzle);

}  // namespace papert::solve

// A world in words and as an ASCII map. Both hold everything that matters for the task.
#pragma once

#include <string>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// Lines of sentences: the grid, the turtle, forbidden cells, walls, items, lines.
[[nodiscard]] std::string describe_world(const Task& task);

/// A map. What a map cannot show (lines, walls that block one way) follows in words.
[[nodiscard]] std::string ascii_world(const Task& task);

/// How to read the maps.
[[nodiscard]] std::string ascii_legend();

}  // namespace papert::lang::xlogo

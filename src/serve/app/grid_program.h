// Programs of the grid world without a task: how they are read, and the empty grid they go through.
#pragma once

#include <string>
#include <string_view>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/picture.h"

namespace papert::serve::app {

/// Python, or the short form (fd rt repeat 4 [fd]).
[[nodiscard]] lang::xlogo::Parsed<lang::xlogo::Program> read_grid_program(std::string_view code);

/// 9 x 9 cells, all allowed, with the turtle in the middle.
[[nodiscard]] lang::xlogo::Task empty_grid();

/// A way is shown by what the pen draws where the program sets one, otherwise by arrows.
[[nodiscard]] lang::xlogo::PathStyle grid_style(const lang::xlogo::Program& program);

/// Why a way through the empty grid ends early.
[[nodiscard]] std::string crash_words(const lang::xlogo::Crash& crash);

}  // namespace papert::serve::app

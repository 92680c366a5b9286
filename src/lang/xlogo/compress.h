// A list of commands as the program of fewest blocks that executes just these.
#pragma once

#include <cstddef>
#include <span>

#include "lang/xlogo/program.h"

namespace papert::lang::xlogo {

inline constexpr std::size_t kMaxCompressed = 500;  // commands; the work grows with the third power

/// With repeats of 2 to 12 rounds, nested where that helps. More than kMaxCompressed commands come
/// back as they are. The commands are no repeats.
[[nodiscard]] Program compressed(std::span<const Block> commands);

}  // namespace papert::lang::xlogo

// A picture drawn without any search: along every line and back again.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// What a walk is said with; constraints may count the rest.
enum class WalkMoves : std::uint8_t { kBoth, kForward, kBack };
enum class WalkTurns : std::uint8_t { kBoth, kLeft, kRight };

/// Commands that draw all of the world's lines; none where the turtle cannot get to one of them on
/// lines alone. The pen has a line's own colour whenever it is crossed.
[[nodiscard]] std::vector<Block> picture_walk(const World& world,
                                              WalkMoves moves = WalkMoves::kBoth,
                                              WalkTurns turns = WalkTurns::kBoth);

}  // namespace papert::lang::xlogo

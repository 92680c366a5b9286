// Turning and mirroring a task: what stays the same task to a person but not, character by
// character, to a machine. A turn changes the world only, since commands are relative to the
// turtle; a mirror also swaps lt and rt in the solution and in the constraints.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// Where the cells and directions of a world of that size go: mirrored first, then turned.
struct Mapping {
  int width = 0;  // of the world it is applied to
  int height = 0;
  int turns = 0;  // 0..3
  bool mirrored = false;

  [[nodiscard]] std::pair<int, int> cell(int x, int y) const {
    if (mirrored) x = width - 1 - x;
    int rows = height;
    int columns = width;
    for (int i = 0; i < turns; ++i) {
      std::tie(x, y) = std::pair(rows - 1 - y, x);
      std::swap(rows, columns);
    }
    return {x, y};
  }

  [[nodiscard]] Direction direction(Direction d) const {
    if (mirrored) d = static_cast<Direction>((4 - static_cast<int>(d)) & 3);
    return turned(d, turns);
  }

  [[nodiscard]] Tile tile(Tile tile) const {
    std::uint8_t walls = 0;
    for (int d = 0; d < 4; ++d) {
      if (!tile.wall(static_cast<Direction>(d))) continue;
      walls = static_cast<std::uint8_t>(walls | 1 << static_cast<int>(direction(Direction(d))));
    }
    tile.walls = walls;
    return tile;
  }
};

/// Mirrored left to right first, if asked, then turned clockwise by that many quarter turns (any
/// number; four are none). A program solves a task exactly if its variant solves the variant.
[[nodiscard]] Task transformed(const Task& task, int quarter_turns, bool mirrored);
[[nodiscard]] World transformed(const World& world, int quarter_turns, bool mirrored);
/// lt and rt swapped if mirrored; a turn changes nothing.
[[nodiscard]] Program transformed(Program program, bool mirrored);
[[nodiscard]] Constraints transformed(Constraints constraints, bool mirrored);

/// A text that is different for tasks with different worlds, goals or constraints, but not for the
/// order in which things are listed. The smallest of the eight variants is the canonical key.
[[nodiscard]] std::string variant_key(const Task& task);

/// A text that is the same for the eight variants of a task and, but for them, different for tasks
/// with different worlds, goals or constraints. The id, the description, the solution and the order
/// in which things are listed are not part of it, nor are items that do not count.
[[nodiscard]] std::string canonical_key(const Task& task);

}  // namespace papert::lang::xlogo

// The random programs that tasks are minted from.
#pragma once

#include <optional>

#include "base/random.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/program.h"

namespace papert::mint::xlogo {

struct ProgramWish {
  int width = 0;  // the grid that the turtle must not leave
  int height = 0;
  lang::xlogo::State start;
  std::size_t length = 0;                        // blocks
  bool loops = false;                            // uses at least one repeat, or none
  bool pens = false;                             // uses at least one setpc, or none
  double revisit = 1;                            // how readily it enters a tile again, 0..1
  std::optional<lang::xlogo::BlockType> banned;  // fd, bk, lt or rt
};

/// A program as wished that ends with a move. Nothing if the dice led into a corner: ask again.
[[nodiscard]] std::optional<lang::xlogo::Program> random_program(Random& rng,
                                                                 const ProgramWish& wish);

}  // namespace papert::mint::xlogo

// The shapes of the programs that fit a unit: block types only, numbers of rounds and colours left
// open. A shape is a text: f b l r for moves and turns, s for setpc, [ ] around the body of a
// repeat.
//
//     repeat 4 [fd rt]   ->   "[fr]", whose shapes with one block more are "b[fr]", "[ffl]", ...
//
// Blocks are inserted into slots: two before the first block of a body, two behind its last and
// beside a repeat, one between two others. Moves stay, a turn may become the other. What no teacher
// would write is left out: turns that undo each other, a copy of a repeat's body beside the repeat,
// and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lang/xlogo/program.h"

namespace papert::synth {

/// Published: as the released program has them, slips included. Repaired: runs of moves may be as
/// long as the reference's grid is wide, a reference with three `exactly` entries keeps its three,
/// hard units go on with fewer blocks, and sums are of strawberries.
enum class Rules : std::uint8_t { kPublished, kRepaired };

using Shape = std::string;

struct ShapeLimits {
  std::size_t least_more = 0;   // blocks more than the reference
  std::size_t most_more = 0;    // the same, at most
  std::size_t changes = 0;      // moves and turns that may become any other, or change their body
  std::size_t longest_run = 2;  // of equal moves
};

[[nodiscard]] Shape shape_of(const lang::xlogo::Program& program);

/// The block of a letter of a shape.
[[nodiscard]] lang::xlogo::BlockType type_of(char letter);

/// How many blocks a shape has; a repeat counts 1 plus its body.
[[nodiscard]] std::size_t blocks_of(std::string_view shape);

/// All shapes within the limits, each once, in alphabetical order.
[[nodiscard]] std::vector<Shape> shapes_like(const Shape& reference, const ShapeLimits& limits);

}  // namespace papert::synth

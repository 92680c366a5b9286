// Where the commands of a CAD program stand in its text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lang/cad/cad.h"

namespace papert::lang::cad {

/// Bytes from begin to end.
struct CommandPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Of the commands that make something: of a solid notation those that extrude, of a flat one the
/// primitives, in the order of the text. Empty where the notation does not tell them apart in its
/// text (sketches as JSON).
[[nodiscard]] std::vector<CommandPlace> command_places(std::string_view text, Notation notation);

}  // namespace papert::lang::cad

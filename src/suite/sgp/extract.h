// Finds the answer in a reply, in two steps: where it stands (here, without the question), and what
// it says (reading.h, with the options at hand).
#pragma once

#include <string_view>

#include "suite/suite.h"

namespace papert::sgp {

/// The rules, in the order in which they are tried. The text is the piece that is to be read.
///   last_line   the last line is "Answer: X", nothing around it
///   answer      the last "Answer:" anywhere, in any case, bold or not; X may stand in the next
///   line boxed       the last \boxed{X} sentence    the last "answer is X" bare        the last
///   line; it counts only if it is an answer as a whole
/// Strictly there is only the first, and it is called "strict".
[[nodiscard]] suite::Answer find_answer(std::string_view reply, suite::Extraction extraction);

}  // namespace papert::sgp

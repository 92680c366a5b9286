// Lines that wind: pieces that turn by one angle and grow by one length.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/refine.h"

namespace papert::solve::turtle {

/// Goes on with lines that wind, inwards and outwards, as far as there is ink; where they cross
/// themselves densely only some of their pieces can be traced. False where there are none.
[[nodiscard]] bool wind_on(std::vector<Path>& paths, const Target& target);

}  // namespace papert::solve::turtle

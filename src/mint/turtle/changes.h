// Changes that make sense for any drawing, besides those that a design names itself (designs.h).
#pragma once

#include "base/random.h"
#include "mint/turtle/designs.h"
#include "mint/turtle/sketch.h"

namespace papert::mint::turtle {

/// Kind "rotation": by 30 to 180 degrees, either way.
[[nodiscard]] Change rotation(Random& random, const Sketch& sketch);

/// Kind "reflection": across a horizontal or a vertical line.
[[nodiscard]] Change reflection(Random& random, const Sketch& sketch);

}  // namespace papert::mint::turtle

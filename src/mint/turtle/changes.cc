#include "mint/turtle/changes.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace papert::mint::turtle {

Change rotation(Random& random, const Sketch& sketch) {
  constexpr std::array<int, 6> kDegrees{30, 45, 60, 90, 135, 180};
  const int degrees = random.choice(kDegrees);
  const bool clockwise = random.randbelow(2) == 0;
  const std::string amount = std::to_string(degrees);
  return {"rotation",
          degrees == 180 ? "rotates the given shape by 180 degrees."
                         : fmt::format("rotates the given shape by {} degrees {}.", degrees,
                                       clockwise ? "clockwise" : "counterclockwise"),
          joined({{clockwise ? right(amount) : left(amount)}, sketch})};
}

Change reflection(Random& random, const Sketch& sketch) {
  if (random.randbelow(2) == 0) {
    return {"reflection",
            "reflects the given shape across a horizontal line, so that top and "
            "bottom change places.",
            mirrored(sketch)};
  }
  return {"reflection",
          "reflects the given shape across a vertical line, so that left and right change places.",
          joined({{left("180")}, mirrored(sketch)})};
}

}  // namespace papert::mint::turtle

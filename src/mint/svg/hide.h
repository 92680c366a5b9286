// Parts that nobody sees.
//
// Whatever could be guessed from the words of a program is made equally likely for every option: if
// a star is red, programs also hold a star in each colour that is offered beside red, and these are
// hidden. Which of them is seen, only drawing tells.
#pragma once

#include <vector>

#include "base/random.h"
#include "mint/svg/parts.h"

namespace papert::mint::svg {

/// What a part is called by.
struct Look {
  Shape shape = Shape::kCircle;
  Hue hue = Hue::kRed;

  friend bool operator==(const Look&, const Look&) = default;
};

[[nodiscard]] inline Look look_of(const Part& part) { return {part.shape, part.hue}; }

/// Gives the part the shade that others of its hue have: a scene has one shade of each.
void share_shade(Part& part, const std::vector<Part>& parts);

/// Adds a part of each look where it cannot be seen: behind another part, under a white one, beside
/// the sheet, or defined and never drawn. What could be seen before looks the same after.
void hide_parts(std::vector<Part>& parts, const std::vector<Look>& looks, Random& random);

struct HiddenCopies {
  std::vector<Part> parts;
  bool behind = false;  // they must come before the part that covers them
};

/// Copies of `parts`, moved and scaled together to where they cannot be seen: beside the sheet,
/// behind `cover` if it is large enough, or unused.
[[nodiscard]] HiddenCopies hidden_copies(std::vector<Part> parts, const Part& cover,
                                         Random& random);

}  // namespace papert::mint::svg

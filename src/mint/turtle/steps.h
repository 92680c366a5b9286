// The turtle steps of the book of designs (designs.h), as text: "rep 4 [ fd side lt 90 ]".
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "mint/turtle/sketch.h"

namespace papert::mint::turtle {

/// An expression as Python has it: "2*side+gap" becomes "2 * side + gap". One of whole numbers
/// alone is worked out where the result is a whole number: "360/5" becomes "72".
[[nodiscard]] std::string amount_text(std::string_view expression);

/// The steps as a sketch; `parts` are what @name stands for. The error names the word that is
/// wrong.
[[nodiscard]] Result<Sketch> parse_steps(std::string_view text,
                                         const std::map<std::string, Sketch, std::less<>>& parts);

}  // namespace papert::mint::turtle

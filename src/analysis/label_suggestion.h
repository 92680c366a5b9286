// The type of failure that a rule would give a sample. It is computed for the page of labels, shown
// only after a person has chosen, and held against what people chose: never a label itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "raster/image.h"
#include "run/record.h"

namespace papert::analysis {

/// What the rules look at.
struct SuggestionInput {
  const run::Record& record;     // read with its texts
  const raster::Image* target;   // null where there is none
  const raster::Image* drawing;  // null where nothing was drawn
};

/// Values of the kind's choices; none where the rules have no opinion or the kind has no rules.
///
/// xlogo: from verdict and kind of crash. Turtle suites: programs that do not run are programming
/// (implementation); a drawing that is the target turned or mirrored is spatial reasoning
/// (orientation); a small local difference is visual precision; text or code that repeats itself is
/// repetition; a drawing that one rule passes and the other does not is an evaluation error.
[[nodiscard]] std::vector<std::string> suggest_labels(std::string_view kind,
                                                      const SuggestionInput& input);

/// Whether a text is mostly one line, or one block of lines, over and over.
[[nodiscard]] bool repeats_itself(std::string_view text);

/// Whether the drawing is the target turned by a right angle or mirrored, and not the target.
[[nodiscard]] bool is_turned(const raster::Image& target, const raster::Image& drawing);

}  // namespace papert::analysis

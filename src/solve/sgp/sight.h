// What who answers questions about graphics programs looks at, and the answers by kind of picture.
// Each reader knows some wordings; nothing means that the question is another's, or that the
// picture does not decide it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "raster/image.h"
#include "solve/sgp/prompt.h"
#include "solve/solver.h"

namespace papert::solve::sgp {

/// The text of an option.
using FoundAnswer = std::optional<std::string>;

struct Sight {
  const AskedQuestion& asked;
  const raster::Image& picture;  // of kRgb, what the program draws
  std::vector<Stage>* stages;    // where pictures of the way there go; null: none are wanted
};

/// Houses, boats, flowers: which one it is, and the colour, number and shape of its parts.
[[nodiscard]] FoundAnswer answer_about_figure(const Sight& sight);

/// Discs among discs, shafts with fins: which is larger.
[[nodiscard]] FoundAnswer answer_about_illusion(const Sight& sight);

}  // namespace papert::solve::sgp

// The classes of losses of an answer in the second dialect, shape by shape, in the terms of
// score/shape_losses.h: circle_square is any other kind, hollow_filled also an outline of the same
// kind. Partners are the shapes whose boxes overlap most, those of the same colour first.
#pragma once

#include <optional>
#include <string_view>

#include "score/shape_losses.h"

namespace papert::suite::shapecode {

struct ColorLosses {
  score::LossCounts counts;
  double reference = 0;  // how many shapes it has
};

/// Nothing where the answer is not a program. The reference is one.
[[nodiscard]] std::optional<ColorLosses> color_losses(std::string_view reference,
                                                      std::string_view answer, bool right);

}  // namespace papert::suite::shapecode

// How an answer differs from its reference, for whoever drew it and may try again: how much of the
// ink differs, how many parts are missing or too many, which colours are wrong. Unlike
// DrawingExplanation::sentence it never says where the missing parts are: the coordinates of a few
// lines would be the answer.
#pragma once

#include <string>

#include "score/compare_drawings.h"

namespace papert::score {

/// Without an end: "38.2 % of the ink differs; 2 parts are missing". What is not kept is told, too.
[[nodiscard]] std::string difference_hint(const PaintedDrawing& reference,
                                          const PaintedDrawing& answer, const Keep& keep = {});

}  // namespace papert::score

// Answers questions about graphics programs by drawing them, which a model that is asked cannot do.
//
// The program stands in the prompt. It is drawn, the picture is cut into regions of one colour, and
// the regions are measured as the question's words say: colours, shapes, numbers, places, what
// covers what (mint/svg/check.h, which also decides what is minted). Figures are laid over the
// picture plan by plan. The right answer is never looked at. What this reaches is a ceiling: minted
// questions are such that their pictures decide them.
#pragma once

#include "base/result.h"
#include "solve/solver.h"

namespace papert::solve::sgp {

/// "Answer: X", or a sentence that says why there is none. Where the prompt shows a picture and no
/// program, that picture is read. kUsage where there is no question: a picture alone asks nothing.
[[nodiscard]] Result<Solution> solve_question(const Puzzle& puzzle);

}  // namespace papert::solve::sgp

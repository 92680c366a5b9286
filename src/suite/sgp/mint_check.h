// The second opinion on minted questions: the answer from the rendered picture, by someone who
// never saw the scene. It reads the question's wording and looks at pixels (scene_pixels.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/sgp/mint_draft.h"
#include "suite/sgp/question.h"

namespace papert::sgp {

/// The text of the right option as the picture has it, which need not be an option. Nothing where
/// pixels cannot decide: other wordings, shapes that are partly covered, CAD.
[[nodiscard]] Result<std::optional<std::string>> answer_from_picture(const Question& question);

/// Whether the program's picture is that of `plain`, a program of visible parts alone, and answers
/// every draft of a flat category as the draft does. A scene of which this is not so is not minted.
[[nodiscard]] Result<bool> picture_proves(const Minted& minted, const std::string& plain);

struct PictureCheck {
  std::size_t decided = 0;
  std::vector<Error> disagreements;  // the question's id, its answer and the picture's
};

/// Every question that pixels can decide; programs that do not render are passed over.
[[nodiscard]] PictureCheck check_pictures(const std::vector<Question>& questions);

}  // namespace papert::sgp

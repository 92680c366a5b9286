// The second opinion on minted questions: the answer from the rendered picture, by someone who
// never saw the scene. It reads the question's wording and looks at pixels (scene_pixels.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/sgp/question.h"

namespace papert::sgp {

/// The text of the right option as the picture has it, which need not be an option. Nothing where
/// pixels cannot decide: other wordings, shapes that are partly covered, CAD.
[[nodiscard]] Result<std::optional<std::string>> answer_from_picture(const Question& question);

struct PictureCheck {
  std::size_t decided = 0;
  std::vector<Error> disagreements;  // the question's id, its answer and the picture's
};

/// Every question that pixels can decide; programs that do not render are passed over.
[[nodiscard]] PictureCheck check_pictures(const std::vector<Question>& questions);

}  // namespace papert::sgp

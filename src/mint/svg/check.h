// The second opinion on minted questions: the answer from the rendered picture, by someone who
// never saw the scene. It reads the question's wording and looks at pixels (pixels.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mint/draft.h"
#include "raster/image.h"

namespace papert::mint::svg {

/// An SVG program and what is asked about it.
struct PictureQuestion {
  const std::string& program;
  const std::string& category;
  const std::string& text;
  const std::vector<std::string>& options;
};

/// The text of the right option as the picture has it, which need not be an option. Nothing where
/// pixels cannot decide: other wordings, shapes that are partly covered.
[[nodiscard]] Result<std::optional<std::string>> answer_from_picture(
    const PictureQuestion& question);

/// The same of a picture that is there already, by the question's wording alone: nothing for the
/// wordings of other categories.
[[nodiscard]] std::optional<std::string> answer_from_pixels(
    const raster::Image& image, std::string_view text, const std::vector<std::string>& options);

/// Whether the program's picture is that of `plain`, a program of visible parts alone, and answers
/// every draft of a flat category as the draft does. A scene of which this is not so is not minted.
[[nodiscard]] Result<bool> picture_proves(const Minted& minted, const std::string& plain);

}  // namespace papert::mint::svg

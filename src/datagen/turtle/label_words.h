// The two texts of a label by template. Private to this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/turtle/syntax/program.h"
#include "scene/scene.h"

namespace papert::datagen::detail {

/// "a, b and c".
[[nodiscard]] std::string in_words(const std::vector<std::string>& pieces);

/// One paragraph.
[[nodiscard]] std::string describe_picture(std::string_view code, const scene::Scene& scene);

/// Numbered lines: helpers first, then what draw() does; what a loop repeats is indented.
[[nodiscard]] std::string describe_steps(const turtle::Program& program);

}  // namespace papert::datagen::detail

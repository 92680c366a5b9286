// Machine parts, looked at from above.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "solve/sgp/sight.h"

namespace papert::solve::sgp {

/// The answer to a question about a CAD program: its solid is built, or its sketch drawn, and
/// measured. Nothing for wordings that are not known. An error where the program cannot be read or
/// built. `stages` as in Sight.
[[nodiscard]] Result<FoundAnswer> answer_about_part(const AskedQuestion& asked,
                                                    std::vector<Stage>* stages);

/// Whether the wording is one that answer_about_part may know, told without building anything.
[[nodiscard]] bool asks_about_part(std::string_view question);

}  // namespace papert::solve::sgp

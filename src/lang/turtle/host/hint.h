// What a beginner most likely did wrong, in one short sentence beside the interpreter's own words.
#pragma once

#include <string>
#include <string_view>

#include "lang/turtle/host/run_program.h"

namespace papert::lang::turtle {

/// Empty if nothing comes to mind. At most 120 characters of ASCII but for names of the program.
[[nodiscard]] std::string hint_for(std::string_view code, const Drawing& drawing);

}  // namespace papert::lang::turtle

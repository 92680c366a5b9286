// The programs that are installed beside this one and do for it what must not happen in its own
// process.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace papert {

/// The path of such a program: what the setting names, else the program of this name in the folder
/// _bin beside the shared library that this code is part of (if it is part of one), beside the
/// running program, in the folder above (a build tree), or in libexec (an installation). kUsage,
/// with the places that were looked at, if it is at none of them.
[[nodiscard]] Result<std::string> companion_program(const std::string& name,
                                                    const char* setting_name);

}  // namespace papert

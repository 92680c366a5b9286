// Which build this is: what a bug report needs.
#pragma once

#include <string>

namespace papert::cli {

/// "papert 0.1.0 (89d4089, release, gcc 12.2)\n"
[[nodiscard]] std::string version_line();

/// The same as JSON, with the number of what it writes, its generators and its libraries.
[[nodiscard]] std::string version_json();

}  // namespace papert::cli

#pragma once

#include <string_view>

namespace papert {

/// "0.1.0": the version of the build.
[[nodiscard]] std::string_view version();

}  // namespace papert

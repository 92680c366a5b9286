#pragma once

#include <string_view>

namespace papert {

/// "0.1.0": the version of the build.
extern const std::string_view kVersion;

}  // namespace papert

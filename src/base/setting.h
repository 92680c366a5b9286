// Settings that no flag gave: a variable of the environment, else a line NAME=value of the nearest
// .env file in the working folder or above it.
#pragma once

#include <string>

namespace papert {

/// `fallback` where the setting is missing or empty.
[[nodiscard]] std::string setting(const std::string& name, const std::string& fallback);

}  // namespace papert

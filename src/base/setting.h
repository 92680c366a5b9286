// Settings that no flag gave: a variable of the environment, else a line NAME=value of the nearest
// .env file in the working folder or above it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"

namespace papert {

/// `fallback` where the setting is missing or empty.
[[nodiscard]] std::string setting(const std::string& name, const std::string& fallback);

/// The folder for what can be had again: PAPERT_CACHE_DIR, else $XDG_CACHE_HOME/papert, else
/// ~/.cache/papert. `look_up` gives the value of a variable, "" for none. kUsage if none is set.
[[nodiscard]] Result<std::filesystem::path> cache_folder(
    const std::function<std::string(const std::string&)>& look_up);

}  // namespace papert

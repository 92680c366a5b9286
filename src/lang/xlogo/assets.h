// Tasks as they were released: worlds.json, goals.json, constraints.json and codes.json, each an
// object with an entry for every task, by its id.
#pragma once

#include <filesystem>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace papert::lang::xlogo {

/// Whether the folder holds worlds.json.
[[nodiscard]] bool has_assets(const std::filesystem::path& folder);

/// For every task of worlds.json what task_from_json reads, or which part of it is missing.
[[nodiscard]] Result<std::vector<Result<Json>>> read_assets(const std::filesystem::path& folder);

}  // namespace papert::lang::xlogo

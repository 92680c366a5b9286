#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lang/shapes/generate.h"
#include "suite/suite.h"

namespace papert::shapecode {

/// The tiers of these names, all of them for an empty list.
[[nodiscard]] Result<std::vector<shapes::Tier>> select_tiers(const std::vector<std::string>& names);

/// Reads every sample the manifest lists and proves that its program paints its picture. A sample
/// that fails is left out and listed under problems().
[[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load_tasks(
    const std::filesystem::path& folder, const suite::LoadOptions& options);

}  // namespace papert::shapecode

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "mint/shapes/generate.h"
#include "suite/suite.h"

namespace papert::suite::shapecode {

/// The tiers of these names, all of them for an empty list.
[[nodiscard]] Result<std::vector<mint::shapes::Tier>> select_tiers(
    const std::vector<std::string>& names);

/// Reads every sample the manifest lists and proves that its program paints its picture. A sample
/// that fails is left out and listed under problems().
[[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load_tasks(
    const std::filesystem::path& folder, const suite::LoadOptions& options);

}  // namespace papert::suite::shapecode

// Whether an exported folder is what its trainer will accept: every file has its checksum and none
// is strange, and every line keeps the rules by which the trainer's loader goes.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::datagen {

/// `checked` counts lines. kBadData where the folder is not an export at all.
[[nodiscard]] Result<suite::CheckReport> check_export(const std::filesystem::path& folder);

}  // namespace papert::datagen

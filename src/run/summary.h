// The summary of a run, made from its log.
#pragma once

#include <filesystem>

#include "base/json.h"
#include "base/result.h"
#include "run/config.h"
#include "suite/suite.h"

namespace papert::run {

/// Reads samples.jsonl and sums it up. `expected_ids`: tasks the run was asked for; those without a
/// sample are counted as missing.
[[nodiscard]] Result<Json> summarise_run(const std::filesystem::path& folder,
                                         const RunConfig& config, const suite::Suite& suite,
                                         const std::vector<std::string>& expected_ids);

}  // namespace papert::run

// The summary of a run, made from its log.
#pragma once

#include <filesystem>

#include "base/json.h"
#include "base/result.h"
#include "run/config.h"
#include "suite/suite.h"
#include "suite/summary.h"

namespace papert::run {

/// Reads samples.jsonl and sums it up. `expected_ids`: tasks the run was asked for; those without a
/// sample are counted as missing. "failures" has the most frequent reasons why samples could not be
/// scored: [{"message", "count"}].
[[nodiscard]] Result<Json> summarise_run(const std::filesystem::path& folder,
                                         const RunConfig& config, const suite::Suite& suite,
                                         const std::vector<std::string>& expected_ids,
                                         const suite::SummaryOptions& options = {});

}  // namespace papert::run

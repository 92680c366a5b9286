// The summary of a run, made from its log.
#pragma once

#include <filesystem>

#include "base/json.h"
#include "base/result.h"
#include "run/config.h"
#include "suite/suite.h"
#include "suite/summary.h"

namespace papert::run {

/// Reads samples.jsonl and sums it up: the figures of suite::SummaryBuilder, and how much of what
/// the run was asked for is there ("planned", "done", "complete"; "missing" are samples). Damaged
/// lines are left out and listed under "damaged". `expected_ids`: tasks the run was asked for;
/// those without any sample are listed under "missing_ids". "failures" has the most
/// frequent reasons why samples could not be scored: [{"message", "count"}].
[[nodiscard]] Result<Json> summarise_run(const std::filesystem::path& folder,
                                         const RunConfig& config, const suite::Suite& suite,
                                         const std::vector<std::string>& expected_ids,
                                         const suite::SummaryOptions& options = {});

}  // namespace papert::run

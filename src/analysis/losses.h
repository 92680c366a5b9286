// In what way the answers of runs miss their tasks (suite/losses.h): the recorded answer of every
// sample beside a right one. Nothing of it is stored in a run, so old runs have it too.
//
//     const RunLosses losses = TRY(losses_of(run, *suite));      // the samples, with these figures
//     const Summary summary = losses.summary(*suite, options);   // overall and by every tag
#pragma once

#include <string_view>
#include <vector>

#include "analysis/breakdown.h"
#include "analysis/runs.h"
#include "analysis/summary.h"
#include "base/result.h"
#include "run/record.h"
#include "suite/suite.h"

namespace papert::analysis {

struct RunLosses {
  const ReportedRun* run = nullptr;
  std::vector<run::Record> samples;  // without texts; their metrics are those of all tables

  [[nodiscard]] Summary summary(const suite::Suite& suite, const SummaryOptions& options) const;
};

/// Reads the log. A right answer is taken from the line, or from the run's tasks where lines have
/// none. kUsage for a suite that tells no losses.
[[nodiscard]] Result<RunLosses> losses_of(const ReportedRun& run, const suite::Suite& suite);

struct LossBreakdown {
  suite::LossTable table;  // what it refers to lasts, as metrics do
  Breakdown breakdown;
};

/// One of each table. `losses` are of the runs, in any order.
[[nodiscard]] Result<std::vector<LossBreakdown>> loss_breakdowns(
    const SuiteRuns& runs, std::span<const RunLosses> losses, const std::vector<std::string>& keys,
    const SummaryOptions& options = {});

}  // namespace papert::analysis

// Counts of samples as charts and tables. Private to charts.
#pragma once

#include <string>

#include "analysis/breakdown.h"
#include "report/chart.h"

namespace papert::report {

/// Of each run the shares of its verdicts ("verdict") or typed errors ("error").
[[nodiscard]] Result<Chart> outcome_shares(const analysis::SuiteRuns& runs,
                                           const std::string& what);

/// How many samples each row has, with the keys of the breakdown as columns.
[[nodiscard]] Sheet sample_counts(const analysis::Breakdown& breakdown);

}  // namespace papert::report

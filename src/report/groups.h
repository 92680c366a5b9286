// Named groups of runs: every metric as the mean over the runs of a group with its standard error
// over runs (the sample standard deviation over the square root of their number). Runs of a group
// are pooled whatever they differ in: whoever names a group says that they belong together.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "report/sheets.h"

namespace papert::report {

struct GroupOfRuns {
  std::string name;
  std::vector<std::size_t> runs;  // places in the list of all
};

/// The mean over runs; its standard error where there are two or more; n counts runs.
[[nodiscard]] Figure figure_of_group(const std::vector<Figure>& figures);

/// For each suite a table with a row per group.
[[nodiscard]] std::vector<Sheet> group_sheets(std::span<const ReportedRun> runs,
                                              std::span<const GroupOfRuns> groups);

/// The same for each combination of values of `keys` that occurs. Reads the logs. kUsage for a key
/// that no run has.
[[nodiscard]] Result<std::vector<Sheet>> group_breakdown_sheets(
    std::span<const ReportedRun> runs, std::span<const GroupOfRuns> groups,
    const std::vector<std::string>& keys, const analysis::SummaryOptions& options = {});

}  // namespace papert::report

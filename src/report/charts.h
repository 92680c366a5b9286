// The charts of runs, data sets, calibrations and answers: results of analysis as Chart values.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/calibration.h"
#include "analysis/consensus.h"
#include "report/chart.h"
#include "report/groups.h"
#include "report/sheets.h"

namespace papert::report {

struct ChartRequest {
  ChartKind kind = ChartKind::kBars;
  std::vector<std::string> by;      // tags and settings
  std::string x;                    // of a line; empty: the one setting of numbers that differs
  std::string metric;               // empty: the suite's first
  std::optional<bool> log;          // none: a radar has a log axis, the others have not
  std::vector<GroupOfRuns> groups;  // each is a series, the mean over its runs
  std::filesystem::path human;      // people's answers, for entropies; empty: none
  std::filesystem::path labels;     // people's labels, for curves
};

/// A chart for each suite that has what is asked for (curves: for each run). kUsage for what cannot
/// be drawn, with what can: a tag that no run has, a line over what is not numbers, a radar of two
/// values.
[[nodiscard]] Result<std::vector<Chart>> run_charts(std::span<const ReportedRun> runs,
                                                    const ChartRequest& request,
                                                    const analysis::SummaryOptions& options = {});

/// What a page shows without being asked: several runs as radars over their tags, as a line where a
/// setting of numbers tells them apart, and the shares of their verdicts.
[[nodiscard]] std::vector<Chart> page_charts(std::span<const ReportedRun> runs);

/// Precision, recall, F1 and accuracy over the threshold, with the given and the best one.
[[nodiscard]] Chart curves_chart(const analysis::Calibration& calibration,
                                 const std::string& metric);

/// How many of the questions have which entropy, models beside people where there are any.
[[nodiscard]] Chart entropy_chart(const analysis::Consensus& consensus);

/// From a table of counts whose columns are one or two keys and then counts: a histogram, bars, or
/// shares. Of two keys the first is the series. kUsage for other kinds.
[[nodiscard]] Result<Chart> counts_chart(const Sheet& counts, ChartKind kind);

}  // namespace papert::report

// Rows of a breakdown as points of charts: names, values, notes. Private to charts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/breakdown.h"
#include "report/chart.h"
#include "report/groups.h"

namespace papert::report {

/// What a series is called where nothing tells its runs from others.
inline constexpr const char* kAllRuns = "all runs";

/// "m/1 form=text": what tells a row's runs from those of the other rows.
[[nodiscard]] std::string series_name(const analysis::Breakdown& breakdown,
                                      const analysis::BreakdownRow& row,
                                      const analysis::SuiteRuns& runs);

/// The row's figure of one metric, over runs where there are several.
[[nodiscard]] ChartPoint point_of(const analysis::BreakdownRow& row, std::size_t metric, double x);

/// By its name or title; the first for "". kUsage with the metrics there are.
[[nodiscard]] Result<std::size_t> metric_place(const analysis::Breakdown& breakdown,
                                               const std::string& wanted);

/// By one key from the summaries of the runs, by several or by what is not in them from the logs.
/// With groups, the rows are theirs: their runs are pooled whatever they differ in.
[[nodiscard]] Result<analysis::Breakdown> find_breakdown(const analysis::SuiteRuns& runs,
                                                         const std::vector<std::string>& keys,
                                                         const analysis::SummaryOptions& options,
                                                         std::span<const GroupOfRuns> groups = {});

/// A row for each model and configuration, or for each group, from the summaries.
[[nodiscard]] analysis::Breakdown whole_runs(const analysis::SuiteRuns& runs,
                                             std::span<const GroupOfRuns> groups);

/// Says what the error bars are.
void note_intervals(const analysis::Breakdown& breakdown, Chart& chart);

/// Says where zeros are on a log axis, which becomes linear where there is nothing else.
void note_zeros(Chart& chart);

/// The place of a name in the list, put at its end where it is new.
std::size_t place_in(std::vector<std::string>& names, const std::string& name);

/// The series of that name, put at the end where it is new.
ChartSeries& series_called(std::vector<ChartSeries>& all, const std::string& name);

/// "(none)" for "".
[[nodiscard]] std::string shown_value(const std::string& value);

}  // namespace papert::report

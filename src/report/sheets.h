// The tables of a report: of one run, of several runs side by side, by any tags and modes. Every
// table is over runs of one suite.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/breakdown.h"
#include "analysis/losses.h"
#include "analysis/run_summary.h"
#include "analysis/runs.h"
#include "report/sheet.h"

namespace papert::report {

using analysis::ReportedRun;
using analysis::RunList;

/// Of one run: the overall figures, pass@k and pass^k among them where tasks were
/// sampled more than once; then a table per tag; then how far answers stayed the same.
[[nodiscard]] std::vector<Sheet> summary_sheets(const analysis::RunSummary& summary);

/// For each suite a table with a row per run, a column per setting that differs and a column per
/// metric. Runs that repeat each other are followed by their mean.
[[nodiscard]] std::vector<Sheet> comparison_sheets(std::span<const ReportedRun> runs);

/// How often each verdict and each typed error occurred, a row per run and suite.
[[nodiscard]] std::vector<Sheet> outcome_sheets(std::span<const ReportedRun> runs);

/// For each suite one table with nested rows: a row for each combination of values of `keys` (tags
/// of tasks and settings of runs) that occurs, in each configuration. Over runs that repeat each
/// other it has their mean and the standard error over runs. Reads the logs. kUsage for a key that
/// no run has.
[[nodiscard]] Result<std::vector<Sheet>> breakdown_sheets(
    std::span<const ReportedRun> runs, const std::vector<std::string>& keys,
    const analysis::SummaryOptions& options = {});

/// In what way answers miss their tasks: the tables of each suite that tells it, by each list of
/// keys. `losses` are of the runs, in any order.
[[nodiscard]] Result<std::vector<Sheet>> loss_sheets(
    std::span<const ReportedRun> runs, std::span<const analysis::RunLosses> losses,
    const std::vector<std::vector<std::string>>& keys,
    const analysis::SummaryOptions& options = {});

/// Beside the primary metric where verdicts by people count: what it is by the rule alone.
[[nodiscard]] Column rule_column(const suite::MetricInfo& primary, Shown shown);

/// Names the suite of a table, in its title too where there are several.
void put_suite(const std::string& suite, bool several, Sheet& sheet);

/// The mean over runs and its standard error over runs; of one run, its own figure.
[[nodiscard]] Figure over_runs(const std::vector<Figure>& figures);

/// What a reader must know of a run before its figures: that it is not complete, how many replies
/// came from the cache, why requests failed. Sentences without the run's name, the first of them
/// that it is not complete.
[[nodiscard]] std::vector<std::string> warnings_of(const analysis::RunSummary& summary,
                                                   const Json& config);

/// "795 of 6,000 samples (13 %)".
[[nodiscard]] std::string progress_text(const analysis::Progress& progress);

/// The warnings of all runs, below the table, each with the run's name.
void add_warnings(const RunList& runs, Sheet& sheet);

}  // namespace papert::report

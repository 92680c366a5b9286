// Tables by any number of keys. A tag is a property of a task, a setting one of a run; both are
// values of a row. A sample is put under one composite tag that joins its values of all the tags
// asked for, so that the summary of a run by that tag has every combination with its own clusters,
// standard error and interval:
//
//     --by task,modality     task is a tag, modality a mode
//     run 1 (modality text)   composite tags "scratch", "tweak"
//     rows                    (scratch, text), (tweak, text), ... of run 1; the same of run 2, ...
//
// A task with several values of a tag counts under each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/runs.h"
#include "analysis/summary.h"
#include "base/result.h"
#include "run/log.h"

namespace papert::analysis {

struct BreakdownRow {
  std::vector<std::string> configuration;  // values of Breakdown::configuration
  std::vector<std::string> keys;           // values of Breakdown::keys; "" where a task has none
  std::vector<Group> groups;               // one of each run that has it
  std::vector<Figure> rule;                // the primary metric of each by the rule alone
};

struct Breakdown {
  std::vector<std::string> configuration;  // settings that differ, were not asked for and are no
                                           // repetition: runs unlike each other are never pooled
  std::vector<std::string> keys;           // as asked for
  std::vector<suite::MetricInfo> metrics;  // of a suite, which lasts
  std::vector<BreakdownRow> rows;
  bool people = false;  // verdicts by people count in some run
};

/// Where samples and their figures come from, if not from the log with the suite's metrics.
struct SampleSource {
  std::vector<suite::MetricInfo> metrics;  // of a suite, which lasts
  std::function<Result<void>(const ReportedRun& run, const run::RecordVisitor& visit)> read;
  bool verdicts = false;  // the figures are a judge's, in whose place people may judge
};

/// Runs of one suite by tags of their tasks and settings of their own. Reads the logs. kUsage for a
/// key that no run has.
[[nodiscard]] Result<Breakdown> breakdown_of(const SuiteRuns& runs,
                                             const std::vector<std::string>& keys,
                                             const SummaryOptions& options = {});
[[nodiscard]] Result<Breakdown> breakdown_of(const SuiteRuns& runs,
                                             const std::vector<std::string>& keys,
                                             const SummaryOptions& options,
                                             const SampleSource& source);

/// By one tag or setting, from the summaries of the runs alone: no log is read. No rows where no
/// run has the key.
[[nodiscard]] Breakdown summary_breakdown(const SuiteRuns& runs, const std::string& key);

}  // namespace papert::analysis

// What several runs, put into named groups, agree on: the weak models and the strong ones, say, or
// one model asked in several ways.
//
// A group is unanimous about a task if all its samples (of all its runs, in all epochs) are right,
// or none is. A task counts in a row of the table only where every group is unanimous:
//
//     weak   strong   tasks
//     solve  solve        9
//     solve  fail         1     here the strong models are worth a look
//     fail   solve       22
//     fail   fail        14
//
// Beside it stand each group's means over its runs, of every metric, and how many tasks were ever
// solved, also for each value of a tag or a mode, or for each pair of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/figure.h"
#include "base/json.h"
#include "base/result.h"
#include "suite/task.h"

namespace papert::analysis {

inline constexpr std::size_t kMaxGroups = 6;  // 64 rows

struct RunGroup {
  std::string name;
  std::vector<std::filesystem::path> runs;
};

/// One or two tags, or modes of the runs.
using BreakdownKeys = std::vector<std::string>;

struct AgreementRun {
  std::filesystem::path folder;
  std::string model;
  std::string name;  // that tells it from the others
  std::size_t tasks = 0;
  std::optional<double> success;
  std::optional<Progress> progress;
};

struct AgreementGroup {
  std::string name;
  std::vector<AgreementRun> runs;
  Figure mean;  // of the runs' shares, which treats repeated runs alike whatever their length
  std::vector<Figure> metrics;  // one per metric: the mean of the runs' means, and over runs its
                                // standard error; n counts runs
  std::size_t tasks = 0;
  std::int64_t ever_solved = 0;
  std::int64_t always_solved = 0;
};

struct AgreementRow {
  std::vector<bool> solves;  // by group
  std::vector<std::string> ids;
};

struct AgreementCell {
  std::vector<std::string> values;  // one per key
  std::size_t tasks = 0;
  std::int64_t ever_solved = 0;
  Figure mean;  // of the runs' shares
};

struct AgreementTable {
  BreakdownKeys keys;
  std::vector<std::string> columns;  // the values of the last key
  std::vector<AgreementCell> cells;  // row by row
};

struct Agreement {
  std::string suite;
  std::size_t tasks = 0;
  bool data_differ = false;
  std::vector<suite::MetricInfo> metrics;  // of a suite, which lasts
  std::vector<AgreementGroup> groups;
  std::vector<AgreementRow> rows;    // all groups solve it first, all fail last
  std::vector<std::string> divided;  // tasks on which a group is
  std::int64_t missing = 0;          // tasks without a scored sample in some run
  std::vector<AgreementTable> by;
};

/// {suite, tasks, data_differ, groups, rows (with the ids of their tasks), divided, divided_ids,
/// missing, by}.
[[nodiscard]] Json to_json(const Agreement& agreement);

/// kUsage for runs of different suites, for no group or too many, and for a key that no run has.
[[nodiscard]] Result<Agreement> agreement_of(const std::vector<RunGroup>& groups,
                                             const std::vector<BreakdownKeys>& by);

}  // namespace papert::analysis

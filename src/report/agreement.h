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
// Beside it stand each group's mean over its runs, and how many tasks were ever solved, also for
// each value of a tag or a mode, or for each pair of values.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "report/sheet.h"
#include "report/table.h"

namespace papert::report {

inline constexpr std::size_t kMaxGroups = 6;  // 64 rows

struct RunGroup {
  std::string name;
  std::vector<std::filesystem::path> runs;
};

/// One or two tags, or modes of the runs.
using Breakdown = std::vector<std::string>;

/// kUsage for runs of different suites, for no group or too many, and for a key that no run has.
/// The object has "suite", "tasks", "groups", "rows" (with the ids of their tasks), "divided" and
/// "divided_ids", "missing" and "by".
[[nodiscard]] Result<Json> agreement(const std::vector<RunGroup>& groups,
                                     const std::vector<Breakdown>& by);

/// Which runs are not complete, a sentence each.
[[nodiscard]] std::vector<std::string> agreement_warnings(const Json& agreement);

[[nodiscard]] std::vector<Sheet> agreement_sheets(const Json& agreement);
[[nodiscard]] std::string agreement_text(const Json& agreement, const TableOptions& options = {});

struct GalleryLimits {
  std::size_t tasks_per_row = 50;
  std::size_t picture_bytes = std::size_t{30} << 20;
};

/// A self-contained page: the table, and below each of its rows the tasks, every one with its
/// target and what each run drew; then the tasks on which a group is divided.
[[nodiscard]] Result<std::string> agreement_html(const std::vector<RunGroup>& groups,
                                                 const Json& agreement,
                                                 const GalleryLimits& limits = {});

}  // namespace papert::report

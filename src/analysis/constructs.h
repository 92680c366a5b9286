// What programs of tasks are made of, as tags: `svg_elements` says how many there are, in bins, and
// `svg_element` which ones occur (a task counts under each).
//
//     {"svg_element", "path", 3}, {"svg_element", "rect", 2}
//         svg_elements = 5-8, svg_element = path, svg_element = rect
//
// They are no part of a run's log or summary: a report that is asked for one reads the run's data
// again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/runs.h"
#include "base/result.h"
#include "suite/task.h"

namespace papert::analysis {

/// "0", "1", "2", "3-4", "5-8", "9-16" and so on, each bin twice as wide as the one before.
[[nodiscard]] std::string bin_of(std::int64_t count);

[[nodiscard]] std::vector<suite::Tag> construct_tags(
    const std::vector<suite::Construct>& constructs);

/// Compares like `text` where numbers at its start compare by their value: "9-16" before "17-32".
[[nodiscard]] std::string natural_key(std::string_view text);

/// Where a key is neither a tag nor a setting of some run, its run gets the tags of its tasks'
/// programs, from the data that it was asked about. kUsage where those cannot be opened.
[[nodiscard]] Result<void> add_construct_tags(std::span<ReportedRun> runs,
                                              const std::vector<std::string>& keys);

}  // namespace papert::analysis

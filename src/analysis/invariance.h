// Do answers stay the same when the task is changed in a way that must not matter? Tasks made from
// one original (Task::base) are a group; their samples' answers ("detail.answer") are compared.
//
//     accuracy                    over the changed tasks
//     consistency                 the mean over groups of the share that the most frequent answer
//                                 has among the changed tasks
//     consistency_with_original   the same with the original's answer in the group, as a released
//                                 script counts; only groups whose original was asked
//
// An answer that could not be read agrees with no other: it counts in the size of the group only.
// Epochs are groups of their own. Samples that taught nothing about the model are left out. Figures
// come for all changed tasks and for each value of the tags "variant" and "distance": a group is
// then what has that value, and the original.
//
// Only suites whose samples give their answers enter. A refused or cut-off reply has no detail in
// any suite; it counts as an unreadable answer only where another sample of the run gave one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analysis/figure.h"
#include "analysis/sample_table.h"
#include "base/json.h"

namespace papert::analysis {

/// Standard errors are over originals; the figures have no intervals.
struct Invariance {
  std::string by;  // a tag; empty: all changed tasks
  std::string value;
  std::int64_t groups = 0;
  Figure accuracy;
  Figure consistency;
  Figure with_original;
};

[[nodiscard]] Json to_json(const std::vector<Invariance>& list);

/// Samples by tag and value.
using Tagged = std::map<std::string, std::map<std::string, std::vector<std::uint32_t>>>;

/// None where no sample is of a changed task, or none gives an answer. `place` gives the place of a
/// tag's value in tables.
[[nodiscard]] std::vector<Invariance> invariance_of(
    const SampleTable& samples, const Tagged& tagged,
    const std::function<std::ptrdiff_t(const std::string& value)>& place);

}  // namespace papert::analysis

// The tasks that synthesis starts from, and those that must not come out of it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/xlogo/task.h"

namespace papert::synth {

struct References {
  std::vector<lang::xlogo::Task> tasks;  // in the natural order of their ids
  std::vector<Error> problems;           // what could not be used, with its place
  std::string hash;                      // of the tasks, whatever the layout and the order
};

/// Reads a folder with tasks.jsonl or with the released assets. A task that cannot be read is a
/// problem; so is one that its own solution does not solve, where `solved` is asked for.
[[nodiscard]] Result<References> read_references(const std::filesystem::path& folder,
                                                 bool solved = true);

/// Runs of digits compare as numbers: "9b" before "10a".
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// Keys of worlds (TaskKeys::world) that no synthesised task may have.
using Excluded = std::set<std::string, std::less<>>;

void exclude(const std::vector<lang::xlogo::Task>& tasks, Excluded& excluded);

}  // namespace papert::synth

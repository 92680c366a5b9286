// What `papert score` wrote, one outcome a task. A task with several replies (epochs) counts as
// solved where more than half of them are right; else its verdict is the most frequent of the
// others, the first of them where several are.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/result.h"
#include "run/record.h"

namespace papert::datagen {

struct ScoredTasks {
  std::vector<run::Outcome> tasks;  // scored, in the order of ids; epoch is 0
  std::size_t unscored = 0;         // lines that say nothing about the model
  std::vector<Error> damaged;       // lines that are not scores
};

[[nodiscard]] Result<ScoredTasks> read_scores(const std::filesystem::path& path);

}  // namespace papert::datagen

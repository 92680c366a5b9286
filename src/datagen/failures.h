// What runs say about tasks: which of them nobody solved.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace papert::datagen {

struct FailedTasks {
  std::vector<std::string> ids;
  std::vector<Error> damaged;  // lines of the logs that were left out
};

/// The tasks, in the order of their ids, that every run answered and none solved in any epoch. A
/// sample that taught nothing about the model does not count as an answer.
[[nodiscard]] Result<FailedTasks> failed_by_all(const std::vector<std::filesystem::path>& runs);

}  // namespace papert::datagen

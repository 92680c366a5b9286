// Tasks that can be carried apart from their data.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "data/task_folder.h"

namespace papert::suite {

using data::DataFiles;

/// Beside TaskSet.
class PortableTasks {
 public:
  virtual ~PortableTasks() = default;

  /// A data folder that holds this task, as Suite::load reads it, so that it can be judged where
  /// the data are not. With it go the tasks that it needs.
  [[nodiscard]] virtual Result<DataFiles> files(std::size_t index) const = 0;
};

}  // namespace papert::suite

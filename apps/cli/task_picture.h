// What `papert render` does with a task of the turtle suites.
#pragma once

#include <string>

#include "base/result.h"

namespace papert::cli {

struct TaskPicture {
  std::string suite;
  std::string path;     // a data folder, or its table
  std::string id;       // of the task
  std::string program;  // a file with an answer to it; may be empty
};

/// The task's picture, or the one that the answer draws under the conditions of the suite, as PNG.
[[nodiscard]] Result<std::string> task_picture(const TaskPicture& wanted);

}  // namespace papert::cli

// Task folders: tasks.jsonl with {id, image, code, category, difficulty, dataset} a line, and the
// PNG files that the lines name, relative to the folder. A line without an image is shown as its
// program draws it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/task_folder.h"

namespace papert::suite::turtleai {

struct StoredTask {
  std::string id;
  std::string category;    // of kCategories, or one's own
  std::string difficulty;  // of kDifficulties
  std::string dataset;     // of kDatasets
  std::string code;
  std::string image;           // as tasks.jsonl has it: a path below the folder, or empty
  std::filesystem::path file;  // where that is; empty if the picture is not stored
  std::string image_hash;      // of its bytes; empty if the picture is not stored
};

using StoredTasks = suite::Stored<StoredTask>;  // in the order of their ids

/// A bad line, a missing or damaged picture and a second task of an id are problems; the rest is
/// still read.
[[nodiscard]] Result<StoredTasks> read_tasks(const std::filesystem::path& folder);

/// One line of tasks.jsonl.
[[nodiscard]] std::string task_line(const StoredTask& task);

}  // namespace papert::suite::turtleai

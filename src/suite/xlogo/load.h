// Where tasks come from: files in two layouts, or the generator.
//
// clang-format off
//     tasks.jsonl                                              {id, world, goal, constraints, code}
//     worlds.json, goals.json, constraints.json, codes.json    released assets: objects by task id
// clang-format on
//
// A line of tasks.jsonl may also say which task it was made from and how ("base", "perturbation").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "lang/xlogo/task.h"
#include "suite/task_folder.h"

namespace papert::suite::xlogo {

struct StoredTask {
  lang::xlogo::Task task;
  std::string base;          // the task this one was made from; empty for an original
  std::string perturbation;  // "T", "T_A", ... "T_ABC"; empty where the data has none
};

using StoredTasks = suite::Stored<StoredTask>;  // in the order of their ids

/// Reads a folder in either layout. A bad task is a problem, not an error: the rest is still read.
[[nodiscard]] Result<StoredTasks> read_tasks(const std::filesystem::path& folder);

/// The same for a file in the layout of tasks.jsonl.
[[nodiscard]] Result<StoredTasks> read_task_lines(const std::filesystem::path& file);

/// One line of tasks.jsonl.
[[nodiscard]] std::string task_line(const StoredTask& task);

}  // namespace papert::suite::xlogo

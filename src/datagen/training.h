// Training lines of tasks: the prompt, and a reply that is right, as chat messages.
//
//     {"id": "fresh-00000000", "messages": [{"role": "user", "content": the prompt},
//      {"role": "assistant", "content": the reference}], "images": ["images/3f09c1....png"]}
//
// This is what trainers read, so the lines have no "format" of ours.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/jsonl.h"
#include "base/result.h"
#include "suite/suite.h"

namespace papert::datagen {

/// The line of a task; its pictures are stored below `out`, each once.
[[nodiscard]] Result<std::string> training_line(const suite::TaskSet& tasks, std::size_t index,
                                                std::string_view prompt_template,
                                                const std::filesystem::path& out);

/// An empty file to write lines to.
[[nodiscard]] Result<JsonlWriter> fresh_lines(const std::filesystem::path& path);

struct TrainingOptions {
  std::string suite;
  std::string prompt_template;
  bool allow_evaluation = false;  // tasks of published evaluation sets, too (evaluation_tasks.h)
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

struct TrainingReport {
  std::size_t written = 0;
  std::size_t evaluation = 0;  // left out: tasks of published evaluation sets
};

/// Writes train.jsonl into `out`: a line of every task, once, in the order of the tasks.
[[nodiscard]] Result<TrainingReport> write_training(const suite::TaskSet& tasks,
                                                    const std::filesystem::path& out,
                                                    const TrainingOptions& options);

}  // namespace papert::datagen

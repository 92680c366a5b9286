// Tasks of published evaluation sets, by hash, so that none of them gets into training data by
// accident. A task is recognised by what it asks for (TaskSet::content_key), not by its id or its
// file: a raster, a grid or a drawing up to turns and mirrors, a program however it is spaced.
//
//     const EvaluationTasks published;
//     if (TRY(published.hold("xlogo", *tasks, 3))) ...   // leave it out, and count it
//
// The table is evaluation_tasks.txt, a suite and a hash a line, made from the published data by
// script/evaluation-hashes. Hashes do not give the tasks away.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::datagen {

class EvaluationTasks {
 public:
  /// Those that this program knows.
  EvaluationTasks();
  /// Those of a table: "suite hash" a line, # begins a comment.
  explicit EvaluationTasks(std::string_view table);

  [[nodiscard]] Result<bool> hold(std::string_view suite, const suite::TaskSet& tasks,
                                  std::size_t index) const;

  /// Whether a task of that hash (suite/task_keys.h, task_hash) is among them.
  [[nodiscard]] bool holds(std::string_view suite, std::string_view hash) const;

  /// How many of a suite are known.
  [[nodiscard]] std::size_t count(std::string_view suite) const;

 private:
  std::unordered_set<std::string> entries_;  // "suite hash"
};

}  // namespace papert::datagen

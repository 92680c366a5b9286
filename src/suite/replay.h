// Runs shown step by step: what a suite, or its tasks, can do beside painting. Not every one can.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "reply/answer.h"
#include "scene/replay.h"

namespace papert::suite {

/// Beside Suite: steps through programs that need no task.
class Replayer {
 public:
  virtual ~Replayer() = default;

  /// `language` is one of the painter's. kUsage where a program of this language means nothing
  /// without a task; kBadData for what is not a program.
  [[nodiscard]] virtual Result<scene::Replay> replay(std::string_view language,
                                                     std::string_view program) const = 0;
};

/// Beside TaskSet: steps through the answer to a task.
class ReplayedTasks {
 public:
  virtual ~ReplayedTasks() = default;

  /// The first program of the answer, run as judging runs it; where the answer to a question is no
  /// program, the program that the question is about. kNotFound where there is none.
  [[nodiscard]] virtual Result<scene::Replay> replay(std::size_t index,
                                                     const reply::Answer& answer) const = 0;
};

}  // namespace papert::suite

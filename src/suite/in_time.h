// Tasks whose answers are programs to be run, which may take longer than somebody waits.
#pragma once

#include <span>
#include <vector>

#include "base/deadline.h"
#include "suite/suite.h"

namespace papert::suite {

/// Beside TaskSet.
class TimedTasks {
 public:
  virtual ~TimedTasks() = default;

  /// What TaskSet::judge_all gives, but for the deadline: a program that has not begun by then is
  /// kHostSlow, one that still runs is ended, as kStepLimit.
  [[nodiscard]] virtual std::vector<Judged> judge_in_time(std::span<const Submission> submissions,
                                                          const Deadline& deadline) const = 0;
};

}  // namespace papert::suite

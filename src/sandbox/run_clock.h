// How long a program's process has run, and how long it was ready to run and had to wait for a CPU,
// as the kernel counted both. A process that sleeps or is stopped does neither, so it cannot be
// taken for a starved one.
#pragma once

#include <cstdint>

#include "sandbox/limits.h"
#include "sandbox/protocol.h"

namespace papert::sandbox {

struct RunTimes {
  std::uint64_t ran_ms = 0;
  std::uint64_t waited_ms = 0;  // ready to run, on no CPU
};

/// What is to become of a process of that age: kNone, kIdle or kStarved.
[[nodiscard]] KillCause kill_cause(const RunTimes& times, std::uint64_t age_ms,
                                   const Limits& limits);

/// Whether the kernel counts these times and shows them to this process.
[[nodiscard]] bool has_run_times();

/// Follows the only child of a zygote, from outside.
class RunClock {
 public:
  explicit RunClock(int zygote_pid) : zygote_pid_(zygote_pid) {}

  /// The child's times; those of the last look if it is gone, zero if nothing can be read.
  const RunTimes& look();

 private:
  int zygote_pid_;
  int child_pid_ = -1;
  RunTimes times_;
};

}  // namespace papert::sandbox

// /proc/PID/schedstat holds three numbers: nanoseconds on a CPU, nanoseconds on a run queue waiting
// for one, time slices. The kernel adds a wait to the second when it ends, so a process that is
// still waiting has waited a little longer than it says; it gets a slice every few hundred
// milliseconds even at a load of a hundred.
//
// Age = ran + waited + idle. A limit on idle time alone ends a process that sleeps; one that
// computes on a host with a hundred others of its kind is left alone until its CPU budget is spent.
//
// Where the file is missing every wait looks like idleness: then a starved program is killed, never
// excused. `papert doctor` says so.

#include "sandbox/run_clock.h"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace papert::sandbox {
namespace {

constexpr std::uint64_t kNanosecondsPerMs = 1'000'000;

std::optional<RunTimes> read_times(const std::string& process) {
  std::ifstream file("/proc/" + process + "/schedstat");
  std::uint64_t ran = 0;
  std::uint64_t waited = 0;
  std::uint64_t slices = 0;
  // No slice: the kernel has the file and does not count.
  if (!(file >> ran >> waited >> slices) || slices == 0) return std::nullopt;
  return RunTimes{ran / kNanosecondsPerMs, waited / kNanosecondsPerMs};
}

int only_child_of(int pid) {
  const std::string name = std::to_string(pid);
  std::ifstream file("/proc/" + name + "/task/" + name + "/children");
  int child = -1;
  return file >> child ? child : -1;
}

}  // namespace

KillCause kill_cause(const RunTimes& times, std::uint64_t age_ms, const Limits& limits) {
  if (times.waited_ms >= limits.starved_ms) return KillCause::kStarved;
  const std::uint64_t busy_ms = times.ran_ms + times.waited_ms;
  return age_ms >= busy_ms + limits.idle_ms ? KillCause::kIdle : KillCause::kNone;
}

bool has_run_times() {
  std::ifstream children("/proc/thread-self/children");
  return children.good() && read_times("self").has_value();
}

const RunTimes& RunClock::look() {
  if (child_pid_ < 0) child_pid_ = only_child_of(zygote_pid_);
  if (child_pid_ < 0) return times_;
  if (const auto times = read_times(std::to_string(child_pid_))) times_ = *times;
  return times_;
}

}  // namespace papert::sandbox

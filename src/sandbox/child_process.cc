// The clock is the host's: it sleeps on the control socket until a limit may be spent and then
// sends a signal, which interrupts wait4 here. The zygote owns no timer and makes no call that
// sleeps except wait4 and read on the control socket, so the filter the child inherits contains no
// way to sleep either. A signal that comes just before wait4 is lost; the host repeats it.
//
// When the CPU budget is spent the child gets a signal on which it reports where it is and what it
// has drawn, and ends; it has no way to ignore the signal, but may be in no state to do so. Then it
// is killed a little later.
//
// The CPU clock of another process is a clock number computed from its pid, so no /proc is needed.
// The kill goes through a pidfd, which cannot name a stranger.

#include "sandbox/child_process.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>

#include "sandbox/raw_call.h"
#include "sandbox/system_call_filter.h"

namespace papert::sandbox {
namespace {

static_assert(kNudgeSignal == SIGUSR1 && kSpentSignal == SIGXCPU);

constexpr std::uint64_t kLastWordsUs = 200'000;  // of CPU time

void on_nudge(int) {}

std::uint64_t microseconds(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000U +
         static_cast<std::uint64_t>(time.tv_nsec) / 1000U;
}

std::uint64_t microseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000U +
         static_cast<std::uint64_t>(time.tv_usec);
}

std::uint64_t read_clock(clockid_t clock) {
  timespec time{};
  return ::clock_gettime(clock, &time) == 0 ? microseconds(time) : 0;
}

// What clock_getcpuclockid computes; that function also makes a call to check the pid.
clockid_t cpu_clock_of(int pid) {
  return static_cast<clockid_t>((~static_cast<unsigned>(pid) << 3U) | 2U);
}

void send(const Child& child, int signal) {
  ::syscall(SYS_pidfd_send_signal, child.pidfd, signal, nullptr, 0);
}

}  // namespace

bool prepare_supervision() {
  struct sigaction action{};
  action.sa_handler = on_nudge;  // no SA_RESTART: interrupting is the point
  return ::sigaction(kNudgeSignal, &action, nullptr) == 0;
}

Child start_child() {
  Child child;
  const long pid = raw_call(SYS_clone, child_clone_flags(), 0L, &child.pidfd, 0L, 0L);
  child.pid = static_cast<int>(pid);
  return child;
}

Reply supervise(const Child& child, const Limits& limits) {
  Reply reply{};
  reply.started = 1;
  const std::uint64_t begin = read_clock(CLOCK_MONOTONIC);
  rusage usage{};
  for (;;) {
    const long reaped = ::syscall(SYS_wait4, child.pid, &reply.wait_status, 0, &usage);
    if (reaped == child.pid) break;
    if (reaped < 0 && errno != EINTR) {
      reply.started = 0;
      reply.error = errno;
      break;
    }
    const std::uint64_t cpu_us = read_clock(cpu_clock_of(child.pid));
    const std::uint64_t budget_us = std::uint64_t{limits.cpu_ms} * 1000U;
    const std::uint64_t age_us = read_clock(CLOCK_MONOTONIC) - begin;
    const bool too_old = age_us >= std::uint64_t{limits.wall_ms} * 1000U;
    if (reply.cause == KillCause::kNone && cpu_us >= budget_us) {
      reply.cause = KillCause::kCpu;
      send(child, kSpentSignal);
    } else if (reply.cause == KillCause::kNone && too_old) {
      reply.cause = KillCause::kWall;
      send(child, SIGKILL);
    } else if (reply.cause == KillCause::kCpu && (too_old || cpu_us >= budget_us + kLastWordsUs)) {
      send(child, SIGKILL);
    }
  }
  reply.cpu_us = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  ::syscall(SYS_close, child.pidfd);
  return reply;
}

}  // namespace papert::sandbox

// The clock is the host's: it sleeps on the control socket until a limit may be spent and then
// sends a signal, which interrupts wait4 here. The zygote owns no timer and makes no call that
// sleeps except wait4 and read on the control socket, so the filter the child inherits contains no
// way to sleep either. A signal that comes just before wait4 does not interrupt it; the host
// repeats it.
//
// The zygote looks at one clock, the child's CPU time. Whether a child that has used little of it
// was starved is for the host to find out (run_clock.h): it can read what the kernel counted.
// A child that is stopped is ended at once: nothing in the jail stops one by accident.
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

static_assert(kNudgeSignal == SIGUSR1 && kEndSignal == SIGUSR2 && kSpentSignal == SIGXCPU);

constexpr std::uint64_t kLastWordsUs = 200'000;  // of CPU time

volatile std::sig_atomic_t end_wanted = 0;

void on_nudge(int) {}
void on_end(int) { end_wanted = 1; }

bool interrupt_on(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;  // no SA_RESTART: interrupting is the point
  return ::sigaction(signal, &action, nullptr) == 0;
}

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

void kill_for(KillCause cause, const Child& child, Reply& reply) {
  if (reply.cause == KillCause::kNone) reply.cause = cause;
  send(child, SIGKILL);
}

void look_at_clock(const Child& child, const Limits& limits, Reply& reply) {
  const std::uint64_t cpu_us = read_clock(cpu_clock_of(child.pid));
  const std::uint64_t budget_us = std::uint64_t{limits.cpu_ms} * 1000U;
  if (cpu_us < budget_us) return;
  if (reply.cause == KillCause::kNone) {
    reply.cause = KillCause::kCpu;
    send(child, kSpentSignal);
  } else if (cpu_us >= budget_us + kLastWordsUs) {
    send(child, SIGKILL);
  }
}

}  // namespace

bool prepare_supervision() {
  return interrupt_on(kNudgeSignal, on_nudge) && interrupt_on(kEndSignal, on_end);
}

Child start_child() {
  end_wanted = 0;
  Child child;
  const long pid = raw_call(SYS_clone, child_clone_flags(), 0L, &child.pidfd, 0L, 0L);
  child.pid = static_cast<int>(pid);
  return child;
}

Reply supervise(const Child& child, const Limits& limits) {
  Reply reply{};
  reply.started = 1;
  rusage usage{};
  for (;;) {
    const long changed = ::syscall(SYS_wait4, child.pid, &reply.wait_status, WUNTRACED, &usage);
    if (changed == child.pid && !WIFSTOPPED(reply.wait_status)) break;
    if (changed == child.pid) {
      kill_for(KillCause::kStopped, child, reply);
    } else if (errno != EINTR) {
      reply.started = 0;
      reply.error = errno;
      break;
    } else if (end_wanted != 0) {
      kill_for(KillCause::kIdle, child, reply);  // or kStarved, which the host knows
    } else {
      look_at_clock(child, limits, reply);
    }
  }
  reply.cpu_us = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  ::syscall(SYS_close, child.pidfd);
  return reply;
}

}  // namespace papert::sandbox

// Two witnesses. The kernel says how the process ended and how much CPU it used: believed. The
// child says which exception, which line, how many steps, and hands over the record: checked for
// form, and worth no more than the program itself, because a program that forges its report could
// as well have drawn what it claims.

#include "sandbox/exit_verdict.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string_view>

#include "base/text.h"

namespace papert::sandbox {
namespace {

template <std::size_t N>
std::string text_of(const char (&field)[N]) {
  return sanitise_utf8({field, ::strnlen(field, N)});
}

/// One line, whatever was in it.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

// What a child may say about itself.
bool may_be_claimed(std::uint32_t status) {
  return status <= static_cast<std::uint32_t>(Status::kForbidden);
}

void take_report(const SharedArea& area, const Limits& limits, Outcome& outcome) {
  const ChildReport report = area.report();
  if (report.phase != Phase::kFinished || !may_be_claimed(report.status)) {
    outcome.status = Status::kKilled;
    outcome.reason = report.phase == Phase::kRefused
                         ? one_line(text_of(report.reason))
                         : "the program's process ended without a report";
    return;
  }
  outcome.status = static_cast<Status>(report.status);
  if (report.ending <= static_cast<std::uint32_t>(Ending::kOsExit)) {
    outcome.ending = static_cast<Ending>(report.ending);
  }
  outcome.exit_code = report.exit_code;
  outcome.line = std::max(report.line, 0);
  outcome.steps = report.steps;
  outcome.exception_type = one_line(text_of(report.exception_type));
  outcome.reason = one_line(text_of(report.reason));
  const auto printed = area.printed();
  outcome.printed =
      sanitise_utf8({printed.data(), std::min<std::size_t>(report.printed_used, printed.size())});
  const auto record = area.record();
  if (report.record_used > std::min<std::uint64_t>(limits.record_bytes, record.size())) {
    outcome.status = Status::kRecordLimit;
    outcome.reason = "the drawing is larger than its limit";
    return;
  }
  outcome.record_bytes.assign(reinterpret_cast<const char*>(record.data()), report.record_used);
  const auto trace = area.trace();
  if (limits.trace && report.trace_used <= trace.size()) {
    outcome.trace_bytes.assign(reinterpret_cast<const char*>(trace.data()), report.trace_used);
  }
}

void verdict_of_signal(int signal, Outcome& outcome) {
  if (signal == SIGSYS) {
    outcome.status = Status::kForbidden;
    outcome.reason = "killed at a forbidden system call";
    return;
  }
  const char* name = ::sigdescr_np(signal);
  outcome.status = Status::kKilled;
  outcome.reason = "the interpreter crashed: signal " + std::to_string(signal) +
                   (name != nullptr ? std::string(" (") + name + ")" : std::string());
}

void verdict_of_spent_budget(Outcome& outcome) {
  outcome.status = Status::kStepLimit;
  outcome.exception_type.clear();
  outcome.reason = "the CPU budget is spent";
}

void verdict_of_kill(KillCause cause, Outcome& outcome) {
  // Otherwise a program could excuse itself by being slow.
  if (cause == KillCause::kDeadline) {
    outcome.status = Status::kStepLimit;
    outcome.reason = "it still ran when the caller's time was over";
    return;
  }
  if (cause == KillCause::kStarved) {
    outcome.status = Status::kHostSlow;
    outcome.reason = "the host is too busy: the program was ready to run and got no CPU";
    return;
  }
  outcome.status = Status::kKilled;
  outcome.reason = cause == KillCause::kStopped ? "the program's process was stopped"
                                                : "the program's process neither ran nor ended";
}

// The kernel's own limit (resource_limits.h) comes seconds after the supervisor's and is met only
// if that had no CPU itself. It ends a process by these signals. The kernel counts for it in ticks,
// so the time may fall short by a little.
bool spent_by_kernel(int signal, const Reply& reply, const Limits& limits) {
  return (signal == SIGKILL || signal == SIGXCPU) &&
         reply.cpu_us >= std::uint64_t{limits.cpu_ms} * 900U;
}

}  // namespace

Outcome exit_verdict(const Reply& reply, const Limits& limits, const SharedArea& area) {
  Outcome outcome;
  if (reply.started == 0) {
    outcome.reason = std::string("no process for the program: ") + std::strerror(reply.error);
    return outcome;
  }
  outcome.cpu_seconds = static_cast<double>(reply.cpu_us) / 1e6;
  if (!WIFSIGNALED(reply.wait_status)) take_report(area, limits, outcome);
  // A spent budget decides, even if a report was written; but a crash that came before the kill is
  // a crash.
  const int signal = WIFSIGNALED(reply.wait_status) ? WTERMSIG(reply.wait_status) : 0;
  if (reply.cause == KillCause::kCpu || spent_by_kernel(signal, reply, limits)) {
    verdict_of_spent_budget(outcome);
  } else if (signal == SIGKILL && reply.cause != KillCause::kNone) {
    verdict_of_kill(reply.cause, outcome);
  } else if (signal != 0) {
    verdict_of_signal(signal, outcome);
  }
  return outcome;
}

}  // namespace papert::sandbox

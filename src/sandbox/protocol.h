// What host and zygote say to each other. Both are built together from this header, so plain
// structs are enough; the zygote is trusted, the program's process (its child) is not.
//
//   host -> zygote   Setup header + module names, once       (control socket, one packet each)
//   zygote -> host   Ready text (see lockdown.h), once
//   host -> zygote   Request, per program; the source lies in the shared area
//   zygote -> host   Reply, after the child has been reaped
//
// The shared area is the only thing the child can write. It is read only after the child is dead:
//
//   | ChildReport, one page | source up to 28 KB | record ... | trace | printed | longer source |
//
// What a small program touches lies together: the kernel maps sixteen neighbouring pages at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sandbox/limits.h"

namespace papert::sandbox {

inline constexpr int kControlFd = 3;
inline constexpr int kSharedFd = 4;
inline constexpr int kFirstStrayFd = 5;

struct Setup {
  std::uint64_t shared_bytes;
  std::uint64_t namespace_flags;  // those the zygote was started in
  std::uint32_t fixed_addresses;  // address randomisation was switched off
  std::uint32_t module_bytes;     // names follow, separated by '\n'
};

struct Request {
  Limits limits;
  std::uint64_t source_bytes;
  std::uint32_t probe;  // 1: check the lock-down and end, without a program
  std::uint32_t reserved;
};

/// Why the child was ended, if it was. The zygote keeps the CPU budget and ends a child that is
/// stopped; the host keeps the other clocks and asks for the end (kEndSignal).
enum class KillCause : std::uint32_t { kNone, kCpu, kStopped, kIdle, kStarved, kDeadline };

struct Reply {
  std::uint32_t started;  // 0: no child could be made; error holds errno
  std::int32_t error;
  std::int32_t wait_status;  // as wait4 gave it
  KillCause cause;
  std::uint64_t cpu_us;  // as wait4 gave it
};

/// How far the child came. Zero, the cleared state, is "nothing reported".
enum class Phase : std::uint32_t { kNothing, kRefused, kFinished };

/// Written by the child, so every field may hold anything.
struct ChildReport {
  Phase phase;
  std::uint32_t status;  // Status
  std::uint32_t ending;  // Ending
  std::int32_t exit_code;
  std::int32_t line;
  std::uint32_t printed_used;
  std::uint64_t record_used;
  std::uint64_t trace_used;
  std::uint64_t steps;
  char exception_type[128];  // ends at the first zero byte or at the end
  char reason[2048];
};

inline constexpr std::size_t kReportBytes = 4096;
inline constexpr std::size_t kShortSourceBytes = 28U << 10U;
inline constexpr std::size_t kShortSourceOffset = kReportBytes;
inline constexpr std::size_t kRecordOffset = kShortSourceOffset + kShortSourceBytes;
/// What comes behind the record.
inline constexpr std::size_t kTailBytes = kTraceBytes + kPrintedBytes + kMaxSourceBytes;
static_assert(sizeof(ChildReport) <= kReportBytes);

inline constexpr int kNudgeSignal = 10;  // SIGUSR1: "look at the child's CPU clock"
inline constexpr int kEndSignal = 12;    // SIGUSR2: "end the child"
inline constexpr int kSpentSignal = 24;  // SIGXCPU: "your CPU budget is spent; report and end"

}  // namespace papert::sandbox

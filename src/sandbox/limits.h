// What one program may use. Every limit of the sandbox is here; how many items and vertices a
// drawing may have is for the drawing module to say (RecordLimits, scene/wire.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace papert::sandbox {

/// The limits of one run. Steps decide the verdict of a program written in Python; the CPU budget
/// decides for work that steps cannot see (one call that loops in C). A program that waits for a
/// CPU is waited for: however busy the host is, what counts is the time it ran. The last two limits
/// are backstops: `idle_ms` for a process that does neither, which no program should be able to
/// bring about, and `starved_ms` for a host that gives it no CPU, the one end that excuses it.
///
/// With `steps` 0 lines are not counted: the program runs about twice as fast, but its verdict
/// depends on the machine and its clock stands still. For measurements.
struct Limits {
  std::uint64_t steps = 20'000'000;            // line events; one more is step_limit; see below
  std::uint64_t memory_bytes = 256ULL << 20U;  // address space beyond the idle interpreter's
  std::uint64_t record_bytes = 16ULL << 20U;   // the serialised drawing; at most the jail's area
  std::uint64_t output_bytes = 1ULL << 20U;    // everything printed; one more is output_limit
  std::uint32_t cpu_ms = 10'000;               // the program's own CPU time
  std::uint32_t idle_ms = 60'000;              // neither running nor waiting for a CPU: killed
  std::uint32_t starved_ms = 600'000;          // waiting for a CPU: host_slow
  bool trace = false;                          // note how the drawing came about; no limit changes
};

inline constexpr std::size_t kMaxSourceBytes = 1U << 20U;  // a longer program is a syntax error
inline constexpr std::size_t kPrintedBytes = 64U << 10U;   // how much of the output is kept
inline constexpr std::size_t kTraceBytes = 24U << 20U;     // room for a trace

}  // namespace papert::sandbox

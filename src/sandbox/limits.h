// What one program may use. Every limit of the sandbox is here; how many items and vertices a
// drawing may have is for the drawing module to say (RecordLimits, scene/wire.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace papert::sandbox {

/// The limits of one run. Steps decide the verdict of a program written in Python; the CPU budget
/// decides for work that steps cannot see (one call that loops in C); the wall limit is only a
/// backstop against a host that gives the program no CPU at all.
///
/// With `steps` 0 lines are not counted: the program runs about twice as fast, but its verdict
/// depends on the machine and its clock stands still. For measurements.
struct Limits {
  std::uint64_t steps = 20'000'000;            // line events; one more is step_limit; see below
  std::uint64_t memory_bytes = 256ULL << 20U;  // address space beyond the idle interpreter's
  std::uint64_t record_bytes = 16ULL << 20U;   // the serialised drawing; at most the jail's area
  std::uint64_t output_bytes = 1ULL << 20U;    // everything printed; one more is output_limit
  std::uint32_t cpu_ms = 10'000;               // the program's own CPU time
  std::uint32_t wall_ms = 60'000;              // should be several times cpu_ms
};

inline constexpr std::size_t kMaxSourceBytes = 1U << 20U;  // a longer program is a syntax error
inline constexpr std::size_t kPrintedBytes = 64U << 10U;   // how much of the output is kept

}  // namespace papert::sandbox

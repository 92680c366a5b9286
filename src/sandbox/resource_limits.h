// setrlimit, for the program's process.
#pragma once

#include <cstdint>

#include "sandbox/limits.h"

namespace papert::sandbox {

/// In the zygote before the filter: the size of the interpreter's own address space in bytes, to
/// which a program's allowance is added.
std::uint64_t address_space_in_use();

/// In the zygote: a fixed stack, so that deep recursion ends at the same depth on every host, and
/// no core files.
bool limit_zygote();

/// In the program's process: memory, CPU (a coarse second line behind the supervisor), no files, no
/// processes. Hard limits; makes only setrlimit calls. False if one was refused.
bool limit_program(const Limits& limits, std::uint64_t base_address_space);

/// In the program's process, at its end: opens the last few megabytes kept back from the program,
/// so that a report can be written where the program had used up its memory.
void open_memory_reserve(const Limits& limits, std::uint64_t base_address_space);

}  // namespace papert::sandbox

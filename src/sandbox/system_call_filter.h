// The seccomp allow-list, the wall that always stands.
#pragma once

#include <cstdint>

#include "sandbox/lockdown.h"

namespace papert::sandbox {

/// The exact clone flags of the one kind of process the zygote makes.
std::uint64_t child_clone_flags();

/// Installed once in the zygote, inherited by every child at no cost. Needs no_new_privs.
Mechanism install_system_call_filter();

}  // namespace papert::sandbox

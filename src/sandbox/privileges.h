// Who the process is to the kernel: an ordinary user without capabilities, for good.
#pragma once

#include <cstdint>
#include <vector>

#include "sandbox/lockdown.h"

namespace papert::sandbox {

/// Becomes an ordinary user if it is root, gives up all capabilities and the ways to regain them.
std::vector<Mechanism> drop_privileges(std::uint64_t namespace_flags);

}  // namespace papert::sandbox

// A root folder with nothing in it.
#pragma once

#include <cstdint>

#include "sandbox/lockdown.h"

namespace papert::sandbox {

/// Replaces this process's root by an empty, read-only file system if it has a mount namespace of
/// its own.
Mechanism enter_empty_root(std::uint64_t namespace_flags);

}  // namespace papert::sandbox

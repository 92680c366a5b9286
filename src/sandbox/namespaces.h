// Kernel namespaces: the zygote as process 1 of a world without other processes, network or mounts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/lockdown.h"

namespace papert::sandbox {

/// Sets of CLONE_NEW* flags to start the zygote with, best first; the last is 0. Which one works is
/// found by trying.
std::vector<std::uint64_t> namespace_choices();

/// What a new user namespace needs written, prepared before the clone because the new process may
/// only make plain system calls.
struct IdentityMaps {
  std::string uid_map;
  std::string gid_map;
};
IdentityMaps identity_maps();

/// In the new process, before exec: maps the caller's own user to 0 of the new user namespace, so
/// that its capabilities survive exec. Async-signal-safe. False if the kernel refuses.
bool write_identity_maps(const IdentityMaps& maps);

/// What the flags the zygote was started with amount to.
std::vector<Mechanism> namespace_mechanisms(std::uint64_t flags);

}  // namespace papert::sandbox

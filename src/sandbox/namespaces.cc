// An ordinary user gets the other namespaces only inside a user namespace of their own, where the
// kernel offers that. Root takes them directly: inside a new user namespace the process would still
// be the host's root to the kernel's process count limit, which exempts root; without one it can
// become an ordinary user later.
//
// Containers usually refuse both. Then nothing here is active and the filter, the resource limits
// and the absence of descriptors hold the jail alone.

#include "sandbox/namespaces.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

namespace papert::sandbox {
namespace {

constexpr std::uint64_t kWorld =
    CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS;

bool write_text(const char* path, const char* text, std::size_t size) {
  const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = ::write(fd, text, size) == static_cast<ssize_t>(size);
  ::close(fd);
  return written;
}

}  // namespace

std::vector<std::uint64_t> namespace_choices() {
  if (::geteuid() == 0) return {kWorld, 0};
  return {kWorld | CLONE_NEWUSER, 0};
}

IdentityMaps identity_maps() {
  return {"0 " + std::to_string(::geteuid()) + " 1\n", "0 " + std::to_string(::getegid()) + " 1\n"};
}

bool write_identity_maps(const IdentityMaps& maps) {
  return write_text("/proc/self/setgroups", "deny", 4) &&
         write_text("/proc/self/uid_map", maps.uid_map.data(), maps.uid_map.size()) &&
         write_text("/proc/self/gid_map", maps.gid_map.data(), maps.gid_map.size());
}

std::vector<Mechanism> namespace_mechanisms(std::uint64_t flags) {
  struct Row {
    std::uint64_t flag;
    const char* name;
    const char* does;
    const char* cost;
  };
  static constexpr Row kRows[] = {
      {CLONE_NEWPID, "process namespace", "no other process can be named",
       "processes of the same user have names in the jail; only the filter refuses signals"},
      {CLONE_NEWNET, "network namespace", "no network interface exists",
       "the network exists; only the filter refuses sockets"},
      {CLONE_NEWNS, "mount namespace", "mounts are private",
       "the host's mounts are visible; see empty root"},
      {CLONE_NEWIPC, "ipc namespace", "no System V objects of the host",
       "the host's System V objects exist; only the filter refuses them"},
  };
  std::vector<Mechanism> mechanisms;
  for (const Row& row : kRows) {
    const bool active = (flags & row.flag) != 0;
    mechanisms.push_back({row.name, active ? MechanismState::kActive : MechanismState::kMissing,
                          active ? row.does : row.cost});
  }
  return mechanisms;
}

}  // namespace papert::sandbox

// A tmpfs is mounted over some folder that exists everywhere, becomes the root (pivot_root onto
// itself: the old root ends up stacked on top and is then detached) and is made read-only. Unlike
// chroot, nothing of the old tree stays reachable.

#include "sandbox/empty_root.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace papert::sandbox {
namespace {

bool pivot_to_empty() {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  constexpr unsigned long kFlags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (::mount("none", "/tmp", "tmpfs", kFlags, "size=4k,mode=555") != 0) return false;
  if (::chdir("/tmp") != 0) return false;
  if (::syscall(SYS_pivot_root, ".", ".") != 0) return false;
  if (::umount2(".", MNT_DETACH) != 0) return false;
  if (::chdir("/") != 0) return false;
  return ::mount(nullptr, "/", nullptr, kFlags | MS_REMOUNT | MS_RDONLY, nullptr) == 0;
}

}  // namespace

Mechanism enter_empty_root(std::uint64_t namespace_flags) {
  const char* name = "empty root";
  std::string why = "no mount namespace";
  if ((namespace_flags & CLONE_NEWNS) != 0) {
    if (pivot_to_empty()) return {name, MechanismState::kActive, "no file of the host has a name"};
    why = std::strerror(errno);
  }
  return {name, MechanismState::kMissing,
          why +
              "; files have names in the jail, only the filter and the limit of no descriptors "
              "refuse them"};
}

}  // namespace papert::sandbox

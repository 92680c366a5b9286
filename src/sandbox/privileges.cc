// The process count limit, which keeps programs from multiplying, does not bind root or holders
// of certain capabilities. So being an ordinary user is required, not a refinement.
//
// "User 0" inside our own user namespace is an ordinary user to the kernel (the mapping names the
// user that started us) and needs no change.

#include "sandbox/privileges.h"

#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace papert::sandbox {
namespace {

constexpr uid_t kNobody = 65534;

Mechanism drop_user(std::uint64_t namespace_flags) {
  const char* name = "ordinary user";
  const bool own_user_namespace = (namespace_flags & CLONE_NEWUSER) != 0;
  if (!own_user_namespace && ::geteuid() == 0) {
    // Failing to empty the group list is harmless after the rest succeeded: no file can be opened.
    static_cast<void>(::setgroups(0, nullptr));
    if (::setresgid(kNobody, kNobody, kNobody) != 0 ||
        ::setresuid(kNobody, kNobody, kNobody) != 0) {
      return {name, MechanismState::kRequiredMissing,
              std::string("cannot leave root (") + std::strerror(errno) +
                  "): start as an ordinary user, or allow setuid to user 65534 (a user namespace "
                  "made by `unshare -r` has no user but root)"};
    }
  }
  return {name, MechanismState::kActive, "limits bind, nothing of the system may be written"};
}

// What a process could ever regain by exec. Emptying it needs a capability, so it comes before the
// user changes; an ordinary user cannot, but has no capabilities, and no_new_privs keeps exec from
// giving any.
void drop_bounding_set() {
  for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
    static_cast<void>(::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0));
  }
}

bool clear_capabilities() {
  static_cast<void>(::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0));
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> data{};
  if (::syscall(SYS_capset, &header, data.data()) != 0) return false;
  if (::syscall(SYS_capget, &header, data.data()) != 0) return false;
  return data[0].permitted == 0 && data[1].permitted == 0 && data[0].effective == 0 &&
         data[1].effective == 0;
}

Mechanism drop_capabilities() {
  if (clear_capabilities()) return {"no capabilities", MechanismState::kActive, "all dropped"};
  return {"no capabilities", MechanismState::kRequiredMissing,
          std::string("cannot drop capabilities: ") + std::strerror(errno)};
}

Mechanism forbid_new_privileges() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
      ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) {
    return {"no new privileges", MechanismState::kActive, "exec can never raise privileges"};
  }
  return {"no new privileges", MechanismState::kRequiredMissing,
          std::string("prctl(PR_SET_NO_NEW_PRIVS): ") + std::strerror(errno)};
}

Mechanism forbid_inspection() {
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) {
    return {"not inspectable", MechanismState::kActive,
            "other processes of the user cannot attach"};
  }
  return {"not inspectable", MechanismState::kMissing,
          "other processes of the user may attach to the jail with a debugger"};
}

}  // namespace

std::vector<Mechanism> drop_privileges(std::uint64_t namespace_flags) {
  static_cast<void>(::prctl(PR_SET_KEEPCAPS, 0, 0, 0, 0));
  drop_bounding_set();
  std::vector<Mechanism> mechanisms;
  mechanisms.push_back(drop_user(namespace_flags));
  mechanisms.push_back(drop_capabilities());
  mechanisms.push_back(forbid_new_privileges());
  mechanisms.push_back(forbid_inspection());
  return mechanisms;
}

}  // namespace papert::sandbox

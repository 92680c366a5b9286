// The new process is made with clone itself, because neither fork nor posix_spawn can put it into a
// process namespace as process 1, and it must be process 1: when that dies the kernel ends every
// other process of the namespace. The host may have many threads, so between clone and exec only
// plain system calls are made and everything that needs memory is prepared before.
//
// Address randomisation is switched off for the zygote: iteration over a set of objects follows
// their addresses, and the same program should draw the same picture every time. What randomisation
// protects against, a program that takes over its own process, is what the jail is for.
//
// The C library takes its settings from the environment only; those here make its heap grow on huge
// pages (apps/zygote/heap.cc) and keep it from sharing a page with the kernel that every new
// process would have to copy first. A library that does not know them ignores them.

#include "sandbox/spawn.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "sandbox/namespaces.h"
#include "sandbox/protocol.h"

namespace papert::sandbox {
namespace {

struct Plan {
  const char* path;
  int control_fd;
  int shared_fd;
  std::uint64_t namespace_flags;
  IdentityMaps maps;
};

constexpr int kCannotExecute = 127;

// Descriptors are first moved out of the way of each other's final numbers.
bool place_descriptors(const Plan& plan) {
  const int control = ::fcntl(plan.control_fd, F_DUPFD_CLOEXEC, 64);
  const int shared = ::fcntl(plan.shared_fd, F_DUPFD_CLOEXEC, 64);
  const int null = ::open("/dev/null", O_RDWR);
  if (control < 0 || shared < 0 || null < 0) return false;
  for (const int fd : {0, 1, 2}) {
    if (null != fd && ::dup2(null, fd) != fd) return false;
  }
  return ::dup2(control, kControlFd) == kControlFd && ::dup2(shared, kSharedFd) == kSharedFd;
}

[[noreturn]] void become_zygote(const Plan& plan) {
  if ((plan.namespace_flags & CLONE_NEWUSER) != 0) {
    // Without the maps the empty root will be missing; the zygote finds and reports that.
    static_cast<void>(write_identity_maps(plan.maps));
  }
  // Keys pressed at a terminal (interrupt, suspend) are for the host: a program they stopped or
  // killed would be judged by it.
  ::setsid();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int number = 1; number < 32; ++number) ::signal(number, SIG_DFL);
  const int current = ::personality(0xffffffff);
  if (current >= 0) ::personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE);
  if (place_descriptors(plan)) {
    const char* arguments[] = {"papert-zygote", nullptr};
    const char* environment[] = {
        "TZ=UTC", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.pthread.rseq=0", nullptr};
    ::execve(plan.path, const_cast<char**>(arguments), const_cast<char**>(environment));
  }
  ::_exit(kCannotExecute);
}

bool can_fix_addresses() {
  const int before = ::personality(0xffffffff);
  if (before < 0) return false;
  const bool possible = ::personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) >= 0;
  if (possible) ::personality(static_cast<unsigned long>(before));
  return possible;
}

}  // namespace

Result<ZygoteProcess> ZygoteProcess::spawn(const SpawnOptions& options) {
  const std::string& path = options.path;
  if (::access(path.c_str(), X_OK) != 0) {
    return fail(ErrorCode::kNotFound,
                std::string("the jailed interpreter cannot be executed: ") + std::strerror(errno),
                path);
  }
  Plan plan{path.c_str(), options.control_fd, options.shared_fd, 0, identity_maps()};
  ZygoteProcess process;
  process.fixed_addresses_ = can_fix_addresses();
  for (const std::uint64_t flags : namespace_choices()) {
    if (flags != 0 && !options.use_namespaces) continue;
    plan.namespace_flags = flags;
    int pidfd = -1;
    const long pid = ::syscall(SYS_clone, flags | CLONE_PIDFD | SIGCHLD, 0L, &pidfd, 0L, 0L);
    if (pid == 0) become_zygote(plan);
    if (pid < 0) continue;
    process.pid_ = static_cast<int>(pid);
    process.pidfd_ = FileDescriptor(pidfd);
    process.namespace_flags_ = flags;
    return process;
  }
  return fail(ErrorCode::kIo, std::string("cannot start a process: ") + std::strerror(errno), path);
}

ZygoteProcess::ZygoteProcess(ZygoteProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::move(other.pidfd_)),
      namespace_flags_(other.namespace_flags_),
      fixed_addresses_(other.fixed_addresses_) {}

ZygoteProcess& ZygoteProcess::operator=(ZygoteProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(pidfd_, other.pidfd_);
  std::swap(namespace_flags_, other.namespace_flags_);
  std::swap(fixed_addresses_, other.fixed_addresses_);
  return *this;
}

ZygoteProcess::~ZygoteProcess() { kill(); }

void ZygoteProcess::nudge() const {
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), kNudgeSignal, nullptr, 0);
}

void ZygoteProcess::end_child() const {
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), kEndSignal, nullptr, 0);
}

int ZygoteProcess::kill() {
  int status = 0;
  if (pid_ < 0) return status;
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0);
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

}  // namespace papert::sandbox

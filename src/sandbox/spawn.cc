// The new process is made with clone itself, because neither fork nor posix_spawn can put it into a
// process namespace as process 1, and it must be process 1: when that dies the kernel ends every
// other process of the namespace. Until it executes the zygote it runs in the host's own memory, on
// a stack of its own, while the thread that made it waits (CLONE_VM and CLONE_VFORK, as posix_spawn
// does it): nothing is copied, so it starts as fast beside a host of hundreds of gigabytes as
// beside a small one. It makes plain system calls only, everything that needs memory is prepared
// before, and all signals are blocked, so that no handler of the host runs in it.
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
#include <poll.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
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

int become_zygote(void* argument) {
  const Plan& plan = *static_cast<const Plan*>(argument);
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

/// Blocks every signal of this thread, those of the C library included, which its own functions
/// leave out.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    const std::uint64_t all = ~std::uint64_t{0};
    ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before_, sizeof all);
  }
  ~AllSignalsBlocked() {
    ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before_, nullptr, sizeof before_);
  }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  std::uint64_t before_ = 0;
};

/// The process's number, or -1; `pidfd` becomes its descriptor.
int start_process(Plan& plan, int& pidfd) {
  alignas(16) std::array<std::byte, 64U << 10U> stack;
  const AllSignalsBlocked blocked;
  const auto flags =
      static_cast<int>(plan.namespace_flags | CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD);
  return ::clone(become_zygote, stack.data() + stack.size(), flags, &plan, &pidfd, nullptr,
                 nullptr);
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
    const int pid = start_process(plan, pidfd);
    if (pid < 0) continue;
    process.pid_ = pid;
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

ZygoteProcess::~ZygoteProcess() {
  if (pid_ >= 0) kill();
}

void ZygoteProcess::nudge() const {
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), kNudgeSignal, nullptr, 0);
}

void ZygoteProcess::end_child() const {
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), kEndSignal, nullptr, 0);
}

bool ZygoteProcess::has_ended() const {
  pollfd entry{pidfd_.get(), POLLIN, 0};
  return ::poll(&entry, 1, 0) > 0;
}

std::string ZygoteProcess::kill() {
  if (pid_ < 0) return "ended before";
  ::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0);
  pollfd entry{pidfd_.get(), POLLIN, 0};
  while (::poll(&entry, 1, -1) < 0 && errno == EINTR) {
  }
  siginfo_t end{};
  int waited = 0;
  do {
    waited = ::waitid(P_PIDFD, static_cast<id_t>(pidfd_.get()), &end, WEXITED);
  } while (waited < 0 && errno == EINTR);
  pid_ = -1;  // the descriptor stays until the object goes
  if (waited != 0) return "another part of this process took note of its end";
  return (end.si_code == CLD_EXITED ? "exit code " : "signal ") + std::to_string(end.si_status);
}

void ZygoteProcess::forget() noexcept {
  pid_ = -1;
  pidfd_.reset();
}

}  // namespace papert::sandbox

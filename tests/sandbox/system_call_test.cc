// The wall with native code assumed behind it: raw system calls from the program's process.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"

namespace papert::sandbox {
namespace {

class RawCalls : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    auto started = Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE, .use_namespaces = GetParam()});
    ASSERT_TRUE(started) << started.error().to_string();
    jail_.emplace(std::move(*started));
  }

  Outcome call(const std::string& expression) {
    Limits limits;
    limits.cpu_ms = 2000;
    return jail_->run("import turtle\nraw = turtle.raw\nprint(" + expression + ")", limits);
  }

  std::string result(long number, const std::string& arguments = "0, 0, 0, 0, 0, 0") {
    const Outcome outcome = call("raw(" + std::to_string(number) + ", " + arguments + ")");
    return outcome.status == Status::kOk ? outcome.printed
                                         : std::string(status_name(outcome.status));
  }

  std::optional<Jail> jail_;
};

std::string refused(int error) { return std::to_string(-error) + "\n"; }

TEST_P(RawCalls, AreRefused) {
  const std::vector<long> calls = {SYS_openat,
                                   SYS_openat2,
                                   SYS_socket,
                                   SYS_connect,
                                   SYS_bind,
                                   SYS_sendto,
                                   SYS_sendmsg,
                                   SYS_execve,
                                   SYS_execveat,
                                   SYS_kill,
                                   SYS_tgkill,
                                   SYS_clone3,
                                   SYS_unshare,
                                   SYS_setns,
                                   SYS_mount,
                                   SYS_pivot_root,
                                   SYS_chroot,
                                   SYS_setresuid,
                                   SYS_setgroups,
                                   SYS_capset,
                                   SYS_prlimit64,
                                   SYS_ioctl,
                                   SYS_dup,
                                   SYS_pipe2,
                                   SYS_memfd_create,
                                   SYS_pidfd_open,
                                   SYS_pidfd_getfd,
                                   SYS_mprotect,
                                   SYS_seccomp,
                                   SYS_keyctl,
                                   SYS_ppoll,
                                   SYS_futex,
                                   SYS_nanosleep,
                                   SYS_clock_nanosleep,
                                   SYS_timer_create,
                                   SYS_rt_sigaction,
                                   SYS_sched_setaffinity,
                                   SYS_getrandom,
                                   SYS_shmget,
                                   SYS_inotify_init1,
                                   SYS_epoll_create1,
                                   SYS_quotactl,
                                   SYS_reboot,
                                   SYS_init_module,
                                   SYS_getdents64,
                                   SYS_uname};
  for (const long number : calls) {
    EXPECT_EQ(result(number), refused(EPERM)) << "call " << number;
  }
}

TEST_P(RawCalls, AllowedOnesAreVoid) {
  EXPECT_EQ(result(SYS_read, "3, 0, 0"), refused(EBADF));
  EXPECT_EQ(result(SYS_write, "3, 0, 0"), refused(EBADF));
  EXPECT_EQ(result(SYS_read, "0, 0, 0"), refused(EPERM));
  EXPECT_EQ(result(SYS_wait4, "-1, 0, 0, 0"), refused(ECHILD));
  EXPECT_EQ(result(SYS_pidfd_send_signal, "0, 9, 0, 0"), refused(EBADF));
  EXPECT_EQ(result(SYS_pidfd_send_signal, "0, 24, 0, 0"), refused(EBADF));
  EXPECT_EQ(result(SYS_pidfd_send_signal, "0x7fffffff, 9, 0, 0"), refused(EBADF));
  // The zygote's own clone flags (CLONE_PIDFD | SIGCHLD), and a thread's.
  EXPECT_EQ(result(SYS_clone, "0x1011, 0, 0, 0, 0"), refused(EAGAIN));
  EXPECT_EQ(result(SYS_clone, "17, 0, 0, 0, 0"), refused(EPERM));
  EXPECT_EQ(result(SYS_clone, "0x3d0f00, 0, 0, 0, 0"), refused(EPERM));
  EXPECT_EQ(result(SYS_clone, "0x100001011, 0, 0, 0, 0"), refused(EPERM));
  // Executable memory, and memory from a descriptor.
  EXPECT_EQ(result(SYS_mmap, "0, 4096, 7, 0x22, -1, 0"), refused(EPERM));
  EXPECT_EQ(result(SYS_mmap, "0, 4096, 3, 2, 4, 0"), refused(EPERM));
  // Advice other than on huge pages.
  EXPECT_EQ(result(SYS_madvise, "0, 4096, 4"), refused(EPERM));
  EXPECT_EQ(result(SYS_madvise, "0, 4096, 14"), refused(ENOMEM));
  EXPECT_EQ(result(SYS_prctl, "22, 0, 0, 0, 0"), refused(EPERM));
}

// Newer kernels let a process name itself by a negative descriptor (PIDFD_SELF). The kernel reads
// the low half of the argument only, so that half decides.
TEST_P(RawCalls, AProcessCannotSignalItself) {
  for (const char* self : {"-10000", "-20000", "-1", "0xffffd8f0", "0x1ffffd8f0", "0x80000000"}) {
    for (const int signal : {0, SIGKILL, SIGUSR1, SIGCONT, SIGSTOP, SIGTSTP, SIGXCPU}) {
      const std::string arguments = std::string(self) + ", " + std::to_string(signal) + ", 0, 0";
      EXPECT_EQ(result(SYS_pidfd_send_signal, arguments), refused(EPERM)) << arguments;
    }
  }
  for (const char* other :
       {"5, 19, 0, 0", "5, 0, 0, 0", "5, 25, 0, 0", "5, 9, 1, 0", "5, 9, 0, 4"}) {
    EXPECT_EQ(result(SYS_pidfd_send_signal, other), refused(EPERM)) << other;
  }
}

TEST_P(RawCalls, SomeKill) {
  for (const long number : {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_bpf,
                            SYS_userfaultfd, SYS_perf_event_open, SYS_io_uring_setup}) {
    EXPECT_EQ(result(number), "forbidden") << "call " << number;
  }
#if defined(__x86_64__)
  EXPECT_EQ(result(0x40000000 + SYS_write), "forbidden");
  EXPECT_EQ(call("turtle.int80(20)").status, Status::kForbidden);
#endif
}

// An early end without a report must not look like success or like our fault.
TEST_P(RawCalls, AnExitWithoutAReportIsAKill) {
  EXPECT_EQ(result(SYS_exit_group, "0"), "killed");
  EXPECT_EQ(result(SYS_exit_group, "1"), "killed");
  EXPECT_EQ(call("1").status, Status::kOk);
}

INSTANTIATE_TEST_SUITE_P(Namespaces, RawCalls, testing::Bool());

}  // namespace
}  // namespace papert::sandbox

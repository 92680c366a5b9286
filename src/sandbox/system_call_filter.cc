// A BPF program over (architecture, call number, arguments), written by hand: the list is short and
// fixed, and the kernel's own format needs no library. libseccomp 2.5.4 makes a filter of the same
// decisions from the same list: 104 instructions, of which a read runs 27 (17 of 110 with its
// binary tree); here they are 185, of which a read runs 17. So it would make programs neither safer
// nor faster, and the sixty lines of assembler below are less than another library in the process
// that runs hostile code.
//
// One filter serves zygote and child, because loading another per child costs more than running a
// small program. So it allows what the zygote needs; for the child most of that is void: read and
// write name a descriptor the child has closed, wait4 finds no children, clone meets the process
// limit of zero, setrlimit can only lower. Signals go through a process descriptor, which the child
// has not; the negative numbers by which newer kernels let a process name itself without one
// (PIDFD_SELF) are refused, and so is every signal but the two that end a process, because a
// process that stops itself is one that sleeps. None of the calls can block in the child.
//
// Refused calls give EPERM, which Python turns into PermissionError; calls nobody makes by accident
// (ptrace and its kin, another architecture's entry such as int 0x80, the x32 numbers) kill.
//
// What it does not stop: reading the clock through the vDSO, which makes no system call.

#include "sandbox/system_call_filter.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace papert::sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the sandbox knows x86-64 and 64-bit ARM"
#endif

constexpr std::uint32_t kX32Bit = 0x40000000;

class FilterProgram {
 public:
  FilterProgram() {
    load(offsetof(seccomp_data, arch));
    emit(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
    ret(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    emit(BPF_JMP | BPF_JGE | BPF_K, kX32Bit, 0, 1);
    ret(SECCOMP_RET_KILL_PROCESS);
  }

  void allow(long number) { on(number, {}, SECCOMP_RET_ALLOW); }
  void kill(long number) { on(number, {}, SECCOMP_RET_KILL_PROCESS); }

  /// Holds if argument `index` under `mask` equals `value`, or `other` where there is one; the
  /// 32-bit halves are compared one by one.
  struct Condition {
    int index;
    std::uint64_t mask;
    std::uint64_t value;
    std::uint64_t other = value;
  };
  void allow_if(long number, const std::vector<Condition>& conditions) {
    on(number, conditions, SECCOMP_RET_ALLOW);
  }

  std::vector<sock_filter> finish() {
    ret(SECCOMP_RET_ERRNO | EPERM);
    return code_;
  }

 private:
  void emit(int code, std::uint32_t k, std::uint8_t yes = 0, std::uint8_t no = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), yes, no, k});
  }
  void load(std::size_t offset) {
    emit(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void ret(std::uint32_t action) { emit(BPF_RET | BPF_K, action); }

  // if (nr == number) {
  //   for each half: if ((argument & mask) is neither value nor other) return EPERM;
  //   return action;
  // }
  void on(long number, const std::vector<Condition>& conditions, std::uint32_t action) {
    const std::size_t body = conditions.size() * 2 * 5 + 1;
    emit(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0,
         static_cast<std::uint8_t>(body));
    for (const Condition& condition : conditions) {
      for (const unsigned half : {0U, 1U}) {
        load(offsetof(seccomp_data, args) +
             sizeof(std::uint64_t) * static_cast<std::size_t>(condition.index) +
             std::size_t{4} * half);
        emit(BPF_ALU | BPF_AND | BPF_K, static_cast<std::uint32_t>(condition.mask >> (32U * half)));
        emit(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(condition.value >> (32U * half)),
             2, 0);
        emit(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(condition.other >> (32U * half)),
             1, 0);
        ret(SECCOMP_RET_ERRNO | EPERM);
      }
    }
    ret(action);
  }

  std::vector<sock_filter> code_;
};

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};
constexpr std::uint64_t kInt = 0xffffffff;
constexpr std::uint64_t kIntSign = 0x80000000;

void allow_memory(FilterProgram& program) {
  program.allow(SYS_brk);
  program.allow(SYS_munmap);
  program.allow_if(SYS_mremap, {{3, MREMAP_FIXED, 0}});
  // The C library asks for huge pages when its heap grows; it is no more than a wish.
  program.allow_if(SYS_madvise, {{2, kInt, MADV_HUGEPAGE}});
  program.allow_if(SYS_mmap, {{2, PROT_EXEC, 0}, {3, MAP_ANONYMOUS, MAP_ANONYMOUS}});
}

void allow_supervision(FilterProgram& program) {
  const FilterProgram::Condition control{0, kInt, kControlFd};
  program.allow_if(SYS_read, {control});
  program.allow_if(SYS_write, {control});
  program.allow_if(SYS_clone, {{0, kAllBits, child_clone_flags()}, {1, kAllBits, 0}});
  program.allow(SYS_wait4);
  program.allow_if(
      SYS_pidfd_send_signal,
      {{0, kIntSign, 0}, {1, kInt, SIGKILL, kSpentSignal}, {2, kAllBits, 0}, {3, kInt, 0}});
  program.allow(SYS_clock_gettime);
  program.allow(SYS_close);
  program.allow(SYS_close_range);
  program.allow(SYS_setrlimit);
  program.allow_if(SYS_prctl, {{0, kInt, PR_SET_PDEATHSIG}});
  program.allow(SYS_rt_sigreturn);
  program.allow(SYS_exit_group);
}

std::vector<sock_filter> build_filter() {
  FilterProgram program;
  allow_memory(program);
  allow_supervision(program);
  for (const long number : {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_bpf,
                            SYS_userfaultfd, SYS_perf_event_open, SYS_io_uring_setup}) {
    program.kill(number);
  }
  return program.finish();
}

}  // namespace

std::uint64_t child_clone_flags() { return CLONE_PIDFD | SIGCHLD; }

Mechanism install_system_call_filter() {
  std::vector<sock_filter> code = build_filter();
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0) {
    return {"system call filter", MechanismState::kActive,
            "no call that opens, connects, signals, executes or waits"};
  }
  return {"system call filter", MechanismState::kRequiredMissing,
          std::string("the kernel refuses seccomp filters: ") + std::strerror(errno)};
}

}  // namespace papert::sandbox

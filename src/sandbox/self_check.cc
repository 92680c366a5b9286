// A mechanism that was set up may still not hold: a kernel without the feature may accept the call,
// or an order of calls may undo an earlier one. What counts is what happens when it is tried, in
// the very process that is about to run the program. Each probe is a refused system call, a few
// hundred nanoseconds.

#include "sandbox/self_check.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>

#include "sandbox/protocol.h"
#include "sandbox/raw_call.h"
#include "sandbox/system_call_filter.h"

namespace papert::sandbox {
namespace {

bool refused(long result, int expected_error) { return result == -expected_error; }

bool cannot_multiply() {
  int pidfd = -1;
  const long child = raw_call(SYS_clone, child_clone_flags(), 0L, &pidfd, 0L, 0L);
  if (child == 0) raw_call(SYS_exit_group, 0);
  return refused(child, EAGAIN);
}

}  // namespace

const char* find_open_door() {
  if (!refused(raw_call(SYS_openat, AT_FDCWD, "/", O_RDONLY, 0), EPERM)) return "open a file";
  if (!refused(raw_call(SYS_socket, AF_INET, SOCK_STREAM, 0), EPERM)) return "open a socket";
  if (!refused(raw_call(SYS_execve, "/", nullptr, nullptr), EPERM)) return "execute a program";
  const char byte = 0;
  for (const int fd : {1, 2, kControlFd, kSharedFd}) {
    if (raw_call(SYS_write, fd, &byte, 0) >= 0) return "write to a descriptor";
  }
  if (!refused(raw_call(SYS_write, kControlFd, &byte, 1), EBADF)) return "write to the host";
  if (!refused(raw_call(SYS_mmap, nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0),
               EPERM)) {
    return "make memory executable";
  }
  const rlimit more{16, 16};
  if (!refused(raw_call(SYS_setrlimit, RLIMIT_NOFILE, &more), EPERM)) return "raise a limit";
  if (!cannot_multiply()) return "start a process";
  return nullptr;
}

}  // namespace papert::sandbox

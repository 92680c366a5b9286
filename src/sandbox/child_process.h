// The zygote's side of one program: make a process, wait for its end, kill it when its time is up.
#pragma once

#include "sandbox/protocol.h"

namespace papert::sandbox {

/// Installs the handlers that let the host interrupt a wait. Before the filter.
bool prepare_supervision();

struct Child {
  int pid = -1;  // 0 in the child itself, negative errno on failure
  int pidfd = -1;
};

/// A copy of this process, nothing shared but the shared area. Unlike fork() it runs no handlers of
/// any library; this process must have a single thread.
Child start_child();

/// Waits until the child is dead and reaped. Whenever the host sends kNudgeSignal, looks at the
/// child's CPU time and ends it if it is spent; at kEndSignal, and if it is stopped, ends it at
/// once.
Reply supervise(const Child& child, const Limits& limits);

}  // namespace papert::sandbox

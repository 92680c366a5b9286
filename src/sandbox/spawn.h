// Starts the zygote program in namespaces of its own.
#pragma once

#include <cstdint>
#include <string>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace papert::sandbox {

struct SpawnOptions {
  std::string path;
  int control_fd = -1;  // becomes kControlFd
  int shared_fd = -1;   // becomes kSharedFd
  bool use_namespaces = true;
};

/// A started program; killed with the object, so that none is ever left behind. Its end is read
/// from its descriptor: whoever else waits for children of this process, or has the kernel reap
/// them, takes nothing from us but the exit code of a program that would not start.
class ZygoteProcess {
 public:
  /// Executes the program with a fixed environment and /dev/null as standard streams.
  static Result<ZygoteProcess> spawn(const SpawnOptions& options);

  ZygoteProcess(ZygoteProcess&& other) noexcept;
  ZygoteProcess& operator=(ZygoteProcess&& other) noexcept;
  ZygoteProcess(const ZygoteProcess&) = delete;
  ZygoteProcess& operator=(const ZygoteProcess&) = delete;
  ~ZygoteProcess();

  [[nodiscard]] int pid() const { return pid_; }
  [[nodiscard]] std::uint64_t namespace_flags() const { return namespace_flags_; }
  [[nodiscard]] bool fixed_addresses() const { return fixed_addresses_; }

  /// Interrupts the zygote's wait (kNudgeSignal).
  void nudge() const;
  /// Interrupts its wait and has it end the program's process (kEndSignal).
  void end_child() const;
  /// It is no more, though nobody here ended it.
  [[nodiscard]] bool has_ended() const;
  /// Ends it, with everything it started, and reaps it. How it ended: "exit code 3", "signal 9".
  std::string kill();
  /// In a child of this process that inherited the object: not ours to end. Plain system calls.
  void forget() noexcept;

 private:
  ZygoteProcess() = default;

  int pid_ = -1;
  FileDescriptor pidfd_;
  std::uint64_t namespace_flags_ = 0;
  bool fixed_addresses_ = false;
};

}  // namespace papert::sandbox

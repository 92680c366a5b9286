// Asking running work to stop.
//
//     SignalCancel signals;                       // in main: Ctrl-C and SIGTERM now set the token
//     run(tasks, signals.token());                // work checks token.cancelled() now and then
#pragma once

#include <signal.h>

#include <atomic>
#include <memory>

namespace papert {

/// A flag that copies share: cancelling one cancels all. Any thread may set or read it.
class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

  [[nodiscard]] bool cancelled() const { return flag_->load(std::memory_order_relaxed); }
  void cancel() const { flag_->store(true, std::memory_order_relaxed); }

 private:
  friend class SignalCancel;
  std::shared_ptr<std::atomic<bool>> flag_;
};

/// While it lives, SIGINT and SIGTERM set its token instead of ending the process; a SIGINT after
/// that ends the process at once with status 130. Blocking system calls return EINTR. At most one
/// may live at a time; the earlier handlers come back at the end.
class SignalCancel {
 public:
  explicit SignalCancel(CancelToken token = {});
  ~SignalCancel();
  SignalCancel(const SignalCancel&) = delete;
  SignalCancel& operator=(const SignalCancel&) = delete;

  [[nodiscard]] const CancelToken& token() const { return token_; }

  /// The signal that came first, 0 if none has.
  [[nodiscard]] int signal() const;

 private:
  CancelToken token_;
  struct sigaction old_interrupt_{};
  struct sigaction old_terminate_{};
};

}  // namespace papert

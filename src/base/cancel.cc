// A signal handler takes no argument of ours, so the one thing it needs, where the token's flag is,
// has to be reachable from a static object: the only mutable one in the library, owned by the one
// SignalCancel alive. The handler touches lock-free atomics and _exit, nothing else, which is what
// POSIX allows there.

#include "base/cancel.h"

#include <unistd.h>

#include <cassert>
#include <utility>

namespace papert {
namespace {

struct SignalState {
  std::atomic<std::atomic<bool>*> flag{nullptr};
  std::atomic<int> first_signal{0};
};
static_assert(std::atomic<std::atomic<bool>*>::is_always_lock_free);
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

constinit SignalState signal_state;

constexpr int kInterruptedStatus = 130;

extern "C" void papert_on_signal(int number) {
  int none = 0;
  const bool first = signal_state.first_signal.compare_exchange_strong(none, number);
  if (!first && number == SIGINT) _exit(kInterruptedStatus);
  if (std::atomic<bool>* flag = signal_state.flag.load()) flag->store(true);
}

}  // namespace

SignalCancel::SignalCancel(CancelToken token) : token_(std::move(token)) {
  assert(signal_state.flag.load() == nullptr);
  signal_state.first_signal.store(0);
  signal_state.flag.store(token_.flag_.get());
  struct sigaction action{};
  action.sa_handler = papert_on_signal;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

SignalCancel::~SignalCancel() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
  signal_state.flag.store(nullptr);
}

int SignalCancel::signal() const { return signal_state.first_signal.load(); }

}  // namespace papert

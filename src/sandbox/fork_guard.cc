#include "sandbox/fork_guard.h"

#include <pthread.h>

#include <mutex>

namespace papert::sandbox {

/// Constant-initialised and never destroyed: a child may be made at any time of a process's life.
struct ForkList {
  static inline pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static inline ForkGuarded* first = nullptr;

  static void pause() { ::pthread_mutex_lock(&mutex); }
  static void go_on() { ::pthread_mutex_unlock(&mutex); }

  static void let_go_of_all() {
    for (ForkGuarded* each = first; each != nullptr; each = each->behind_) each->let_go();
    go_on();  // this thread locked it, before it was copied
  }
};

ForkPause::ForkPause() { ForkList::pause(); }
ForkPause::~ForkPause() { ForkList::go_on(); }

void ForkGuarded::enter() {
  static std::once_flag once;
  std::call_once(
      once, [] { ::pthread_atfork(ForkList::pause, ForkList::go_on, ForkList::let_go_of_all); });
  const ForkPause pause;
  behind_ = ForkList::first;
  if (behind_ != nullptr) behind_->before_ = this;
  ForkList::first = this;
}

void ForkGuarded::leave() noexcept {
  (before_ != nullptr ? before_->behind_ : ForkList::first) = behind_;
  if (behind_ != nullptr) behind_->before_ = before_;
  before_ = behind_ = nullptr;
}

}  // namespace papert::sandbox

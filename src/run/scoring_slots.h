// As many replies are scored at a time as the machine has cores, however many are being asked for:
// 512 open connections must not start 512 jails, whose programs would starve each other.
//
//     const ScoringSlots::Hold hold(slots);   // waits for a slot, gives it back at the end
//
// Not a std::counting_semaphore: libstdc++'s spins and yields before it sleeps, and with hundreds
// of threads in line that took a seventh of a run's processor time.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "base/thread_pool.h"

namespace papert::run {

class ScoringSlots {
 public:
  explicit ScoringSlots(std::size_t slots = available_processors()) : free_(slots) {}

  class Hold {
   public:
    explicit Hold(ScoringSlots& slots) : slots_(slots) {
      std::unique_lock lock(slots_.mutex_);
      slots_.freed_.wait(lock, [this] { return slots_.free_ > 0; });
      --slots_.free_;
    }
    ~Hold() {
      {
        const std::lock_guard lock(slots_.mutex_);
        ++slots_.free_;
      }
      slots_.freed_.notify_one();
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    ScoringSlots& slots_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t free_;
};

}  // namespace papert::run

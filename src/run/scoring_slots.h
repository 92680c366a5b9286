// As many replies are scored at a time as the machine has cores, however many are being asked for:
// 512 open connections must not start 512 jails, whose programs would starve each other.
//
//     const ScoringSlots::Hold hold(slots);   // waits for a slot, gives it back at the end
#pragma once

#include <cstddef>
#include <semaphore>

#include "base/thread_pool.h"

namespace papert::run {

class ScoringSlots {
 public:
  explicit ScoringSlots(std::size_t slots = available_processors())
      : free_(static_cast<std::ptrdiff_t>(slots)) {}

  class Hold {
   public:
    explicit Hold(ScoringSlots& slots) : slots_(slots) { slots_.free_.acquire(); }
    ~Hold() { slots_.free_.release(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    ScoringSlots& slots_;
  };

 private:
  std::counting_semaphore<> free_;
};

}  // namespace papert::run

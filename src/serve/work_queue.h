// Work that waits for a thread, up to a bound: what does not fit is turned away at once, so that a
// client hears "later" instead of nothing.
//
// Work comes in lanes. A lane says how much of it may wait and how much may run at once, so a few
// long batches never keep all threads from short requests.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace papert::serve {

enum class Lane : std::uint8_t {
  kSingle,   // requests of a few replies
  kBatch,    // larger ones
  kProgram,  // programs to run
};
inline constexpr std::size_t kLanes = 3;

struct LaneLimits {
  std::size_t waiting = 64;
  std::size_t running = 1;
};

class WorkQueue {
 public:
  /// As many threads as may run at once in all lanes together.
  explicit WorkQueue(const std::array<LaneLimits, kLanes>& lanes);
  /// As stop().
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  /// False if the lane is full or the queue has stopped; the work is then dropped.
  [[nodiscard]] bool submit(Lane lane, std::function<void()> work);

  [[nodiscard]] std::size_t waiting(Lane lane) const;
  [[nodiscard]] std::size_t running() const;
  [[nodiscard]] bool full(Lane lane) const;

  /// Drops what waits and returns when what runs has ended.
  void stop();

 private:
  struct Entry {
    Lane lane;
    std::function<void()> work;
  };
  struct State {
    LaneLimits limits;
    std::size_t waiting = 0;
    std::size_t running = 0;
  };

  void run();
  [[nodiscard]] std::deque<Entry>::iterator next();
  [[nodiscard]] State& state(Lane lane) { return lanes_[static_cast<std::size_t>(lane)]; }
  [[nodiscard]] const State& state(Lane lane) const {
    return lanes_[static_cast<std::size_t>(lane)];
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::array<State, kLanes> lanes_;
  std::deque<Entry> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace papert::serve

#include "serve/work_queue.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace papert::serve {

WorkQueue::WorkQueue(const std::array<LaneLimits, kLanes>& lanes) {
  std::size_t threads = 0;
  for (std::size_t i = 0; i < kLanes; ++i) {
    lanes_[i].limits = lanes[i];
    threads += lanes[i].running;
  }
  for (std::size_t i = 0; i < threads; ++i) {
    try {
      threads_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      break;  // the system gives no more
    }
  }
}

WorkQueue::~WorkQueue() { stop(); }

bool WorkQueue::submit(Lane lane, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    State& mine = state(lane);
    if (stopping_ || mine.waiting >= mine.limits.waiting) return false;
    ++mine.waiting;
    queue_.push_back({lane, std::move(work)});
  }
  changed_.notify_one();
  return true;
}

std::size_t WorkQueue::waiting(Lane lane) const {
  const std::lock_guard lock(mutex_);
  return state(lane).waiting;
}

std::size_t WorkQueue::running() const {
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const State& lane : lanes_) sum += lane.running;
  return sum;
}

bool WorkQueue::full(Lane lane) const {
  const std::lock_guard lock(mutex_);
  return state(lane).waiting >= state(lane).limits.waiting;
}

/// The oldest entry whose lane may run one more.
std::deque<WorkQueue::Entry>::iterator WorkQueue::next() {
  return std::find_if(queue_.begin(), queue_.end(), [this](const Entry& entry) {
    return state(entry.lane).running < state(entry.lane).limits.running;
  });
}

void WorkQueue::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || next() != queue_.end(); });
    if (stopping_) return;
    const auto found = next();
    Entry entry = std::move(*found);
    queue_.erase(found);
    State& mine = state(entry.lane);
    --mine.waiting;
    ++mine.running;
    lock.unlock();
    entry.work();
    entry.work = nullptr;  // what it holds is let go before the next one begins
    lock.lock();
    --mine.running;
    changed_.notify_all();
  }
}

void WorkQueue::stop() {
  std::deque<Entry> dropped;
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(queue_);
    for (State& lane : lanes_) lane.waiting = 0;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace papert::serve

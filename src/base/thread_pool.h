// Threads: a plain pool, and a pipeline that works in parallel and delivers in order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace papert {

/// A fixed number of threads that take tasks in the order of submission.
class ThreadPool {
 public:
  /// At least one thread; fewer than asked for if the system gives no more.
  explicit ThreadPool(std::size_t threads);

  /// Runs every task submitted, then joins. An exception nobody waited for is dropped.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Any thread may submit, a task included.
  void submit(std::function<void()> task);

  /// Returns when no task is queued or running; then rethrows the first exception of a task, if
  /// any. Not from within a task.
  void wait_idle();

  [[nodiscard]] std::size_t size() const { return threads_.size(); }

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable idle_;
  std::deque<std::function<void()>> queue_;
  std::size_t running_ = 0;
  bool stopping_ = false;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

/// The number of processors this process may use, at least 1.
std::size_t available_processors();

namespace detail {

/// One run of ordered_pipeline with threads; see there.
template <class In, class Out, class Work, class Emit>
class Pipeline {
 public:
  Pipeline(std::size_t window, Work& work, Emit& emit) : slots_(window), work_(work), emit_(emit) {}

  /// Blocks while the window is full. False once the run has failed.
  bool push(In&& item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return error_ || pushed_ - emitted_ < slots_.size(); });
    if (error_) return false;
    slots_[pushed_ % slots_.size()].in.emplace(std::move(item));
    ++pushed_;
    ready_.notify_one();
    return true;
  }

  /// No more items: workers end when the last has been emitted.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    ready_.notify_all();
  }

  [[nodiscard]] std::exception_ptr error() {
    const std::lock_guard lock(mutex_);
    return error_;
  }

  void run_worker() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ready_.wait(lock, [&] { return error_ || taken_ < pushed_ || closed_; });
      if (error_ || taken_ == pushed_) return;
      Slot& slot = slots_[taken_++ % slots_.size()];
      lock.unlock();
      compute(slot);
      lock.lock();
      slot.done = true;
      deliver(lock);
    }
  }

 private:
  struct Slot {
    std::optional<In> in;
    std::optional<Out> out;
    std::exception_ptr error;
    bool done = false;
  };

  void compute(Slot& slot) {
    try {
      slot.out.emplace(work_(std::move(*slot.in)));
    } catch (...) {
      slot.error = std::current_exception();
    }
    slot.in.reset();
  }

  // Whoever finishes the next result in order emits it and all finished ones behind it. The flag
  // keeps emission to one thread while the lock is free for the others.
  void deliver(std::unique_lock<std::mutex>& lock) {
    if (delivering_) return;
    delivering_ = true;
    while (!error_ && emitted_ < taken_ && slots_[emitted_ % slots_.size()].done) {
      Slot& slot = slots_[emitted_ % slots_.size()];
      if (slot.error) {
        stop(slot.error);
        break;
      }
      lock.unlock();
      std::exception_ptr error;
      try {
        emit_(std::move(*slot.out));
      } catch (...) {
        error = std::current_exception();
      }
      slot.out.reset();
      lock.lock();
      if (error) stop(std::move(error));
      slot.done = false;
      ++emitted_;
      room_.notify_one();
    }
    delivering_ = false;
  }

  // With the lock held.
  void stop(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
    room_.notify_all();
    ready_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable room_;   // the window moved, or the run failed
  std::condition_variable ready_;  // an item came, or the end
  std::vector<Slot> slots_;        // item i lives in slot i mod window until emitted
  std::size_t pushed_ = 0;
  std::size_t taken_ = 0;
  std::size_t emitted_ = 0;
  bool closed_ = false;
  bool delivering_ = false;
  std::exception_ptr error_;
  Work& work_;
  Emit& emit_;
};

}  // namespace detail

/// Works on a stream in parallel and delivers in order:
///
///     ordered_pipeline(jobs, 4 * jobs,
///                      [&]() -> std::optional<In> { ... },   // the calling thread; may block
///                      [&](In in) -> Out { ... },            // `jobs` threads at once
///                      [&](Out out) { ... });                // one at a time, in input order
///
/// A result is emitted as soon as it and all before it are finished, by the thread that finished
/// last, even while produce is blocked waiting for input. At most `window` items (at least `jobs`)
/// are between produce and the end of emit. With one job everything happens on the calling thread,
/// each item emitted before the next is produced.
///
/// An exception ends the run and is rethrown here: from produce or work, after the results of all
/// items before it have been emitted, and none behind it; from emit, as soon as running work has
/// ended. A produce that is blocked is not interrupted.
template <class Produce, class Work, class Emit>
void ordered_pipeline(std::size_t jobs, std::size_t window, Produce&& produce, Work&& work,
                      Emit&& emit) {
  using In = typename std::invoke_result_t<Produce&>::value_type;
  using Out = std::decay_t<std::invoke_result_t<Work&, In&&>>;
  if (jobs <= 1) {
    while (std::optional<In> item = produce()) emit(work(std::move(*item)));
    return;
  }
  using Run =
      detail::Pipeline<In, Out, std::remove_reference_t<Work>, std::remove_reference_t<Emit>>;
  Run run(window < jobs ? jobs : window, work, emit);
  std::exception_ptr produce_error;
  {
    ThreadPool pool(jobs);
    for (std::size_t i = 0; i < jobs; ++i) pool.submit([&run] { run.run_worker(); });
    try {
      while (std::optional<In> item = produce()) {
        if (!run.push(std::move(*item))) break;
      }
    } catch (...) {
      produce_error = std::current_exception();
    }
    run.close();
  }
  if (const std::exception_ptr error = run.error()) std::rethrow_exception(error);
  if (produce_error) std::rethrow_exception(produce_error);
}

}  // namespace papert

#include "base/thread_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>

#include "base/random.h"

namespace papert {
namespace {

using std::chrono::milliseconds;

TEST(ThreadPool, RunsEverything) {
  std::atomic<int> sum = 0;
  {
    ThreadPool pool(3);
    EXPECT_EQ(pool.size(), 3u);
    for (int i = 1; i <= 1000; ++i) pool.submit([&sum, i] { sum += i; });
    pool.wait_idle();
    EXPECT_EQ(sum, 500500);
    for (int i = 0; i < 10; ++i) pool.submit([&sum] { ++sum; });
  }
  EXPECT_EQ(sum, 500510);
}

TEST(ThreadPool, TasksMaySubmitTasks) {
  std::atomic<int> count = 0;
  ThreadPool pool(0);
  EXPECT_EQ(pool.size(), 1u);
  pool.submit([&] {
    ++count;
    pool.submit([&] { ++count; });
  });
  pool.wait_idle();
  EXPECT_EQ(count, 2);
  pool.wait_idle();
}

TEST(ThreadPool, RethrowsTheFirstException) {
  ThreadPool pool(2);
  std::atomic<int> count = 0;
  pool.submit([] { throw std::runtime_error("no"); });
  for (int i = 0; i < 20; ++i) pool.submit([&] { ++count; });
  EXPECT_THROW(pool.wait_idle(), std::runtime_error);
  EXPECT_EQ(count, 20);
  EXPECT_NO_THROW(pool.wait_idle());
}

TEST(ThreadPool, CountsProcessors) { EXPECT_GE(available_processors(), 1u); }

/// Gives 0 .. n-1.
auto count_to(int n) {
  return [n, i = 0]() mutable { return i < n ? std::optional<int>(i++) : std::nullopt; };
}

TEST(OrderedPipeline, DeliversInOrder) {
  for (const std::size_t jobs : {0u, 1u, 2u, 3u, 8u}) {
    for (const std::size_t window : {0u, 1u, 2u, 16u, 1000u}) {
      std::vector<int> out;  // unguarded: emission is serialised
      ordered_pipeline(
          jobs, window, count_to(300),
          [](int i) {
            Random rng(i);
            if (rng.randint(0, 9) == 0) {
              std::this_thread::sleep_for(std::chrono::microseconds(rng.randint(0, 300)));
            }
            return i * 2;
          },
          [&](int value) { out.push_back(value); });
      std::vector<int> want(300);
      for (int i = 0; i < 300; ++i) want[static_cast<std::size_t>(i)] = 2 * i;
      EXPECT_EQ(out, want) << jobs << " jobs, window " << window;
    }
  }
}

TEST(OrderedPipeline, EmptyInput) {
  for (const std::size_t jobs : {1u, 4u}) {
    ordered_pipeline(jobs, 4, count_to(0), [](int i) { return i; }, [](int) { FAIL(); });
  }
}

TEST(OrderedPipeline, MovesThroughMoveOnlyValues) {
  int next = 0;
  int sum = 0;
  ordered_pipeline(
      2, 4,
      [&]() -> std::optional<std::unique_ptr<int>> {
        if (next == 10) return std::nullopt;
        return std::make_unique<int>(next++);
      },
      [](std::unique_ptr<int> in) { return std::make_unique<std::string>(std::to_string(*in)); },
      [&](std::unique_ptr<std::string> out) { sum += std::stoi(*out); });
  EXPECT_EQ(sum, 45);
}

// produce waits until what it gave before has come out: a pipeline that waits for more input before
// it emits would never end.
TEST(OrderedPipeline, EmitsWhileInputBlocks) {
  for (const std::size_t jobs : {1u, 2u, 4u}) {
    std::promise<void> emitted[3];
    int next = 0;
    ordered_pipeline(
        jobs, 8,
        [&]() -> std::optional<int> {
          if (next > 0) {
            const auto status = emitted[next - 1].get_future().wait_for(std::chrono::seconds(20));
            EXPECT_EQ(status, std::future_status::ready);
          }
          if (next == 3) return std::nullopt;
          return next++;
        },
        [](int i) { return i; }, [&](int i) { emitted[i].set_value(); });
  }
}

TEST(OrderedPipeline, BoundsTheWindow) {
  std::atomic<int> produced = 0;
  std::atomic<int> emitted = 0;
  std::atomic<int> most = 0;
  ordered_pipeline(
      2, 5,
      [&]() -> std::optional<int> {
        if (produced == 200) return std::nullopt;
        const int waiting = produced - emitted;
        if (waiting > most) most = waiting;
        return produced++;
      },
      [](int i) {
        if (i % 20 == 0) std::this_thread::sleep_for(milliseconds(2));
        return i;
      },
      [&](int) { ++emitted; });
  EXPECT_EQ(emitted, 200);
  EXPECT_GE(most, 2);
  EXPECT_LE(most, 6);  // the window, and the one being handed over
}

TEST(OrderedPipeline, UsesAllThreads) {
  std::atomic<int> inside = 0;
  ordered_pipeline(
      3, 3, count_to(3),
      [&](int i) {
        ++inside;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (inside < 3 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
        return i;
      },
      [](int) {});
  EXPECT_EQ(inside, 3);
}

TEST(OrderedPipeline, AnExceptionOfWorkComesAfterWhatWasBeforeIt) {
  for (const std::size_t jobs : {1u, 2u, 4u}) {
    std::vector<int> out;
    const auto run = [&] {
      ordered_pipeline(
          jobs, 8, count_to(1000000),
          [](int i) {
            if (i < 50) std::this_thread::sleep_for(std::chrono::microseconds(50));
            if (i == 50 || i == 51) throw std::runtime_error(std::to_string(i));
            return i;
          },
          [&](int i) { out.push_back(i); });
    };
    EXPECT_THAT(run, testing::ThrowsMessage<std::runtime_error>("50"));
    std::vector<int> want(50);
    std::iota(want.begin(), want.end(), 0);
    EXPECT_EQ(out, want);
  }
}

TEST(OrderedPipeline, ExceptionsOfEmitAndProduce) {
  for (const std::size_t jobs : {1u, 3u}) {
    const auto emit_fails = [&] {
      ordered_pipeline(
          jobs, 4, count_to(1000000), [](int i) { return i; },
          [](int i) {
            if (i == 7) throw std::runtime_error("emit");
          });
    };
    EXPECT_THAT(emit_fails, testing::ThrowsMessage<std::runtime_error>("emit"));
    int next = 0;
    int emitted = 0;
    const auto produce_fails = [&] {
      ordered_pipeline(
          jobs, 4,
          [&]() -> std::optional<int> {
            if (next == 7) throw std::runtime_error("produce");
            return next++;
          },
          [](int i) { return i; }, [&](int) { ++emitted; });
    };
    EXPECT_THAT(produce_fails, testing::ThrowsMessage<std::runtime_error>("produce"));
    EXPECT_EQ(emitted, 7);
  }
}

}  // namespace
}  // namespace papert

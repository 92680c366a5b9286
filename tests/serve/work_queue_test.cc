#include "serve/work_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>

namespace papert::serve {
namespace {

std::array<LaneLimits, kLanes> lanes(LaneLimits single, LaneLimits batch = {1, 1}) {
  return {single, batch, LaneLimits{1, 1}};
}

TEST(WorkQueue, DoesAllOfIt) {
  std::atomic<int> done{0};
  {
    WorkQueue queue(lanes({1000, 3}));
    for (int i = 0; i < 500; ++i) {
      EXPECT_TRUE(queue.submit(Lane::kSingle, [&] { ++done; }));
    }
    while (done < 500) std::this_thread::yield();
  }
  EXPECT_EQ(done, 500);
}

TEST(WorkQueue, TurnsAwayWhatDoesNotFit) {
  WorkQueue queue(lanes({2, 1}));
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<bool> begun{false};
  ASSERT_TRUE(queue.submit(Lane::kSingle, [&, released] {
    begun = true;
    released.wait();
  }));
  while (!begun) std::this_thread::yield();
  EXPECT_TRUE(queue.submit(Lane::kSingle, [] {}));
  EXPECT_FALSE(queue.full(Lane::kSingle));
  EXPECT_TRUE(queue.submit(Lane::kSingle, [] {}));
  EXPECT_TRUE(queue.full(Lane::kSingle));
  EXPECT_FALSE(queue.submit(Lane::kSingle, [] {}));
  EXPECT_EQ(queue.waiting(Lane::kSingle), 2U);
  EXPECT_EQ(queue.running(), 1U);
  release.set_value();
  while (queue.running() + queue.waiting(Lane::kSingle) > 0) std::this_thread::yield();
  EXPECT_TRUE(queue.submit(Lane::kSingle, [] {}));
}

TEST(WorkQueue, LongWorkLeavesThreadsToShortWork) {
  WorkQueue queue(lanes({100, 1}, {100, 1}));
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(queue.submit(Lane::kBatch, [released] { released.wait(); }));
  }
  std::promise<void> short_work;
  ASSERT_TRUE(queue.submit(Lane::kSingle, [&] { short_work.set_value(); }));
  short_work.get_future().wait();
  EXPECT_EQ(queue.waiting(Lane::kBatch), 9U);
  release.set_value();
}

TEST(WorkQueue, StopDropsWhatWaits) {
  WorkQueue queue(lanes({100, 1}));
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<bool> begun{false};
  std::atomic<int> done{0};
  ASSERT_TRUE(queue.submit(Lane::kSingle, [&, released] {
    begun = true;
    released.wait();
    ++done;
  }));
  while (!begun) std::this_thread::yield();
  const auto held = std::make_shared<int>(1);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(queue.submit(Lane::kSingle, [&, held] { ++done; }));
  }
  auto stopping = std::async(std::launch::async, [&] { queue.stop(); });
  while (queue.waiting(Lane::kSingle) > 0) std::this_thread::yield();
  release.set_value();
  stopping.wait();
  EXPECT_EQ(done, 1);
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_FALSE(queue.submit(Lane::kSingle, [] {}));
}

}  // namespace
}  // namespace papert::serve

#include "model/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace papert::model {
namespace {

using Sign = Gate::Sign;

class GateTest : public testing::Test {
 protected:
  Gate::Time now_{};
  Gate gate_{8, [this] { return now_; }};
  CancelToken cancel_;

  /// One request that takes no time.
  void pass(Sign sign) {
    const auto pass = gate_.enter(cancel_);
    now_ += std::chrono::milliseconds(1);
    gate_.leave(*pass, sign);
  }
};

TEST_F(GateTest, StartsWide) { EXPECT_EQ(gate_.limit(), 8U); }

TEST_F(GateTest, HalvesOnceForRequestsThatWereUnderWayTogether) {
  std::vector<Gate::Pass> passes;
  for (int i = 0; i < 8; ++i) passes.push_back(*gate_.enter(cancel_));
  now_ += std::chrono::hours(1);
  for (const auto& pass : passes) gate_.leave(pass, Sign::kOverload);
  EXPECT_EQ(gate_.limit(), 4U);
}

TEST_F(GateTest, HalvesAtMostOncePerInterval) {
  pass(Sign::kOverload);
  pass(Sign::kOverload);
  EXPECT_EQ(gate_.limit(), 4U);
  now_ += Gate::kInterval;
  pass(Sign::kOverload);
  EXPECT_EQ(gate_.limit(), 2U);
}

TEST_F(GateTest, NeverClosesAltogether) {
  for (int i = 0; i < 10; ++i) {
    now_ += Gate::kInterval * 2;
    pass(Sign::kOverload);
  }
  EXPECT_EQ(gate_.limit(), 1U);
}

TEST_F(GateTest, RisesByOneAfterARoundOfSuccesses) {
  pass(Sign::kOverload);
  ASSERT_EQ(gate_.limit(), 4U);
  for (int i = 0; i < 3; ++i) pass(Sign::kSuccess);
  pass(Sign::kNothing);
  EXPECT_EQ(gate_.limit(), 4U);
  pass(Sign::kSuccess);
  EXPECT_EQ(gate_.limit(), 5U);
  for (int i = 0; i < 1000; ++i) pass(Sign::kSuccess);
  EXPECT_EQ(gate_.limit(), 8U);
}

TEST_F(GateTest, ACancelledTokenEndsTheWait) {
  std::vector<Gate::Pass> passes;
  for (int i = 0; i < 8; ++i) passes.push_back(*gate_.enter(cancel_));
  std::thread late([this] { cancel_.cancel(); });
  EXPECT_FALSE(gate_.enter(cancel_));
  late.join();
}

TEST(Gate, KeepsToItsLimitAmongThreads) {
  Gate gate(3);
  const CancelToken cancel;
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 200; ++k) {
        const auto pass = gate.enter(cancel);
        const int now = ++inside;
        int seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
        --inside;
        gate.leave(*pass, Sign::kSuccess);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 1);
}

}  // namespace
}  // namespace papert::model

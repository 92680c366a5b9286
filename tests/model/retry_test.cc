#include "model/retry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace papert::model {
namespace {

TEST(Retry, WaitsDoubleUpToTheLongest) {
  const RetryOptions options;
  Random random(1);
  for (int retry = 0; retry < 100; ++retry) {
    const double full = std::min(60.0, std::ldexp(1.0, std::min(retry, 60)));
    for (int i = 0; i < 20; ++i) {
      const double wait = retry_wait_s(options, retry, std::nullopt, random);
      EXPECT_GE(wait, full / 2);
      EXPECT_LE(wait, full);
    }
  }
}

TEST(Retry, TheServersWishComesFirstWithinReason) {
  const RetryOptions options;
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const double wait = retry_wait_s(options, 5, 3.0, random);
    EXPECT_GE(wait, 3.0);
    EXPECT_LE(wait, 3.3);
  }
  EXPECT_EQ(retry_wait_s(options, 0, 1e9, random), 600);
  EXPECT_GE(retry_wait_s(options, 0, 0.0, random), 0.5) << "no wish";
}

TEST(Retry, JitterIsSeeded) {
  const RetryOptions options;
  Random a(7);
  Random b(7);
  Random c(8);
  const double first = retry_wait_s(options, 3, std::nullopt, a);
  EXPECT_EQ(first, retry_wait_s(options, 3, std::nullopt, b));
  EXPECT_NE(first, retry_wait_s(options, 3, std::nullopt, c));
}

TEST(Retry, SleepEndsWhenCancelled) {
  CancelToken cancel;
  EXPECT_TRUE(sleep_for(0.001, cancel));
  cancel.cancel();
  EXPECT_FALSE(sleep_for(3600, cancel));
}

TEST(Retry, TheBoardShowsTheLongestWait) {
  WaitBoard board;
  EXPECT_EQ(board.text(), "");
  const int first = board.begin("HTTP 500", 4.5);
  EXPECT_EQ(board.text(), "HTTP 500, waiting 5 s");
  const int second = board.begin("HTTP 429", 100.5);
  EXPECT_EQ(board.text(), "HTTP 429, waiting 101 s (2 requests)");
  board.end(second);
  EXPECT_EQ(board.text(), "HTTP 500, waiting 5 s");
  board.end(first);
  EXPECT_EQ(board.text(), "");
}

}  // namespace
}  // namespace papert::model

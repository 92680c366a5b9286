#include "base/recent.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace papert {
namespace {

std::size_t weigh_one(const std::string&) { return 1; }

TEST(Recent, EveryValueIsMadeOnceHoweverManyAskAtTheSameMoment) {
  Recent<std::string> values(100);
  std::vector<std::atomic<int>> made(50);
  std::atomic<int> wrong = 0;
  const auto ask_all = [&] {
    for (std::size_t key = 0; key < made.size(); ++key) {
      const auto value = values.get(
          key,
          [&] {
            ++made[key];
            return std::to_string(key);
          },
          weigh_one);
      if (*value != std::to_string(key)) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back(ask_all);
  for (std::thread& thread : threads) thread.join();
  for (const std::atomic<int>& count : made) EXPECT_EQ(count, 1);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(values.size(), made.size());
}

TEST(Recent, TheLeastRecentlyUsedIsDroppedButLivesOnWhereItIsHeld) {
  Recent<std::string> values(3);
  int made = 0;
  const auto get = [&](std::size_t key) {
    return values.get(
        key, [&] { return std::to_string(key) + "/" + std::to_string(made++); }, weigh_one);
  };
  const auto zero = get(0);
  EXPECT_EQ(*get(1), "1/1");
  EXPECT_EQ(*get(2), "2/2");
  EXPECT_EQ(*get(1), "1/1");
  EXPECT_EQ(*get(3), "3/3");  // instead of 0
  EXPECT_EQ(values.size(), 3U);
  EXPECT_EQ(*zero, "0/0");
  EXPECT_EQ(*get(0), "0/4");  // instead of 2
  EXPECT_EQ(*get(1), "1/1");
  EXPECT_EQ(*get(2), "2/5");
}

TEST(Recent, WhatIsForgottenIsMadeAnewAndFreesItsRoom) {
  Recent<std::string> values(10);
  int made = 0;
  const auto get = [&](std::size_t key) {
    return *values.get(
        key, [&] { return std::to_string(made++); }, [](const std::string&) { return 5U; });
  };
  EXPECT_EQ(get(1), "0");
  EXPECT_EQ(get(2), "1");
  values.forget(1);
  values.forget(7);  // was never there
  EXPECT_EQ(values.size(), 1U);
  EXPECT_EQ(get(3), "2");
  EXPECT_EQ(get(2), "1") << "there was room for 3 without it";
  EXPECT_EQ(get(1), "3");
}

TEST(Recent, WhatIsTooHeavyForAllIsHeldAlone) {
  Recent<std::string> values(10);
  const auto get = [&](std::size_t key, std::size_t weight) {
    return *values.get(
        key, [] { return std::string("x"); }, [&](const std::string&) { return weight; });
  };
  EXPECT_EQ(get(0, 4), "x");
  EXPECT_EQ(get(1, 4), "x");
  EXPECT_EQ(get(2, 1000), "x");
  EXPECT_EQ(values.size(), 1U);
  EXPECT_EQ(get(3, 1), "x");
  EXPECT_EQ(values.size(), 1U);
}

}  // namespace
}  // namespace papert

#include "base/for_each_in_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace papert {
namespace {

/// 0, 1, 2, ... without an end.
auto counter() {
  return [next = 0]() mutable -> std::optional<int> { return next++; };
}

class ForEachInOrder : public testing::TestWithParam<std::size_t> {};

TEST_P(ForEachInOrder, TakesEverythingInOrder) {
  std::vector<std::string> taken;
  int next = 0;
  const auto outcome = for_each_in_order(
      GetParam(), [&] { return next < 500 ? std::optional<int>(next++) : std::nullopt; },
      [](int i) -> Result<std::string> { return std::to_string(i * i); },
      [&](std::string text) -> Result<void> {
        taken.push_back(std::move(text));
        return {};
      });
  EXPECT_TRUE(outcome);
  ASSERT_EQ(taken.size(), 500U);
  for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], std::to_string(i * i));
}

TEST_P(ForEachInOrder, ItemsAreTakenInOrderWithWhatTheirWorkGave) {
  std::vector<int> items(500);
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<int>(i);
  std::vector<std::pair<int, int>> taken;
  work_in_order(
      GetParam(), items, [](int item) { return item * item; },
      [&](int& item, int square) { taken.emplace_back(std::exchange(item, -1), square); });
  ASSERT_EQ(taken.size(), items.size());
  for (int i = 0; i < 500; ++i) {
    EXPECT_EQ(taken[static_cast<std::size_t>(i)], std::pair(i, i * i));
  }
  EXPECT_EQ(std::count(items.begin(), items.end(), -1), 500) << "items may be moved from";
}

// Both would go on for ever if an error did not end the production.
TEST_P(ForEachInOrder, TheFirstErrorOfTheWorkEndsIt) {
  std::vector<int> taken;
  const auto outcome = for_each_in_order(
      GetParam(), counter(),
      [](int i) -> Result<int> {
        if (i >= 100) return fail(ErrorCode::kBadData, "item " + std::to_string(i));
        return i;
      },
      [&](int i) -> Result<void> {
        taken.push_back(i);
        return {};
      });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "item 100");
  EXPECT_EQ(taken.size(), 100U);
}

TEST_P(ForEachInOrder, AnErrorWhileTakingEndsIt) {
  int taken = 0;
  const auto outcome = for_each_in_order(
      GetParam(), counter(), [](int i) -> Result<int> { return i; },
      [&](int i) -> Result<void> {
        ++taken;
        if (i == 50) return fail(ErrorCode::kIo, "the disk is full");
        return {};
      });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "the disk is full");
  EXPECT_EQ(taken, 51);
}

INSTANTIATE_TEST_SUITE_P(Jobs, ForEachInOrder, testing::Values(1U, 2U, 8U));

}  // namespace
}  // namespace papert

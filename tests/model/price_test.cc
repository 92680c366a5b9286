#include "model/price.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace papert::model {
namespace {

TEST(Prices, OwnEntryThenLongestPattern) {
  const auto prices = Prices::parse(R"({
      "openai/gpt-x": {"input": 2.5, "output": 10, "cached_input": 1.25},
      "openai/*": {"input": 1, "output": 2},
      "openai/gpt-*": {"input": 3, "output": 4}})",
                                    "prices.json");
  ASSERT_TRUE(prices);
  EXPECT_EQ(prices->find("openai/gpt-x")->input, 2.5);
  EXPECT_EQ(prices->find("openai/gpt-y")->input, 3);
  EXPECT_EQ(prices->find("openai/other")->output, 2);
  EXPECT_EQ(prices->find("openai/gpt-x")->cached_input, 1.25);
  EXPECT_FALSE(prices->find("google/gpt-x"));
  EXPECT_FALSE(prices->find("openai/gpt-y")->cached_input);
}

TEST(Prices, NamesTheBadEntry) {
  for (const char* text :
       {R"([])", R"({"m": 3})", R"({"m": {"input": 1}})", R"({"m": {"input": -1, "output": 1}})",
        R"({"m": {"input": "1", "output": 1}})", R"({"m": {"input": 1, "output": 1, "in": 1}})"}) {
    const auto prices = Prices::parse(text, "prices.json");
    ASSERT_FALSE(prices) << text;
    EXPECT_EQ(prices.error().code, ErrorCode::kBadData);
    EXPECT_NE(prices.error().to_string().find("prices.json"), std::string::npos);
  }
}

TEST(Prices, CostCountsCachedInputApart) {
  Price price{2, 10, 0.5};
  Usage usage;
  EXPECT_FALSE(cost_usd(price, usage));
  usage.input_tokens = 1'000'000;
  usage.output_tokens = 100'000;
  EXPECT_DOUBLE_EQ(*cost_usd(price, usage), 3.0);
  usage.cached_input_tokens = 400'000;
  EXPECT_DOUBLE_EQ(*cost_usd(price, usage), 1.2 + 0.2 + 1.0);
  price.cached_input.reset();
  EXPECT_DOUBLE_EQ(*cost_usd(price, usage), 3.0);
  usage.cached_input_tokens = 5'000'000;
  EXPECT_DOUBLE_EQ(*cost_usd(price, usage), 3.0) << "more than there is";
}

std::string png_header(unsigned width, unsigned height) {
  std::string bytes(16, 'x');
  for (const unsigned number : {width, height}) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
  }
  return bytes;
}

TEST(Prices, EstimatesTokens) {
  EXPECT_EQ(estimated_input_tokens({"a", 0, "", {}}), 0);
  EXPECT_EQ(estimated_input_tokens({"a", 0, "12345", {}}), 2);
  EXPECT_EQ(estimated_input_tokens({"a", 0, "\u00e4\u00e4\u00e4\u00e4", {}}), 1) << "characters";
  EXPECT_EQ(estimated_input_tokens({"a", 0, "", {png_header(750, 300)}}), 300);
  EXPECT_EQ(estimated_input_tokens({"a", 0, "", {png_header(1, 1)}}), 85);
  EXPECT_EQ(estimated_input_tokens({"a", 0, "", {png_header(0xFFFFFFFF, 0xFFFFFFFF)}}), 1600);
  EXPECT_EQ(estimated_input_tokens({"a", 0, "", {"", "broken"}}), 3200);
  EXPECT_DOUBLE_EQ(highest_cost_usd({1, 10, {}}, {"a", 0, "12345678", {}}, 1000),
                   (4 * 1 + 1000 * 10) / 1e6);
  EXPECT_DOUBLE_EQ(highest_cost_usd({1, 10, {}}, {"a", 0, "", {}}, std::nullopt),
                   kAssumedOutputTokens * 10 / 1e6);
}

TEST(Budget, GrantsUpToTheLimitAndNotBeyond) {
  Budget budget(1.0);
  const CancelToken cancel;
  EXPECT_EQ(budget.reserve(0.6, cancel), Budget::Answer::kGranted);
  EXPECT_EQ(budget.reserve(0.4, cancel), Budget::Answer::kGranted);
  budget.settle(0.6, 0.6);
  budget.settle(0.4, 0.3);
  EXPECT_FALSE(budget.exhausted());
  EXPECT_EQ(budget.reserve(0.2, cancel), Budget::Answer::kSpent);
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.reserve(0.01, cancel), Budget::Answer::kSpent) << "the end is the end";
  EXPECT_DOUBLE_EQ(budget.spent(), 0.9);
}

TEST(Budget, WaitsForReservationsThatMayComeBack) {
  Budget budget(1.0);
  const CancelToken cancel;
  ASSERT_EQ(budget.reserve(0.9, cancel), Budget::Answer::kGranted);
  std::thread other([&] { budget.settle(0.9, 0.1); });
  EXPECT_EQ(budget.reserve(0.9, cancel), Budget::Answer::kGranted);
  other.join();
}

TEST(Budget, WaitingEndsWhenCancelled) {
  Budget budget(1.0);
  const CancelToken cancel;
  ASSERT_EQ(budget.reserve(1.0, cancel), Budget::Answer::kGranted);
  std::thread other([&] { cancel.cancel(); });
  EXPECT_EQ(budget.reserve(0.5, cancel), Budget::Answer::kCancelled);
  other.join();
}

TEST(Budget, IsNotExceededByThreads) {
  Budget budget(10.0);
  const CancelToken cancel;
  std::atomic<int> granted{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      while (budget.reserve(0.5, cancel) == Budget::Answer::kGranted) {
        ++granted;
        budget.settle(0.5, 0.25);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(budget.spent(), 10.0);
  EXPECT_GT(budget.spent(), 9.0);
  EXPECT_EQ(granted, static_cast<int>(budget.spent() / 0.25));
}

}  // namespace
}  // namespace papert::model

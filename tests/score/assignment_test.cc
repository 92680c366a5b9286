#include "score/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace papert::score {
namespace {

using Columns = std::vector<std::optional<std::size_t>>;

/// The largest sum there is, by trying all ways.
std::int64_t best_sum(std::size_t row, std::size_t rows, std::size_t columns,
                      const std::vector<std::int64_t>& weights, std::vector<bool>& taken) {
  if (row == rows) return 0;
  std::int64_t best = best_sum(row + 1, rows, columns, weights, taken);
  for (std::size_t c = 0; c < columns; ++c) {
    const std::int64_t weight = weights[row * columns + c];
    if (taken[c] || weight <= 0) continue;
    taken[c] = true;
    best = std::max(best, weight + best_sum(row + 1, rows, columns, weights, taken));
    taken[c] = false;
  }
  return best;
}

TEST(Assignment, PrefersTheLargestSumToTheLargestWeight) {
  const std::vector<std::int64_t> weights{9, 8, 0, 7, 0, 0};
  EXPECT_EQ(best_assignment(2, 3, weights), (Columns{1, 0}));
}

TEST(Assignment, LeavesRowsWithoutAColumn) {
  EXPECT_EQ(best_assignment(2, 0, {}), (Columns{std::nullopt, std::nullopt}));
  EXPECT_TRUE(best_assignment(0, 3, {}).empty());
  const std::vector<std::int64_t> never{0, -5};
  EXPECT_EQ(best_assignment(2, 1, never), (Columns{std::nullopt, std::nullopt}));
  const std::vector<std::int64_t> contested{3, 4};
  EXPECT_EQ(best_assignment(2, 1, contested), (Columns{std::nullopt, 0}));
}

TEST(Assignment, FindsTheLargestSumOfAllSmallCases) {
  Random random(5);
  for (int round = 0; round < 3000; ++round) {
    const auto rows = static_cast<std::size_t>(random.randint(1, 5));
    const auto columns = static_cast<std::size_t>(random.randint(1, 6));
    std::vector<std::int64_t> weights(rows * columns);
    for (std::int64_t& weight : weights) weight = random.randint(-2, 9);
    const Columns found = best_assignment(rows, columns, weights);
    std::vector<bool> taken(columns, false);
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      if (!found[row]) continue;
      ASSERT_FALSE(taken[*found[row]]) << "round " << round;
      taken[*found[row]] = true;
      ASSERT_GT(weights[row * columns + *found[row]], 0);
      sum += weights[row * columns + *found[row]];
    }
    std::vector<bool> free(columns, false);
    ASSERT_EQ(sum, best_sum(0, rows, columns, weights, free)) << "round " << round;
  }
}

}  // namespace
}  // namespace papert::score

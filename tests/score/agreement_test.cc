// Entropy and Fleiss' kappa against values worked out by hand.

#include "score/agreement.h"

#include <gtest/gtest.h>

#include <cmath>

namespace papert::score {
namespace {

using Counts = std::vector<std::int64_t>;
using Table = std::vector<Counts>;

TEST(Entropy, ByHand) {
  EXPECT_EQ(entropy_bits(Counts{}), 0);
  EXPECT_EQ(entropy_bits(Counts{5}), 0);
  EXPECT_EQ(entropy_bits(Counts{5, 0, 0}), 0);
  EXPECT_DOUBLE_EQ(entropy_bits(Counts{3, 3}), 1);
  EXPECT_DOUBLE_EQ(entropy_bits(Counts{1, 1, 1, 1}), 2);
  EXPECT_DOUBLE_EQ(entropy_bits(Counts{2, 1, 1}), 1.5);
  // 3/4 log2(4/3) + 1/4 log2(4) = 0.311278... + 0.5
  EXPECT_NEAR(entropy_bits(Counts{3, 1}), 0.8112781244591328, 1e-12);
}

TEST(Largest, OfCounts) {
  EXPECT_EQ(largest(Counts{}), 0);
  EXPECT_EQ(largest(Counts{2, 7, 3}), 7);
}

// The worked example that goes with Fleiss' paper: ten subjects, fourteen raters, five categories.
TEST(FleissKappa, TheKnownExample) {
  const Table table{{0, 0, 0, 0, 14}, {0, 2, 6, 4, 2}, {0, 0, 3, 5, 6}, {0, 3, 9, 2, 0},
                    {2, 2, 8, 1, 1},  {7, 7, 0, 0, 0}, {3, 2, 6, 3, 0}, {2, 5, 3, 2, 2},
                    {6, 5, 2, 1, 0},  {0, 2, 2, 3, 7}};
  EXPECT_NEAR(*fleiss_kappa(table), 0.210, 0.0005);
  // P = 0.3780219780, P_e = 0.2127551020
  EXPECT_NEAR(*fleiss_kappa(table), (0.3780219780 - 0.2127551020) / (1 - 0.2127551020), 1e-9);
}

TEST(FleissKappa, Ends) {
  EXPECT_DOUBLE_EQ(*fleiss_kappa(Table{{3, 0}, {0, 3}}), 1);
  // Two raters who never agree: P = 0, P_e = 1/2.
  EXPECT_DOUBLE_EQ(*fleiss_kappa(Table{{1, 1}, {1, 1}}), -1);
  EXPECT_FALSE(fleiss_kappa(Table{}));
  EXPECT_FALSE(fleiss_kappa(Table{{1, 0}, {0, 1}})) << "one answer each says nothing";
  EXPECT_FALSE(fleiss_kappa(Table{{3}, {2}})) << "one answer is all there is";
}

TEST(FleissKappa, QuestionsWithDifferentNumbersOfAnswers) {
  // P_1 = 1, P_2 = (2 + 0) / (3 * 2) = 1/3; p = (4/5, 1/5); P_e = 0.68.
  const Table table{{2, 0}, {2, 1}, {0, 1}};
  EXPECT_NEAR(*fleiss_kappa(table), (2.0 / 3 - 0.68) / 0.32, 1e-12);
}

// The example that goes with Cohen's kappa in most books: 20 yes and 15 no in common, 5 and 10
// apart. P = 0.7, P_e = 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
TEST(CohenKappa, TheKnownExampleAndEnds) {
  EXPECT_NEAR(*cohen_kappa(Table{{20, 5}, {10, 15}}), 0.4, 1e-12);
  EXPECT_DOUBLE_EQ(*cohen_kappa(Table{{3, 0}, {0, 3}}), 1);
  EXPECT_DOUBLE_EQ(*cohen_kappa(Table{{0, 2}, {2, 0}}), -1);
  EXPECT_FALSE(cohen_kappa(Table{}));
  EXPECT_FALSE(cohen_kappa(Table{{0, 0}, {0, 0}}));
  EXPECT_FALSE(cohen_kappa(Table{{4, 0}, {0, 0}})) << "one answer is all there is";
}

}  // namespace
}  // namespace papert::score

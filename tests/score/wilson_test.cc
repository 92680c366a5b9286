#include "score/wilson.h"

#include <gtest/gtest.h>

#include <vector>

namespace papert::score {
namespace {

struct Clusters {
  std::vector<double> sums;
  std::vector<double> counts;

  [[nodiscard]] ClusterValues values() const { return {sums, counts}; }
};

// By the formula in decimals of 40 places (Python's decimal), z = 1.95996398454005423552459443.
TEST(Wilson, EqualsExactDecimals) {
  struct Case {
    double right, n, low, high;
  };
  for (const Case& each :
       {Case{2, 2, 0.342380227507, 1}, Case{0, 2, 0, 0.657619772493},
        Case{13, 150, 0.051347178275, 0.142628223736}, Case{1, 3, 0.061491944720, 0.792340399198},
        Case{50, 100, 0.403831530366, 0.596168469634}}) {
    const Interval got = wilson_interval(each.right / each.n, each.n);
    EXPECT_NEAR(got.low, each.low, 1e-10) << each.right << " of " << each.n;
    EXPECT_NEAR(got.high, each.high, 1e-10) << each.right << " of " << each.n;
  }
}

TEST(Wilson, TheLevelSetsTheWidth) {
  const Interval wide = wilson_interval(0.5, 100, 0.99);
  EXPECT_NEAR(wide.low, 0.375279625, 1e-8);
  EXPECT_NEAR(wide.high, 0.624720375, 1e-8);
}

TEST(EffectiveSamples, IndependentSamplesAreWorthThemselves) {
  const Clusters each{{1, 0, 1, 1, 0, 0, 1, 0}, std::vector<double>(8, 1)};
  EXPECT_DOUBLE_EQ(effective_samples(each.values()), 8);
}

TEST(EffectiveSamples, EqualAnswersOfATaskAreWorthOne) {
  const Clusters five_times{{5, 0, 5, 0, 0, 5}, std::vector<double>(6, 5)};
  EXPECT_DOUBLE_EQ(effective_samples(five_times.values()), 6);
}

TEST(EffectiveSamples, HalfEqualAnswersAreWorthMore) {
  const Clusters mixed{{5, 1, 4, 0, 2, 5}, std::vector<double>(6, 5)};
  // p = 17/30; deviations from 17/6 squared: 4.694, 3.361, 1.361, 8.028, 0.694, 4.694 = 22.833.
  EXPECT_NEAR(effective_samples(mixed.values()), (17.0 / 30) * (13.0 / 30) * 900 / (137.0 / 6),
              1e-9);
}

TEST(EffectiveSamples, NeverMoreThanThereAre) {
  const Clusters against{{2, 2, 2, 3, 2, 2}, std::vector<double>(6, 4)};
  EXPECT_DOUBLE_EQ(effective_samples(against.values()), 24);
}

TEST(EffectiveSamples, WithoutVarianceTheClustersCount) {
  EXPECT_EQ(effective_samples(Clusters{{3, 3}, {3, 3}}.values()), 2) << "all right";
  EXPECT_EQ(effective_samples(Clusters{{0, 0, 0}, {4, 4, 4}}.values()), 3) << "all wrong";
  EXPECT_EQ(effective_samples(Clusters{{1, 1, 1, 0}, {2, 2, 2, 0}}.values()), 3)
      << "half of each, and a cluster without samples";
  EXPECT_EQ(effective_samples(Clusters{{2}, {4}}.values()), 1) << "one cluster";
  EXPECT_EQ(effective_samples(Clusters{{0}, {0}}.values()), 0);
}

TEST(ProportionInterval, OfNothingIsNone) {
  EXPECT_FALSE(proportion_interval(Clusters{{}, {}}.values()));
  EXPECT_FALSE(proportion_interval(Clusters{{0}, {0}}.values()));
  const auto two = proportion_interval(Clusters{{3, 3}, {3, 3}}.values());
  ASSERT_TRUE(two);
  EXPECT_NEAR(two->low, 0.342380227507, 1e-10) << "six samples, two tasks";
}

TEST(IsProportion, OnlyZerosAndOnes) {
  EXPECT_TRUE(is_proportion(std::vector<double>{0, 1, 1}));
  EXPECT_FALSE(is_proportion(std::vector<double>{0, 0.5, 1}));
  EXPECT_FALSE(is_proportion(std::vector<double>{}));
}

}  // namespace
}  // namespace papert::score

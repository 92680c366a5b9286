// The difference between kept and fresh tasks, and its interval.

#include "analysis/frozen_gap.h"

#include <gtest/gtest.h>

#include <array>

#include "score/wilson.h"

namespace papert::analysis {
namespace {

Figure share(double mean, double n) {
  const auto interval = score::wilson_interval(mean, n);
  return {.mean = mean, .low = interval.low, .high = interval.high};
}

TEST(FrozenGap, IntervalOfTwoSharesIsNewcombes) {
  // Newcombe 1998, Statistics in Medicine 17, 873-890, table II: 56 of 70 and 48 of 80, method 10.
  const Figure frozen = share(56.0 / 70, 70);
  const Figure fresh = share(48.0 / 80, 80);
  const Figure gap = gap_between({&frozen, 1}, {&fresh, 1});
  EXPECT_NEAR(*gap.mean, 0.2, 1e-12);
  EXPECT_NEAR(*gap.low, 0.0524, 5e-5);
  EXPECT_NEAR(*gap.high, 0.3339, 5e-5);
}

TEST(FrozenGap, AllRightIsNotCertain) {
  const Figure frozen = share(1, 10);
  const Figure fresh = share(0, 10);
  const Figure gap = gap_between({&frozen, 1}, {&fresh, 1});
  EXPECT_EQ(*gap.mean, 1);
  EXPECT_LT(*gap.low, 0.7);
  EXPECT_LE(*gap.high, 1 + 1e-12);
}

TEST(FrozenGap, SeveralRunsAreAveraged) {
  const std::array<Figure, 2> frozen{share(0.8, 50), share(0.6, 50)};
  const std::array<Figure, 1> fresh{share(0.5, 50)};
  const Figure gap = gap_between(frozen, fresh);
  EXPECT_NEAR(*gap.mean, 0.2, 1e-12);
  const Figure one = gap_between({frozen.data(), 1}, fresh);
  EXPECT_LT(*gap.high - *gap.low, *one.high - *one.low) << "two runs say more than one";
}

TEST(FrozenGap, ASideThatIsMissingGivesNothing) {
  const Figure some = share(0.5, 10);
  EXPECT_FALSE(gap_between({&some, 1}, {}).mean);
  EXPECT_FALSE(gap_between({}, {&some, 1}).mean);
  const Figure none;
  EXPECT_FALSE(gap_between({&none, 1}, {&some, 1}).mean);
  const Figure bare{.mean = 0.7};
  const Figure gap = gap_between({&bare, 1}, {&some, 1});
  EXPECT_NEAR(*gap.mean, 0.2, 1e-12);
  EXPECT_FALSE(gap.low) << "no interval where a run has none";
}

TEST(FrozenGap, TwinsDifferInTheirDataAlone) {
  run::RunConfig kept;
  kept.suite = "shapecode";
  kept.modes["prompting"] = "plain";
  kept.data.folder = "eval_v1";
  run::RunConfig fresh = kept;
  fresh.data = {};
  fresh.data.seed = 7;
  EXPECT_TRUE(is_frozen(kept));
  EXPECT_FALSE(is_frozen(fresh));
  EXPECT_EQ(twin_key(kept, "m"), twin_key(fresh, "m"));
  EXPECT_NE(twin_key(kept, "m"), twin_key(fresh, "n"));
  fresh.modes["prompting"] = "steps";
  EXPECT_NE(twin_key(kept, "m"), twin_key(fresh, "m"));
}

}  // namespace
}  // namespace papert::analysis

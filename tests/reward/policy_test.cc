#include "reward/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "suite/registry.h"

namespace papert::reward {
namespace {

using suite::Verdict;

suite::Score score_of(Verdict verdict, std::string_view metric, std::optional<double> value) {
  suite::Score score;
  score.verdict = verdict;
  score.metrics = {{metric, value}};
  return score;
}

TEST(Policy, NamesAreAClosedList) {
  EXPECT_EQ(*policy_from_name("shaped"), Policy::kShaped);
  EXPECT_EQ(policy_name(*policy_from_name("success")), "success");
  EXPECT_EQ(*unscored_from_name("raise"), Unscored::kRaise);
  EXPECT_EQ(policy_from_name("Success").error().code, ErrorCode::kUsage);
  EXPECT_EQ(unscored_from_name("").error().code, ErrorCode::kUsage);
}

TEST(Policy, SuccessIsOneOrZero) {
  const auto suite = *suite::find_suite("turtleai");
  for (const suite::VerdictName& each : suite::kVerdicts) {
    const auto reward =
        reward_of(Policy::kSuccess, *suite, score_of(each.verdict, "similarity", 0.99));
    ASSERT_EQ(reward.has_value(), suite::is_scored(each.verdict)) << each.name;
    EXPECT_EQ(reward.value_or(0), each.verdict == Verdict::kRight ? 1.0 : 0.0) << each.name;
  }
}

TEST(Policy, ShapedAddsHowNearAWrongAnswerCame) {
  const auto turtleai = *suite::find_suite("turtleai");
  const auto shaped = [&](double value) {
    return *reward_of(Policy::kShaped, *turtleai, score_of(Verdict::kWrong, "similarity", value));
  };
  EXPECT_DOUBLE_EQ(shaped(0), 0.1);
  EXPECT_DOUBLE_EQ(shaped(0.5), 0.55);
  EXPECT_DOUBLE_EQ(shaped(1), 0.95);
  const auto other = [](const char* suite, const char* metric, double value) {
    return *reward_of(Policy::kShaped, **suite::find_suite(suite),
                      score_of(Verdict::kWrong, metric, value));
  };
  EXPECT_DOUBLE_EQ(other("turtlebench", "published_iou", 0.5), 0.55);
  EXPECT_DOUBLE_EQ(other("shapecode", "foreground_iou", 0.5), 0.55);
  EXPECT_DOUBLE_EQ(other("sgp", "accuracy", 0), 0.1);
}

TEST(Policy, ConstraintsThatAreKeptAloneAreWorthNothing) {
  const auto xlogo = *suite::find_suite("xlogo");
  const auto shaped = [&](double share, double constraints) {
    suite::Score score = score_of(Verdict::kWrong, "constraints", constraints);
    score.detail["goal_share"] = share;
    return *reward_of(Policy::kShaped, *xlogo, score);
  };
  EXPECT_DOUBLE_EQ(shaped(0, 1), 0.1);
  EXPECT_DOUBLE_EQ(shaped(0.5, 1), 0.55);
  EXPECT_DOUBLE_EQ(shaped(1, 0), 0.55);
}

// Whatever figures a suite gives, a reward is a number from 0 to 1, what did not run is worth 0,
// and more of the figure is never worth less.
TEST(Policy, RewardsAreFiniteMonotoneAndNeverPaidForFailing) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<std::optional<double>> odd{std::nullopt, -kInfinity, kInfinity, std::nan(""),
                                               -1e300,       1e300,      -0.0};
  for (const auto& suite : suite::all_suites()) {
    for (const suite::VerdictName& each : suite::kVerdicts) {
      double last = -1;
      for (int step = 0; step <= 100; ++step) {
        suite::Score score;
        score.verdict = each.verdict;
        for (const suite::MetricInfo& metric : suite->metrics()) {
          score.metrics.push_back({metric.name, step / 100.0});
        }
        score.detail["goal_share"] = step / 100.0;
        const auto reward = reward_of(Policy::kShaped, *suite, score);
        if (!reward) break;
        EXPECT_GE(*reward, last);
        last = *reward;
        EXPECT_LE(*reward, score.right() ? 1 : kMostForWrong);
        EXPECT_TRUE(each.verdict <= Verdict::kWrong || *reward == 0);
      }
      for (const auto& value : odd) {
        suite::Score score;
        score.verdict = each.verdict;
        for (const suite::MetricInfo& metric : suite->metrics()) {
          score.metrics.push_back({metric.name, value});
        }
        score.detail["goal_share"] = value ? Json(*value) : Json("much");
        for (const Policy policy : {Policy::kSuccess, Policy::kShaped}) {
          const double reward = reward_of(policy, *suite, score).value_or(0);
          EXPECT_TRUE(reward >= 0 && reward <= 1) << suite->name();
        }
      }
    }
  }
}

TEST(Policy, WhatWasNotScoredIsNothingZeroOrAnError) {
  const auto suite = *suite::find_suite("xlogo");
  const auto reward = [&](Unscored unscored, Verdict verdict) {
    return reward_of(Policy::kShaped, unscored, *suite, score_of(verdict, "goal", 1));
  };
  EXPECT_EQ(*reward(Unscored::kNone, Verdict::kHostSlow), std::nullopt);
  EXPECT_EQ(*reward(Unscored::kZero, Verdict::kHostSlow), 0.0);
  const auto raised = reward(Unscored::kRaise, Verdict::kInternalError);
  ASSERT_FALSE(raised);
  EXPECT_THAT(raised.error().message, testing::HasSubstr("internal_error"));
  EXPECT_EQ(**reward(Unscored::kRaise, Verdict::kRight), 1.0);
}

}  // namespace
}  // namespace papert::reward

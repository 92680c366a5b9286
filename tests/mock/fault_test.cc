#include "mock/fault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/sha256.h"
#include "mock_support.h"

namespace papert::mock {
namespace {

TEST(FaultPlan, WhatIsNotAPlan) {
  for (const char* text :
       {"429", "429:", "429:x", "429:1.1", "429:-0.1", "429:nan", "418:0.1", ":0.1", "429:0.1,",
        "429:0.6,500:0.5", "429:0.1,429:0.1", "cutoff:0.6,refusal:0.6"}) {
    const auto parsed = FaultPlan::parse(text, 0, 1);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::kUsage);
    EXPECT_EQ(parsed.error().where, "--faults");
  }
  EXPECT_THAT(FaultPlan::parse("418:1", 0, 1).error().message, testing::HasSubstr("wrong_type"));
  for (const char* text : {"", " ", "429:1", " 429:0.5 , 500:0.5", "429:1,cutoff:1", "drop:0"}) {
    EXPECT_TRUE(FaultPlan::parse(text, 0, 1)) << text;
  }
}

TEST(FaultPlan, SharesAreMet) {
  const FaultPlan faults = plan("429:0.1,500:0.05,slow:0.15,cutoff:0.2");
  std::map<Fault, int> found;
  constexpr int kPrompts = 20000;
  for (int i = 0; i < kPrompts; ++i) {
    const std::string hash = sha256_hex(std::to_string(i));
    ++found[faults.on_the_way(hash, 0)];
    ++found[faults.in_the_reply(hash)];
    EXPECT_EQ(faults.on_the_way(hash, 1), Fault::kNone);
  }
  EXPECT_NEAR(found[Fault::kStatus429], 0.1 * kPrompts, 200);
  EXPECT_NEAR(found[Fault::kStatus500], 0.05 * kPrompts, 150);
  EXPECT_NEAR(found[Fault::kSlow], 0.15 * kPrompts, 250);
  EXPECT_NEAR(found[Fault::kCutoff], 0.2 * kPrompts, 300);
}

TEST(FaultPlan, SameSeedSameFaults) {
  const std::string text = "429:0.5,refusal:0.5";
  int differ = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string hash = sha256_hex(std::to_string(i));
    EXPECT_EQ(plan(text, 3).on_the_way(hash, 0), plan(text, 3).on_the_way(hash, 0));
    differ += plan(text, 3).in_the_reply(hash) != plan(text, 4).in_the_reply(hash) ? 1 : 0;
  }
  EXPECT_GT(differ, 50);
}

TEST(FaultPlan, StrikesOnlyTheFirstAttempts) {
  const FaultPlan faults = plan("503:1", 0, 3);
  EXPECT_EQ(faults.on_the_way("h", 2), Fault::kStatus503);
  EXPECT_EQ(faults.on_the_way("h", 3), Fault::kNone);
  EXPECT_EQ(plan("503:1", 0, 0).on_the_way("h", 0), Fault::kNone);
}

}  // namespace
}  // namespace papert::mock

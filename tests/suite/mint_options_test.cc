// What every suite refuses to mint.
#include <gtest/gtest.h>

#include "suite/registry.h"
#include "suite/seeds.h"

namespace papert::suite {
namespace {

class MintOptionsOf : public testing::TestWithParam<const char*> {
 protected:
  ErrorCode refused(const MintOptions& options) {
    const auto suite = *find_suite(GetParam());
    const auto minted = suite->mint(options);
    return minted ? ErrorCode::kInternal : minted.error().code;
  }
};

TEST_P(MintOptionsOf, SeedsBeyondTheLargestAreRefused) {
  EXPECT_EQ(refused({.seed = INT64_MAX, .count = 1}), ErrorCode::kUsage);
  EXPECT_EQ(refused({.seed = INT64_MAX - 5, .count = 6}), ErrorCode::kUsage);
  EXPECT_EQ(refused({.seed = 1, .count = INT64_MAX}), ErrorCode::kUsage);
}

TEST_P(MintOptionsOf, CountsAndSplitsAreChecked) {
  EXPECT_EQ(refused({.seed = 1, .count = 0}), ErrorCode::kUsage);
  EXPECT_EQ(refused({.seed = 1, .count = -3}), ErrorCode::kUsage);
  EXPECT_EQ(refused({.seed = 1, .count = 1, .split = "../x"}), ErrorCode::kUsage);
  EXPECT_EQ(refused({.seed = 1, .count = 1, .split = ".x"}), ErrorCode::kUsage);
}

INSTANTIATE_TEST_SUITE_P(AllSuites, MintOptionsOf,
                         testing::Values("shapecode", "xlogo", "turtleai", "turtlebench", "sgp"),
                         [](const auto& each) { return std::string(each.param); });

TEST(MintHash, TellsSeedsSplitsAndGeneratorsApart) {
  const std::string hash = mint_hash("xlogo", 1, {.seed = 7});
  EXPECT_EQ(hash, mint_hash("xlogo", 1, {.seed = 7, .count = 50, .jobs = 8}));
  EXPECT_NE(hash, mint_hash("xlogo", 2, {.seed = 7}));
  EXPECT_NE(hash, mint_hash("xlogo", 1, {.seed = 8}));
  EXPECT_NE(hash, mint_hash("xlogo", 1, {.seed = 7, .split = "other"}));
}

}  // namespace
}  // namespace papert::suite

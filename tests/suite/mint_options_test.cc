// What every suite refuses to mint.
#include <gtest/gtest.h>

#include "suite/registry.h"

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

}  // namespace
}  // namespace papert::suite

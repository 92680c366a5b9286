#include "data/seeds.h"

#include <gtest/gtest.h>

namespace papert::data {
namespace {

TEST(MintHash, TellsSeedsSplitsAndGeneratorsApart) {
  const std::string hash = mint_hash("xlogo", 1, {.seed = 7});
  EXPECT_EQ(hash, mint_hash("xlogo", 1, {.seed = 7, .count = 50, .jobs = 8}));
  EXPECT_NE(hash, mint_hash("xlogo", 2, {.seed = 7}));
  EXPECT_NE(hash, mint_hash("xlogo", 1, {.seed = 8}));
  EXPECT_NE(hash, mint_hash("xlogo", 1, {.seed = 7, .split = "other"}));
}

}  // namespace
}  // namespace papert::data

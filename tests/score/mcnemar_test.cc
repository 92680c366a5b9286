// The exact answers are in cases/score, written by make_exact.py there.

#include "score/mcnemar.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

namespace papert::score {
namespace {

TEST(McNemar, EqualsExactFractions) {
  const std::string text = read_file(PAPERT_TEST_CASES "/score/mcnemar.jsonl").value();
  int cases = 0;
  for (const std::string_view line : split(trim(text), '\n')) {
    const Json want = parse_json(line).value();
    const auto b = want["b"].get<std::int64_t>();
    const auto c = want["c"].get<std::int64_t>();
    const auto p = want["p"].get<double>();
    EXPECT_LE(std::fabs(mcnemar_exact(b, c) - p), 1e-11 * p) << line;
    EXPECT_EQ(mcnemar_exact(b, c), mcnemar_exact(c, b));
    ++cases;
  }
  EXPECT_GE(cases, 170);
}

TEST(McNemar, ByHand) {
  EXPECT_EQ(mcnemar_exact(0, 0), 1.0);
  EXPECT_EQ(mcnemar_exact(0, 1), 1.0);
  EXPECT_EQ(mcnemar_exact(0, 5), 2.0 / 32);
  EXPECT_EQ(mcnemar_exact(1, 5), 2.0 * (1 + 6) / 64);
  EXPECT_EQ(mcnemar_exact(2, 8), 2.0 * (1 + 10 + 45) / 1024);
}

// Near the middle of a million pairs the binomial is normal, continuity correction included.
TEST(McNemar, AMillionPairs) {
  const double z = (501'000 - 499'000 - 1) / std::sqrt(1e6);
  EXPECT_NEAR(mcnemar_exact(499'000, 501'000), std::erfc(z / std::sqrt(2.0)), 1e-6);
  EXPECT_EQ(mcnemar_exact(0, 1'000'000), 0.0);
}

}  // namespace
}  // namespace papert::score

// The exact answers are in cases/score, written by make_exact.py there.

#include "score/passk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

namespace papert::score {
namespace {

/// Equal but for `tolerance`, relative to the larger.
void expect_close(double got, double want, double tolerance, std::string_view what) {
  EXPECT_LE(std::fabs(got - want), tolerance * std::fabs(want)) << what << " gave " << got;
}

TEST(PassK, EqualsExactFractions) {
  const std::string text = read_file(PAPERT_TEST_CASES "/score/passk.jsonl").value();
  int cases = 0;
  for (const std::string_view line : split(trim(text), '\n')) {
    const Json want = parse_json(line).value();
    const auto n = want["n"].get<std::int64_t>();
    const auto c = want["c"].get<std::int64_t>();
    const auto k = want["k"].get<std::int64_t>();
    expect_close(pass_at_k(n, c, k), want["at"].get<double>(), 1e-13, line);
    expect_close(pass_all_k(n, c, k), want["all"].get<double>(), 1e-12, line);
    ++cases;
  }
  EXPECT_GE(cases, 200);
}

TEST(PassK, EndsAreExact) {
  EXPECT_EQ(pass_at_k(10, 0, 10), 0.0);
  EXPECT_EQ(pass_at_k(10, 10, 1), 1.0);
  EXPECT_EQ(pass_at_k(10, 1, 10), 1.0);
  EXPECT_EQ(pass_at_k(10, 3, 8), 1.0) << "eight of ten always hold one of three";
  EXPECT_LT(pass_at_k(10, 3, 7), 1.0);
  EXPECT_EQ(pass_all_k(10, 10, 10), 1.0);
  EXPECT_EQ(pass_all_k(10, 9, 10), 0.0);
  EXPECT_EQ(pass_all_k(10, 4, 5), 0.0);
  EXPECT_GT(pass_all_k(10, 5, 5), 0.0);
}

TEST(PassK, LargeNumbersKeepTheirDigits) {
  EXPECT_DOUBLE_EQ(pass_at_k(1'000'000'000, 1, 1), 1e-9);
  EXPECT_DOUBLE_EQ(pass_at_k(1'000'000'000, 1, 500), 5e-7);
  EXPECT_DOUBLE_EQ(pass_all_k(1'000'000'000, 999'999'999, 1), 0.999999999);
}

}  // namespace
}  // namespace papert::score

// The answers of Python and numpy are in cases/score, written by make_stats.py there.

#include "score/stats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/random.h"
#include "base/text.h"

namespace papert::score {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CompensatedSum, EqualsPython) {
  const std::string text = read_file(PAPERT_TEST_CASES "/score/sums.jsonl").value();
  int cases = 0;
  for (const std::string_view line : split(trim(text), '\n')) {
    const Json want = parse_json(line).value();
    const double total = sum(want["values"].get<std::vector<double>>());
    if (want["sum"].is_string()) {
      EXPECT_EQ(total, want["sum"] == "inf" ? kInfinity : -kInfinity) << line;
    } else {
      EXPECT_EQ(total, want["sum"].get<double>()) << line;
    }
    ++cases;
  }
  EXPECT_GE(cases, 19);
}

TEST(CompensatedSum, KeepsInfinitiesAndNan) {
  const auto total = [](std::vector<double> values) { return sum(values); };
  const double nan = std::nan("");
  EXPECT_EQ(total({kInfinity}), kInfinity);
  EXPECT_EQ(total({1.0, kInfinity, 2.0}), kInfinity);
  EXPECT_EQ(total({-kInfinity, 1e300}), -kInfinity);
  EXPECT_TRUE(std::isnan(total({kInfinity, -kInfinity})));
  EXPECT_TRUE(std::isnan(total({1.0, nan, 1.0})));
  EXPECT_FALSE(std::signbit(total({-0.0})));
}

TEST(CompensatedSum, DiffersFromPlainAddition) {
  std::vector<double> values(10, 0.1);
  double plain = 0;
  for (const double value : values) plain += value;
  EXPECT_NE(plain, 1.0);
  EXPECT_EQ(sum(values), 1.0);
  EXPECT_EQ(mean(values), 0.1);
}

TEST(Stats, MeanAndStandardError) {
  EXPECT_EQ(mean({}), std::nullopt);
  const std::vector<double> one = {3.0};
  EXPECT_EQ(mean(one), 3.0);
  EXPECT_EQ(standard_error(one), std::nullopt);
  const std::vector<double> values = {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0};
  EXPECT_EQ(mean(values), 5.0);
  EXPECT_DOUBLE_EQ(standard_error(values).value(), std::sqrt(32.0 / 7.0) / std::sqrt(8.0));
  EXPECT_EQ(standard_error(std::vector<double>(5, 0.25)), 0.0);
}

TEST(Stats, ClusteredStandardError) {
  const std::vector<double> values = {0.0, 1.0, 1.0, 0.5};
  const std::vector<double> ones(4, 1.0);
  EXPECT_DOUBLE_EQ(clustered_standard_error(values, ones).value(), standard_error(values).value());
  // Two epochs that always agree say no more than one.
  const std::vector<double> doubled = {0.0, 2.0, 2.0, 1.0};
  const std::vector<double> twos(4, 2.0);
  EXPECT_DOUBLE_EQ(clustered_standard_error(doubled, twos).value(), standard_error(values).value());
  EXPECT_EQ(clustered_standard_error({}, {}), std::nullopt);
  EXPECT_EQ(clustered_standard_error(std::vector{1.0, 0.0}, std::vector{2.0, 0.0}), std::nullopt);
}

}  // namespace
}  // namespace papert::score

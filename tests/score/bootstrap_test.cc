#include "score/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/random.h"
#include "base/text.h"

namespace papert::score {
namespace {

struct Metric {
  std::vector<double> sums;
  std::vector<double> counts;
};

std::vector<ClusterValues> views(const std::vector<Metric>& metrics) {
  std::vector<ClusterValues> result;
  for (const Metric& metric : metrics) result.push_back({metric.sums, metric.counts});
  return result;
}

TEST(Bootstrap, EqualsPythonAndNumpy) {
  const std::string text = read_file(PAPERT_TEST_CASES "/score/bootstrap.jsonl").value();
  int cases = 0;
  for (const std::string_view line : split(trim(text), '\n')) {
    const Json want = parse_json(line).value();
    std::vector<Metric> metrics;
    for (const Json& pair : want["metrics"]) metrics.push_back({pair[0], pair[1]});
    const auto intervals = bootstrap_mean(
        views(metrics),
        {.resamples = want["resamples"], .seed = want["seed"], .level = want["level"]});
    ASSERT_EQ(intervals.size(), want["intervals"].size());
    for (std::size_t m = 0; m < intervals.size(); ++m, ++cases) {
      const Json& interval = want["intervals"][m];
      ASSERT_EQ(intervals[m].has_value(), !interval.is_null()) << m;
      if (!intervals[m]) continue;
      EXPECT_EQ(intervals[m]->low, interval[0].get<double>()) << m;
      EXPECT_EQ(intervals[m]->high, interval[1].get<double>()) << m;
    }
  }
  EXPECT_EQ(cases, 30);
}

TEST(Bootstrap, NothingToResample) {
  EXPECT_TRUE(bootstrap_mean({}).empty());
  const std::vector<Metric> none(2);
  EXPECT_EQ(bootstrap_mean(views(none)), std::vector<std::optional<Interval>>(2));
  const std::vector<Metric> no_items = {{{0.0, 0.0}, {0.0, 0.0}}, {{1.0, 1.0}, {1.0, 1.0}}};
  const auto intervals = bootstrap_mean(views(no_items));
  EXPECT_EQ(intervals[0], std::nullopt);
  EXPECT_EQ(intervals[1], (Interval{1.0, 1.0}));
  EXPECT_EQ(bootstrap_mean(views(no_items), {.resamples = 0, .seed = 0, .level = 0.95})[1],
            std::nullopt);
}

TEST(Bootstrap, OneClusterHasNoWidth) {
  const std::vector<Metric> one = {{{1.5}, {3.0}}};
  EXPECT_EQ(bootstrap_mean(views(one))[0], (Interval{0.5, 0.5}));
}

TEST(Bootstrap, MetricsDoNotDisturbEachOther) {
  std::vector<Metric> metrics(7);
  Random rng(4);
  for (Metric& metric : metrics) {
    for (int i = 0; i < 5000; ++i) {
      metric.sums.push_back(rng.random());
      metric.counts.push_back(1.0);
    }
  }
  const BootstrapOptions options{.resamples = 30, .seed = 8, .level = 0.8};
  const auto together = bootstrap_mean(views(metrics), options);
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const std::vector<ClusterValues> alone = {{metrics[m].sums, metrics[m].counts}};
    EXPECT_EQ(bootstrap_mean(alone, options)[0], together[m]) << m;
    EXPECT_LT(together[m]->low, together[m]->high);
    EXPECT_NEAR(together[m]->low, 0.5, 0.05);
  }
}

TEST(Quantile, InterpolatesLikeNumpy) {
  const std::vector<double> values = {1.0, 2.0, 4.0, 8.0};
  EXPECT_EQ(quantile(values, 0.0), 1.0);
  EXPECT_EQ(quantile(values, 1.0), 8.0);
  EXPECT_EQ(quantile(values, 0.5), 3.0);
  EXPECT_EQ(quantile(values, 0.25), 1.75);
  EXPECT_EQ(quantile(std::vector<double>{7.0}, 0.3), 7.0);
}

TEST(Bootstrap, LargeRuns) {
  std::vector<Metric> metrics(6);
  Random rng(5);
  for (Metric& metric : metrics) {
    for (int i = 0; i < 200000; ++i) {
      metric.sums.push_back(rng.random() < 0.5 ? 1.0 : 0.0);
      metric.counts.push_back(1.0);
    }
  }
#if defined(PAPERT_SANITIZED) || !defined(NDEBUG)
  const int resamples = 20;
#else
  const int resamples = 1000;
#endif
  const auto intervals =
      bootstrap_mean(views(metrics), {.resamples = resamples, .seed = 1, .level = 0.95});
  for (const auto& interval : intervals) {
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->low, 0.5, 0.02);
    EXPECT_NEAR(interval->high, 0.5, 0.02);
  }
}

}  // namespace
}  // namespace papert::score

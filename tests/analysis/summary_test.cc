#include "analysis/summary.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/file.h"
#include "support/records.h"

namespace papert::analysis {
namespace {

using suite::kVerdicts;
using suite::MetricInfo;
using suite::Verdict;
using test::record;

constexpr std::array<MetricInfo, 2> kMetrics{{{"hit", "hit"}, {"ratio", "ratio"}}};
constexpr std::array<std::string_view, 2> kOrder{"low", "high"};

Json line(double hit, Json ratio) { return {{"hit", hit}, {"ratio", std::move(ratio)}}; }

Json tier(const char* name) { return {{"tier", name}}; }

SummaryBuilder filled(bool reversed) {
  SummaryBuilder builder(kMetrics, kOrder);
  const auto add = [&](int i) {
    switch (i) {
      case 0:
        builder.add(
            record("a", "", 0, tier("high"), Verdict::kRight, line(1, 2.0), Json::object()));
        break;
      case 1:
        builder.add(record("b", "", 0, tier("low"), Verdict::kWrong, line(0, 1.0), Json::object()));
        break;
      case 2:
        builder.add(record("c", "", 0, tier("low"), Verdict::kInvalid, line(0, nullptr),
                           {{"error", "syntax_error"}}));
        break;
      default:
        builder.add(record("d", "", 0, tier("low"), Verdict::kRequestFailed, Json::object(),
                           Json::object()));
    }
  };
  for (int i = 0; i < 4; ++i) add(reversed ? 3 - i : i);
  return builder;
}

TEST(Summary, CountsMeansAndGroups) {
  const Json json = to_json(filled(false).finish());
  EXPECT_EQ(json["samples"], 4);
  EXPECT_EQ(json["tasks"], 4);
  EXPECT_EQ(json["not_scored"], 1);
  EXPECT_EQ(json["primary"], "hit");
  EXPECT_EQ(json["verdicts"]["right"], 1);
  EXPECT_EQ(json["verdicts"]["invalid"], 1);
  EXPECT_EQ(json["verdicts"]["request_failed"], 1);
  EXPECT_EQ(json["verdicts"].size(), kVerdicts.size());
  EXPECT_EQ(json["errors"], Json({{"syntax_error", 1}}));
  ASSERT_EQ(json["groups"].size(), 3U);
  const Json& overall = json["groups"][0]["metrics"];
  EXPECT_DOUBLE_EQ(overall["hit"]["mean"].get<double>(), 1.0 / 3);
  EXPECT_EQ(overall["hit"]["n"], 3) << "a failed request is not an answer";
  EXPECT_EQ(overall["ratio"]["n"], 2) << "undefined values do not count";
  EXPECT_DOUBLE_EQ(overall["ratio"]["mean"].get<double>(), 1.5);
  EXPECT_EQ(json["groups"][1]["value"], "low") << "in the suite's order";
  EXPECT_EQ(json["groups"][2]["value"], "high");
}

TEST(Summary, DoesNotDependOnTheOrderOfSamples) {
  EXPECT_EQ(dump_json(to_json(filled(false).finish())), dump_json(to_json(filled(true).finish())));
}

TEST(Summary, MissingTasksAreListedNotWrong) {
  SummaryBuilder builder = filled(false);
  builder.add_missing("z");
  const Json json = to_json(builder.finish());
  EXPECT_EQ(json["missing"], 1);
  EXPECT_EQ(json["missing_ids"], Json::array({"z"}));
  EXPECT_EQ(json["groups"][0]["metrics"]["hit"]["n"], 3);
}

TEST(Summary, EmptyRunHasNoFigures) {
  SummaryBuilder builder(kMetrics, kOrder);
  const Json json = to_json(builder.finish());
  EXPECT_EQ(json["samples"], 0);
  EXPECT_TRUE(json["groups"][0]["metrics"]["hit"]["mean"].is_null());
}

TEST(Summary, AFigureOfOneModeIsLeftOutWhereNoSampleHasIt) {
  constexpr std::array<MetricInfo, 3> kSometimes{
      {{"hit", "hit"}, {"likeness", "likeness", true}, {"ratio", "ratio"}}};
  SummaryBuilder without(kSometimes, kOrder);
  SummaryBuilder plain(kMetrics, kOrder);
  SummaryBuilder with(kSometimes, kOrder);
  for (const char* id : {"a", "b"}) {
    const auto sample =
        record(id, "", 0, tier("low"), Verdict::kRight, line(1, 2.0), Json::object());
    without.add(sample);
    plain.add(sample);
    Json figures = line(1, 2.0);
    figures["likeness"] = 0.25;
    with.add(record(id, "", 0, tier("low"), Verdict::kRight, figures, Json::object()));
  }
  EXPECT_EQ(dump_json(to_json(without.finish())), dump_json(to_json(plain.finish())));
  const Json json = to_json(with.finish());
  EXPECT_EQ(json["metrics"].size(), 3U);
  EXPECT_EQ(json["groups"][1]["metrics"]["likeness"]["mean"], 0.25);
}

TEST(Summary, EpochsOfATaskAreOneCluster) {
  SummaryBuilder once(kMetrics, kOrder);
  SummaryBuilder thrice(kMetrics, kOrder);
  for (int i = 0; i < 20; ++i) {
    const std::string id = std::to_string(i);
    const double hit = i % 3 == 0 ? 1 : 0;
    const Verdict verdict = hit > 0 ? Verdict::kRight : Verdict::kWrong;
    once.add(record(id, "", 0, tier("low"), verdict, line(hit, 1.0), Json::object()));
    for (int epoch = 0; epoch < 3; ++epoch) {
      thrice.add(record(id, "", epoch, tier("low"), verdict, line(hit, 1.0), Json::object()));
    }
  }
  const Json a = to_json(once.finish())["groups"][0]["metrics"]["hit"];
  const Json b = to_json(thrice.finish())["groups"][0]["metrics"]["hit"];
  EXPECT_EQ(b["n"], 60);
  EXPECT_DOUBLE_EQ(a["mean"].get<double>(), b["mean"].get<double>());
  EXPECT_NEAR(a["low"].get<double>(), b["low"].get<double>(), 1e-12)
      << "repeating the same answers adds no certainty";
  EXPECT_NEAR(a["stderr"].get<double>(), b["stderr"].get<double>(), 1e-12);
}

// The figures of clusters.json are numpy's, by other means: the standard error as the sandwich of a
// regression on a constant, the interval by the recipe and once more with another generator and
// 40,000 resamples. cases/score/make_exact.py wrote it.
class ClusteredSummary : public testing::Test {
 protected:
  ClusteredSummary() {
    SummaryBuilder builder(kMetrics_, {});
    for (const Json& sample : fixture_["samples"]) {
      const bool right = sample["right"].get<bool>();
      const Json metrics{{"hit", right ? 1.0 : 0.0}, {"size", sample["size"]}};
      builder.add(record(sample["id"].get<std::string>(), sample["base"].get<std::string>(),
                         sample["epoch"].get<std::int64_t>(), tier("low"),
                         right ? Verdict::kRight : Verdict::kWrong, metrics, Json::object()));
    }
    got_ = to_json(builder.finish({.interval = ProportionInterval::kBootstrap}));
  }

  static void expect_figures(const Json& got, const Json& want, bool intervals) {
    EXPECT_NEAR(got["mean"].get<double>(), want["mean"].get<double>(), 1e-14);
    EXPECT_NEAR(got["stderr"].get<double>(), want["stderr"].get<double>(), 1e-14);
    EXPECT_EQ(got["n"], want["n"]);
    const auto low = got["low"].get<double>();
    const auto high = got["high"].get<double>();
    const auto ours = want["interval"].get<std::array<double, 2>>();
    const auto converged = want["converged"].get<std::array<double, 2>>();
    if (intervals) {
      EXPECT_NEAR(low, ours[0], 1e-13);
      EXPECT_NEAR(high, ours[1], 1e-13);
    }
    EXPECT_NEAR(low, converged[0], 0.02);
    EXPECT_NEAR(high, converged[1], 0.02);
  }

  const Json fixture_ =
      parse_json(read_file(PAPERT_TEST_CASES "/score/clusters.json").value()).value();
  const std::array<MetricInfo, 2> kMetrics_{{{"hit", "hit"}, {"size", "size"}}};
  Json got_;
};

TEST_F(ClusteredSummary, EqualsNumpy) {
  const Json& overall = got_["groups"][0]["metrics"];
  expect_figures(overall["hit"], fixture_["want"]["hit"], true);
  expect_figures(overall["size"], fixture_["want"]["size"], true);
}

TEST_F(ClusteredSummary, PassAtKEqualsFractionsAndNumpy) {
  for (const Json& group : got_["groups"]) {
    ASSERT_EQ(group["passk"].size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      const Json& got = group["passk"][i];
      const Json& want = fixture_["want"]["passk"][i];
      EXPECT_EQ(got["k"], want["k"]);
      EXPECT_EQ(got["excluded"], want["excluded"]);
      const bool complete = want["excluded"] == 0;
      expect_figures(got["pass@k"], want["at"], complete);
      expect_figures(got["pass^k"], want["all"], complete);
    }
  }
}

TEST_F(ClusteredSummary, TasksOfOneBaseAreLessCertainThanTheyLook) {
  SummaryBuilder apart(kMetrics_, {});
  for (const Json& sample : fixture_["samples"]) {
    apart.add(record(sample["id"].get<std::string>(), "", sample["epoch"].get<std::int64_t>(),
                     tier("low"), Verdict::kRight, {{"size", sample["size"]}}, Json::object()));
  }
  const Json separate = to_json(apart.finish())["groups"][0]["metrics"]["size"];
  const Json together = got_["groups"][0]["metrics"]["size"];
  EXPECT_EQ(separate["mean"], together["mean"]);
  EXPECT_LT(1.05 * separate["stderr"].get<double>(), together["stderr"].get<double>());
}

TEST(Summary, SharesHaveWilsonsInterval) {
  SummaryBuilder builder(kMetrics, kOrder);
  for (const char* id : {"a", "b"}) {
    builder.add(record(id, "", 0, tier("low"), Verdict::kRight, line(1, 1.0), Json::object()));
  }
  const Json json = to_json(builder.finish());
  const Json& overall = json["groups"][0]["metrics"];
  EXPECT_EQ(json["interval"], "wilson");
  EXPECT_NEAR(overall["hit"]["low"].get<double>(), 0.3423802275, 1e-9) << "two of two";
  EXPECT_EQ(overall["hit"]["high"], 1.0);
  EXPECT_EQ(overall["ratio"]["low"], 1.0) << "not a share, though all values are 1: the bootstrap";
  const Json drawn = to_json(builder.finish({.interval = ProportionInterval::kBootstrap}));
  EXPECT_EQ(drawn["interval"], "bootstrap");
  EXPECT_EQ(drawn["groups"][0]["metrics"]["hit"]["low"], 1.0) << "as published tables have it";
}

// What bootstrap intervals are drawn for does not change them.
TEST(Summary, TheKindOfIntervalOfSharesLeavesOtherMetricsAlone) {
  SummaryBuilder builder(kMetrics, kOrder);
  for (int i = 0; i < 12; ++i) {
    builder.add(record(std::to_string(i), "", 0, tier("low"), Verdict::kRight, line(i % 2, i * 0.1),
                       Json::object()));
  }
  const Json wilson = to_json(builder.finish())["groups"][0]["metrics"];
  const Json drawn =
      to_json(builder.finish({.interval = ProportionInterval::kBootstrap}))["groups"][0]["metrics"];
  EXPECT_EQ(wilson["ratio"], drawn["ratio"]);
  EXPECT_NE(wilson["hit"], drawn["hit"]);
}

std::vector<std::int64_t> ks_of(int epochs, int lost = 0) {
  SummaryBuilder builder(kMetrics, kOrder);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const Verdict verdict = epoch < lost ? Verdict::kRequestFailed : Verdict::kWrong;
    builder.add(record("a", "", epoch, tier("low"), verdict, line(0, 1.0), Json::object()));
  }
  builder.add(record("b", "", 0, tier("low"), Verdict::kRight, line(1, 1.0), Json::object()));
  std::vector<std::int64_t> ks;
  const Json json = to_json(builder.finish());
  for (const Json& entry : json["groups"][0].value("passk", Json::array())) {
    ks.push_back(entry["k"].get<std::int64_t>());
    EXPECT_EQ(entry["excluded"], ks.back() > 1 ? 1 : 0);
  }
  return ks;
}

TEST(Summary, PassAtKAppearsWithTheSecondScoredSample) {
  using Ks = std::vector<std::int64_t>;
  EXPECT_EQ(ks_of(1), Ks{});
  EXPECT_EQ(ks_of(2), (Ks{1, 2}));
  EXPECT_EQ(ks_of(2, 1), Ks{}) << "a failed request is not a sample";
  EXPECT_EQ(ks_of(3), (Ks{1, 3}));
  EXPECT_EQ(ks_of(10), (Ks{1, 3, 5, 10}));
  EXPECT_EQ(ks_of(11), (Ks{1, 3, 5, 10, 11}));
  EXPECT_EQ(ks_of(100), (Ks{1, 3, 5, 10, 30, 50, 100}));
}

}  // namespace
}  // namespace papert::analysis

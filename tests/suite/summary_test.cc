#include "suite/summary.h"

#include <gtest/gtest.h>

#include <array>

namespace papert::suite {
namespace {

constexpr std::array<MetricInfo, 2> kMetrics{{{"hit", "hit"}, {"ratio", "ratio"}}};
constexpr std::array<std::string_view, 2> kOrder{"low", "high"};

Json line(double hit, Json ratio) { return {{"hit", hit}, {"ratio", std::move(ratio)}}; }

Json tier(const char* name) { return {{"tier", name}}; }

SummaryBuilder filled(bool reversed) {
  SummaryBuilder builder(kMetrics, kOrder);
  const auto add = [&](int i) {
    switch (i) {
      case 0:
        builder.add("a", 0, tier("high"), Verdict::kRight, line(1, 2.0), Json::object());
        break;
      case 1:
        builder.add("b", 0, tier("low"), Verdict::kWrong, line(0, 1.0), Json::object());
        break;
      case 2:
        builder.add("c", 0, tier("low"), Verdict::kInvalid, line(0, nullptr),
                    {{"error", "syntax_error"}});
        break;
      default:
        builder.add("d", 0, tier("low"), Verdict::kRequestFailed, Json::object(), Json::object());
    }
  };
  for (int i = 0; i < 4; ++i) add(reversed ? 3 - i : i);
  return builder;
}

TEST(Summary, CountsMeansAndGroups) {
  const Json json = filled(false).finish();
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
  EXPECT_EQ(overall["hit"]["n"], 3) << "a failed request is no answer";
  EXPECT_EQ(overall["ratio"]["n"], 2) << "undefined values do not count";
  EXPECT_DOUBLE_EQ(overall["ratio"]["mean"].get<double>(), 1.5);
  EXPECT_EQ(json["groups"][1]["value"], "low") << "in the suite's order";
  EXPECT_EQ(json["groups"][2]["value"], "high");
}

TEST(Summary, DoesNotDependOnTheOrderOfSamples) {
  EXPECT_EQ(dump_json(filled(false).finish()), dump_json(filled(true).finish()));
}

TEST(Summary, MissingTasksAreListedNotWrong) {
  SummaryBuilder builder = filled(false);
  builder.add_missing("z");
  const Json json = builder.finish();
  EXPECT_EQ(json["missing"], 1);
  EXPECT_EQ(json["missing_ids"], Json::array({"z"}));
  EXPECT_EQ(json["groups"][0]["metrics"]["hit"]["n"], 3);
}

TEST(Summary, EmptyRunHasNoFigures) {
  SummaryBuilder builder(kMetrics, kOrder);
  const Json json = builder.finish();
  EXPECT_EQ(json["samples"], 0);
  EXPECT_TRUE(json["groups"][0]["metrics"]["hit"]["mean"].is_null());
}

TEST(Summary, EpochsOfATaskAreOneCluster) {
  SummaryBuilder once(kMetrics, kOrder);
  SummaryBuilder thrice(kMetrics, kOrder);
  for (int i = 0; i < 20; ++i) {
    const std::string id = std::to_string(i);
    const double hit = i % 3 == 0 ? 1 : 0;
    const Verdict verdict = hit > 0 ? Verdict::kRight : Verdict::kWrong;
    once.add(id, 0, tier("low"), verdict, line(hit, 1.0), Json::object());
    for (int epoch = 0; epoch < 3; ++epoch) {
      thrice.add(id, epoch, tier("low"), verdict, line(hit, 1.0), Json::object());
    }
  }
  const Json a = once.finish()["groups"][0]["metrics"]["hit"];
  const Json b = thrice.finish()["groups"][0]["metrics"]["hit"];
  EXPECT_EQ(b["n"], 60);
  EXPECT_DOUBLE_EQ(a["mean"].get<double>(), b["mean"].get<double>());
  EXPECT_NEAR(a["low"].get<double>(), b["low"].get<double>(), 1e-12)
      << "repeating the same answers adds no certainty";
  EXPECT_NEAR(a["stderr"].get<double>(), b["stderr"].get<double>(), 1e-12);
}

}  // namespace
}  // namespace papert::suite

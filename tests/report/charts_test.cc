// From runs, tables and calibrations to the values of charts.
#include "report/charts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/constructs.h"
#include "run/config.h"
#include "run/folder.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Runs of turtlebench whose logs are written by hand: of each tweak, so many of four are right.
class Charts : public testing::Test {
 protected:
  using Right = std::vector<std::pair<std::string, int>>;

  ReportedRun make(const std::string& model, const std::string& label, const Right& right) {
    run::RunConfig config;
    config.suite = "turtlebench";
    config.model = model;
    config.label = label;
    config.data.folder = "d";
    ReportedRun run;
    run.folder = folder_ / std::to_string(++runs_);
    run.config = config.to_json();
    test::spit(run.folder / "run.json", dump_json(run.config));
    const auto suite = suite::find_suite(config.suite);
    const std::string primary((*suite)->metrics().front().name);
    std::string log;
    for (const auto& [tweak, count] : right) {
      for (int i = 0; i < 4; ++i) {
        Json line{{"id", tweak + std::to_string(i)}, {"epoch", 0}};
        line["tags"] = {{"tweak", tweak}};
        line["verdict"] = i < count ? "right" : "wrong";
        line["metrics"] = {{primary, i < count ? 1 : 0}};
        line["detail"] = Json::object();
        log += dump_json(line) + "\n";
      }
    }
    test::spit(run::samples_path(run.folder), log);
    run.summary = *analysis::summarise_run(run.folder, config, **suite, {});
    return run;
  }

  static Chart one(std::span<const ReportedRun> runs, const ChartRequest& request) {
    auto charts = run_charts(runs, request);
    EXPECT_TRUE(charts) << charts.error().to_string();
    EXPECT_EQ(charts->size(), 1U);
    return charts->front();
  }

  static std::string refused(std::span<const ReportedRun> runs, const ChartRequest& request) {
    const auto charts = run_charts(runs, request);
    EXPECT_FALSE(charts);
    EXPECT_EQ(charts.error().code, ErrorCode::kUsage);
    return charts.error().message;
  }

  static std::vector<double> values(const ChartSeries& series) {
    std::vector<double> list;
    for (const ChartPoint& point : series.points) list.push_back(point.y.value_or(-1));
    return list;
  }

  test::TempFolder folder_;
  int runs_ = 0;
};

TEST_F(Charts, ARadarHasASpokeForEveryValueAndALineForEveryRun) {
  const std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}, {"b", 2}, {"c", 0}}),
                                      make("m/2", "", {{"a", 4}, {"b", 3}})};
  const Chart chart = one(runs, {.kind = ChartKind::kRadar, .by = {"tweak"}});
  EXPECT_THAT(chart.x.categories, ElementsAre("a", "b", "c"));
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[0].name, "m/1");
  EXPECT_THAT(values(chart.series[0]), ElementsAre(0.25, 0.5, 0));
  EXPECT_THAT(values(chart.series[1]), ElementsAre(1, 0.75, -1));  // a gap, not a zero
  EXPECT_TRUE(chart.y.log);
  EXPECT_THAT(chart.notes.back(), HasSubstr("1 value of zero is drawn in the centre"));
  const Chart linear = one(runs, {.kind = ChartKind::kRadar, .by = {"tweak"}, .log = false});
  EXPECT_FALSE(linear.y.log);
}

TEST_F(Charts, ARadarOfNothingButZerosIsLinearAndSaysSo) {
  const std::vector<ReportedRun> runs{make("m/1", "", {{"a", 0}, {"b", 0}, {"c", 0}})};
  const Chart chart = one(runs, {.kind = ChartKind::kRadar, .by = {"tweak"}});
  EXPECT_FALSE(chart.y.log);
  EXPECT_THAT(chart.notes.back(), HasSubstr("no value is above zero"));
}

TEST_F(Charts, ALineIsOverTheNumberInTheLabel) {
  const std::vector<ReportedRun> runs{make("m/1", "step=10", {{"a", 4}}),
                                      make("m/1", "step=9", {{"a", 2}}),
                                      make("m/1", "step=100", {{"a", 3}})};
  const Chart chart = one(runs, {.kind = ChartKind::kLine});
  EXPECT_EQ(chart.x.title, "step");
  ASSERT_EQ(chart.series.size(), 1U);
  EXPECT_THAT(values(chart.series[0]), ElementsAre(0.5, 1, 0.75));
  EXPECT_EQ(chart.series[0].points[0].x, 9);
  EXPECT_EQ(chart.series[0].points[2].x, 100);
}

TEST_F(Charts, RunsThatRepeatEachOtherAreOnePointWithAnErrorOverRuns) {
  const std::vector<ReportedRun> runs{
      make("m/1", "step=1,seed=1", {{"a", 1}}), make("m/1", "step=1,seed=2", {{"a", 3}}),
      make("m/1", "step=2,seed=1", {{"a", 2}}), make("m/1", "step=2,seed=2", {{"a", 2}})};
  const Chart chart = one(runs, {.kind = ChartKind::kLine, .x = "step"});
  ASSERT_EQ(chart.series.size(), 1U);
  EXPECT_THAT(values(chart.series[0]), ElementsAre(0.5, 0.5));
  EXPECT_DOUBLE_EQ(*chart.series[0].points[0].bar_low(), 0.25);  // 0.25 and 0.75: an error of 0.25
  EXPECT_THAT(chart.notes.front(), HasSubstr("standard error over runs"));
}

TEST_F(Charts, ALineWithoutNumbersSaysHowToGiveOne) {
  const std::vector<ReportedRun> runs{make("m/1", "early", {{"a", 1}}),
                                      make("m/2", "late", {{"a", 1}})};
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kLine}), HasSubstr("--label step=3"));
  const std::string text = refused(runs, {.kind = ChartKind::kLine, .x = "label"});
  EXPECT_THAT(text, HasSubstr("'label' are not numbers (early, late)"));
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kLine, .x = "colour"}), HasSubstr("there are:"));
}

TEST_F(Charts, RunsWithoutTheNumberAreLeftOutAndNamed) {
  const std::vector<ReportedRun> runs{make("m/1", "step=1", {{"a", 1}}),
                                      make("m/1", "last", {{"a", 1}})};
  const Chart chart = one(runs, {.kind = ChartKind::kLine, .x = "step"});
  EXPECT_EQ(chart.series.front().points.size(), 1U);
  EXPECT_THAT(chart.notes.front(), HasSubstr("left out"));
}

TEST_F(Charts, WhatCannotBeDrawnIsRefusedWithWhatCan) {
  const std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}, {"b", 1}})};
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kRadar, .by = {"tweak"}}),
              HasSubstr("at least 3 values, and 'tweak' has 2: use --chart bars"));
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kRadar}), HasSubstr("a tag (tweak)"));
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kBars, .by = {"colour"}}), HasSubstr("tweak"));
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kBars, .by = {"tweak"}, .metric = "beauty"}),
              HasSubstr("there is no metric 'beauty'; there are: "));
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kBars, .by = {"tweak"}, .log = true}),
              HasSubstr("log axis"));
  EXPECT_THAT(refused(runs, {.kind = ChartKind::kCurves}), HasSubstr("--calibrate"));
}

TEST_F(Charts, SharesOfVerdictsAddUpToOne) {
  const std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}}), make("m/2", "", {{"a", 4}})};
  const Chart chart = one(runs, {.kind = ChartKind::kShares});
  EXPECT_THAT(chart.x.categories, ElementsAre("right", "wrong"));
  EXPECT_THAT(values(chart.series[0]), ElementsAre(0.25, 0.75));
  EXPECT_THAT(values(chart.series[1]), ElementsAre(1, 0));
}

TEST_F(Charts, AHistogramCountsSamplesByATag) {
  const std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}, {"b", 1}})};
  const Chart chart = one(runs, {.kind = ChartKind::kHistogram, .by = {"tweak"}});
  EXPECT_THAT(values(chart.series[0]), ElementsAre(4, 4));
  EXPECT_TRUE(chart.y.whole);
}

TEST_F(Charts, BarsOfWholeRunsAreOverAllMetrics) {
  const std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}}), make("m/2", "", {{"a", 2}})};
  const Chart chart = one(runs, {.kind = ChartKind::kBars});
  EXPECT_EQ(chart.series[1].name, "m/2");
  EXPECT_THAT(chart.x.categories, Not(testing::IsEmpty()));
  EXPECT_EQ(chart.series[1].points[0].y, 0.5);
}

TEST_F(Charts, AKeyThatIsATagAndAModeIsTheTag) {
  std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}, {"b", 2}})};
  runs[0].config["modes"]["tweak"] = "any";
  const Chart chart = one(runs, {.kind = ChartKind::kBars, .by = {"tweak"}});
  EXPECT_THAT(chart.x.categories, ElementsAre("a", "b"));
}

TEST_F(Charts, AGroupIsASeriesWhateverItsRunsDifferIn) {
  const std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}, {"b", 2}}),
                                      make("m/2", "", {{"a", 3}, {"b", 2}}),
                                      make("m/3", "", {{"a", 4}, {"b", 4}})};
  ChartRequest request{.kind = ChartKind::kBars, .by = {"tweak"}};
  request.groups = {{"weak", {0, 1}}, {"strong", {2}}};
  const Chart chart = one(runs, request);
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[0].name, "weak");
  EXPECT_THAT(values(chart.series[0]), ElementsAre(0.5, 0.5));
  EXPECT_THAT(values(chart.series[1]), ElementsAre(1, 1));
  EXPECT_DOUBLE_EQ(*chart.series[0].points[0].error, 0.25);
  request.by.clear();
  const Chart whole = one(runs, request);
  ASSERT_EQ(whole.series.size(), 2U);
  EXPECT_EQ(whole.series[1].name, "strong");
  EXPECT_EQ(whole.series[0].points[0].y, 0.5);
}

TEST_F(Charts, APageHasRadarsALineAndSharesWhereTheyMakeSense) {
  const Right right{{"a", 1}, {"b", 2}, {"c", 0}};
  const std::vector<ReportedRun> one_run{make("m/1", "", right)};
  EXPECT_EQ(page_charts(one_run).size(), 1U);
  const std::vector<ReportedRun> runs{make("m/1", "step=1", right), make("m/1", "step=2", right)};
  const std::vector<Chart> charts = page_charts(runs);
  ASSERT_EQ(charts.size(), 3U);
  EXPECT_EQ(charts[0].kind, ChartKind::kLine);
  EXPECT_EQ(charts[1].kind, ChartKind::kRadar);
  EXPECT_EQ(charts[2].kind, ChartKind::kShares);
}

TEST_F(Charts, TagsOfProgramsAreDrawnLikeOthersInTheOrderOfNumbers) {
  std::vector<ReportedRun> runs{make("m/1", "", {{"a", 1}, {"b", 2}, {"c", 4}})};
  for (const auto& [name, bin] :
       {std::pair("a", "9-16"), std::pair("b", "17-32"), std::pair("c", "3-4")}) {
    for (int i = 0; i < 4; ++i) {
      runs[0].more_tags[name + std::to_string(i)] = {{"turtle_calls", bin}};
    }
  }
  const Chart chart = one(runs, {.kind = ChartKind::kRadar, .by = {"turtle_calls"}});
  EXPECT_THAT(chart.x.categories, ElementsAre("3-4", "9-16", "17-32"));
  EXPECT_THAT(values(chart.series[0]), ElementsAre(1, 0.25, 0.5));
}

Sheet counts_by(std::vector<Column> keys, std::vector<std::vector<Cell>> rows) {
  Sheet sheet;
  sheet.suite = "demo";
  sheet.columns = std::move(keys);
  sheet.columns.push_back({"tasks", "tasks", Shown::kCount});
  sheet.rows = std::move(rows);
  return sheet;
}

TEST(CountCharts, OfTwoKeysTheFirstIsTheSeries) {
  const Sheet sheet =
      counts_by({{"kind", "kind"}, {"level", "level"}}, {{"x", "low", std::int64_t{3}},
                                                         {"x", "high", std::int64_t{1}},
                                                         {"y", "high", std::int64_t{2}}});
  const auto chart = counts_chart(sheet, ChartKind::kShares);
  ASSERT_TRUE(chart);
  EXPECT_THAT(chart->x.categories, ElementsAre("low", "high"));
  EXPECT_EQ(chart->series[0].points[0].y, 0.75);
  EXPECT_EQ(chart->series[1].points[0].y, 0);
  EXPECT_EQ(chart->series[1].points[1].y, 1);
  EXPECT_FALSE(counts_chart(sheet, ChartKind::kRadar));
}

TEST(CountCharts, MoreKindsThanColoursAreOther) {
  std::vector<std::vector<Cell>> rows;
  for (std::int64_t i = 0; i < 20; ++i) rows.push_back({"kind " + std::to_string(i), 100 - i});
  const auto chart = counts_chart(counts_by({{"kind", "kind"}}, rows), ChartKind::kShares);
  ASSERT_TRUE(chart);
  EXPECT_EQ(chart->x.categories.size(), 8U);
  EXPECT_EQ(chart->x.categories.back(), "other");
  EXPECT_THAT(chart->notes.back(), HasSubstr("13 rarer ones"));
  double sum = 0;
  for (const ChartPoint& point : chart->series[0].points) sum += *point.y;
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Curves, HaveGapsWhereAMeasureIsNotDefined) {
  analysis::Calibration calibration;
  const std::vector<score::LabelledScore> labels{{0.2, false}, {0.9, true}};
  calibration.labels = labels.size();
  calibration.curve = score::agreement_curve(labels);
  calibration.given = calibration.curve.front();
  calibration.best = calibration.curve[score::best_point(calibration.curve)];
  const Chart chart = curves_chart(calibration, "similarity");
  ASSERT_EQ(chart.series.size(), 4U);
  EXPECT_EQ(chart.series[0].name, "precision");
  EXPECT_EQ(chart.series[0].points.front().y, 0.5);
  EXPECT_EQ(chart.series[0].points.back().y, std::nullopt);  // nothing is called same
  // A threshold anywhere between two similarities gives the same: the curve goes by steps.
  const ChartPoint& between = chart.series[1].points[1];
  EXPECT_NEAR(between.x - between.reach, 0.2, 1e-12);
  EXPECT_NEAR(between.x + between.reach, 0.9, 1e-12);
  EXPECT_EQ(chart.marks.size(), 2U);
  EXPECT_THAT(chart.notes[1], HasSubstr("threshold 0.5500, best (dotted line): precision 1.0000"));
}

TEST(EntropyChart, HasModelsBesidePeople) {
  analysis::Consensus consensus;
  consensus.suite = "sgp";
  consensus.entropy.questions = 4;
  consensus.entropy.histogram = {{std::nullopt, 0, 3}, {0, 0.5, 0}, {0.5, std::nullopt, 1}};
  EXPECT_EQ(entropy_chart(consensus).series.size(), 1U);
  consensus.human.emplace();
  consensus.human->models_entropy = consensus.entropy;
  consensus.human->entropy = consensus.entropy;
  consensus.human->entropy.mean = 0.25;
  const Chart chart = entropy_chart(consensus);
  EXPECT_THAT(chart.x.categories, ElementsAre("0", "0 - 0.5", "> 0.5"));
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[0].points[0].y, 0.75);
  EXPECT_EQ(chart.series[1].name, "people (mean 0.250 bits, 4 questions)");
}

}  // namespace
}  // namespace papert::report

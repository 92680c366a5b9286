#include "report/sheets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/config.h"
#include "run/folder.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Runs of real suites whose logs are written by hand.
class Sheets : public testing::Test {
 protected:
  struct Sample {
    std::string id;
    bool right = false;
    Json tags;
    std::string verdict;  // instead of right or wrong
  };

  struct Made {
    std::string suite = "turtlebench";
    std::string model = "m/1";
    suite::Modes modes;
    Json more = Json::object();  // into run.json
  };

  ReportedRun make(const Made& made, const std::vector<Sample>& samples) {
    run::RunConfig config;
    config.suite = made.suite;
    config.model = made.model;
    config.modes = made.modes;
    config.data.folder = "d";
    ReportedRun run;
    run.folder = folder_ / std::to_string(++runs_);
    run.config = config.to_json();
    run.config.update(made.more);
    test::spit(run.folder / "run.json", dump_json(run.config));
    const auto suite = suite::find_suite(made.suite);
    const std::string primary((*suite)->metrics().front().name);
    std::string log;
    for (const Sample& sample : samples) {
      Json line;
      line["id"] = sample.id;
      line["epoch"] = 0;
      line["tags"] = sample.tags;
      line["verdict"] = !sample.verdict.empty() ? sample.verdict : sample.right ? "right" : "wrong";
      line["metrics"] = {{primary, sample.right ? 1 : 0}};
      line["detail"] = sample.verdict.empty() ? Json::object() : Json({{"message", "HTTP 400"}});
      log += dump_json(line) + "\n";
    }
    test::spit(run::samples_path(run.folder), log);
    run.summary = *analysis::summarise_run(run.folder, config, **suite, {});
    return run;
  }

  static std::string text(const std::vector<Sheet>& sheets) {
    return write_sheets(sheets, Format::kText);
  }

  test::TempFolder folder_;
  int runs_ = 0;
};

const Json kScratch{{"task", "scratch"}};
const Json kTweak{{"task", "tweak"}};

TEST_F(Sheets, SuitesHaveTablesOfTheirOwn) {
  const std::vector<ReportedRun> runs{make({}, {{"a", true, kScratch, ""}}),
                                      make({.suite = "sgp"}, {{"b", false, Json::object(), ""}})};
  const auto sheets = comparison_sheets(runs);
  ASSERT_EQ(sheets.size(), 2U);
  EXPECT_EQ(sheets[0].suite, "turtlebench");
  EXPECT_THAT(text(sheets), HasSubstr("sgp\nmodel  accuracy"));
  EXPECT_THAT(text(sheets), Not(HasSubstr("-"))) << "no column of another suite";
}

TEST_F(Sheets, WhatDiffersIsAColumnAndAPartOfTheName) {
  const std::vector<ReportedRun> runs{
      make({.modes = {{"modality", "text"}, {"mode", "code_edit"}}}, {{"a", true, kScratch, ""}}),
      make({.modes = {{"modality", "image"}, {"mode", "code_edit"}}},
           {{"a", false, kScratch, ""}})};
  EXPECT_EQ(analysis::short_names(runs),
            (std::vector<std::string>{"m/1 modality=text", "m/1 modality=image"}));
  const std::string table = text(comparison_sheets(runs));
  EXPECT_THAT(table, HasSubstr("model  modality"));
  EXPECT_THAT(table, HasSubstr("m/1    image"));
  EXPECT_THAT(table, Not(HasSubstr("code_edit")));
}

TEST_F(Sheets, RunsThatRepeatEachOtherHaveAMean) {
  const std::vector<ReportedRun> runs{
      make({.more = {{"label", "s1"}}}, {{"a", true, kScratch, ""}, {"b", true, kTweak, ""}}),
      make({.more = {{"label", "s2"}}}, {{"a", true, kScratch, ""}, {"b", false, kTweak, ""}}),
      make({.model = "m/2", .more = {{"label", "s1"}}}, {{"a", false, kScratch, ""}})};
  const std::string table = text(comparison_sheets(runs));
  EXPECT_THAT(table, HasSubstr("m/1    mean of 2 runs  0.7500"));
  EXPECT_THAT(table, Not(HasSubstr("m/2    mean")));
  const std::string csv = write_sheets(comparison_sheets(runs), Format::kCsv);
  EXPECT_THAT(csv, HasSubstr("runs,turtlebench,m/1,mean of 2 runs,solved,0.75,0.25,,,4\n"));
}

TEST_F(Sheets, ProgramsReadTheNamesOfMetricsAndPeopleTheirTitles) {
  const ReportedRun run = make({.suite = "shapecode"}, {{"a", true, {{"tier", "easy"}}, ""}});
  const auto sheets = summary_sheets(run.summary);
  EXPECT_THAT(write_sheets(sheets, Format::kText), HasSubstr("exact match  1.0000"));
  EXPECT_THAT(write_sheets(sheets, Format::kCsv), HasSubstr("overall,,,exact_match,1,,0.2065"));
  EXPECT_EQ(sheets_json(sheets)["tables"][0]["rows"][0]["metric"], "exact_match");
}

// Turtle suites have a mode called like the column that names the figure.
TEST_F(Sheets, ASettingCalledMetricDoesNotHideTheMetric) {
  const std::vector<ReportedRun> runs{
      make({.modes = {{"metric", "published"}}}, {{"a", true, kScratch, ""}}),
      make({.modes = {{"metric", "canonical"}}}, {{"a", false, kScratch, ""}})};
  const std::string csv = write_sheets(comparison_sheets(runs), Format::kCsv);
  EXPECT_THAT(csv, HasSubstr("table,suite,model,run_metric,metric,value"));
  EXPECT_THAT(csv, HasSubstr("runs,turtlebench,m/1,canonical,solved,0,"));
}

TEST_F(Sheets, EqualRunsAreNumbered) {
  const std::vector<ReportedRun> runs{make({}, {{"a", true, kScratch, ""}}),
                                      make({}, {{"a", false, kScratch, ""}})};
  EXPECT_EQ(analysis::short_names(runs), (std::vector<std::string>{"m/1 run=1", "m/1 run=2"}));
  EXPECT_THAT(text(comparison_sheets(runs)), HasSubstr("mean of 2 runs"));
}

TEST_F(Sheets, ByTagsAndModesWithMeansOverRuns) {
  const auto run = [&](const char* modality, const char* label, bool scratch, bool tweak) {
    return make({.modes = {{"modality", modality}}, .more = {{"label", label}}},
                {{"a", scratch, kScratch, ""}, {"b", tweak, kTweak, ""}, {"c", true, kTweak, ""}});
  };
  const std::vector<ReportedRun> runs{run("image", "1", true, false), run("image", "2", true, true),
                                      run("text", "1", false, false)};
  const auto sheets = breakdown_sheets(runs, {"task", "modality"});
  ASSERT_TRUE(sheets) << sheets.error().to_string();
  ASSERT_EQ(sheets->size(), 1U);
  EXPECT_THAT(text(*sheets), HasSubstr("task     modality           solved  runs  n\n"
                                       "scratch  image     1.0000 ± 0.0000     2  2\n"
                                       "         text               0.0000     1  1\n"
                                       "tweak    image     0.7500 ± 0.2500     2  4\n"))
      << text(*sheets);
  const std::string csv = write_sheets(*sheets, Format::kCsv);
  EXPECT_THAT(csv, HasSubstr("table,suite,task,modality,metric,value,stderr,low,high,n\n"));
  EXPECT_THAT(csv, HasSubstr("\"task,modality\",turtlebench,tweak,image,solved,0.75,0.25,,,4\n"));
}

TEST_F(Sheets, TasksWithSeveralValuesOrNoneOfATag) {
  const std::vector<ReportedRun> runs{make(
      {}, {{"a", true, {{"tweak", {"deletion", "rotation"}}}, ""}, {"b", false, kScratch, ""}})};
  const auto sheets = breakdown_sheets(runs, {"tweak"});
  ASSERT_TRUE(sheets);
  std::vector<std::string> values;
  for (const auto& row : (*sheets)[0].rows) values.push_back(std::get<std::string>(row[0]));
  EXPECT_THAT(values, testing::UnorderedElementsAre("deletion", "rotation", "(none)"));
}

TEST_F(Sheets, UnlikeRunsAreNeverPooled) {
  const std::vector<ReportedRun> runs{
      make({.modes = {{"modality", "text"}}}, {{"a", true, kScratch, ""}}),
      make({.modes = {{"modality", "image"}}}, {{"a", false, kScratch, ""}})};
  const auto sheets = breakdown_sheets(runs, {"task"});
  ASSERT_TRUE(sheets);
  EXPECT_EQ((*sheets)[0].rows.size(), 2U) << "the modality is a key, asked for or not";
  EXPECT_EQ((*sheets)[0].columns[0].key, "modality");
}

TEST_F(Sheets, AnUnknownKeyIsNamedWithThoseThereAre) {
  const std::vector<ReportedRun> runs{
      make({.modes = {{"modality", "text"}}}, {{"a", true, kScratch, ""}})};
  const auto sheets = breakdown_sheets(runs, {"colour"});
  ASSERT_FALSE(sheets);
  EXPECT_THAT(sheets.error().message, HasSubstr("'colour'"));
  EXPECT_THAT(sheets.error().message, HasSubstr("modality, model"));
}

TEST_F(Sheets, ACutRunIsMarked) {
  const std::vector<ReportedRun> runs{
      make({.more = {{"planned", {{"tasks", 4}, {"samples", 8}}}}}, {{"a", true, kScratch, ""}}),
      make({.model = "m/2", .more = {{"planned", 1}}}, {{"a", true, kScratch, ""}})};
  const std::string table = text(comparison_sheets(runs));
  EXPECT_THAT(table, HasSubstr("m/1 *"));
  EXPECT_THAT(table, HasSubstr("* m/1: not complete, 1 of 8 samples (12 %) are done"));
  EXPECT_THAT(table, Not(HasSubstr("m/2 *")));
  EXPECT_THAT(text(*breakdown_sheets(runs, {"task"})), HasSubstr("by task *"));
  std::vector<ReportedRun> cached = runs;
  cached[1].summary.cached = 1;
  EXPECT_THAT(text(comparison_sheets(cached)), HasSubstr("\nm/2: 1 of 1 replies from the cache\n"));
}

TEST_F(Sheets, WhyEverythingFailedIsSaid) {
  const std::vector<ReportedRun> runs{make(
      {}, {{"a", false, kScratch, "request_failed"}, {"b", false, kScratch, "request_failed"}})};
  EXPECT_EQ(
      warnings_of(runs[0].summary, runs[0].config),
      (std::vector<std::string>{"no sample could be scored", "2 samples not scored: HTTP 400"}));
}

TEST(SheetFormats, EscapeWhatTheirReadersWouldMisread) {
  Sheet sheet;
  sheet.name = "t";
  sheet.columns = {{"a", "a_b"}, {"f", "share %", Shown::kMeanError}};
  sheet.rows = {{"x|y, \"z\" & 5 %", Figure{0.5, 0.125, {}, {}, {}}}, {"x", Figure{}}};
  EXPECT_THAT(write_sheets({{sheet}}, Format::kMarkdown),
              HasSubstr("| a\\_b | share % |\n| --- | ---: |\n"
                        "| x\\|y, \"z\" & 5 % | 0.5000 ± 0.1250 |\n| x | - |\n"));
  EXPECT_THAT(write_sheets({{sheet}}, Format::kLatex),
              HasSubstr("a\\_b & share \\% \\\\\n\\midrule\n"
                        "x|y, \"z\" \\& 5 \\% & 0.5000 $\\pm$ 0.1250 \\\\\n"));
  EXPECT_EQ(write_sheets({{sheet}}, Format::kCsv),
            "table,suite,a,metric,value,stderr,low,high,n\n"
            "t,,\"x|y, \"\"z\"\" & 5 %\",f,0.5,0.125,,,\n");
  EXPECT_EQ(parse_json(write_sheets({{sheet}}, Format::kJson))
                .value()["tables"][0]["rows"][0]["f"]["stderr"],
            0.125);
  EXPECT_FALSE(format_from_name("xml"));
}

TEST(SheetFormats, EmptyColumnsAreDropped) {
  Sheet sheet;
  sheet.columns = {{"a", "a"}, {"f", "f", Shown::kMean}, {"g", "g", Shown::kMean}};
  sheet.rows = {{"x", Figure{}, Figure{1, {}, {}, {}, {}}}, {"y", Figure{}, Figure{}}};
  sheet.drop_empty_columns();
  ASSERT_EQ(sheet.columns.size(), 2U);
  EXPECT_EQ(sheet.columns[1].key, "g");
}

}  // namespace
}  // namespace papert::report

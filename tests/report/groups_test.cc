#include "report/groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "run/folder.h"
#include "suite/registry.h"
#include "support/process.h"
#include "support/records.h"

namespace papert::report {
namespace {

using testing::HasSubstr;

Figure mean_of(double mean) {
  Figure figure;
  figure.mean = mean;
  figure.error = 0.5;
  return figure;
}

TEST(Groups, MeanAndStandardErrorAreOverRuns) {
  const Figure three = figure_of_group({mean_of(0.2), mean_of(0.4), mean_of(0.9)});
  EXPECT_DOUBLE_EQ(*three.mean, 0.5);
  // deviations -0.3, -0.1, 0.4: sum of squares 0.26
  EXPECT_DOUBLE_EQ(*three.error, std::sqrt(0.26 / 2 / 3));
  EXPECT_EQ(three.n, 3);
  const Figure one = figure_of_group({mean_of(0.2)});
  EXPECT_EQ(one.mean, 0.2);
  EXPECT_EQ(one.error, std::nullopt) << "the run's own error is not one over runs";
  EXPECT_EQ(figure_of_group({Figure{}}).mean, std::nullopt);
}

/// Four runs of xlogo with two tasks each, right as `right` says.
class GroupSheets : public testing::Test {
 protected:
  void add(const std::string& model, bool first, bool second) {
    const auto folder = folder_ / std::to_string(runs_.size());
    std::string log;
    for (const auto& [id, right] : {std::pair("t1", first), std::pair("t2", second)}) {
      const double value = right ? 1 : 0;
      log += dump_json(to_json(test::record(id, "", 0, {{"type", id}},
                                            right ? suite::Verdict::kRight : suite::Verdict::kWrong,
                                            {{"success", value}}, Json::object()))) +
             "\n";
    }
    test::spit(run::samples_path(folder), log);
    run::RunConfig config;
    config.suite = "xlogo";
    config.model = model;
    const auto suite = suite::find_suite("xlogo").value();
    ReportedRun run;
    run.folder = folder;
    run.config = config.to_json();
    run.summary = analysis::summarise_run(folder, config, *suite, {}).value();
    runs_.push_back(std::move(run));
  }
  void SetUp() override {
    add("m/a", true, true);
    add("m/b", false, true);
    add("m/c", false, false);
  }

  test::TempFolder folder_;
  std::vector<ReportedRun> runs_;
  std::vector<GroupOfRuns> groups_{{"strong", {0, 1}}, {"weak", {2}}};
};

TEST_F(GroupSheets, EveryFormatHasThem) {
  const auto sheets = group_sheets(runs_, groups_);
  ASSERT_EQ(sheets.size(), 1U);
  const std::string text = write_sheets(sheets, Format::kText);
  EXPECT_THAT(text, HasSubstr("strong  0.7500 ± 0.2500     2  4"));
  EXPECT_THAT(text, HasSubstr("weak             0.0000     1  2"));
  EXPECT_THAT(write_sheets(sheets, Format::kCsv),
              HasSubstr("groups,xlogo,strong,success,0.75,0.25,,,2"));
  EXPECT_THAT(write_sheets(sheets, Format::kMarkdown), HasSubstr("| strong | 0.7500 ± 0.2500 |"));
  EXPECT_THAT(write_sheets(sheets, Format::kLatex), HasSubstr("strong & 0.7500 $\\pm$ 0.2500"));
  const Json json = sheets_json(sheets);
  EXPECT_EQ(json["tables"][0]["rows"][1]["success"]["stderr"], nullptr);
  EXPECT_TRUE(group_sheets(runs_, {}).empty());
}

TEST_F(GroupSheets, ByATagRunsOfAGroupArePooledWhateverTheyDifferIn) {
  const auto sheets = group_breakdown_sheets(runs_, groups_, {"type"}).value();
  ASSERT_EQ(sheets.size(), 1U);
  const std::string csv = write_sheets(sheets, Format::kCsv);
  EXPECT_THAT(csv, HasSubstr("\"group,type\",xlogo,strong,t1,success,0.5,0.5,,,2"));
  EXPECT_THAT(csv, HasSubstr("\"group,type\",xlogo,strong,t2,success,1,0,,,2"));
  EXPECT_THAT(csv, HasSubstr("\"group,type\",xlogo,weak,t2,success,0,,,,1"));
  EXPECT_EQ(group_breakdown_sheets(runs_, groups_, {"colour"}).error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace papert::report

#include "papert_process.h"
#include "suite/registry.h"
#include "support/foreign_runs.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class ImportProcess : public PapertTest {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        papert({"mint", "shapecode", "--seed", "3", "--count", "2", "--out", "set"}).exit_code, 0);
    tasks_ = suite::find_suite("shapecode").value()->load(path("set"), {}).value();
  }

  std::unique_ptr<suite::TaskSet> tasks_;
};

TEST_F(ImportProcess, PublishedRunsStandInOneReportWithOwnOnes) {
  write_shapecodebench(path("published/a"), *tasks_, [](std::size_t, Json&) {});
  write_shapecodebench(path("published/b"), *tasks_, [](std::size_t i, Json& sample) {
    if (i == 0) sample["evaluation"]["pixel_accuracy"] = 0.25;
  });
  const auto done = papert({"import", "shapecodebench", "published", "--out", "runs"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("recorded values that differ from ours"));
  EXPECT_THAT(done.out, HasSubstr("pixel_accuracy      0.25   1.0"));
  EXPECT_THAT(done.out, HasSubstr("b (lab/net-1): not recorded: usage, cost, time"));
  const auto again = papert(
      {"import", "shapecodebench", "published", "--out", "runs", "--format", "json", "--check"});
  EXPECT_EQ(again.exit_code, 1) << "--check";
  const Json found = *parse_json(again.out);
  ASSERT_EQ(found["runs"].size(), 2U);
  EXPECT_EQ(found["runs"][0]["added"], 0);
  EXPECT_EQ(found["runs"][0]["there"], tasks_->size());
  EXPECT_EQ(found["runs"][0]["differences"].size(), 0U);
  EXPECT_EQ(found["runs"][1]["differences"][0]["metric"], "pixel_accuracy");
  const std::string a = found["runs"][0]["run"];
  EXPECT_THAT(a, HasSubstr("runs/20260422T030122-shapecode-lab-net-1-"));
  EXPECT_EQ((*parse_json(slurp(path(a) / "run.json")))["imported"]["source"], "a");

  const auto own = papert({"eval", "shapecode", "--data", "set", "--model", "baseline/empty"});
  const std::string mine = run_of(own).string();
  const auto report = papert({"report", a, mine, "--format", "text"});
  EXPECT_THAT(report.out, HasSubstr("lab/net-1"));
  EXPECT_THAT(report.out, HasSubstr("baseline/empty"));
  EXPECT_EQ(papert({"compare", a, mine}).exit_code, 0);
  EXPECT_EQ(papert({"agreement", a, mine}).exit_code, 0);
  const auto rescored = papert({"score", "--run", a, "--summary"});
  EXPECT_EQ(rescored.exit_code, 0) << rescored.err;
  EXPECT_EQ((*parse_json(rescored.out))["groups"][0]["metrics"]["exact_match"]["mean"], 1.0);
}

TEST_F(ImportProcess, ATableIsImportedWithItsBadRowsNamed) {
  spit(path("a.csv"),
       "id,reply,exact_match,mood\n" + tasks_->id(0) + ",nothing,0,good\nnobody,x,1,\n");
  const auto done =
      papert({"import", "csv", "a.csv", "--suite", "shapecode", "--data", "set", "--out", "runs"});
  EXPECT_EQ(done.exit_code, 65);
  EXPECT_THAT(done.err, HasSubstr("a.csv:3: there is no task 'nobody' in the data"));
  EXPECT_THAT(done.err, HasSubstr("not used: mood"));
  EXPECT_THAT(done.out, HasSubstr("imported/a"));
  EXPECT_THAT(done.out, HasSubstr("Every recorded value is equal to ours."));
  const auto csv = papert({"import", "csv", "a.csv", "--suite", "shapecode", "--data", "set",
                           "--out", "runs", "--format", "csv"});
  EXPECT_THAT(csv.out, HasSubstr("imported,,a.csv,imported/a,differ,0,,,,\n"));
}

TEST_F(ImportProcess, ARunThatCannotBeUsedDoesNotKeepTheOthersOut) {
  write_shapecodebench(path("many/a"), *tasks_, [](std::size_t, Json&) {});
  write_shapecodebench(path("many/b"), *tasks_,
                       [](std::size_t, Json& sample) { sample["sample_id"] = "nobody"; });
  spit(path("many/c/run_config.json"), "nonsense");
  const auto done = papert({"import", "shapecodebench", "many", "--data", "set", "--out", "runs"});
  EXPECT_EQ(done.exit_code, 65);
  EXPECT_THAT(done.err, HasSubstr("many/b: no sample is of a task in the data"));
  EXPECT_THAT(done.err, HasSubstr("many/c/run_config.json"));
  EXPECT_THAT(done.out, HasSubstr("a       lab/net-1"));
  EXPECT_THAT(done.out, HasSubstr("Every recorded value is equal to ours."));
}

TEST_F(ImportProcess, WhatIsMissingIsSaidClearly) {
  write_shapecodebench(path("one"), *tasks_, [](std::size_t, Json&) {});
  std::filesystem::rename(path("set"), path("elsewhere"));
  const auto data = papert({"import", "shapecodebench", "one", "--out", "runs"});
  EXPECT_EQ(data.exit_code, 2);
  EXPECT_THAT(data.err, HasSubstr("the run's data, 'set', are not here"));
  EXPECT_EQ(
      papert({"import", "shapecodebench", "one", "--data", "elsewhere", "--out", "runs"}).exit_code,
      0);
  spit(path("a.csv"), "id,reply\nx,y\n");
  EXPECT_THAT(papert({"import", "csv", "a.csv", "--data", "elsewhere", "--out", "runs"}).err,
              HasSubstr("--suite NAME"));
  EXPECT_THAT(papert({"import", "xml", "a.csv", "--out", "runs"}).err,
              HasSubstr("'xml' is not a format"));
  EXPECT_THAT(papert({"import", "csv", "gone.csv", "--out", "runs"}).err, HasSubstr("gone.csv"));
  EXPECT_THAT(papert({"list", "runs"}).out, Not(HasSubstr("imported/a")));
}

}  // namespace
}  // namespace papert::test

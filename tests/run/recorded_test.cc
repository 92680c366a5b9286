#include "run/recorded.h"

#include <gtest/gtest.h>

#include "run/folder.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::run {
namespace {

class RecordedTest : public testing::Test {
 protected:
  RecordedTest() {
    EXPECT_TRUE(suite_->mint_to(folder_ / "data", {.seed = 1, .count = 2}, {}));
    config_.suite = "shapecode";
    config_.data.folder = (folder_ / "data").string();
    config_.data_hash = suite_->load(folder_ / "data", {}).value()->data_hash();
    config_.prompt_name = "default";
  }

  Result<RecordedRun> open() {
    test::spit(folder_ / "run/run.json", dump_json(config_.to_json()));
    return open_recorded(folder_ / "run", 2);
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("shapecode"));
  RunConfig config_;
};

TEST_F(RecordedTest, TheTasksOfTheRun) {
  const auto run = open();
  ASSERT_TRUE(run) << run.error().to_string();
  EXPECT_EQ(run->tasks->size(), 6U);
  EXPECT_EQ(run->suite->name(), "shapecode");
}

TEST_F(RecordedTest, ChangedDataAreRefusedByName) {
  EXPECT_TRUE(suite_->mint_to(folder_ / "data", {.seed = 50, .count = 1}, {}));
  const auto run = open();
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::kBadData);
  EXPECT_EQ(run.error().where, config_.data.folder);
  EXPECT_NE(run.error().message.find(config_.id()), std::string::npos) << run.error().message;
}

TEST_F(RecordedTest, UnknownModesAreRefusedByName) {
  config_.modes["colour"] = "red";
  const auto run = open();
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("colour"), std::string::npos);
}

TEST_F(RecordedTest, LimitsOfEarlierVersionsCountTasksById) {
  const auto tasks = suite_->load(folder_ / "data", {}).value();
  config_.limit = "2";
  EXPECT_EQ(asked_tasks(config_, *tasks, *suite_).value(), (std::vector<std::size_t>{0, 1}));
  config_.planned = 2;
  const auto asked = asked_tasks(config_, *tasks, *suite_).value();
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_NE(tasks->task(asked[0]).tags.front().value, tasks->task(asked[1]).tags.front().value);
}

TEST_F(RecordedTest, CoverageCountsSamplesOnce) {
  config_.planned = 5;
  ASSERT_TRUE(open());
  const std::string line =
      R"({"id":"a","epoch":0,"verdict":"right","tags":{},"metrics":{},"detail":{}})"
      "\n";
  test::spit(samples_path(folder_ / "run"), line + line + "damaged\n");
  const auto coverage = read_coverage(folder_ / "run").value();
  EXPECT_EQ(coverage.planned, 5);
  EXPECT_EQ(coverage.done, 1);
  EXPECT_EQ(coverage.damaged.size(), 1U);
  EXPECT_FALSE(coverage.complete());
}

}  // namespace
}  // namespace papert::run

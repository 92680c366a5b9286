#include "run/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/recorded_check.h"
#include "analysis/run_summary.h"
#include "run/folder.h"
#include "run/log.h"
#include "suite/registry.h"
#include "support/foreign_runs.h"
#include "support/published_data.h"

namespace papert::run {
namespace {

using testing::HasSubstr;

struct Imported {
  std::filesystem::path folder;
  ImportReport report;
  analysis::RunSummary summary;
  analysis::RecordedCheck check;
};

class Import : public testing::Test {
 protected:
  Imported import(const ForeignRun& run, const suite::TaskSet& tasks, ImportOptions options = {}) {
    options.extraction = reply::Extraction::kPublished;
    const PlacedRun placed = place_samples(run, tasks);
    RunConfig config;
    config.suite = "shapecode";
    config.model = run.model;
    config.data = {.seed = 1, .count = 2};
    config.data_hash = tasks.data_hash();
    config.extraction = options.extraction;
    config.epochs = placed.epochs;
    config.imported = imported_json(run);
    auto folder = RunFolder::open_or_create(logs_.path(), config, "20260101T000000").value();
    const Ledger ledger = Ledger::open(tasks, folder.path()).value();
    EXPECT_TRUE(folder.plan(ledger, placed.tasks));
    Imported done;
    done.folder = folder.path();
    done.report = import_samples(tasks, folder.path(), ledger, run, placed, options).value();
    done.summary = analysis::summarise_run(folder.path(), folder.config(), *suite_, {}).value();
    done.check =
        analysis::check_recorded(folder.path(), config, tasks, run, placed, done.summary.figures, 2)
            .value();
    return done;
  }

  template <class Change>
  ForeignRun published(const Change& change) {
    test::write_shapecodebench(folder_ / "run", *tasks_, change);
    return read_shapecodebench(folder_ / "run", {}).value();
  }

  test::TempFolder folder_;
  test::TempFolder logs_;
  std::unique_ptr<suite::Suite> suite_ = suite::find_suite("shapecode").value();
  std::unique_ptr<suite::TaskSet> tasks_ = suite_->mint({.seed = 1, .count = 2}).value();
};

TEST_F(Import, EqualRecordsDifferInNothingAndASecondTimeAddsNothing) {
  const ForeignRun run = published([](std::size_t, Json&) {});
  const Imported first = import(run, *tasks_);
  EXPECT_EQ(first.report.added, tasks_->size());
  EXPECT_TRUE(first.check.differences.empty());
  EXPECT_EQ(first.check.values, 7 * tasks_->size());
  EXPECT_EQ(first.check.means, 1U);
  EXPECT_EQ(first.summary.figures.overall().metrics[0].mean, 1);
  const Json config = read_config(first.folder)->imported;
  EXPECT_EQ(config["sha256"], run.sha256);
  EXPECT_EQ(config["run"], "20260422T030122Z-lab-net-1");
  const Imported again = import(run, *tasks_);
  EXPECT_EQ(again.folder, first.folder);
  EXPECT_EQ(again.report.added, 0U);
  EXPECT_EQ(again.report.there, tasks_->size());
}

TEST_F(Import, EveryDifferenceIsListed) {
  const ForeignRun run = published([](std::size_t i, Json& sample) {
    if (i == 0) sample["evaluation"]["foreground_iou"] = 0.5;
    if (i == 1) sample["evaluation"]["error_type"] = "out_of_range";
    if (i == 2) sample["evaluation"]["exact_match"] = false;
    sample["evaluation"]["glamour"] = 3;
  });
  const analysis::RecordedCheck check = import(run, *tasks_).check;
  ASSERT_EQ(check.differences.size(), 4U);
  EXPECT_EQ(check.differences[0].task, tasks_->id(0));
  EXPECT_EQ(check.differences[0].metric, "foreground_iou");
  EXPECT_EQ(check.differences[0].recorded, 0.5);
  EXPECT_EQ(check.differences[0].ours, 1.0);
  EXPECT_EQ(check.differences[1].metric, "error");
  EXPECT_EQ(check.differences[2].metric, "exact_match");
  EXPECT_EQ(check.differences[3].task, "(all)") << "the mean";
}

TEST_F(Import, AFailedRequestCountsAsTheRecorderCountsItUnlessApart) {
  const ForeignRun run = published([](std::size_t i, Json& sample) {
    if (i != 0) return;
    sample["prediction"]["raw_text"] = "";
    sample["prediction"]["normalized_text"] = "";
    sample["prediction"]["error_type"] = "timeout";
    for (auto& [key, value] : sample["evaluation"].items()) value = 0;
    sample["evaluation"]["exact_match"] = false;
    sample["evaluation"]["error_type"] = "empty_program";
  });
  const Imported counted = import(run, *tasks_);
  EXPECT_EQ(counted.report.failed_as_empty, 1U);
  EXPECT_TRUE(counted.check.differences.empty());
  EXPECT_EQ(counted.summary.figures.not_scored, 0U);
  std::string why;
  ASSERT_TRUE(read_log(samples_path(counted.folder), Part::kAll, [&](const Record& record) {
    if (const std::string* text = record.detail_text("recorded_failure")) why += *text;
  }));
  EXPECT_EQ(why, "timeout");
  std::filesystem::remove_all(counted.folder);
  const Imported apart = import(run, *tasks_, {.failures_apart = true});
  EXPECT_EQ(apart.report.failed, 1U);
  EXPECT_EQ(apart.summary.figures.not_scored, 1U);
  EXPECT_FALSE(apart.check.differences.empty());
  const Imported again = import(run, *tasks_, {.failures_apart = true});
  EXPECT_EQ(again.report.added, 0U) << "a failed request is not added twice";
}

TEST_F(Import, SamplesThatCannotBePlacedAreProblems) {
  test::spit(folder_ / "a.csv",
             "id,reply\nnobody,x\n" + tasks_->id(0) + ",y\n" + tasks_->id(0) + ",z\n");
  const ForeignRun run = read_foreign(ForeignFormat::kCsv, folder_ / "a.csv").value().runs.front();
  const PlacedRun placed = place_samples(run, *tasks_);
  ASSERT_EQ(placed.samples.size(), 2U);
  EXPECT_EQ(placed.samples[1].epoch, 1) << "replies without an epoch count up";
  EXPECT_EQ(placed.epochs, 2);
  ASSERT_EQ(placed.problems.size(), 1U);
  EXPECT_THAT(placed.problems[0].to_string(), HasSubstr("a.csv:2: there is no task 'nobody'"));
  test::spit(folder_ / "b.csv",
             "id,reply,epoch\n" + tasks_->id(0) + ",y,0\n" + tasks_->id(0) + ",z,0\n");
  const ForeignRun twice =
      read_foreign(ForeignFormat::kCsv, folder_ / "b.csv").value().runs.front();
  EXPECT_THAT(place_samples(twice, *tasks_).problems.at(0).message, HasSubstr("a second sample"));
}

/// The replies and figures that the benchmark published, equal to the last bit.
TEST_F(Import, PublishedRunsAreReproduced) {
  PAPERT_NEED_PUBLISHED(data, "shapecodebench");
  const auto tasks = suite_->load(data / "eval_v1", {}).value();
  for (const char* name : {"answers-heuristic-cv.jsonl", "answers-gpt-5.5-medium.jsonl"}) {
    ForeignRun run = read_foreign(ForeignFormat::kJsonl, data / name).value().runs.front();
    run.model = name;
    const Imported done = import(run, *tasks);
    EXPECT_EQ(done.report.added, 150U);
    EXPECT_EQ(done.check.values, 150U * 7);
    EXPECT_TRUE(done.check.differences.empty()) << dump_json_pretty(to_json(done.check));
    EXPECT_TRUE(done.check.not_compared.empty());
  }
}

/// The run folders of the release as they are: replies, samples' values and means.
TEST_F(Import, PublishedRunFoldersAreReproduced) {
  PAPERT_NEED_PUBLISHED(data, "shapecodebench/runs");
  const auto tasks = suite_->load(data.parent_path() / "eval_v1", {}).value();
  const ForeignRuns found = read_foreign(ForeignFormat::kShapeCodeBench, data).value();
  EXPECT_TRUE(found.problems.empty());
  for (const ForeignRun& run : found.runs) {
    SCOPED_TRACE(run.name);
    EXPECT_TRUE(run.problems.empty());
    const Imported done = import(run, *tasks);
    EXPECT_GT(done.check.values, 0U);
    EXPECT_EQ(done.check.means, 20U);
    EXPECT_TRUE(done.check.differences.empty()) << dump_json_pretty(to_json(done.check));
  }
}

}  // namespace
}  // namespace papert::run

#include "run/runner.h"

#include <gtest/gtest.h>

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <numeric>
#include <stdexcept>

#include "analysis/run_summary.h"
#include "run/folder.h"
#include "run/log.h"
#include "suite/registry.h"
#include "support/process.h"

namespace {
std::atomic<bool> sync_fails{false};
}

/// Stands in for the C library's: a disk that cannot keep what was written is hard to come by.
extern "C" int fdatasync(int fd) {
  if (!sync_fails) return static_cast<int>(::syscall(SYS_fdatasync, fd));
  errno = EIO;
  return -1;
}

namespace papert::run {
namespace {

/// Answers with the reference, but for tasks that a test names.
class Scripted : public model::Model {
 public:
  explicit Scripted(const suite::TaskSet& tasks) : tasks_(tasks) {}

  std::atomic<int> asked{0};
  std::map<std::size_t, model::ReplyStatus> status;
  std::map<std::size_t, bool> throwing;
  bool fatal = false;
  bool cached = false;
  std::optional<std::string> time;
  std::string error = "no luck";
  int http_status = 0;
  bool record_order = false;
  std::vector<std::size_t> order;  // in which tasks were asked, if by one thread

  [[nodiscard]] bool reads_prompt() const override { return false; }
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    const std::size_t index = request.index;
    ++asked;
    if (record_order) order.push_back(index);
    model::Reply reply;
    reply.cached = cached;
    reply.time = time;
    reply.text = tasks_.reference(index);
    if (const auto found = status.find(index); found != status.end()) {
      reply.status = found->second;
      reply.error = error;
      reply.http_status = http_status;
      reply.fatal = fatal;
    }
    if (throwing.contains(index)) throw std::runtime_error("out of paper");
    return reply;
  }

 private:
  const suite::TaskSet& tasks_;
};

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() { options_.jobs = 3; }

  /// The first `count` tasks by id.
  void choose(std::size_t count) {
    options_.tasks.resize(count);
    std::iota(options_.tasks.begin(), options_.tasks.end(), std::size_t{0});
  }

  std::map<std::string, int> verdicts() {
    std::map<std::string, int> counts;
    EXPECT_TRUE(read_log(samples_path(folder_.path()), Part::kOutcome, [&](const Record& record) {
      ++counts[std::string(suite::verdict_name(record.verdict))];
    }));
    return counts;
  }

  Progress run() {
    const auto progress = run_tasks(*tasks_, model_, folder_.path(), options_);
    EXPECT_TRUE(progress) << progress.error().to_string();
    return progress ? *progress : Progress{};
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("shapecode"));
  std::unique_ptr<suite::TaskSet> tasks_ = std::move(*suite_->mint({.seed = 1, .count = 4}));
  Scripted model_{*tasks_};
  RunOptions options_;
};

TEST_F(RunnerTest, AFatalReplyEndsTheRunAndIsNoSample) {
  options_.jobs = 1;
  model_.status[5] = model::ReplyStatus::kFailed;
  model_.fatal = true;
  const auto progress = run_tasks(*tasks_, model_, folder_.path(), options_);
  ASSERT_FALSE(progress);
  EXPECT_EQ(progress.error().message, "no luck");
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"right", 5}}));
  model_.status.clear();
  options_.cancel = CancelToken();
  EXPECT_EQ(run().done, 12U);
}

TEST_F(RunnerTest, AsksEveryTaskOnce) {
  const Progress progress = run();
  EXPECT_EQ(progress.done, 12U);
  EXPECT_EQ(progress.right, 12U);
  EXPECT_EQ(model_.asked, 12);
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"right", 12}}));
}

TEST_F(RunnerTest, AFinishedRunAsksNothingAndMoreAsksTheDifference) {
  choose(5);
  run();
  EXPECT_EQ(model_.asked, 5);
  const Progress again = run();
  EXPECT_EQ(model_.asked, 5);
  EXPECT_EQ(again.resumed, 5U);
  choose(8);
  run();
  EXPECT_EQ(model_.asked, 8);
  options_.epochs = 2;
  run();
  EXPECT_EQ(model_.asked, 16);
  EXPECT_EQ(verdicts()["right"], 16);
}

TEST_F(RunnerTest, EveryKindOfReplyHasItsOwnVerdict) {
  model_.status = {{0, model::ReplyStatus::kFailed},
                   {1, model::ReplyStatus::kRefused},
                   {2, model::ReplyStatus::kTruncated}};
  model_.throwing[3] = true;
  const Progress progress = run();
  EXPECT_EQ(progress.not_scored, 2U);
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"internal_error", 1},
                                                    {"refused", 1},
                                                    {"request_failed", 1},
                                                    {"right", 8},
                                                    {"truncated", 1}}));
  RunConfig config;
  config.suite = "shapecode";
  const Json summary = to_json(*analysis::summarise_run(folder_.path(), config, *suite_, {}));
  EXPECT_EQ(summary["not_scored"], 2);
  EXPECT_EQ(summary["groups"][0]["metrics"]["exact_match"]["n"], 10);
  EXPECT_DOUBLE_EQ(summary["groups"][0]["metrics"]["exact_match"]["mean"].get<double>(), 0.8);
}

TEST_F(RunnerTest, WhatTaughtNothingIsAskedAgain) {
  model_.status = {{0, model::ReplyStatus::kFailed}};
  model_.throwing[3] = true;
  run();
  model_.status.clear();
  model_.throwing.clear();
  model_.asked = 0;
  run();
  EXPECT_EQ(model_.asked, 2);
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"right", 12}}));
}

TEST_F(RunnerTest, ATornLogIsMendedAndContinued) {
  run();
  const std::filesystem::path log = samples_path(folder_.path());
  const std::string whole = test::slurp(log);
  const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (const std::size_t cut : {last_line + 1, (last_line + whole.size()) / 2, whole.size() - 2}) {
    test::spit(log, whole.substr(0, cut));
    model_.asked = 0;
    run();
    EXPECT_EQ(model_.asked, 1);
    EXPECT_EQ(verdicts()["right"], 12);
  }
}

TEST_F(RunnerTest, TasksAreAskedInTheOrderGiven) {
  options_.jobs = 1;
  options_.epochs = 2;
  options_.tasks = {7, 2, 11};
  model_.record_order = true;
  EXPECT_EQ(run().total, 6U);
  EXPECT_EQ(model_.order, (std::vector<std::size_t>{7, 7, 2, 2, 11, 11}));
}

TEST_F(RunnerTest, ProgressIsReportedBeforeTheFirstReply) {
  std::vector<std::size_t> seen;
  options_.jobs = 1;
  options_.progress = [&](const Progress& progress) {
    if (seen.empty()) {
      EXPECT_EQ(model_.asked, 0);
    }
    seen.push_back(progress.done);
    EXPECT_EQ(progress.total, 12U);
  };
  run();
  ASSERT_EQ(seen.size(), 13U);
  EXPECT_EQ(seen.front(), 0U);
}

TEST_F(RunnerTest, EqualRefusalsInARowEndTheRun) {
  options_.jobs = 1;
  options_.max_equal_errors = 3;
  model_.error = "HTTP 400: no such model";
  model_.http_status = 400;
  for (const std::size_t task : {1, 2, 4, 5, 6, 7}) {
    model_.status[task] = model::ReplyStatus::kFailed;
  }
  const Progress progress = run();
  EXPECT_EQ(progress.gave_up, "HTTP 400: no such model");
  EXPECT_EQ(progress.done, 7U) << "tasks 1 and 2 were followed by a success";
  EXPECT_EQ(progress.reasons, (std::map<std::string, std::size_t>{{"HTTP 400: no such model", 5}}));
}

TEST_F(RunnerTest, OtherFailuresDoNotEndTheRun) {
  options_.max_equal_errors = 3;
  for (std::size_t task = 0; task < 12; ++task) {
    model_.status[task] = model::ReplyStatus::kFailed;
  }
  for (const int status : {0, 500}) {
    model_.http_status = status;
    const Progress progress = run();
    EXPECT_EQ(progress.done, 12U) << status;
    EXPECT_EQ(progress.gave_up, "");
  }
  options_.failures_without_status = true;
  model_.http_status = 0;
  options_.jobs = 1;
  EXPECT_EQ(run().done, 3U) << "a program that fails alike";
}

TEST_F(RunnerTest, RepliesFromTheCacheAreCountedAndHaveNoLatency) {
  model_.cached = true;
  choose(4);
  EXPECT_EQ(run().cached, 4U);
  model_.cached = false;
  choose(5);
  EXPECT_EQ(run().cached, 0U) << "of this invocation";
  int cached = 0;
  EXPECT_TRUE(read_log(samples_path(folder_.path()), Part::kAll, [&](const Record& record) {
    EXPECT_EQ(!record.latency_ms, record.cached);
    cached += record.cached ? 1 : 0;
  }));
  EXPECT_EQ(cached, 4);
  RunConfig config;
  config.suite = "shapecode";
  config.planned = 12;
  const Json summary = to_json(*analysis::summarise_run(folder_.path(), config, *suite_, {}));
  EXPECT_EQ(summary["cached"], 4);
  EXPECT_EQ(summary["planned"], 12);
  EXPECT_EQ(summary["done"], 5);
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(summary["missing"], 7);
}

TEST_F(RunnerTest, DamagedLinesAreSetAsideAndAskedForAgain) {
  run();
  const std::filesystem::path log = samples_path(folder_.path());
  std::string text = test::slurp(log);
  text[text.find('\n') + 1] = '#';  // the second line
  test::spit(log, "\n" + text + "\n");
  model_.asked = 0;
  const auto ledger = Ledger::open(*tasks_, folder_.path());
  ASSERT_TRUE(ledger);
  ASSERT_EQ(ledger->damaged().size(), 1U);
  EXPECT_EQ(ledger->damaged()[0].where, log.string() + ":3");
  EXPECT_EQ(run_tasks(*tasks_, model_, folder_.path(), *ledger, options_)->done, 12U);
  EXPECT_EQ(model_.asked, 1);
  EXPECT_EQ(verdicts()["right"], 12);
  EXPECT_EQ(test::slurp(log.string() + ".bad").front(), '#');
  EXPECT_TRUE(Ledger::open(*tasks_, folder_.path())->damaged().empty());
}

TEST_F(RunnerTest, ADuplicateDoesNotMakeARunLookFinished) {
  choose(6);
  run();
  const std::filesystem::path log = samples_path(folder_.path());
  test::spit(log, test::slurp(log) + test::slurp(log));
  choose(12);
  model_.asked = 0;
  EXPECT_EQ(run().resumed, 6U);
  EXPECT_EQ(model_.asked, 6);
  RunConfig config;
  config.suite = "shapecode";
  EXPECT_EQ(analysis::summarise_run(folder_.path(), config, *suite_, {})->figures.samples, 12U);
}

TEST_F(RunnerTest, ALogThatCannotBeSyncedEndsTheRun) {
  sync_fails = true;
  const auto progress = run_tasks(*tasks_, model_, folder_.path(), options_);
  sync_fails = false;
  ASSERT_FALSE(progress);
  EXPECT_NE(progress.error().to_string().find("cannot sync"), std::string::npos)
      << progress.error().to_string();
}

TEST_F(RunnerTest, PicturesThatCannotBeStoredAreCounted) {
  test::spit(folder_ / "images", "a file where the folder should be");
  const Progress progress = run();
  EXPECT_EQ(progress.done, 12U);
  EXPECT_EQ(progress.without_pictures, 12U);
  EXPECT_NE(progress.picture_error.find("images"), std::string::npos);
  EXPECT_TRUE(read_log(samples_path(folder_.path()), Part::kAll, [&](const Record& record) {
    EXPECT_FALSE(record.texts.picture_error.empty());
  }));
}

TEST_F(RunnerTest, CancellingStopsBetweenSamples) {
  options_.jobs = 1;
  options_.progress = [&](const Progress& progress) {
    if (progress.done == 4) options_.cancel.cancel();
  };
  EXPECT_EQ(run().done, 4U);
  EXPECT_EQ(verdicts()["right"], 4);
}

TEST_F(RunnerTest, EverySampleSaysWhenItsReplyCame) {
  options_.now = [] { return std::int64_t{1'800'000'000}; };
  run();
  std::size_t seen = 0;
  EXPECT_TRUE(read_log(samples_path(folder_.path()), Part::kFigures, [&](const Record& record) {
    ++seen;
    EXPECT_EQ(record.time, "2027-01-15T08:00:00Z");
  }));
  EXPECT_EQ(seen, 12U);
}

TEST_F(RunnerTest, AReplyThatCameBeforeKeepsItsTime) {
  const auto times = [&] {
    std::map<std::string, int> counts;
    EXPECT_TRUE(read_log(samples_path(folder_.path()), Part::kFigures,
                         [&](const Record& record) { ++counts[record.time]; }));
    return counts;
  };
  options_.now = [] { return std::int64_t{1'800'000'000}; };
  model_.time = "2026-11-15T10:15:03Z";
  choose(4);
  run();
  model_.time = "";
  choose(12);
  run();
  EXPECT_EQ(times(), (std::map<std::string, int>{{"2026-11-15T10:15:03Z", 4}, {"", 8}}));
}

TEST_F(RunnerTest, PicturesAreStoredOnceUnderTheirHash) {
  run();
  std::size_t referred = 0;
  EXPECT_TRUE(read_log(samples_path(folder_.path()), Part::kFigures, [&](const Record& record) {
    ASSERT_EQ(record.pictures.size(), 3U);
    EXPECT_EQ(record.pictures[0].image, record.pictures[1].image)
        << "an exact answer paints its target";
    for (const RecordedPicture& picture : record.pictures) {
      ++referred;
      const std::string& hash = picture.image;
      EXPECT_TRUE(
          std::filesystem::exists(folder_ / "images" / hash.substr(0, 2) / (hash + ".png")));
    }
  }));
  EXPECT_EQ(referred, 36U);
}

}  // namespace
}  // namespace papert::run

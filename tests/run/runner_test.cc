#include "run/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <stdexcept>

#include "run/folder.h"
#include "run/log.h"
#include "run/summary.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::run {
namespace {

/// Answers with the reference, but for tasks that a test names.
class Scripted : public Respondent {
 public:
  std::atomic<int> asked{0};
  std::map<std::size_t, model::ReplyStatus> status;
  std::map<std::size_t, bool> throwing;
  bool fatal = false;

 private:
  [[nodiscard]] bool reads_prompt() const override { return false; }
  [[nodiscard]] model::Reply reply(const suite::TaskSet& tasks, std::size_t index, std::int64_t,
                                   int, const suite::Prompt&, const CancelToken&) override {
    ++asked;
    model::Reply reply;
    reply.text = tasks.reference(index);
    if (const auto found = status.find(index); found != status.end()) {
      reply.status = found->second;
      reply.error = "no luck";
      reply.fatal = fatal;
    }
    if (throwing.contains(index)) throw std::runtime_error("out of paper");
    return reply;
  }
};

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() {
    std::filesystem::create_directories(images_path(folder_.path()));
    options_.last = tasks_->size();
    options_.jobs = 3;
  }

  std::map<std::string, int> verdicts() {
    std::map<std::string, int> counts;
    EXPECT_TRUE(read_log(samples_path(folder_.path()), [&](const LogLine& line) {
      ++counts[line.json["verdict"].get<std::string>()];
    }));
    return counts;
  }

  Progress run() {
    const auto progress = run_tasks(*tasks_, respondent_, folder_.path(), options_);
    EXPECT_TRUE(progress) << progress.error().to_string();
    return progress ? *progress : Progress{};
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("shapecode"));
  std::unique_ptr<suite::TaskSet> tasks_ = std::move(*suite_->mint({.seed = 1, .count = 4}));
  Scripted respondent_;
  RunOptions options_;
};

TEST_F(RunnerTest, AFatalReplyEndsTheRunAndIsNoSample) {
  options_.jobs = 1;
  respondent_.status[5] = model::ReplyStatus::kFailed;
  respondent_.fatal = true;
  const auto progress = run_tasks(*tasks_, respondent_, folder_.path(), options_);
  ASSERT_FALSE(progress);
  EXPECT_EQ(progress.error().message, "no luck");
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"right", 5}}));
  respondent_.status.clear();
  options_.cancel = CancelToken();
  EXPECT_EQ(run().done, 12U);
}

TEST_F(RunnerTest, AsksEveryTaskOnce) {
  const Progress progress = run();
  EXPECT_EQ(progress.done, 12U);
  EXPECT_EQ(progress.right, 12U);
  EXPECT_EQ(respondent_.asked, 12);
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"right", 12}}));
}

TEST_F(RunnerTest, AFinishedRunAsksNothingAndMoreAsksTheDifference) {
  options_.last = 5;
  run();
  EXPECT_EQ(respondent_.asked, 5);
  const Progress again = run();
  EXPECT_EQ(respondent_.asked, 5);
  EXPECT_EQ(again.resumed, 5U);
  options_.last = 8;
  run();
  EXPECT_EQ(respondent_.asked, 8);
  options_.epochs = 2;
  run();
  EXPECT_EQ(respondent_.asked, 16);
  EXPECT_EQ(verdicts()["right"], 16);
}

TEST_F(RunnerTest, EveryKindOfReplyHasItsOwnVerdict) {
  respondent_.status = {{0, model::ReplyStatus::kFailed},
                        {1, model::ReplyStatus::kRefused},
                        {2, model::ReplyStatus::kTruncated}};
  respondent_.throwing[3] = true;
  const Progress progress = run();
  EXPECT_EQ(progress.not_scored, 2U);
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"internal_error", 1},
                                                    {"refused", 1},
                                                    {"request_failed", 1},
                                                    {"right", 8},
                                                    {"truncated", 1}}));
  RunConfig config;
  config.suite = "shapecode";
  const Json summary = *summarise_run(folder_.path(), config, *suite_, {});
  EXPECT_EQ(summary["not_scored"], 2);
  EXPECT_EQ(summary["groups"][0]["metrics"]["exact_match"]["n"], 10);
  EXPECT_DOUBLE_EQ(summary["groups"][0]["metrics"]["exact_match"]["mean"].get<double>(), 0.8);
}

TEST_F(RunnerTest, WhatTaughtNothingIsAskedAgain) {
  respondent_.status = {{0, model::ReplyStatus::kFailed}};
  respondent_.throwing[3] = true;
  run();
  respondent_.status.clear();
  respondent_.throwing.clear();
  respondent_.asked = 0;
  run();
  EXPECT_EQ(respondent_.asked, 2);
  EXPECT_EQ(verdicts(), (std::map<std::string, int>{{"right", 12}}));
}

TEST_F(RunnerTest, ATornLogIsMendedAndContinued) {
  run();
  const std::filesystem::path log = samples_path(folder_.path());
  const std::string whole = test::slurp(log);
  const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (const std::size_t cut : {last_line + 1, (last_line + whole.size()) / 2, whole.size() - 2}) {
    test::spit(log, whole.substr(0, cut));
    respondent_.asked = 0;
    run();
    EXPECT_EQ(respondent_.asked, 1);
    EXPECT_EQ(verdicts()["right"], 12);
  }
}

TEST_F(RunnerTest, CancellingStopsBetweenSamples) {
  options_.jobs = 1;
  options_.progress = [&](const Progress& progress) {
    if (progress.done == 4) options_.cancel.cancel();
  };
  EXPECT_EQ(run().done, 4U);
  EXPECT_EQ(verdicts()["right"], 4);
}

TEST_F(RunnerTest, PicturesAreStoredOnceUnderTheirHash) {
  run();
  std::size_t referred = 0;
  EXPECT_TRUE(read_log(samples_path(folder_.path()), [&](const LogLine& line) {
    ASSERT_EQ(line.json["pictures"].size(), 3U);
    EXPECT_EQ(line.json["pictures"][0]["image"], line.json["pictures"][1]["image"])
        << "an exact answer paints its target";
    for (const Json& picture : line.json["pictures"]) {
      ++referred;
      EXPECT_TRUE(std::filesystem::exists(images_path(folder_.path()) /
                                          (picture["image"].get<std::string>() + ".png")));
    }
  }));
  EXPECT_EQ(referred, 36U);
}

}  // namespace
}  // namespace papert::run

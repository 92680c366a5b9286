// Samples in several turns: what is asked, what is recorded, what counts, what it costs.
#include "run/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <numeric>

#include "analysis/run_summary.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/replay.h"
#include "run/rescore.h"
#include "run/runner.h"
#include "suite/feedback.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::run {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kWrongReply = "```\ncircle(cx=256, cy=256, radius=40, stroke=3)\n```";

/// Right from a turn on; before that it draws something else.
class Learner : public model::Model {
 public:
  Learner(const suite::TaskSet& tasks, std::size_t right_at) : tasks_(tasks), right_at_(right_at) {}

  std::string before = kWrongReply;
  double cost_usd = 0.25;
  bool first_is_cached = false;
  std::optional<std::size_t> fails_at;  // a turn
  bool fatal = false;
  bool cache = false;
  std::vector<model::Request> requests;

  [[nodiscard]] model::CacheUse cache_use() const override { return {cache, ""}; }
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    const std::lock_guard lock(mutex_);
    requests.push_back(request);
    const std::size_t turn = request.history.size() + 1;
    model::Reply reply;
    if (fails_at == turn) {
      reply = model::Reply::failed("no luck");
      reply.fatal = fatal;
      return reply;
    }
    reply.text = turn >= right_at_ ? tasks_.reference(request.index) : before;
    reply.usage = {100, 0, 10, 0, cost_usd};
    reply.cached = first_is_cached && turn == 1;
    return reply;
  }

 private:
  const suite::TaskSet& tasks_;
  std::size_t right_at_;
  std::mutex mutex_;
};

class TurnsTest : public testing::Test {
 protected:
  TurnsTest() {
    options_.tasks = {0, 1};
    options_.turns = 3;
    options_.prompt_template = suite_->default_prompt({});
    options_.turn_prompt = suite::default_turn_prompt();
  }

  std::vector<Record> run(model::Model& model) {
    const auto progress = run_tasks(*tasks_, model, folder_.path(), options_);
    EXPECT_TRUE(progress) << progress.error().to_string();
    return records();
  }

  std::vector<Record> records(Part part = Part::kAll) {
    std::vector<Record> list;
    const auto report = read_log(samples_path(folder_.path()), part,
                                 [&](const Record& record) { list.push_back(record); });
    EXPECT_TRUE(report && report->damaged.empty());
    return list;
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("shapecode"));
  std::unique_ptr<suite::TaskSet> tasks_ = std::move(*suite_->mint({.seed = 1, .count = 2}));
  RunOptions options_;
};

TEST_F(TurnsTest, AWrongAnswerIsExplainedAndARightOneEndsTheSample) {
  Learner model(*tasks_, 2);
  const auto samples = run(model);
  ASSERT_EQ(samples.size(), 2U);
  ASSERT_EQ(model.requests.size(), 4U) << "two turns each";
  const model::Request& second = model.requests[1];
  ASSERT_EQ(second.history.size(), 1U);
  EXPECT_EQ(second.history[0].text, model.requests[0].text);
  EXPECT_EQ(second.history[0].images, model.requests[0].images);
  EXPECT_EQ(second.history[0].reply, kWrongReply);
  EXPECT_THAT(second.text, HasSubstr("Your answer is not right: "));
  EXPECT_THAT(second.text, HasSubstr("pixels of the target are missing"));
  EXPECT_THAT(second.text, HasSubstr("The attached picture shows what your answer drew."));
  ASSERT_EQ(second.images.size(), 1U);
  EXPECT_NE(second.images, model.requests[0].images) << "its own drawing, not the target";

  const Record& sample = samples[0];
  EXPECT_TRUE(sample.right());
  EXPECT_EQ(sample.metric("success_turn1"), 0);
  EXPECT_EQ(sample.metric("success_turn2"), 1);
  EXPECT_EQ(sample.metric("success_turn3"), 1) << "cumulative";
  ASSERT_EQ(sample.turns.size(), 2U);
  EXPECT_EQ(sample.turns[0].verdict, suite::Verdict::kWrong);
  EXPECT_EQ(sample.turns[0].exchange.reply, kWrongReply);
  EXPECT_EQ(sample.turns[0].exchange.usage.input_tokens, 100);
  EXPECT_EQ(sample.turns[1].verdict, suite::Verdict::kRight);
  EXPECT_EQ(sample.turns[1].prompt, second.text);
  EXPECT_EQ(sample.turns[1].prompt_images.size(), 1U);
  EXPECT_EQ(sample.turns[1].exchange.usage.cost_usd, 0.25);
  EXPECT_EQ(sample.texts.prompt, model.requests[0].text);
  EXPECT_EQ(sample.texts.reply, tasks_->reference(0));
  EXPECT_EQ(sample.usage.input_tokens, 200) << "all turns";
  EXPECT_EQ(sample.cost_usd(), 0.5);
}

TEST_F(TurnsTest, TheLastTurnCounts) {
  Learner model(*tasks_, 9);
  const auto samples = run(model);
  EXPECT_EQ(model.requests.size(), 6U);
  EXPECT_EQ(model.requests[2].history.size(), 2U);
  EXPECT_EQ(samples[0].verdict, suite::Verdict::kWrong);
  EXPECT_EQ(samples[0].metric("success_turn3"), 0);
  RunConfig config;
  config.suite = "shapecode";
  config.turns = 3;
  const auto summary = analysis::summarise_run(folder_.path(), config, *suite_, {});
  ASSERT_TRUE(summary);
  EXPECT_TRUE(summary->figures.metric("success_turn3"));
  EXPECT_FALSE(summary->figures.metric("success_turn4"));
}

TEST_F(TurnsTest, AReplyWithoutAnAnswerIsATurn) {
  Learner model(*tasks_, 2);
  model.before = "";
  const auto samples = run(model);
  EXPECT_EQ(model.requests[1].history[0].reply, "(no reply)") << "providers refuse empty messages";
  EXPECT_THAT(model.requests[1].text, HasSubstr("No answer in the form that was asked for"));
  EXPECT_TRUE(model.requests[1].images.empty()) << "nothing was drawn";
  EXPECT_THAT(model.requests[1].text, Not(HasSubstr("picture")));
  EXPECT_EQ(samples[0].turns[0].verdict, suite::Verdict::kNoAnswer);
}

TEST_F(TurnsTest, ThoughtsAreNoPartOfTheConversation) {
  Learner model(*tasks_, 2);
  model.before = std::string("<think>a circle?</think>") + kWrongReply;
  const auto samples = run(model);
  EXPECT_EQ(model.requests[1].history[0].reply, kWrongReply);
  EXPECT_THAT(samples[0].turns[0].exchange.reasoning, HasSubstr("a circle?"));
}

TEST_F(TurnsTest, OneTurnIsAsItAlwaysWas) {
  options_.turns = 1;
  Learner model(*tasks_, 9);
  const auto samples = run(model);
  EXPECT_EQ(model.requests.size(), 2U);
  EXPECT_TRUE(samples[0].turns.empty());
  EXPECT_FALSE(to_json(samples[0]).contains("turns"));
  EXPECT_FALSE(to_json(samples[0])["metrics"].contains("success_turn1"));
  RunConfig config;
  const std::string id = config.id();
  EXPECT_FALSE(config.to_json().contains("turns"));
  config.turn_prompt_text = "anything";
  EXPECT_EQ(config.id(), id);
  config.turns = 2;
  EXPECT_NE(config.id(), id);
  EXPECT_EQ(RunConfig::from_json(config.to_json(), "run.json")->turns, 2);
}

TEST_F(TurnsTest, OnlyWhatThisRunPaidForCounts) {
  Learner model(*tasks_, 2);
  model.first_is_cached = true;
  run(model);
  for (const Record& sample : records(Part::kOutcome)) {
    EXPECT_FALSE(sample.cached) << "the second turn was not";
    EXPECT_EQ(sample.cost_usd(), 0.25);
  }
}

TEST_F(TurnsTest, AFailedTurnIsAskedAgainFromTheBeginning) {
  Learner model(*tasks_, 2);
  model.fails_at = 2;
  const auto failed = run(model);
  EXPECT_EQ(failed[0].verdict, suite::Verdict::kRequestFailed);
  EXPECT_EQ(failed[0].turns.size(), 2U);
  EXPECT_EQ(failed[0].cost_usd(), 0.25) << "the first turn was paid for";
  EXPECT_FALSE(failed[0].metric("success_turn1"));
  model.fails_at.reset();
  const auto samples = run(model);
  EXPECT_EQ(samples.size(), 2U);
  EXPECT_TRUE(samples[0].right());
  const auto ledger = Ledger::open(*tasks_, folder_.path());
  EXPECT_DOUBLE_EQ(ledger->spent_usd(), 2 * (0.25 + 0.5));
}

TEST_F(TurnsTest, WhatTheCacheGivesBackIsNotPaidTwice) {
  Learner model(*tasks_, 2);
  model.fails_at = 2;
  model.cache = true;
  run(model);
  EXPECT_EQ(Ledger::open(*tasks_, folder_.path())->spent_usd(), 0);
}

TEST_F(TurnsTest, TurnsBeforeTheLimitIsReachedAreOnTheBill) {
  options_.tasks = {0};
  Learner model(*tasks_, 9);
  model.fails_at = 3;
  model.fatal = true;
  EXPECT_FALSE(run_tasks(*tasks_, model, folder_.path(), options_));
  EXPECT_EQ(Ledger::open(*tasks_, folder_.path())->spent_usd(), 0.5);
}

TEST_F(TurnsTest, ReplayAnswersTurnByTurn) {
  Learner model(*tasks_, 2);
  run(model);
  const auto replay = Replay::open(samples_path(folder_.path())).value();
  model::Request request;
  request.id = tasks_->id(0);
  EXPECT_EQ(replay->ask(request, {}).text, kWrongReply);
  request.history.emplace_back();
  EXPECT_EQ(replay->ask(request, {}).text, tasks_->reference(0));
  request.history.emplace_back();
  EXPECT_THAT(replay->ask(request, {}).error, HasSubstr("holds no reply of turn 3"));
}

TEST_F(TurnsTest, ScoringAgainGivesTheSameFigures) {
  Learner model(*tasks_, 3);
  const auto samples = run(model);
  const Rescorer rescorer(*tasks_, reply::Extraction::kLenient);
  std::size_t seen = 0;
  const auto take = [&](const ScoredBlock& block) -> Result<void> {
    for (const ScoredReply& reply : block.replies) {
      ++seen;
      EXPECT_TRUE(reply.score.right());
      const std::string metrics = dump_json(suite::metrics_json(reply.score.metrics));
      EXPECT_THAT(metrics, HasSubstr(R"("success_turn2":0.0,"success_turn3":1.0)"));
    }
    return {};
  };
  ASSERT_TRUE(rescorer.score_log(samples_path(folder_.path()), 1, take));
  EXPECT_EQ(seen, samples.size());
}

/// Another reading may find an earlier answer right: then that one counts.
TEST_F(TurnsTest, AnEarlierTurnThatIsRightAfterAllCounts) {
  Learner model(*tasks_, 2);
  auto samples = run(model);
  Record record = samples[0];
  record.turns[0].exchange.reply = tasks_->reference(0);
  record.texts.reply = kWrongReply;
  const Rescorer rescorer(*tasks_, reply::Extraction::kLenient);
  const auto item = rescorer.recorded(record);
  ASSERT_TRUE(item);
  const ScoredBlock block = rescorer.score({*item});
  EXPECT_TRUE(block.replies[0].score.right());
  EXPECT_THAT(block.lines, HasSubstr(R"("success_turn1":1.0)"));
}

TEST_F(TurnsTest, ADamagedTurnIsADamagedLine) {
  Learner model(*tasks_, 2);
  run(model);
  std::string log = test::slurp(samples_path(folder_.path()));
  const std::size_t at = log.find(R"("turns":[{"verdict":"wrong")");
  ASSERT_NE(at, std::string::npos);
  log.replace(log.find("wrong", at), 5, "maybe");
  test::spit(samples_path(folder_.path()), log);
  const auto report = read_log(samples_path(folder_.path()), Part::kOutcome, [](const Record&) {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->damaged.size(), 1U);
}

}  // namespace
}  // namespace papert::run

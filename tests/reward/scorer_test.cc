#include "reward/scorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "reward_tasks.h"
#include "suite/in_time.h"
#include "suite/registry.h"

namespace papert::reward {
namespace {

using suite::Verdict;
using testing::HasSubstr;

/// A set whose judging does what a test wants.
class FakeTasks : public suite::TaskSet, public suite::TimedTasks {
 public:
  using Judge = std::function<Verdict(const std::string& answer)>;
  explicit FakeTasks(Judge judge) : judge_(std::move(judge)) {}

  [[nodiscard]] std::size_t size() const override { return 1000; }
  [[nodiscard]] std::string id(std::size_t index) const override { return std::to_string(index); }
  [[nodiscard]] suite::Task task(std::size_t index) const override { return {id(index), "", {}}; }
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t, std::string_view) const override {
    return suite::Prompt();
  }
  [[nodiscard]] reply::Answer read(std::string_view reply, reply::Extraction) const override {
    return reply::Answer::one(std::string(reply), "whole");
  }
  [[nodiscard]] suite::Judged judge(std::size_t, const reply::Answer& answer) const override {
    suite::Judged judged;
    judged.score.verdict = judge_(answer.first().code);
    return judged;
  }
  [[nodiscard]] std::vector<suite::Judged> judge_in_time(
      std::span<const suite::Submission> submissions, const Deadline&) const override {
    return judge_all(submissions);
  }
  [[nodiscard]] std::string reference(std::size_t) const override { return "right"; }
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t,
                                                     const suite::Judged&) const override {
    return {};
  }
  [[nodiscard]] std::string data_hash() const override { return "fake"; }

 private:
  Judge judge_;
};

std::unique_ptr<OpenSet> fake(FakeTasks::Judge judge) {
  return std::make_unique<OpenSet>(*suite::find_suite("xlogo"),
                                   std::make_unique<FakeTasks>(std::move(judge)), minted("xlogo"));
}

std::vector<ScoreItem> items_of(const OpenSet& set, const std::vector<std::string>& replies) {
  std::vector<ScoreItem> items;
  for (std::size_t i = 0; i < replies.size(); ++i) items.push_back({&set, i, replies[i]});
  return items;
}

TEST(Scorer, ScoresComeInTheOrderOfTheItems) {
  const auto set = fake([](const std::string& answer) {
    if (answer.size() > 2) std::this_thread::sleep_for(std::chrono::microseconds(300));
    return answer == "right" ? Verdict::kRight : Verdict::kWrong;
  });
  std::vector<std::string> replies;
  for (int i = 0; i < 500; ++i) replies.push_back(i % 3 == 0 ? "right" : std::to_string(i));
  const auto items = items_of(*set, replies);
  for (const std::size_t jobs : {1U, 4U}) {
    const auto scored = score_batch(items, {.jobs = jobs});
    ASSERT_TRUE(scored);
    ASSERT_EQ(scored->size(), replies.size());
    for (std::size_t i = 0; i < replies.size(); ++i) {
      EXPECT_EQ((*scored)[i].answer.first().code, replies[i]);
      EXPECT_EQ((*scored)[i].score.right(), i % 3 == 0);
    }
  }
}

TEST(Scorer, OurOwnFaultsAreTriedAgainTwice) {
  std::atomic<int> calls = 0;
  const auto twice = fake(
      [&](const std::string&) { return ++calls < 3 ? Verdict::kInternalError : Verdict::kRight; });
  EXPECT_TRUE(score_one({twice.get(), 0, "x"}, {}).score.right());
  EXPECT_EQ(calls, 3);
  calls = 0;
  const auto always = fake([&](const std::string&) {
    ++calls;
    return Verdict::kHostSlow;
  });
  EXPECT_EQ(score_one({always.get(), 0, "x"}, {}).score.verdict, Verdict::kHostSlow);
  EXPECT_EQ(calls, 3);
}

TEST(Scorer, WhatASuiteThrowsIsTheFaultOfOneReply) {
  const auto set = fake([](const std::string& answer) {
    if (answer == "bad") throw std::runtime_error("broken");
    return Verdict::kWrong;
  });
  set->learn(std::chrono::nanoseconds(10));  // so that all of them are one block
  const std::vector<std::string> replies{"a", "bad", "b"};
  const auto scored = *score_batch(items_of(*set, replies), {});
  EXPECT_EQ(scored[0].score.verdict, Verdict::kWrong);
  EXPECT_EQ(scored[1].score.verdict, Verdict::kInternalError);
  EXPECT_EQ(scored[1].score.detail["message"], "broken");
  EXPECT_EQ(scored[2].score.verdict, Verdict::kWrong);
}

TEST(Scorer, AReplyThatIsTooLongIsTruncated) {
  TaskSets sets;
  const auto set = open_set(sets, minted("xlogo", 1));
  const std::string reply = set->tasks().reference(0);
  const auto scored = [&](const std::string& text, std::size_t most) {
    return score_one({set.get(), 0, text}, {.max_reply_bytes = most});
  };
  EXPECT_EQ(scored(reply, reply.size()).score.verdict, Verdict::kRight);
  const suite::ScoredAnswer cut = scored(reply, reply.size() - 1);
  EXPECT_EQ(cut.score.verdict, Verdict::kTruncated);
  EXPECT_EQ(cut.score.detail["error"], "reply_too_long");
  EXPECT_EQ(suite::metrics_json(cut.score.metrics)["success"], 0.0);
  EXPECT_TRUE(cut.answer.candidates.empty());
  const std::string padded = reply + std::string(kMaxReplyBytes - reply.size(), '\n');
  EXPECT_EQ(score_one({set.get(), 0, padded}, {}).score.verdict, Verdict::kRight);
  EXPECT_EQ(score_one({set.get(), 0, padded + "\n"}, {}).score.verdict, Verdict::kTruncated);
}

TEST(Scorer, WhatHasNotBegunAtTheDeadlineIsNotScored) {
  const CancelToken token;
  std::atomic<int> judged = 0;
  const auto set = fake([&](const std::string&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(12));  // so each is a block of its own
    if (++judged == 3) token.cancel();
    return Verdict::kRight;
  });
  const std::vector<std::string> replies(10, "x");
  // A token ends a deadline at a moment that the test knows.
  const auto scored = *score_batch(items_of(*set, replies), {.deadline = Deadline().with(token)});
  ASSERT_EQ(scored.size(), 10U);
  std::size_t unscored = 0;
  for (const suite::ScoredAnswer& each : scored) {
    if (each.score.verdict != Verdict::kHostSlow) continue;
    EXPECT_EQ(each.score.detail["error"], "deadline");
    ++unscored;
  }
  EXPECT_EQ(unscored + static_cast<std::size_t>(judged), 10U);
  EXPECT_GT(unscored, 0U);
  const auto late =
      *score_batch(items_of(*set, replies), {.deadline = Deadline(Deadline::Clock::now())});
  for (const suite::ScoredAnswer& each : late) {
    EXPECT_EQ(each.score.verdict, Verdict::kHostSlow);
  }
}

TEST(Scorer, TheCallerIsAskedAndMayGiveUp) {
  std::atomic<int> judged = 0;
  const auto set = fake([&](const std::string&) {
    ++judged;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return Verdict::kRight;
  });
  const std::vector<std::string> replies(1000, "x");
  const std::thread::id here = std::this_thread::get_id();
  int asked = 0;
  ScoreOptions options{.jobs = 2};
  options.go_on = [&] {
    EXPECT_EQ(std::this_thread::get_id(), here);
    return ++asked < 3;
  };
  const auto scored = score_batch(items_of(*set, replies), options);
  ASSERT_FALSE(scored);
  EXPECT_EQ(scored.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(asked, 3);
  EXPECT_LT(judged, 1000);
}

TEST(Scorer, TheLinesAreThoseOfAllSuites) {
  TaskSets sets;
  const auto set = open_set(sets, minted("shapecode", 1));
  const Json key{{"step", 3}};
  const std::string reply = set->tasks().reference(0);
  const ScoreItem item{set.get(), 0, reply, 2, &key};
  const std::string line = score_line(item, score_one(item, {}));
  EXPECT_THAT(line, testing::StartsWith(
                        "{\"id\":\"" + set->id(0) +
                        R"(","epoch":2,"key":{"step":3},"verdict":"right","success":true,)"));
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(Scorer, NoItemsAreNoScores) { EXPECT_TRUE(score_batch({}, {})->empty()); }

}  // namespace
}  // namespace papert::reward

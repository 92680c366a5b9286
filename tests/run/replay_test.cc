#include "run/replay.h"

#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::run {
namespace {

using model::ReplyStatus;

/// A line of a log; `rest` goes on behind the verdict.
std::string line(const std::string& id, int epoch, const std::string& verdict,
                 const std::string& reply, const std::string& rest = "") {
  return R"({"id":")" + id + R"(","epoch":)" + std::to_string(epoch) + R"(,"verdict":")" + verdict +
         R"(","tags":{},"metrics":{},"detail":{},"reply":")" + reply + "\"" + rest + "}\n";
}

class ReplayTest : public testing::Test {
 protected:
  std::unique_ptr<Replay> open(const std::string& log) {
    test::spit(folder_ / "samples.jsonl", log);
    auto model = Replay::open(folder_ / "samples.jsonl");
    EXPECT_TRUE(model) << model.error().to_string();
    return std::move(*model);
  }

  static model::Reply ask(Replay& model, const std::string& id, std::int64_t epoch) {
    return model.ask({id, epoch, "", {}}, CancelToken());
  }

  test::TempFolder folder_;
};

TEST_F(ReplayTest, GivesRecordedRepliesAndUsage) {
  const auto model =
      open(line("a", 0, "right", "A",
                R"(,"reasoning":"r","time":"2026-11-15T10:15:03Z",)"
                R"("usage":{"input_tokens":9,"output_tokens":2,"cost_usd":1.0})") +
           line("a", 1, "refused", "no") + line("b", 0, "truncated", "cut", R"(,"usage":"odd")"));
  const model::Reply first = ask(*model, "a", 0);
  EXPECT_EQ(first.text, "A");
  EXPECT_EQ(first.reasoning, "r");
  EXPECT_EQ(first.usage.input_tokens, 9);
  EXPECT_FALSE(first.usage.cost_usd) << "replaying is free";
  EXPECT_EQ(first.time, "2026-11-15T10:15:03Z");
  EXPECT_EQ(ask(*model, "a", 1).time, "") << "not now: nobody knows when";
  EXPECT_EQ(ask(*model, "c", 0).time, "");
  EXPECT_EQ(ask(*model, "a", 1).status, ReplyStatus::kRefused);
  EXPECT_EQ(ask(*model, "b", 0).status, ReplyStatus::kTruncated);
  EXPECT_EQ(ask(*model, "c", 0).status, ReplyStatus::kFailed);
  EXPECT_FALSE(model->reads_prompt());
  EXPECT_TRUE(model->damaged().empty());
}

TEST_F(ReplayTest, LeavesDamagedLinesOutAndTakesTheFirstScore) {
  const auto model =
      open("\n" + line("a", 0, "request_failed", "lost") + "rubbish\n" +
           line("a", 0, "wrong", "first") + line("a", 0, "right", "copy") +
           R"({"id":"c","epoch":0,"verdict":"right","tags":{},"metrics":{},"detail":{},"reply":7})"
           "\n" +
           R"({"id":"b","epoch":0,"rep)");
  EXPECT_EQ(ask(*model, "a", 0).text, "first");
  EXPECT_EQ(ask(*model, "b", 0).status, ReplyStatus::kFailed);
  EXPECT_EQ(ask(*model, "c", 0).status, ReplyStatus::kFailed);
  ASSERT_EQ(model->damaged().size(), 2U) << "a torn end is not damage";
  EXPECT_EQ(model->damaged()[0].where, (folder_ / "samples.jsonl").string() + ":3");
  EXPECT_EQ(model->damaged()[1].where, (folder_ / "samples.jsonl").string() + ":6");
}

TEST_F(ReplayTest, KnowsTheEpochsThatHaveAReply) {
  const auto model = open(line("a", 2, "wrong", "x") + line("a", 0, "right", "y") +
                          line("a", 1, "request_failed", "") + line("ab", 7, "right", "z"));
  EXPECT_EQ(model->epochs("a"), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(model->epochs("ab"), std::vector<std::int64_t>{7});
  EXPECT_TRUE(model->epochs("b").empty());
  EXPECT_EQ(ask(*model, "a", 1).error, "the recorded request had failed");
  EXPECT_FALSE(model->empty());
  EXPECT_TRUE(open(line("a", 1, "request_failed", ""))->empty());
}

TEST_F(ReplayTest, ALogThatIsNotThereIsAnError) {
  EXPECT_FALSE(Replay::open(folder_ / "samples.jsonl"));
}

}  // namespace
}  // namespace papert::run

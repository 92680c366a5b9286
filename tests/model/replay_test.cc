#include "model/replay.h"

#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::model {
namespace {

TEST(Sampling, WritesOnlyWhatIsSet) {
  Sampling sampling;
  EXPECT_EQ(sampling.to_json().dump(), "{}");
  sampling.temperature = 0.5;
  sampling.seed = 7;
  sampling.reasoning_effort = "low";
  sampling.extra_body = {{"top_k", 5}};
  EXPECT_EQ(sampling.to_json().dump(),
            R"({"temperature":0.5,"seed":7,"reasoning_effort":"low","extra_body":{"top_k":5}})");
}

TEST(Usage, ThereAndBack) {
  Usage usage;
  EXPECT_EQ(usage.to_json().dump(), "{}");
  usage.input_tokens = 5;
  usage.cached_input_tokens = 2;
  usage.output_tokens = 7;
  usage.reasoning_tokens = 3;
  usage.cost_usd = 0.25;
  const Usage back = usage_from_json(usage.to_json());
  EXPECT_EQ(back.to_json(), usage.to_json());
  EXPECT_EQ(usage_from_json(Json()).to_json().dump(), "{}");
  EXPECT_EQ(usage_from_json({{"input_tokens", "many"}, {"output_tokens", 1.5}}).to_json().dump(),
            "{}");
}

TEST(Replay, GivesRecordedRepliesAndUsage) {
  const test::TempFolder folder;
  test::spit(folder / "samples.jsonl",
             R"({"id":"a","epoch":0,"reply":"A","reasoning":"r","verdict":"right",)"
             R"("usage":{"input_tokens":9,"output_tokens":2,"cost_usd":1.0}})"
             "\n"
             R"({"id":"a","epoch":1,"reply":"no","verdict":"refused"})"
             "\n"
             R"({"id":"b","reply":"cut","verdict":"truncated","usage":"odd"})"
             "\n");
  const auto model = open_replay(folder / "samples.jsonl");
  ASSERT_TRUE(model) << model.error().to_string();
  const CancelToken cancel;
  const Reply first = (*model)->ask({"a", 0, "", {}}, cancel);
  EXPECT_EQ(first.text, "A");
  EXPECT_EQ(first.reasoning, "r");
  EXPECT_EQ(first.usage.input_tokens, 9);
  EXPECT_FALSE(first.usage.cost_usd) << "replaying is free";
  EXPECT_EQ((*model)->ask({"a", 1, "", {}}, cancel).status, ReplyStatus::kRefused);
  EXPECT_EQ((*model)->ask({"b", 0, "", {}}, cancel).status, ReplyStatus::kTruncated);
  EXPECT_EQ((*model)->ask({"c", 0, "", {}}, cancel).status, ReplyStatus::kFailed);
  EXPECT_FALSE((*model)->reads_prompt());
}

TEST(Replay, PassesOverDamagedLinesAndTakesTheFirstScore) {
  const test::TempFolder folder;
  test::spit(folder / "samples.jsonl",
             "\n"
             R"({"id":"a","epoch":0,"reply":"lost","verdict":"request_failed"})"
             "\nrubbish\n"
             R"({"id":"a","epoch":0,"reply":"first","verdict":"wrong"})"
             "\n"
             R"({"id":"a","epoch":0,"reply":"copy","verdict":"right"})"
             "\n"
             R"({"id":"b","epoch":0,"rep)");
  const auto model = open_replay(folder / "samples.jsonl");
  ASSERT_TRUE(model) << model.error().to_string();
  EXPECT_EQ((*model)->ask({"a", 0, "", {}}, CancelToken()).text, "first");
  EXPECT_EQ((*model)->ask({"b", 0, "", {}}, CancelToken()).status, ReplyStatus::kFailed);
}

}  // namespace
}  // namespace papert::model

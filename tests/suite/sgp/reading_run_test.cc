// A run's reading of replies: asking again, the judge, and what of both is recorded.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "analysis/run_summary.h"
#include "data/sgp/load.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/rescore.h"
#include "run/runner.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::suite::sgp {
namespace {

using model::ReplyStatus;
using run::Judging;

model::Reply reply_of(std::string text) {
  model::Reply reply;
  reply.text = std::move(text);
  reply.usage.input_tokens = 10;
  reply.usage.output_tokens = 1;
  return reply;
}

/// Replies with a script: one text per attempt, the last one ever after.
class Scripted : public model::Model {
 public:
  std::vector<std::string> texts;
  std::atomic<int> asked{0};

  [[nodiscard]] bool reads_prompt() const override { return false; }
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    ++asked;
    return reply_of(texts[std::min(static_cast<std::size_t>(request.repeat), texts.size() - 1)]);
  }
};

/// A judge that keeps what it was asked.
class Reader : public model::Model {
 public:
  std::string text = "Answer: B";
  ReplyStatus status = ReplyStatus::kComplete;
  bool fatal = false;
  std::vector<std::string> prompts;

  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    prompts.push_back(request.text);
    model::Reply reply = reply_of(text);
    reply.status = status;
    reply.fatal = fatal;
    reply.error = "no luck";
    return reply;
  }
};

class SgpReading : public testing::Test {
 protected:
  SgpReading() {
    std::filesystem::create_directories(run::images_path(folder_.path()));
    EXPECT_TRUE(
        data::sgp::write_questions(data_.path(), {{.id = "a",
                                                   .program = "<svg viewBox='0 0 1 1'></svg>",
                                                   .text = "What?",
                                                   .options = {"Cat", "Dog"},
                                                   .answer = "B"}}));
    tasks_ = std::move(*suite_->load(data_.path(), {}));
  }

  /// Runs, with a judge unless `when` is never, and gives the one line.
  Json run(Judging when = Judging::kNever) {
    auto model = std::make_unique<Reader>();
    reader_ = model.get();
    reader_->text = judge_text_;
    reader_->status = judge_status_;
    judge_ = std::make_unique<run::AnswerReader>("openai/j", std::move(model), when);
    options_.judge = when == Judging::kNever ? nullptr : judge_.get();
    const auto progress = run::run_tasks(*tasks_, model_, folder_.path(), options_);
    EXPECT_TRUE(progress) << progress.error().to_string();
    progress_ = *progress;
    Json found;
    EXPECT_TRUE(run::read_log(run::samples_path(folder_.path()), run::Part::kAll,
                              [&](const run::Record& record) { found = to_json(record); }));
    return found;
  }

  test::TempFolder data_;
  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("sgp"));
  std::unique_ptr<suite::TaskSet> tasks_;
  Scripted model_;
  std::unique_ptr<run::AnswerReader> judge_;
  Reader* reader_ = nullptr;
  std::string judge_text_ = "Answer: B";
  ReplyStatus judge_status_ = ReplyStatus::kComplete;
  run::RunOptions options_;
  run::Progress progress_;
};

TEST_F(SgpReading, NothingIsAskedAgainUnlessWanted) {
  model_.texts = {"hm.", "Answer: B"};
  const Json line = run();
  EXPECT_EQ(line["verdict"], "no_answer");
  EXPECT_FALSE(line.contains("earlier"));
  EXPECT_EQ(model_.asked, 1);
}

TEST_F(SgpReading, AsksAgainUntilAnAnswerIsFound) {
  model_.texts = {"hm.", "let me see.", "Answer: B"};
  options_.answer_retries = 5;
  const Json line = run();
  EXPECT_EQ(line["verdict"], "right");
  EXPECT_EQ(model_.asked, 3);
  ASSERT_EQ(line["earlier"].size(), 2U);
  EXPECT_EQ(line["earlier"][1]["reply"], "let me see.");
  EXPECT_EQ(line["usage"]["input_tokens"], 30);
  EXPECT_EQ(progress_.input_tokens, 30);
}

TEST_F(SgpReading, AskingAgainEnds) {
  model_.texts = {"hm."};
  options_.answer_retries = 2;
  EXPECT_EQ(run()["verdict"], "no_answer");
  EXPECT_EQ(model_.asked, 3);
}

TEST_F(SgpReading, AWrongAnswerIsAnAnswer) {
  model_.texts = {"Answer: A"};
  options_.answer_retries = 2;
  EXPECT_EQ(run(Judging::kWhereNeeded)["verdict"], "wrong");
  EXPECT_EQ(model_.asked, 1);
  EXPECT_TRUE(reader_->prompts.empty()) << "the rules found it";
}

TEST_F(SgpReading, TheJudgeReadsWhatNoRuleCan) {
  model_.texts = {"It barks, so it is clear to me."};
  const Json line = run(Judging::kWhereNeeded);
  EXPECT_EQ(line["verdict"], "right");
  EXPECT_EQ(line["rule"], "judge");
  EXPECT_EQ(line["judge"]["reply"], "Answer: B");
  EXPECT_EQ(line["usage"]["input_tokens"], 10) << "the model's own";
  EXPECT_EQ(progress_.input_tokens, 20);
  ASSERT_EQ(reader_->prompts.size(), 1U);
  EXPECT_THAT(reader_->prompts[0], testing::HasSubstr("It barks"));
  run::RunConfig config;
  config.suite = "sgp";
  const Json summary = to_json(*analysis::summarise_run(folder_.path(), config, *suite_, {}));
  EXPECT_EQ(summary["usage"]["input_tokens"], 10);
  EXPECT_EQ(summary["judge_usage"]["input_tokens"], 10);
}

TEST_F(SgpReading, TheJudgeMayAlwaysRead) {
  model_.texts = {"Answer: A"};
  const Json line = run(Judging::kAlways);
  EXPECT_EQ(line["verdict"], "right");
  EXPECT_EQ(line["rule"], "judge_always");
  EXPECT_TRUE(line["metrics"]["strict"].is_null());
}

TEST_F(SgpReading, TheJudgeReadsTheWordsAndTheDrawingStaysTheReplys) {
  tasks_ = std::move(*suite_->load(data_.path(), {.modes = {{"input", "indirect"}}}));
  model_.texts = {"<svg viewBox='0 0 1 1'><text>Answer: A</text></svg>\nIt barks, that is clear."};
  const Json line = run(Judging::kWhereNeeded);
  EXPECT_EQ(line["verdict"], "right");
  EXPECT_EQ(line["rule"], "judge");
  EXPECT_EQ(line["detail"]["drawing"], "drawn");
  ASSERT_EQ(reader_->prompts.size(), 1U);
  EXPECT_THAT(reader_->prompts[0], testing::HasSubstr("It barks"));
  EXPECT_THAT(reader_->prompts[0], testing::Not(testing::HasSubstr("<text>")));
  // Scored again with the judge's word, the drawing is still there.
  Json scored;
  const run::Rescorer rescorer(*tasks_, reply::Extraction::kLenient, Judging::kWhereNeeded);
  const auto take = [&](const run::ScoredBlock& block) -> Result<void> {
    for (const run::ScoredReply& each : block.replies) scored = each.score.detail;
    return {};
  };
  ASSERT_TRUE(rescorer.score_log(run::samples_path(folder_.path()), 1, take));
  EXPECT_EQ(scored["drawing"], "drawn");
}

TEST_F(SgpReading, AJudgeMayFindNothingAndThenItIsAskedAgain) {
  model_.texts = {"hm.", "Answer: B"};
  judge_text_ = "Answer: not given";
  options_.answer_retries = 1;
  const Json line = run(Judging::kWhereNeeded);
  EXPECT_EQ(line["verdict"], "right");
  EXPECT_EQ(reader_->prompts.size(), 1U);
  EXPECT_EQ(line["rule"], "last_line");
}

TEST_F(SgpReading, AJudgeThatFailsIsNeverAWrongAnswer) {
  model_.texts = {"hm."};
  judge_status_ = ReplyStatus::kFailed;
  const Json line = run(Judging::kWhereNeeded);
  EXPECT_EQ(line["verdict"], "request_failed");
  EXPECT_EQ(line["detail"]["message"], "the judge: no luck");
  judge_status_ = ReplyStatus::kComplete;
  EXPECT_EQ(run(Judging::kWhereNeeded)["verdict"], "right") << "asked again on resuming";
}

TEST(SgpRunConfig, ReadingIsPartOfTheRun) {
  run::RunConfig plain;
  plain.suite = "sgp";
  plain.model = "openai/x";
  plain.data.folder = "d";
  std::map<std::string, std::string> ids{{plain.id(), "lenient"}};
  for (const char* extraction : {"strict", "judge", "judge-always"}) {
    run::RunConfig config = plain;
    ASSERT_TRUE(config.set_extraction(extraction));
    if (config.judging != Judging::kNever) config.judge = "openai/j";
    EXPECT_TRUE(ids.emplace(config.id(), extraction).second) << extraction;
    const auto again = run::RunConfig::from_json(config.to_json(), "run.json");
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(again->id(), config.id());
    EXPECT_EQ(again->judging, config.judging);
  }
  run::RunConfig retrying = plain;
  retrying.answer_retries = 5;
  EXPECT_TRUE(ids.emplace(retrying.id(), "retries").second);
  EXPECT_EQ(run::RunConfig::from_json(retrying.to_json(), "run.json")->answer_retries, 5);
  EXPECT_FALSE(plain.set_extraction("guess"));
}

}  // namespace
}  // namespace papert::suite::sgp

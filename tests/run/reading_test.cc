// The same text gets the same verdict whichever way it comes in: asked for in a run, played back
// from one, read from a batch file, or scored from a stream.

#include <gtest/gtest.h>

#include <numeric>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/text.h"
#include "run/batch.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/replay.h"
#include "run/rescore.h"
#include "run/runner.h"
#include "run/sample.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::run {
namespace {

using suite::Verdict;

constexpr const char* kWrong = "```python\ndef run():\n    turn_left()\n```\n";

/// A reply to a task whose right program is `right`, and what it is worth.
struct Case {
  std::string (*reply)(const std::string& right);
  suite::Verdict verdict;
};

std::string fenced(const std::string& code) { return "```python\n" + code + "```\n"; }

const std::vector<Case>& cases() {
  using Text = const std::string&;
  static const std::vector<Case> all{
      {[](Text right) { return fenced(right); }, suite::Verdict::kRight},
      {[](Text right) { return "<think>" + (kWrong + ("</think>" + fenced(right))); },
       suite::Verdict::kRight},
      {[](Text right) { return kWrong + ("</think>\n" + fenced(right)); }, suite::Verdict::kRight},
      {[](Text right) { return "<think>" + fenced(right) + "</think>" + kWrong; },
       suite::Verdict::kWrong},
      {[](Text right) {
         return "<|channel|>analysis<|message|>" + (kWrong + ("<|end|><|start|>assistant<|channel|>"
                                                              "final<|message|>" +
                                                              fenced(right) + "<|return|>"));
       },
       suite::Verdict::kRight},
      {[](Text right) { return "[THINK]" + (kWrong + ("[/THINK]" + fenced(right))); },
       suite::Verdict::kRight},
      {[](Text right) { return "<reasoning>" + (kWrong + ("</reasoning>" + fenced(right))); },
       suite::Verdict::kRight},
      {[](Text right) { return kWrong + ("Wait, corrected:\n" + fenced(right)); },
       suite::Verdict::kRight},
      {[](Text right) { return fenced(right) + "```bash\npython run.py\n```"; },
       suite::Verdict::kRight},
      {[](Text right) { return "<think>" + fenced(right); }, suite::Verdict::kNoAnswer},
      {[](Text) { return std::string("I cannot."); }, suite::Verdict::kNoAnswer},
  };
  return all;
}

/// Gives the text of the task's index.
class Texts : public model::Model {
 public:
  explicit Texts(std::vector<std::string> texts) : texts_(std::move(texts)) {}

  [[nodiscard]] bool reads_prompt() const override { return false; }
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    model::Reply reply;
    reply.text = texts_[request.index];
    return reply;
  }

 private:
  std::vector<std::string> texts_;
};

class ReadingTest : public testing::Test {
 protected:
  ReadingTest() {
    for (std::size_t i = 0; i < cases().size(); ++i) {
      const reply::Answer right = tasks_->read(tasks_->reference(i), reply::Extraction::kStrict);
      texts_.push_back(cases()[i].reply(right.first().code));
    }
  }

  std::vector<std::string> by_task(const std::filesystem::path& folder) {
    std::map<std::string, std::string> verdicts;
    EXPECT_TRUE(read_log(samples_path(folder), Part::kOutcome, [&](const Record& record) {
      verdicts[record.id] = suite::verdict_name(record.verdict);
    }));
    std::vector<std::string> list;
    for (std::size_t i = 0; i < texts_.size(); ++i) list.push_back(verdicts[tasks_->task(i).id]);
    return list;
  }

  std::vector<std::string> by_run(const std::string& name, std::vector<std::string> texts) {
    std::filesystem::create_directories(images_path(folder_ / name));
    Texts model(std::move(texts));
    RunOptions options;
    options.tasks.resize(texts_.size());
    std::iota(options.tasks.begin(), options.tasks.end(), std::size_t{0});
    EXPECT_TRUE(run_tasks(*tasks_, model, folder_ / name, options));
    return by_task(folder_ / name);
  }

  std::vector<std::string> by_replay(const std::string& name) {
    const auto model = Replay::open(samples_path(folder_ / name));
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      model::Request request;
      request.id = tasks_->task(i).id;
      texts.push_back((*model)->ask(request, {}).text);
    }
    return by_run("replayed", texts);
  }

  std::vector<std::string> by_batch() {
    std::filesystem::create_directories(images_path(folder_ / "batch"));
    std::string results;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const Json body{{"text", texts_[i]}};
      results += dump_json({{"custom_id", batch_id(tasks_->task(i).id, 0)},
                            {"response", {{"status_code", 200}, {"body", body}}}}) +
                 "\n";
    }
    test::spit(folder_ / "results.jsonl", results);
    BatchReadOptions options;
    options.prompt_template = suite_->default_prompt({});
    options.parse = [](std::string_view body) -> Result<model::Reply> {
      model::Reply reply;
      reply.text = parse_json(body)->value("text", "");
      return reply;
    };
    EXPECT_TRUE(read_batch(*tasks_, folder_ / "batch", folder_ / "results.jsonl", options));
    return by_task(folder_ / "batch");
  }

  std::vector<std::string> by_stream() {
    const Rescorer rescorer(*tasks_, reply::Extraction::kLenient);
    JsonView view;
    std::vector<std::string> verdicts;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const std::string line = dump_json({{"id", tasks_->task(i).id}, {"text", texts_[i]}});
      const ScoredBlock block = rescorer.score({rescorer.read(line, 1, view)});
      verdicts.push_back(parse_json(block.lines).value()["verdict"]);
    }
    return verdicts;
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("xlogo"));
  std::unique_ptr<suite::TaskSet> tasks_ = std::move(*suite_->mint({.seed = 1, .count = 30}));
  std::vector<std::string> texts_;
};

TEST_F(ReadingTest, TheSameTextHasTheSameVerdict) {
  std::vector<std::string> expected;
  for (const Case& each : cases()) expected.emplace_back(suite::verdict_name(each.verdict));
  EXPECT_EQ(by_run("run", texts_), expected);
  EXPECT_EQ(by_replay("run"), expected);
  EXPECT_EQ(by_batch(), expected);
  EXPECT_EQ(by_stream(), expected);
}

TEST_F(ReadingTest, ThoughtsAreRecordedApart) {
  by_run("run", texts_);
  std::size_t apart = 0;
  EXPECT_TRUE(read_log(samples_path(folder_ / "run"), Part::kAll, [&](const Record& record) {
    EXPECT_EQ(record.texts.reply->find("think>"), std::string::npos);
    apart += record.texts.reasoning.empty() ? 0 : 1;
  }));
  EXPECT_EQ(apart, 7U);
}

/// A suite of one task that counts who scores at the same time, and throws where it is told to.
class Counting : public suite::TaskSet {
 public:
  mutable std::atomic<int> scoring{0};
  mutable std::atomic<int> most{0};

  [[nodiscard]] std::size_t size() const override { return 1; }
  [[nodiscard]] std::string id(std::size_t) const override { return "a"; }
  [[nodiscard]] suite::Task task(std::size_t) const override { return {"a", "", {}}; }
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t, std::string_view) const override {
    return suite::Prompt{};
  }
  [[nodiscard]] reply::Answer read(std::string_view reply, reply::Extraction) const override {
    return reply::Answer::one(std::string(reply), "whole");
  }
  [[nodiscard]] suite::Judged judge(std::size_t, const reply::Answer& answer) const override {
    if (answer.first().code == "throw") throw std::runtime_error("out of paper");
    const int now = ++scoring;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) continue;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --scoring;
    suite::Judged judged;
    judged.score.verdict = suite::Verdict::kWrong;
    return judged;
  }
  [[nodiscard]] std::string reference(std::size_t) const override { return ""; }
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t,
                                                     const suite::Judged&) const override {
    return {};
  }
  [[nodiscard]] std::string data_hash() const override { return ""; }
  [[nodiscard]] std::span<const Error> problems() const override { return {}; }
};

TEST(Scoring, AsManyAtATimeAsTheMachineHasCores) {
  const test::TempFolder folder;
  const Counting tasks;
  PictureStore pictures(folder / "images", 1);
  const SampleMaker maker(tasks, reply::Extraction::kLenient, pictures);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < 8 * available_processors(); ++i) {
    threads.emplace_back([&] { (void)maker.read(0, 0, {}, {}); });
  }
  threads.clear();
  EXPECT_GE(tasks.most, 1);
  EXPECT_LE(tasks.most, static_cast<int>(available_processors()));
}

TEST(Scoring, AnExceptionIsALineOfItsOwn) {
  const Counting tasks;
  const Rescorer rescorer(tasks, reply::Extraction::kLenient);
  JsonView view;
  std::vector<ReplyItem> items;
  for (const char* text : {"x", "throw", "y"}) {
    items.push_back(
        rescorer.read(dump_json({{"id", "a"}, {"text", text}, {"key", text}}), 1, view));
  }
  const ScoredBlock block = rescorer.score(items);
  ASSERT_EQ(block.replies.size(), 3U);
  EXPECT_EQ(block.replies[0].score.verdict, Verdict::kWrong);
  EXPECT_EQ(split(block.lines, '\n')[1],
            R"({"id":"a","epoch":0,"key":"throw","verdict":"internal_error","success":null,)"
            R"("metrics":{},"answer":"","rule":"","detail":{"message":"out of paper"}})");
  EXPECT_EQ(block.replies[2].score.verdict, Verdict::kWrong);
}

/// A log of replies to the one task; the second is a refusal.
std::string log_of(const std::vector<std::string>& replies) {
  std::string log;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const Json line{{"id", "a"},
                    {"epoch", i},
                    {"tags", Json::object()},
                    {"verdict", i == 1 ? "refused" : "right"},
                    {"metrics", {{"m", 0.5}}},
                    {"detail", Json::object()},
                    {"reply", replies[i]},
                    {"judge", {{"reply", "the judge says " + replies[i]}}}};
    log += dump_json(line) + "\n";
  }
  return log;
}

TEST(Scoring, ARunIsScoredAgainInOrderByAnyNumberOfThreads) {
  const test::TempFolder folder;
  const Counting tasks;
  test::spit(folder / "log", log_of({"x", "refusal", "throw", "y", "z"}));
  std::vector<std::string> seen;
  for (const std::size_t jobs : {std::size_t{1}, std::size_t{3}}) {
    std::string lines;
    ASSERT_TRUE(Rescorer(tasks, reply::Extraction::kLenient)
                    .score_log(folder / "log", jobs, [&](const ScoredBlock& block) -> Result<void> {
                      lines += block.lines;
                      return {};
                    }));
    seen.push_back(lines);
  }
  EXPECT_EQ(seen[0], seen[1]);
  const auto lines = split(seen[0], '\n');
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[1], R"({"id":"a","epoch":1,"verdict":"refused","success":false,)"
                      R"("metrics":{"m":0.5},"answer":"","rule":"","detail":{}})")
      << "what was no reply keeps its verdict";
  EXPECT_NE(lines[2].find("internal_error"), std::string::npos);
  EXPECT_NE(lines[4].find(R"("answer":"z")"), std::string::npos);
}

TEST(Scoring, WhatAJudgeRepliedIsReadWhereItWasAsked) {
  const test::TempFolder folder;
  const Counting tasks;
  test::spit(folder / "log", log_of({"x"}));
  const Rescorer rescorer(tasks, reply::Extraction::kLenient, Judging::kAlways);
  std::string lines;
  ASSERT_TRUE(rescorer.score_log(folder / "log", 2, [&](const ScoredBlock& block) -> Result<void> {
    lines += block.lines;
    return {};
  }));
  EXPECT_NE(lines.find(R"("answer":"the judge says x","rule":"judge_always")"), std::string::npos)
      << lines;
}

TEST(Scoring, WhatCannotBeTakenEndsIt) {
  const test::TempFolder folder;
  const Counting tasks;
  test::spit(folder / "log", log_of({"x", "y", "z"}));
  const auto outcome = Rescorer(tasks, reply::Extraction::kLenient)
                           .score_log(folder / "log", 1, [](const ScoredBlock&) -> Result<void> {
                             return fail(ErrorCode::kIo, "full");
                           });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "full");
}

}  // namespace
}  // namespace papert::run

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

#include "run/batch.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/replay.h"
#include "run/reply_scorer.h"
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
      texts_.push_back(cases()[i].reply(tasks_->reference(i)));
    }
  }

  std::vector<std::string> by_task(const std::filesystem::path& folder) {
    std::map<std::string, std::string> verdicts;
    EXPECT_TRUE(read_log(samples_path(folder), [&](const LogLine& line) {
      verdicts[line.json["id"].get<std::string>()] = suite::verdict_name(line.verdict);
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
    const ReplyScorer scorer(*tasks_, reply::Extraction::kLenient);
    std::vector<std::string> verdicts;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      Line line;
      line.text = dump_json({{"id", tasks_->task(i).id}, {"text", texts_[i]}});
      verdicts.push_back(scorer.score({scorer.read(line)})[0].json["verdict"]);
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
  EXPECT_TRUE(read_log(samples_path(folder_ / "run"), [&](const LogLine& line) {
    EXPECT_EQ(line.json["reply"].get<std::string>().find("think>"), std::string::npos);
    apart += line.json["reasoning"] == "" ? 0 : 1;
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
  const ReplyScorer scorer(tasks, reply::Extraction::kLenient);
  std::vector<ReplyItem> items;
  for (const char* text : {"x", "throw", "y"}) {
    Line line;
    line.text = dump_json({{"id", "a"}, {"text", text}, {"key", text}});
    items.push_back(scorer.read(line));
  }
  const std::vector<ScoredLine> lines = scorer.score(items);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].json["verdict"], "wrong");
  EXPECT_EQ(dump_json(lines[1].json),
            R"({"id":"a","epoch":0,"key":"throw","verdict":"internal_error","success":null,)"
            R"("metrics":{},"answer":"","rule":"","detail":{"message":"out of paper"}})");
  EXPECT_EQ(lines[2].json["verdict"], "wrong");
}

}  // namespace
}  // namespace papert::run

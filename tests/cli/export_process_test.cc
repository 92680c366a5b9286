// Exporting as a user does it: what is written can be learnt from, checked and scored again.

#include <algorithm>
#include <set>

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class ExportTest : public PapertTest {
 protected:
  ProcessResult exported(std::vector<std::string> words, const std::string& out) {
    words.insert(words.begin(), "export");
    words.insert(words.end(), {"--out", out, "--display", "none"});
    auto result = papert(words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result;
  }
  std::vector<Json> lines(const std::string& file) { return json_lines(slurp(path(file))); }

  void expect_sound(const std::string& folder) {
    const auto checked = papert({"export", "--check", folder});
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
    EXPECT_THAT(checked.out, HasSubstr(", 0 problems"));
  }

  /// Scores what the lines would teach; how many are right of how many.
  std::pair<std::size_t, std::size_t> score(const std::string& folder,
                                            const std::vector<std::string>& tasks) {
    std::string answers;
    for (const Json& line : lines(folder + "/train.jsonl")) {
      answers +=
          dump_json(Json{{"id", line["id"]}, {"text", line["messages"].back()["content"]}}) + "\n";
    }
    std::vector<std::string> words{"score"};
    words.insert(words.end(), tasks.begin(), tasks.end());
    words.insert(words.end(), {"--answers", "-"});
    const auto scored = papert(words, {.input = answers});
    EXPECT_EQ(scored.exit_code, 0) << scored.err;
    const auto results = json_lines(scored.out);
    const auto right = std::ranges::count_if(
        results, [](const Json& line) { return line.value("verdict", "") == "right"; });
    return {static_cast<std::size_t>(right), results.size()};
  }

  /// What is exported of minted tasks is right when it is scored.
  void expect_right(const std::string& suite, const std::string& count,
                    const std::vector<std::string>& more = {}) {
    const std::vector<std::string> tasks{suite, "--mint", "1000000", "--count", count};
    std::vector<std::string> words = tasks;
    words.insert(words.end(), {"--format", "messages"});
    words.insert(words.end(), more.begin(), more.end());
    const std::string out = "demo-" + suite;
    std::filesystem::remove_all(path(out));
    exported(words, out);
    expect_sound(out);
    const auto [right, all] = score(out, tasks);
    EXPECT_GT(all, 0U);
    EXPECT_EQ(right, all) << suite;
  }
};

TEST_F(ExportTest, WhatItTeachesIsRight) {
  expect_right("shapecode", "3");
  expect_right("xlogo", "20");
#ifdef PAPERT_HAS_CAD
  expect_right("sgp", "3");
#endif
#ifdef PAPERT_HAS_ZYGOTE
  expect_right("turtleai", "2");
  expect_right("turtlebench", "2");
#endif
}

TEST_F(ExportTest, GivesTheBytesOfDatagenSft) {
  const std::vector<std::string> tasks{"shapecode", "--mint", "1000000", "--count", "2"};
  auto sft = tasks;
  sft.insert(sft.begin(), {"datagen", "sft"});
  sft.insert(sft.end(), {"--out", "sft"});
  ASSERT_EQ(papert(sft).exit_code, 0);
  auto words = tasks;
  words.insert(words.end(), {"--format", "messages"});
  exported(words, "messages");
  EXPECT_EQ(slurp(path("sft/train.jsonl")), slurp(path("messages/train.jsonl")));
}

TEST_F(ExportTest, TrainingPromptsOfXlogoSayNothingAboutTheForm) {
  expect_right("xlogo", "60", {"--mode", "prompting=train"});
  for (const Json& line : lines("demo-xlogo/train.jsonl")) {
    const std::string prompt = line["messages"][0]["content"];
    for (const char* form : {"```", "def run", "format", "code block", "You may think"}) {
      EXPECT_THAT(prompt, Not(HasSubstr(form)));
    }
    EXPECT_THAT(prompt, HasSubstr("move_forward(): one cell"));
    EXPECT_TRUE(prompt.ends_with("\nThe program:\n"));
    EXPECT_THAT(line["messages"][1]["content"].get<std::string>(),
                testing::StartsWith("def run():"));
  }
  expect_right("xlogo", "10", {"--mode", "prompting=train", "--fence"});
  EXPECT_THAT(lines("demo-xlogo/train.jsonl")[0]["messages"][1]["content"].get<std::string>(),
              testing::StartsWith("```python\ndef run():"));
}

TEST_F(ExportTest, ChoosesByTagsAndLeavesOtherDataOut) {
  ASSERT_EQ(
      papert({"mint", "xlogo", "--seed", "1000000", "--count", "60", "--out", "pool"}).exit_code,
      0);
  ASSERT_EQ(
      papert({"mint", "xlogo", "--seed", "1000000", "--count", "20", "--out", "held"}).exit_code,
      0);
  const auto result = exported(
      {"pool", "--format", "messages", "--without", "skill=math", "--exclude", "held"}, "no-math");
  EXPECT_THAT(result.out, HasSubstr("left out: of other tags"));
  EXPECT_THAT(result.out, HasSubstr("left out: equal to one of --exclude"));
  std::set<std::string> math;
  for (const Json& task : lines("pool/tasks.jsonl")) {
    // The goal of a math task is about a sum or product of numbers.
    if (dump_json(task["goal"]).find("math") != std::string::npos) {
      math.insert(task["id"].get<std::string>());
    }
  }
  std::set<std::string> held;
  for (const Json& task : lines("held/tasks.jsonl")) held.insert(task["id"].get<std::string>());
  for (const Json& line : lines("no-math/train.jsonl")) {
    EXPECT_FALSE(held.contains(line["id"].get<std::string>())) << line["id"];
    EXPECT_FALSE(math.contains(line["id"].get<std::string>())) << line["id"];
  }
  const auto wrong = papert(
      {"export", "pool", "--format", "messages", "--without", "skill=maths", "--out", "wrong"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("no task has skill=maths; the values of skill are: "));
  EXPECT_FALSE(std::filesystem::exists(path("wrong")));
}

TEST_F(ExportTest, RunsGiveRightRepliesPairsAndRepairs) {
  const std::vector<std::string> eval{"eval", "shapecode", "--mint", "1000000", "--count",
                                      "4",    "--display", "none",   "--model"};
  const auto run_by = [&](const std::string& model) {
    auto words = eval;
    words.push_back(model);
    const auto result = papert(words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return run_of(result).string();
  };
  const std::string good = run_by("baseline/oracle");
  const std::string bad = run_by("command//bin/echo filled_circle(cx=5,cy=5,radius=1)");
  exported({good, "--format", "messages"}, "kept");
  EXPECT_EQ(lines("kept/train.jsonl").size(), 12U);
  EXPECT_THAT(lines("kept/train.jsonl")[0]["id"].get<std::string>(), testing::EndsWith("#1"));
  exported({bad, good, "--pairs", "--format", "trl"}, "pairs");
  expect_sound("pairs");
  const auto pairs = lines("pairs/train/metadata.jsonl");
  ASSERT_EQ(pairs.size(), 12U);
  EXPECT_NE(pairs[0]["chosen"], pairs[0]["rejected"]);
  exported({bad, "--repair", "--format", "messages"}, "repair");
  expect_sound("repair");
  const auto repairs = lines("repair/train.jsonl");
  ASSERT_EQ(repairs.size(), 12U);
  ASSERT_EQ(repairs[0]["messages"].size(), 4U);
  EXPECT_THAT(repairs[0]["messages"][2]["content"].get<std::string>(), HasSubstr("corrected"));
  EXPECT_EQ(repairs[0]["messages"][3], pairs[0]["chosen"][0]);
  exported({bad, "--target", "reference", "--verdict", "wrong,invalid,no_answer", "--format",
            "messages"},
           "failed");
  EXPECT_EQ(lines("failed/train.jsonl").size(), 12U);
  const auto none = papert({"export", bad, "--format", "messages", "--out", "none"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no examples of that kind"));
}

TEST_F(ExportTest, LogsOfInspectAreReadBackWithTheSameVerdicts) {
  ASSERT_EQ(
      papert({"mint", "xlogo", "--seed", "1000000", "--count", "6", "--out", "pool"}).exit_code, 0);
  const auto ran = papert({"eval", "xlogo", "--data", "pool", "--model", "baseline/oracle", "-n",
                           "2", "--display", "none"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  exported({run_of(ran).string(), "--format", "inspect"}, "log");
  expect_sound("log");
  EXPECT_EQ(lines("log/scores.jsonl").size(), 12U);
  EXPECT_EQ(lines("log/scores.jsonl")[0]["value"], "C");
  std::string name;
  for (const auto& entry : std::filesystem::directory_iterator(path("log"))) {
    if (entry.path().extension() == ".json") name = entry.path().filename().string();
  }
  EXPECT_THAT(name, testing::MatchesRegex("20..-..-..T..-..-.._xlogo_.*\\.json"));
  const Json log = *parse_json(slurp(path("log/" + name)));
  std::vector<std::string> keys;
  keys.reserve(log.size());
  for (const auto& [key, value] : log.items()) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("version", "status", "eval", "plan", "results", "stats",
                                         "invalidated", "tags", "metadata", "samples"));
  EXPECT_EQ(log["results"]["scores"][0]["metrics"]["mean"]["value"], 1.0);
  EXPECT_EQ(log["samples"][1]["epoch"], 2);
  const auto back =
      papert({"import", "inspect", "log/" + name, "--data", "pool", "--out", "back", "--check"});
  EXPECT_EQ(back.exit_code, 0) << back.out << back.err;
  EXPECT_THAT(back.out, HasSubstr("Every recorded value is equal to ours."));
}

TEST_F(ExportTest, LogsOfInspectHoldPicturesAsTheirSchemaRequires) {
  const auto ran = papert({"eval", "shapecode", "--mint", "1000000", "--count", "1", "--model",
                           "baseline/oracle", "--display", "none"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  exported({run_of(ran).string(), "--format", "inspect"}, "log");
  std::size_t pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("log"))) {
    if (entry.path().extension() != ".json") continue;
    const Json log = *parse_json(slurp(entry.path()));
    for (const Json& sample : log["samples"]) {
      for (const Json& part : sample["input"][0]["content"]) {
        if (part["type"] != "image") continue;
        ++pictures;
        EXPECT_THAT(part["image"].get<std::string>(),
                    testing::StartsWith("data:image/png;base64,"));
        EXPECT_EQ(part["detail"], "auto");
      }
    }
  }
  EXPECT_GE(pictures, 3U) << "one or more of each tier";
}

TEST_F(ExportTest, TasksOfLmEvalNameTheProgramThatScores) {
  exported({"xlogo", "--mint", "1000000", "--count", "3", "--format", "lm-eval"}, "task");
  EXPECT_THAT(slurp(path("task/utils.py")),
              HasSubstr(R"(SCORE = ["xlogo","--mint","1000000","--count","3")"));
  EXPECT_THAT(slurp(path("task/papert_xlogo.yaml")), HasSubstr("task: papert_xlogo\n"));
  EXPECT_THAT(slurp(path("task/papert_xlogo.yaml")), Not(HasSubstr("doc_to_image")));
  EXPECT_EQ(lines("task/test.jsonl").size(), 3U);
  expect_sound("task");
}

TEST_F(ExportTest, KilledAtAnyMomentItLeavesNothingThatLooksFinished) {
  const std::vector<std::string> words{"export", "shapecode", "--mint",    "1000000", "--count",
                                       "40",     "--format",  "sharegpt",  "--split", "0.9,0.1",
                                       "--out",  "set",       "--display", "none"};
  for (const std::size_t pictures : {0, 1, 60}) {
    ProcessOptions options;
    options.kill_when = [&] {
      std::error_code none;
      const auto images = path(".set.partial/images");
      return std::distance(std::filesystem::directory_iterator(images, none), {}) >=
             static_cast<std::ptrdiff_t>(pictures);
    };
    const auto killed = papert(words, options);
    if (killed.exit_code == 0) break;  // it was faster
    EXPECT_FALSE(std::filesystem::exists(path("set")));
  }
  if (!std::filesystem::exists(path("set"))) {
    const auto whole = papert(words);
    ASSERT_EQ(whole.exit_code, 0) << whole.err;
  }
  expect_sound("set");
  EXPECT_FALSE(std::filesystem::exists(path(".set.partial")));
  auto again = words;
  *std::ranges::find(again, "set") = "again";
  ASSERT_EQ(papert(again).exit_code, 0);
  EXPECT_EQ(slurp(path("set/SHA256SUMS")), slurp(path("again/SHA256SUMS")));
}

TEST_F(ExportTest, SaysWhatIsMissingOrWrong) {
  const auto fails = [&](const std::vector<std::string>& words, const char* why) {
    std::vector<std::string> all{"export"};
    all.insert(all.end(), words.begin(), words.end());
    const auto result = papert(all);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    EXPECT_THAT(result.err, HasSubstr(why));
  };
  fails({}, "say how: --format");
  fails({"xlogo", "--format", "mesages", "--out", "x"}, "did you mean 'messages'?");
  fails({"xlogo", "--format", "messages", "--out", "x"}, "--mint SEED or --data DIR");
  fails({"nothing", "--format", "messages", "--out", "x"}, "no such data, no such run");
  fails({"--format", "messages", "--out", "x"}, "say what is exported");
  fails({"xlogo", "--mint", "1", "--format", "messages"}, "--out");
  fails({"xlogo", "--mint", "1", "--format", "sharegpt", "--for", "rl", "--out", "x"},
        "sharegpt has no form for rl");
  fails({"xlogo", "--mint", "1", "--format", "messages", "--pairs", "--out", "x"},
        "replies are in runs");
  spit(path("mine.txt"), "<image>{{world}} {{task}}");
  fails({"xlogo", "--mint", "1", "--format", "messages", "--prompt", "mine.txt", "--out", "x"},
        "the template has <image>");
  spit(path("taken/file"), "");
  fails({"xlogo", "--mint", "1", "--count", "2", "--format", "messages", "--out", "taken"},
        "something of that name");
  const auto checked = papert({"export", "--check", "taken"});
  EXPECT_EQ(checked.exit_code, 65);
}

}  // namespace
}  // namespace papert::test

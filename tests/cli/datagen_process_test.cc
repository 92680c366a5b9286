// Drawing programs grown as a user meets it: made, killed, gone on with, checked, evaluated.

#include <fstream>

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class DatagenTurtleTest : public PapertTest {
 protected:
  static std::vector<std::string> request(const std::string& out, const std::string& jobs) {
    return {"datagen", "turtle", "--preset", "mini",  "--seed",       "3",
            "--jobs",  jobs,     "--out",    out,     "--display",    "none",
            "--pairs", "6",      "--carry",  "elite", "--validation", "0.1"};
  }

  /// Every file of a folder, by its name.
  std::map<std::string, std::string> bytes_of(const std::string& name) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path(name))) {
      if (!entry.is_regular_file()) continue;
      files[std::filesystem::relative(entry.path(), path(name)).string()] = slurp(entry.path());
    }
    return files;
  }
};

TEST_F(DatagenTurtleTest, AFolderThatOtherVerbsAcceptWhateverTheNumberOfThreads) {
  const auto one = papert(request("one", "1"));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("one/dataset: "));
  ASSERT_EQ(papert(request("two", "2")).exit_code, 0);
  auto as_bench = request("two", "2");
  as_bench.insert(as_bench.end(), {"--as", "turtlebench"});
  const auto items = papert(as_bench);
  ASSERT_EQ(items.exit_code, 0) << items.err;
  EXPECT_THAT(items.out, HasSubstr("two/turtlebench: "));
  const auto solved = papert({"eval", "turtlebench", "--data", "two/turtlebench", "--model",
                              "baseline/oracle", "--display", "none"});
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
  EXPECT_THAT(
      solved.out,
      HasSubstr("verdicts: right " +
                std::to_string(json_lines(slurp(path("two/turtlebench/dataset.jsonl"))).size()) +
                "\n"));
  std::filesystem::remove_all(path("two/turtlebench"));
  EXPECT_EQ(bytes_of("one"), bytes_of("two"));
  const auto check = papert({"mint", "turtleai", "--check", "one/dataset"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  const auto oracle = papert({"eval", "turtleai", "--data", "one/dataset", "--model",
                              "baseline/oracle", "--display", "none", "--json"});
  EXPECT_EQ(oracle.exit_code, 0) << oracle.err;
  const std::size_t tasks = json_lines(slurp(path("one/dataset/tasks.jsonl"))).size();
  EXPECT_GT(tasks, 20U);
  EXPECT_EQ(json_lines(slurp(path("one/dataset/labels.jsonl"))).size(), tasks);
  EXPECT_THAT(slurp(path("one/report.html")), HasSubstr("drawings by lot"));
  const auto exported =
      papert({"export", "one", "--format", "messages", "--out", "sft", "--display", "none"});
  ASSERT_EQ(exported.exit_code, 0) << exported.err;
  const auto lines = json_lines(slurp(path("sft/train.jsonl")));
  EXPECT_EQ(lines.size() + json_lines(slurp(path("sft/validation.jsonl"))).size(), tasks);
  EXPECT_THAT(lines.front()["messages"][1]["content"].get<std::string>(),
              HasSubstr("## The steps"));
}

TEST_F(DatagenTurtleTest, KilledInEveryStageItGoesOnAndEndsWithTheSameBytes) {
  ASSERT_EQ(papert(request("whole", "2")).exit_code, 0);
  std::size_t kills = 0;
  for (const char* file :
       {"round-1/candidates.jsonl", "round-1/distinct.jsonl", "round-1/elite.jsonl",
        "round-2/candidates.jsonl", "round-2/distinct.jsonl", "round-2/scores.jsonl",
        "round-2/elite.jsonl", "selection.jsonl", "labels.jsonl", ".dataset.part/images",
        "dataset/tasks.jsonl", "growth.json"}) {
    ProcessOptions options;
    options.kill_when = [&] { return std::filesystem::exists(path("killed") / file); };
    kills += papert(request("killed", "2"), options).exit_code == 128 + 9 ? 1 : 0;
  }
  EXPECT_GT(kills, 6U);
  const auto last = papert(request("killed", "1"));
  ASSERT_EQ(last.exit_code, 0) << last.err;
  EXPECT_EQ(bytes_of("whole"), bytes_of("killed"));
}

TEST_F(DatagenTurtleTest, DuplicatesByAnEncoderAreClusteredAndKilledItGoesOn) {
  const auto with = [](const std::string& out, const std::string& jobs) {
    std::vector<std::string> words = request(out, jobs);
    words.insert(words.end(), {"--dedup", "exact,symbolic,encoder", "--eps", "0.5"});
    return words;
  };
  const auto whole = papert(with("whole", "2"));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const Json growth = *parse_json(slurp(path("whole/growth.json")));
  EXPECT_GT(growth.at("encoder_duplicates").get<int>(), 0);
  EXPECT_EQ(growth.at("settings").at("encoder"), "builtin-1");
  for (const char* file : {"seeds.f32", "round-1/features.f32", "round-1/clusters.jsonl",
                           "round-2/features.f32", "round-2/clusters.jsonl"}) {
    ProcessOptions options;
    options.kill_when = [&] { return std::filesystem::exists(path("killed") / file); };
    static_cast<void>(papert(with("killed", "2"), options));
  }
  ASSERT_EQ(papert(with("killed", "1")).exit_code, 0);
  EXPECT_EQ(bytes_of("whole"), bytes_of("killed"));
  const auto other = papert(request("whole", "2"));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("this folder was begun with another"));
}

TEST_F(DatagenTurtleTest, FlagsOfAnEncoderNeedOneThatCanBeUsed) {
  const auto refused = [&](std::vector<std::string> more, int code, const std::string& says) {
    std::vector<std::string> words{"datagen", "turtle", "--preset", "mini", "--out", "none"};
    words.insert(words.end(), more.begin(), more.end());
    const auto run = papert(words);
    EXPECT_EQ(run.exit_code, code) << run.err;
    EXPECT_THAT(run.err, HasSubstr(says));
    EXPECT_FALSE(std::filesystem::exists(path("none")));
  };
  refused({"--eps", "0.1"}, 2, "--eps: this is about duplicates by an encoder");
  refused({"--encoder", "builtin"}, 2, "give --dedup exact,symbolic,encoder");
  refused({"--dedup", "encoder"}, 2, "exact duplicates are removed first");
  refused({"--dedup", "exact,encoder", "--features", "unit"}, 2, "give --eps");
  refused({"--dedup", "exact,encoder", "--encoder", "missing.onnx"}, 2, "missing.onnx");
  const auto forecast =
      papert({"datagen", "turtle", "--dedup", "exact,encoder", "--encoder", "x", "--dry-run"});
  EXPECT_EQ(forecast.exit_code, 0) << forecast.err;
  EXPECT_THAT(forecast.out, HasSubstr("the encoder looks at 1,178,114 drawings"));
}

TEST_F(DatagenTurtleTest, WhatCannotBeIsRefusedAndAForecastNeedsNoFolder) {
  const auto forecast = papert({"datagen", "turtle", "--dry-run"});
  EXPECT_EQ(forecast.exit_code, 0) << forecast.err;
  EXPECT_THAT(forecast.out, HasSubstr("1,402,"));
  const auto model = papert({"datagen", "turtle", "--mutate", "openai/some", "--out", "none"});
  EXPECT_EQ(model.exit_code, 2);
  EXPECT_THAT(model.err, HasSubstr("MUTATE_API_KEY is not set"));
  EXPECT_EQ(papert({"datagen", "turtle", "--preset", "syn", "--out", "none"}).exit_code, 2);
  EXPECT_EQ(papert({"datagen", "turtle", "--dedup", "encoder", "--out", "none"}).exit_code, 2);
  EXPECT_EQ(papert({"datagen", "turtle"}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("none")));
  const auto none = papert({"datagen", "turtle", "--dedup", "none,exact", "--out", "none"});
  EXPECT_EQ(none.exit_code, 2);
  spit(path("guide"), "rotate\nspin it\n");
  const auto guide = papert({"datagen", "turtle", "--guide", "guide", "--out", "none"});
  EXPECT_EQ(guide.exit_code, 2);
  EXPECT_THAT(guide.err, HasSubstr("'spin it' is not an operator"));
  EXPECT_EQ(papert({"datagen", "turtle", "--guide", "nowhere", "--out", "none"}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("none")));
}

TEST_F(DatagenTurtleTest, SeedsThatCannotBeUsedLeaveNoFolder) {
  std::filesystem::create_directories(path("empty"));
  const auto empty = papert({"datagen", "turtle", "--seeds", "empty", "--out", "none"});
  EXPECT_EQ(empty.exit_code, 65);
  EXPECT_THAT(empty.err, HasSubstr("neither programs (*.py) nor tasks"));
  spit(path("bad/a.py"), "def draw(t):\n    t.forward(\n");
  const auto bad = papert({"datagen", "turtle", "--seeds", "bad", "--out", "none"});
  EXPECT_EQ(bad.exit_code, 65);
  EXPECT_THAT(bad.err, HasSubstr("no program can be a seed"));
  EXPECT_FALSE(std::filesystem::exists(path("none")));
}

TEST_F(DatagenTurtleTest, PeopleChooseFromTheSetAndRoundsAreExported) {
  spit(path("seeds/a.py"),
       "def draw(t):\n    for _ in range(5):\n        t.forward(80)\n        t.left(72)\n");
  spit(path("seeds/b.py"),
       "def draw(t):\n    t.pencolor(\"blue\")\n    for _ in range(4):\n        t.forward(80)\n"
       "        t.left(90)\n");
  std::vector<std::string> command{"datagen", "turtle", "--preset", "syn", "--seeds",   "seeds",
                                   "--out",   "syn",    "--rounds", "2",   "--display", "none"};
  const auto first = papert(command);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("papert label quality/turtleai syn/dataset -o"));
  const auto tasks = json_lines(slurp(path("syn/dataset/tasks.jsonl")));
  ASSERT_GT(tasks.size(), 2U);
  std::string labels;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    labels += R"({"kind":"quality/turtleai","annotator":"a","id":)" + dump_json(tasks[i]["id"]) +
              R"(,"scores":{"geometry":"good","visual":"good","structure":"good",)" +
              R"("alignment":"good","education":"good","color":)" +
              (i == 1 ? "\"bad\"" : "\"good\"") + "}}\n";
  }
  spit(path("labels.jsonl"), labels);
  command.insert(command.end(), {"--select", "labels.jsonl"});
  const auto chosen = papert(command);
  ASSERT_EQ(chosen.exit_code, 0) << chosen.err;
  EXPECT_THAT(chosen.out, HasSubstr("that people called good six times; 1 called bad, 0 without"));
  EXPECT_EQ(slurp(path("syn/selected/tasks.jsonl")).find(tasks[1]["id"].get<std::string>()),
            std::string::npos);
  ASSERT_EQ(papert({"export", "syn", "--format", "messages", "--out", "all"}).exit_code, 0);
  EXPECT_EQ(json_lines(slurp(path("all/train.jsonl"))).size(), tasks.size() - 1);
  const auto round =
      papert({"export", "syn", "--round", "1", "--format", "messages", "--out", "first"});
  ASSERT_EQ(round.exit_code, 0) << round.err;
  EXPECT_EQ(json_lines(slurp(path("first/train.jsonl"))).size(),
            json_lines(slurp(path("syn/round-1/elite.jsonl"))).size());
  const auto ninth = papert({"export", "syn", "--round", "9", "--format", "trl", "--out", "no"});
  EXPECT_EQ(ninth.exit_code, 2);
  EXPECT_THAT(ninth.err, HasSubstr("there is no finished round 9"));
  // What is excluded is told by its drawing.
  const auto without = papert({"export", "syn/dataset", "--exclude", "syn/selected", "--format",
                               "messages", "--out", "rest", "--display", "none"});
  ASSERT_EQ(without.exit_code, 0) << without.err;
  EXPECT_EQ(json_lines(slurp(path("rest/train.jsonl"))).size(), 1U);
}

TEST_F(DatagenTurtleTest, DescribeSaysWhatDatagenAndExportWrote) {
  ASSERT_EQ(papert(request("grown", "2")).exit_code, 0);
  const auto grown = papert({"describe", "grown"});
  ASSERT_EQ(grown.exit_code, 0) << grown.err;
  EXPECT_THAT(grown.out, HasSubstr("grown by papert datagen turtle"));
  EXPECT_THAT(grown.out, HasSubstr("tasks in dataset"));
  EXPECT_THAT(grown.out, HasSubstr("papert export grown --format"));
  ASSERT_EQ(papert({"export", "grown", "--format", "sharegpt", "--out", "sft"}).exit_code, 0);
  const auto sft = papert({"describe", "sft", "--format", "json"});
  ASSERT_EQ(sft.exit_code, 0) << sft.err;
  EXPECT_THAT(sft.out, HasSubstr("written by papert export"));
  EXPECT_THAT(sft.out, HasSubstr("papert export --check sft"));
  std::filesystem::remove(path("grown/growth.json"));
  EXPECT_THAT(papert({"describe", "grown"}).out, HasSubstr("it is not finished"));
  EXPECT_EQ(papert({"describe", "grown/dataset"}).exit_code, 0);
}

TEST_F(DatagenTurtleTest, DescribeSaysWhatAFileOfLabelsIs) {
  std::ofstream(path("labels.jsonl"))
      << R"({"kind":"same","id":"a","annotator":"ann","same":true})" << "\n"
      << R"({"kind":"same","id":"a","annotator":"bob","same":false})" << "\n";
  const auto labels = papert({"describe", "labels.jsonl"});
  ASSERT_EQ(labels.exit_code, 0) << labels.err;
  EXPECT_THAT(labels.out, HasSubstr("labels by people"));
  EXPECT_THAT(labels.out, HasSubstr("2 lines"));
  EXPECT_THAT(labels.out, HasSubstr("papert agreement --labels labels.jsonl"));
}

}  // namespace
}  // namespace papert::test

// Drawing programs grown as a user meets it: made, killed, gone on with, checked, evaluated.

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
}

}  // namespace
}  // namespace papert::test

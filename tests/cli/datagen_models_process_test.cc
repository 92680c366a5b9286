// Drawing programs grown by models, which a mock plays: with faults on the way, with mistakes in
// the replies, killed, over a limit.

#include <fstream>
#include <set>

#include "mock_process.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class DatagenModelsTest : public PapertTest {
 protected:
  void use(const MockProcess& mock) {
    std::ofstream env(path(".env"));
    env << "PAPERT_CACHE_DIR=" << path("cache").string() << "\n";
    for (const char* role : {"MUTATE", "SCORE", "LABEL"}) {
      env << role << "_BASE_URL=" << mock.url() << "/v1\n" << role << "_API_KEY=any\n";
    }
  }

  static std::vector<std::string> request(const std::string& out,
                                          const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"datagen",  "turtle",   "--preset", "mini",      "--seed",
                                   "3",        "--out",    out,        "--display", "none",
                                   "--mutate", "openai/m", "--score",  "openai/s",  "--label",
                                   "openai/l", "--carry",  "elite"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::map<std::string, std::string> bytes_of(const std::string& name) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path(name))) {
      if (!entry.is_regular_file()) continue;
      files[std::filesystem::relative(entry.path(), path(name)).string()] = slurp(entry.path());
    }
    return files;
  }

  std::vector<Json> lines(const std::string& name) { return json_lines(slurp(path(name))); }

  static std::map<std::string, std::size_t> statuses(const std::vector<Json>& lines) {
    std::map<std::string, std::size_t> counts;
    for (const Json& line : lines) ++counts[line.at("status").get<std::string>()];
    return counts;
  }
};

constexpr const char* kPlants = "changed:0.25,leak:0.15,noise:0.1";

TEST_F(DatagenModelsTest, FaultsAndKillsOnTheWayLeaveTheFolderAsItIsWithoutThem) {
  {
    const MockProcess mock({"--recipe", "turtle", "--plant", kPlants});
    use(mock);
    const auto plain = papert(request("plain"));
    ASSERT_EQ(plain.exit_code, 0) << plain.err;
    EXPECT_THAT(plain.err, HasSubstr("mutate: "));
  }
  const MockProcess mock({"--recipe", "turtle", "--plant", kPlants, "--retry-after", "0",
                          "--faults",
                          "429:0.1,500:0.1,503:0.1,hangup:0.1,drop:0.1,malformed:0.1,"
                          "wrong_type:0.1,empty_choices:0.1,error_body:0.1"});
  use(mock);
  for (const char* file : {"round-1/candidates.jsonl", "round-1/scores.jsonl",
                           "round-2/candidates.jsonl", "labels.jsonl"}) {
    ProcessOptions options;
    options.kill_when = [&] {
      std::error_code missing;
      const auto size = std::filesystem::file_size(path("faulty") / file, missing);
      return !missing && size > 2000;
    };
    papert(request("faulty", {"--max-connections", "8"}), options);
  }
  const auto last = papert(request("faulty"));
  ASSERT_EQ(last.exit_code, 0) << last.err;
  EXPECT_EQ(bytes_of("plain"), bytes_of("faulty"));
  const Json stats = mock.stats();
  EXPECT_GT(stats["faults"]["500"], 0);
  EXPECT_GT(stats["planted"]["changed"], 0);
  EXPECT_GT(stats["planted"]["leak"], 0);
  EXPECT_GT(stats["planted"]["noise"], 0);
}

TEST_F(DatagenModelsTest, WhatTheMockPlantsIsCaughtAndEveryStatusCounted) {
  const MockProcess mock({"--recipe", "turtle", "--plant", kPlants});
  use(mock);
  const auto grown = papert(request("grown"));
  ASSERT_EQ(grown.exit_code, 0) << grown.err;
  const auto labels = lines("grown/labels.jsonl");
  ASSERT_GT(labels.size(), 15U);
  for (const Json& label : labels) {
    const auto text = label.at("text").get<std::string>();
    EXPECT_THAT(text, Not(HasSubstr("given program")));
    EXPECT_THAT(text, Not(HasSubstr("circle(170)")));
    EXPECT_GT(label.at("usage").at("requests"), 0);
    if (label.at("status") == "accepted") {
      EXPECT_THAT(text, HasSubstr("## The picture"));
    }
  }
  const Json growth = *parse_json(slurp(path("grown/growth.json")));
  for (const auto& [status, count] : statuses(labels)) {
    EXPECT_EQ(growth.at("set").at("labels").at(status), count) << status;
  }
  EXPECT_GT(growth.at("statuses").at("no_code"), 0);
  std::size_t sum = 0;
  for (const auto& [status, count] : growth.at("statuses").items()) sum += count.get<std::size_t>();
  EXPECT_EQ(sum, lines("grown/round-1/candidates.jsonl").size() +
                     lines("grown/round-2/candidates.jsonl").size());
  for (const char* role : {"mutate", "score", "label"}) {
    EXPECT_GT(growth.at("requests").at(role).at("requests"), 20) << role;
    EXPECT_GT(growth.at("requests").at(role).at("output_tokens"), 100) << role;
  }
  EXPECT_THAT(slurp(path("grown/report.html")), HasSubstr("<h2>Requests</h2>"));
  const Json candidate = lines("grown/round-1/candidates.jsonl").front();
  EXPECT_EQ(candidate.at("via"), "openai/m");
  EXPECT_THAT(slurp(path("grown/round-1/candidates.jsonl")), HasSubstr("\"pattern\":\"The"));
  // Nothing of what it cost is in the set.
  EXPECT_THAT(slurp(path("grown/dataset/labels.jsonl")), Not(HasSubstr("usage")));
  EXPECT_EQ(papert({"mint", "turtleai", "--check", "grown/dataset"}).exit_code, 0);
  // A finished folder asks nobody.
  const Json before = mock.stats();
  ASSERT_EQ(papert(request("grown")).exit_code, 0);
  EXPECT_EQ(mock.stats()["requests"], before["requests"]);
}

TEST_F(DatagenModelsTest, RepliesThatAreCutOffOrRefusedHaveTheirOwnStatus) {
  const MockProcess mock({"--recipe", "turtle", "--faults", "cutoff:0.25,refusal:0.25"});
  use(mock);
  const auto grown = papert(request("grown", {"--rounds", "1", "--on-bad-label", "drop"}));
  ASSERT_EQ(grown.exit_code, 0) << grown.err;
  const auto counts = statuses(lines("grown/round-1/candidates.jsonl"));
  EXPECT_GT(counts.at("truncated"), 2U);
  EXPECT_GT(counts.at("refused"), 2U);
  EXPECT_GT(counts.at("ok"), 5U);
}

TEST_F(DatagenModelsTest, LimitsHoldOverRestartsAndFinishClosesWithWhatThereIs) {
  const MockProcess mock({"--recipe", "turtle", "--plant", "noise:0.2"});
  use(mock);
  for (int restart = 0; restart < 10; ++restart) {
    const auto stopped = papert(request("few", {"--max-requests", "60", "--max-connections", "4"}));
    ASSERT_EQ(stopped.exit_code, 2) << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("--max-requests"));
  }
  EXPECT_EQ(mock.stats()["answers"], 60);
  const auto closed = papert(request("few", {"--finish"}));
  ASSERT_EQ(closed.exit_code, 0) << closed.err;
  EXPECT_EQ(mock.stats()["answers"], 60);
  EXPECT_GT(lines("few/dataset/tasks.jsonl").size(), 0U);
  EXPECT_EQ(papert({"mint", "turtleai", "--check", "few/dataset"}).exit_code, 0);
  EXPECT_EQ(papert(request("few")).exit_code, 0);
}

TEST_F(DatagenModelsTest, ACostLimitHoldsOverRestarts) {
  const MockProcess mock({"--recipe", "turtle"});
  use(mock);
  std::ofstream(path("p.json")) << R"({"openai/*": {"input": 1000, "output": 1000}})";
  const std::vector<std::string> limit{"--max-cost",          "30",   "--prices",          "p.json",
                                       "--mutate-max-tokens", "1500", "--max-connections", "4"};
  for (int restart = 0; restart < 10; ++restart) {
    const auto stopped = papert(request("dear", limit));
    ASSERT_EQ(stopped.exit_code, 2) << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("the cost limit of $30.00 is reached"));
  }
  double spent = 0;
  for (const Json& line : lines("dear/round-1/candidates.jsonl")) {
    if (line.contains("usage")) spent += line.at("usage").at("cost_usd").get<double>();
  }
  EXPECT_GT(spent, 15);
  EXPECT_LE(spent, 30);
}

TEST_F(DatagenModelsTest, PromptsCanBeReplacedAndBadOnesAreRefused) {
  const MockProcess mock({"--recipe", "turtle"});
  use(mock);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& told) {
    const auto result = papert(request("none", more));
    EXPECT_EQ(result.exit_code, 2) << result.out;
    EXPECT_THAT(result.err, HasSubstr(told));
  };
  std::ofstream(path("bad.txt")) << "Change {{programm}}";
  refused({"--mutate-prompt", "bad.txt"}, "bad.txt");
  std::ofstream(path("same.txt")) << "Change it";
  refused({"--mutate-prompt", "same.txt"}, "{{program}}");
  const auto unknown = [&](const std::string& flag, const std::string& name) {
    return papert({"datagen", "turtle", "--preset", "mini", "--out", "none", flag, name});
  };
  EXPECT_THAT(unknown("--mutate", "grammer").err,
              HasSubstr("'grammer' is not known here: --mutate is grammar or a model"));
  EXPECT_THAT(unknown("--score", "opennai/x").err, HasSubstr("did you mean openai/x?"));
  EXPECT_EQ(unknown("--score", "opennai/x").exit_code, 2);
  refused({"--max-cost", "5"}, "needs --prices");
  refused({"--mutate-temperature", "hot"}, "'hot'");
  EXPECT_FALSE(std::filesystem::exists(path("none")));
  const auto lonely = papert({"datagen", "turtle", "--preset", "mini", "--finish", "--out", "x"});
  EXPECT_EQ(lonely.exit_code, 2);
  EXPECT_THAT(lonely.err, HasSubstr("no model is asked"));
  // The mock knows a prompt by its first line.
  std::ofstream(path("own.txt"))
      << "Change a turtle program in a way of your own.\nMind the gap.\n```\n{{program}}\n```\n";
  const std::vector<std::string> own{"--rounds",      "1",   "--mutate-prompt", "own.txt",
                                     "--label-style", "code"};
  ASSERT_EQ(papert(request("own", own)).exit_code, 0);
  const std::string text = lines("own/labels.jsonl").front().at("text").get<std::string>();
  EXPECT_TRUE(text.starts_with("```python\ndef draw(")) << text;
  // Another prompt is another request.
  const auto other = papert(request("own", {"--rounds", "1", "--label-style", "code"}));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("mutate_prompt"));
}

TEST_F(DatagenModelsTest, TheForecastSaysWhatModelsWillCost) {
  std::ofstream(path("p.json")) << R"({"vllm/*": {"input": 1, "output": 2}})";
  const auto forecast = papert({"datagen", "turtle", "--dry-run", "--mutate", "vllm/m", "--score",
                                "vllm/s", "--label", "vllm/l", "--prices", "p.json"});
  ASSERT_EQ(forecast.exit_code, 0) << forecast.err;
  EXPECT_THAT(forecast.out, HasSubstr("1,402,"));  // mutations
  EXPECT_THAT(forecast.out, HasSubstr("1,178,"));  // scores
  EXPECT_THAT(forecast.out, HasSubstr("737,"));    // labels
  EXPECT_THAT(forecast.out, HasSubstr("112."));    // hours of mutation, as published
  EXPECT_THAT(forecast.out, Not(HasSubstr("no price")));
}

}  // namespace
}  // namespace papert::test

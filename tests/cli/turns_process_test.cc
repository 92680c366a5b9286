// papert eval --turns against papert mock, which is wrong at first and right later.

#include "mock_process.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class TurnsProcessTest : public PapertTest {
 protected:
  void SetUp() override {
    ::setenv("PAPERT_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    for (const char* name :
         {"OPENAI_API_KEY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}) {
      ::unsetenv(name);
    }
  }

  static std::vector<std::string> serve(const std::string& answers) {
    return {"--suite", "shapecode", "--mint", "7", "--count", "2", "--answers", answers};
  }

  ProcessResult eval(const MockProcess& mock, const std::string& model,
                     const std::vector<std::string>& more) {
    std::vector<std::string> words{"eval",       "shapecode", "--mint",    "7",
                                   "--count",    "2",         "--model",   model,
                                   "--base-url", mock.url(),  "--display", "none"};
    words.insert(words.end(), more.begin(), more.end());
    return papert(words);
  }
};

TEST_F(TurnsProcessTest, RightFromTheSecondTurnOnWithEveryProvider) {
  const MockProcess mock(serve("baseline/empty,baseline/oracle"));
  for (const std::string model : {"openai/m", "anthropic/m", "google/m"}) {
    const auto result =
        eval(mock, model, {"--turns", "3", "--log-dir", "runs-" + model.substr(0, 3)});
    ASSERT_EQ(result.exit_code, 0) << model << result.err;
    EXPECT_THAT(result.out, HasSubstr("success by turn 1        0.0000")) << model;
    EXPECT_THAT(result.out, HasSubstr("success by turn 2        1.0000")) << model;
    EXPECT_THAT(result.out, HasSubstr("verdicts: right 6\n")) << model;
    EXPECT_THAT(result.out, HasSubstr("turns=3"));
  }
  EXPECT_EQ(mock.stats()["answers"], 3 * 6 * 2) << "a right answer ends the sample";
}

TEST_F(TurnsProcessTest, ARunWithTurnsIsResumedScoredComparedAndReplayed) {
  std::filesystem::path run;
  std::filesystem::path single;
  {
    const MockProcess mock(serve("baseline/heuristic,baseline/empty,baseline/oracle"));
    const auto first = eval(mock, "openai/m", {"--turns", "3", "--limit", "3", "-n", "2"});
    ASSERT_EQ(first.exit_code, 0) << first.err;
    const auto whole = eval(mock, "openai/m", {"--turns", "3", "-n", "2"});
    ASSERT_EQ(whole.exit_code, 0) << whole.err;
    run = run_of(whole);
    EXPECT_EQ(run, run_of(first));
    EXPECT_EQ(samples(run).size(), 12U);
    const auto once = eval(mock, "openai/m", {"-n", "2"});
    ASSERT_EQ(once.exit_code, 0) << once.err;
    single = run_of(once);
    EXPECT_NE(single, run) << "turns are part of what a run is";
    EXPECT_THAT(slurp(single / "samples.jsonl"), testing::Not(HasSubstr("\"turns\"")));
  }
  const auto scored = papert({"score", "--run", run.string(), "--summary"});
  ASSERT_EQ(scored.exit_code, 0) << scored.err;
  const Json summary = *parse_json(scored.out);
  const Json recorded = *parse_json(slurp(run / "summary.json"));
  EXPECT_EQ(summary["groups"], recorded["groups"]) << "scoring again changes nothing";
  EXPECT_THAT(scored.out, HasSubstr("success_turn3"));

  const auto compared = papert({"compare", run.string(), single.string()});
  ASSERT_EQ(compared.exit_code, 0) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("turns"));
  const auto itself = papert({"compare", run.string(), run.string(), "--json"});
  ASSERT_EQ(itself.exit_code, 0) << itself.err;
  EXPECT_THAT(itself.out, HasSubstr("success_turn2"));

  const auto replayed = papert({"eval", "shapecode", "--mint", "7", "--count", "2", "-n", "2",
                                "--model", "replay/" + run.string(), "--turns", "3"});
  ASSERT_EQ(replayed.exit_code, 0) << replayed.err;
  EXPECT_EQ(samples(run_of(replayed)), samples(run));

  const MockProcess again({"--answers", "replay/" + run.string()});
  const auto mocked = eval(again, "openai/m", {"--turns", "3", "-n", "2", "--log-dir", "mocked"});
  ASSERT_EQ(mocked.exit_code, 0) << mocked.err;
  EXPECT_EQ(samples(run_of(mocked)), samples(run));
  EXPECT_THAT(slurp(run / "report.html"), HasSubstr("\"turns\":[{\"verdict\":"));
}

TEST_F(TurnsProcessTest, WhatCannotWorkSaysSo) {
  const std::vector<std::string> tasks{"shapecode", "--mint", "7", "--count", "1", "--turns", "2"};
  const auto with = [&](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), tasks.begin(), tasks.end());
    words.insert(words.end(), more.begin(), more.end());
    return papert(words);
  };
  const auto batch = with({"batch", "write"}, {"--model", "openai/m", "-o", "r.jsonl"});
  EXPECT_EQ(batch.exit_code, 2);
  EXPECT_THAT(batch.err, HasSubstr("papert eval --turns"));
  const auto retries = with({"eval"}, {"--model", "baseline/oracle", "--answer-retries", "1"});
  EXPECT_EQ(retries.exit_code, 2);
  EXPECT_THAT(retries.err, HasSubstr("--answer-retries"));
  spit(path("again.txt"), "The solution is {{reference}}.");
  const auto leak = with({"eval"}, {"--model", "baseline/oracle", "--turn-prompt", "again.txt"});
  EXPECT_EQ(leak.exit_code, 2);
  EXPECT_THAT(leak.err, HasSubstr("unknown placeholder 'reference'"));
}

TEST_F(TurnsProcessTest, ATemplateOfOnesOwnIsSent) {
  const MockProcess mock(serve("baseline/empty,baseline/oracle"));
  spit(path("again.txt"), "No. {{explanation}}");
  const auto result = eval(mock, "openai/m", {"--turns", "2", "--turn-prompt", "again.txt"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(slurp(run_of(result) / "samples.jsonl"), HasSubstr("\"No. No answer in the form"));
  const Json config = *parse_json(slurp(run_of(result) / "run.json"));
  EXPECT_EQ(config["turns"], 2);
  EXPECT_EQ(config["turn_prompt"]["text"], "No. {{explanation}}");
}

TEST_F(TurnsProcessTest, TheCostLimitHoldsForAllTurns) {
  const MockProcess mock(serve("baseline/empty"));
  spit(path("prices.json"), R"({"openai/m": {"input": 1000, "output": 1000}})");
  const std::vector<std::string> limited{"--turns",           "4", "--prices",     "prices.json",
                                         "--max-cost",        "6", "--max-tokens", "1",
                                         "--max-connections", "1"};
  const auto stopped = eval(mock, "openai/m", limited);  // all turns would cost 10.39
  EXPECT_NE(stopped.exit_code, 0);
  EXPECT_THAT(stopped.err, HasSubstr("the cost limit of $6.00 is reached"));
}

}  // namespace
}  // namespace papert::test

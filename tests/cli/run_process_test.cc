// What a run records and what papert eval says about it: servers, labels, plans, damage, failures.

#include <signal.h>

#include "fixed_server.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class RunTest : public PapertTest {
 protected:
  void SetUp() override {
    ::setenv("PAPERT_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    for (const char* name :
         {"OPENAI_API_KEY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}) {
      ::unsetenv(name);
    }
  }

  ProcessResult eval(std::vector<std::string> more, ProcessOptions options = {}) {
    more.insert(more.begin(), {"eval", "shapecode", "--mint", "7"});
    return papert(more, options);
  }

  ProcessResult ask(const FixedServer& server, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"--count", "2", "--model", "openai/local", "--base-url",
                               server.url(), "--no-cache", "--display", "none"});
    return eval(more);
  }

  static Json run_json(const std::filesystem::path& run) {
    return parse_json(slurp(run / "run.json")).value_or(Json());
  }

  std::size_t runs() {
    std::size_t count = 0;
    if (!std::filesystem::exists(path("runs"))) return 0;
    for (const auto& entry : std::filesystem::directory_iterator(path("runs"))) {
      count += entry.is_directory() ? 1 : 0;
    }
    return count;
  }
};

TEST_F(RunTest, AnotherServerOrLabelOrSystemMessageIsAnotherRun) {
  const FixedServer one("200 OK", FixedServer::completion("circle()"));
  const FixedServer two("200 OK", FixedServer::completion("square()"));
  const auto first = ask(one);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const auto second = ask(two);
  EXPECT_NE(run_of(first), run_of(second));
  EXPECT_EQ(two.requests(), 6);
  EXPECT_EQ(run_json(run_of(second))["address"], two.url() + "/v1");
  EXPECT_EQ(run_of(ask(one)), run_of(first));
  EXPECT_EQ(one.requests(), 6) << "a finished run asks nothing";
  const auto labelled = ask(one, {"--label", "step 400"});
  EXPECT_NE(run_of(labelled), run_of(first));
  EXPECT_THAT(labelled.out, HasSubstr("openai/local [step 400]"));
  spit(path("system.txt"), "Be brief.");
  const auto system = ask(one, {"--system", "system.txt"});
  EXPECT_NE(run_of(system), run_of(first));
  EXPECT_EQ(run_json(run_of(system))["system"]["text"], "Be brief.");
  EXPECT_EQ(run_json(run_of(system))["system"]["sha256"].get<std::string>().size(), 64U);
}

TEST_F(RunTest, RunJsonSaysWhenWhereAndHowMuch) {
  const auto result = eval({"--count", "2", "--model", "baseline/oracle", "-n", "2"});
  const Json run = run_json(run_of(result));
  EXPECT_EQ(run["format"], 1);
  EXPECT_EQ(run["planned"], 12);
  EXPECT_THAT(run["started"].get<std::string>(), testing::EndsWith("Z"));
  EXPECT_GE(run["ended"].get<std::string>(), run["started"].get<std::string>());
  EXPECT_TRUE(run["machine"]["host"].is_string());
  EXPECT_TRUE(run["papert"].is_string());
  const Json summary = parse_json(slurp(run_of(result) / "summary.json")).value();
  EXPECT_EQ(summary["format"], 1);
  EXPECT_EQ(summary["complete"], true);
}

TEST_F(RunTest, ALimitIsSpreadOverTheTiersAndDoesNotShrink) {
  const std::vector<std::string> oracle{"--count", "20", "--model", "baseline/oracle", "--limit"};
  const auto limited = [&](const std::string& limit) {
    auto words = oracle;
    words.push_back(limit);
    return eval(words);
  };
  const auto twelve = limited("12");
  EXPECT_THAT(twelve.out, HasSubstr("(12 tasks)"));
  for (const char* tier : {"easy", "medium", "hard"}) {
    EXPECT_THAT(slurp(run_of(twelve) / "summary.json"), HasSubstr("\"" + std::string(tier) + "\""));
  }
  const std::string log = slurp(run_of(twelve) / "samples.jsonl");
  const auto fifteen = limited("15");
  EXPECT_THAT(slurp(run_of(twelve) / "samples.jsonl"), testing::StartsWith(log));
  EXPECT_EQ(samples(run_of(fifteen)).size(), 15U);
  const auto two = limited("2");
  EXPECT_THAT(two.out, HasSubstr("The table covers all 15 samples of the run; this command asked "
                                 "for 2 of them."));
  EXPECT_EQ(run_json(run_of(two))["limit"], "15");
  EXPECT_EQ(run_json(run_of(two))["planned"], 15);
}

TEST_F(RunTest, TheOrderOfAskingIsNotPartOfTheRun) {
  const auto by_id = eval({"--count", "3", "--model", "baseline/oracle", "--order", "id"});
  std::vector<std::string> ids;
  for (const Json& line : json_lines(slurp(run_of(by_id) / "samples.jsonl"))) {
    ids.push_back(line["id"].get<std::string>());
  }
  EXPECT_EQ(ids.size(), 9U);
  EXPECT_EQ(run_of(eval({"--count", "3", "--model", "baseline/oracle"})), run_of(by_id));
}

TEST_F(RunTest, AnInterruptedRunIsNeverShownAsComplete) {
  const auto whole = eval({"--count", "4", "--model", "baseline/oracle"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const std::filesystem::path log = run_of(whole) / "samples.jsonl";
  const std::string text = slurp(log);
  std::size_t end = 0;
  for (int i = 0; i < 5; ++i) end = text.find('\n', end) + 1;
  spit(log, text.substr(0, end));
  std::filesystem::remove(run_of(whole) / "summary.json");
  const auto list = papert({"list", "runs"});
  EXPECT_THAT(list.out, HasSubstr("unfinished"));
  EXPECT_THAT(list.out, HasSubstr("5 of 12"));
  const auto other = eval({"--count", "4", "--model", "baseline/empty"});
  const auto comparison = papert({"compare", run_of(whole), run_of(other)});
  EXPECT_EQ(comparison.exit_code, 0) << comparison.err;
  EXPECT_THAT(comparison.out, HasSubstr("A is not complete: 5 of 12 samples."));
  EXPECT_THAT(comparison.out, Not(HasSubstr("B is not complete")));
  const auto agreement = papert({"agreement", run_of(whole)});
  EXPECT_THAT(agreement.out, HasSubstr("not complete, 5 of 12 samples"));
  const auto json = papert({"agreement", run_of(whole), "--json"});
  EXPECT_THAT(json.out, HasSubstr("\"complete\": false"));
}

TEST_F(RunTest, ADamagedLineIsNamedSetAsideAndAskedAgain) {
  const std::vector<std::string> command{"--count", "2", "--model", "baseline/oracle"};
  const auto first = eval(command);
  const std::filesystem::path log = run_of(first) / "samples.jsonl";
  std::string text = slurp(log);
  text[text.find('\n') + 1] = '#';
  spit(log, text + "\n");
  const auto compared = papert({"compare", run_of(first), run_of(first)});
  EXPECT_EQ(compared.exit_code, 0);
  EXPECT_THAT(compared.err, HasSubstr("samples.jsonl:2: the line is damaged"));
  const auto again = eval(command);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("samples.jsonl:2: the line is damaged"));
  EXPECT_THAT(again.err, HasSubstr("samples.jsonl.bad"));
  EXPECT_EQ(samples(run_of(first)).size(), 6U);
  EXPECT_EQ(slurp(log.string() + ".bad").front(), '#');
}

TEST_F(RunTest, WhenEveryRequestFailsTheReasonIsSaidAndTheExitCodeIsOne) {
  const FixedServer server("400 Bad Request", R"({"error":{"message":"this model is shy"}})");
  const auto result = ask(server, {"--max-equal-errors", "3", "--max-connections", "1"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("samples not scored: HTTP 400"));
  EXPECT_THAT(result.err, HasSubstr("this model is shy"));
  const auto program = eval({"--count", "2", "--model", "command/false", "--max-retries", "0",
                             "--max-equal-errors", "2", "--max-connections", "1"});
  EXPECT_EQ(program.exit_code, 1);
  EXPECT_THAT(program.err, HasSubstr("stopped after 2 requests in a row"));
  EXPECT_THAT(program.err, HasSubstr("2 samples not scored"));
}

TEST_F(RunTest, AShareOfFailuresCanFailTheRun) {
  const auto first = eval({"--count", "2", "--model", "baseline/oracle"});
  const std::string replay = "replay/" + run_of(first).filename().string();
  const std::vector<std::string> command{"--count", "3", "--model", replay, "--fail-on-error"};
  const auto with = [&](const std::string& share) {
    auto words = command;
    words.push_back(share);
    return eval(words);
  };
  EXPECT_EQ(with("0.5").exit_code, 0) << "3 of 9 failed";
  const auto strict = with("0.1");
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.err, HasSubstr("3 of 9 samples were not scored"));
}

TEST_F(RunTest, AFailedStartLeavesNoFolder) {
  const auto result = eval({"--model", "openai/none", "--base-url", "http://127.0.0.1:1",
                            "--max-retries", "0", "--no-cache"});
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_EQ(runs(), 0U);
}

TEST_F(RunTest, TheBudgetHoldsOverAllInvocations) {
  spit(path("prices.json"), R"({"openai/local": {"input": 0, "output": 100000}})");
  const FixedServer server("200 OK", FixedServer::completion("circle()"));  // 0.50 USD each
  const std::vector<std::string> words{"--prices",     "prices.json", "--max-cost",        "1.2",
                                       "--max-tokens", "5",           "--max-connections", "1"};
  EXPECT_EQ(ask(server, words).exit_code, 2);
  EXPECT_EQ(server.requests(), 2);
  for (int i = 0; i < 3; ++i) {
    const auto again = ask(server, words);
    EXPECT_EQ(again.exit_code, 2);
    EXPECT_THAT(again.err, HasSubstr("the cost limit of $1.20 is reached: $1.0000 are spent"));
  }
  EXPECT_EQ(server.requests(), 2);
}

TEST_F(RunTest, WithJsonStandardErrorIsJsonLines) {
  const FixedServer server("400 Bad Request", R"({"error":{"message":"shy"}})");
  const std::vector<std::vector<std::string>> commands{
      {"--count", "1", "--model", "openai/local", "--base-url", server.url(), "--no-cache"},
      {"--count", "1", "--model", "openai/local", "--base-url", "http://127.0.0.1:1",
       "--max-retries", "0", "--no-cache"},
      {"--count", "1", "--model", "baseline/genius"},
      {"--modle", "x"}};
  for (std::vector<std::string> words : commands) {
    words.emplace_back("--json");
    const auto result = eval(words);
    EXPECT_NE(result.exit_code, 0);
    bool error = false;
    for (const std::string_view line : split(trim(result.err), '\n')) {
      const auto json = parse_json(line);
      ASSERT_TRUE(json) << line;
      error |= json->contains("error");
    }
    EXPECT_TRUE(error) << result.err;
  }
}

TEST_F(RunTest, ProgressIsShownWhileEveryRequestWaits) {
  const FixedServer slow("200 OK", FixedServer::completion("circle()"), 2500);
  const auto result = eval({"--count", "1", "--limit", "1", "--model", "openai/local", "--base-url",
                            slow.url(), "--no-cache", "--display", "plain"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("openai/local 0/1"));
}

TEST_F(RunTest, ScoringAgainRefusesChangedData) {
  ASSERT_EQ(papert({"mint", "shapecode", "--seed", "0", "--count", "2", "--out", "set"}).exit_code,
            0);
  const auto first = papert({"eval", "shapecode", "--data", "set", "--model", "baseline/oracle"});
  ASSERT_EQ(papert({"score", "--run", run_of(first)}).exit_code, 0);
  ASSERT_EQ(papert({"mint", "shapecode", "--seed", "9", "--count", "1", "--out", "set"}).exit_code,
            0);
  const std::vector<std::vector<std::string>> commands{
      {"score", "--run", run_of(first)},
      {"compare", run_of(first), run_of(first)},
      {"datagen", "resample", "--run", run_of(first), "--count", "2", "--out", "drawn"},
      {"mock", "--port", "0", "--answers", "replay/" + run_of(first).string()}};
  for (const auto& command : commands) {
    const auto result = papert(command);
    EXPECT_EQ(result.exit_code, 65) << command[0] << result.err;
    EXPECT_THAT(result.err, HasSubstr("is not what it was when run")) << command[0];
    EXPECT_THAT(result.err, HasSubstr("set")) << command[0];
  }
  EXPECT_EQ(papert({"compare", run_of(first), run_of(first), "--policy", "none"}).exit_code, 0);
}

}  // namespace
}  // namespace papert::test

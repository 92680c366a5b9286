// papert eval against papert mock: faults on the way change nothing, replies cut off or refused are
// counted, nothing is lost or asked twice, and what cannot work stops with a hint.

#include <map>
#include <random>

#include "mock_process.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class ModelTest : public PapertTest {
 protected:
  void SetUp() override {
    ::setenv("PAPERT_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    for (const char* name :
         {"OPENAI_API_KEY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}) {
      ::unsetenv(name);
    }
  }
  void TearDown() override { ::unsetenv("OPENAI_API_KEY"); }

  ProcessResult eval(const MockProcess& mock, std::vector<std::string> arguments,
                     ProcessOptions options = {}) {
    arguments.insert(arguments.begin(), "eval");
    arguments.insert(arguments.end(),
                     {"--model", "openai/mock", "--base-url", mock.url(), "--display", "none"});
    return papert(arguments, options);
  }
};

constexpr const char* kTransportFaults =
    "429:0.06,500:0.05,503:0.03,slow:0.03,drop:0.06,malformed:0.04,wrong_type:0.03";  // 30 %

TEST_F(ModelTest, TransportFaultsChangeNoScore) {
  std::vector<std::vector<std::string>> data{{"shapecode", "--mint", "7", "--count", "12"},
                                             {"xlogo", "--mint", "7", "--count", "40"},
                                             {"sgp", "--mint", "7", "--count", "30"}};
#ifdef PAPERT_HAS_ZYGOTE
  data.push_back({"turtleai", "--mint", "7", "--count", "4"});
  data.push_back({"turtlebench", "--mint", "7", "--count", "12"});
#endif
  for (const std::vector<std::string>& tasks : data) {
    std::vector<std::string> serve{"--suite", tasks[0]};
    serve.insert(serve.end(), tasks.begin() + 1, tasks.end());
    std::vector<std::string> ask = tasks;
    ask.insert(ask.end(), {"--no-cache", "--max-connections", "8", "-n", "2", "--log-dir"});
    std::vector<std::string> plain_ask = ask;
    plain_ask.push_back("plain-" + tasks[0]);
    const MockProcess plain(serve);
    const auto expected = eval(plain, plain_ask);
    ASSERT_EQ(expected.exit_code, 0) << expected.err;

    serve.insert(serve.end(),
                 {"--faults", kTransportFaults, "--retry-after", "0", "--slow-ms", "300"});
    const MockProcess faulty(serve);
    ask.push_back("faulty-" + tasks[0]);
    const auto result = eval(faulty, ask);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(samples(run_of(result)), samples(run_of(expected))) << tasks[0];
    const Json stats = faulty.stats();
    std::int64_t faults = 0;
    for (const auto& [name, count] : stats["faults"].items()) faults += count.get<std::int64_t>();
    EXPECT_GT(faults, 5) << dump_json(stats);
    EXPECT_EQ(stats["answers"], samples(run_of(expected)).size()) << "asked twice or not at all";
  }
}

TEST_F(ModelTest, StreamedRepliesGetTheSameVerdictsInEveryFormat) {
  const std::vector<std::string> tasks{"sgp", "--mint", "7", "--count", "20", "--max-connections",
                                       "64"};
  std::vector<std::string> serve{"--suite",       "sgp", "--mint",    "7",   "--count", "20",
                                 "--retry-after", "0.1", "--slow-ms", "100", "--faults"};
  serve.push_back(
      "429:0.05,slow:0.05,drop:0.15,malformed:0.2,empty_choices:0.1,error_body:0.3,wrong_type:0.05,"
      "cutoff:0.1,refusal:0.1");
  for (const char* model : {"openai/m", "anthropic/m", "google/m", "azure/m"}) {
    std::map<bool, std::map<std::pair<std::string, int>, std::string>> found;
    for (const bool stream : {false, true}) {
      const MockProcess mock(serve);
      std::vector<std::string> words{"eval"};
      words.insert(words.end(), tasks.begin(), tasks.end());
      words.insert(
          words.end(),
          {"--model", model, "--base-url", mock.url(), "--display", "none", "--log-dir",
           std::string(stream ? "streamed-" : "whole-") + std::string(model).substr(0, 3)});
      if (stream) words.push_back("--stream");
      const auto result = papert(words);
      ASSERT_EQ(result.exit_code, 0) << model << result.err;
      found[stream] = samples(run_of(result));
      EXPECT_EQ(mock.stats()["answers"], found[stream].size()) << model;
      EXPECT_GT(mock.stats()["faults"]["error_body"], 0);
    }
    EXPECT_EQ(found[true], found[false]) << model;
  }
}

TEST_F(ModelTest, AnotherModelBehindAPrivateAddressIsAsked) {
  const std::vector<std::string> tasks{"xlogo", "--mint", "7", "--count", "5"};
  const auto success = [&](const std::string& answers, const std::string& log_dir, int& port) {
    std::vector<std::string> serve{"--suite", "xlogo", "--mint", "7", "--count", "5", "--answers"};
    serve.push_back(answers);
    if (port > 0) serve.insert(serve.end(), {"--port", std::to_string(port)});
    const MockProcess mock(serve);
    port = std::stoi(mock.url().substr(mock.url().rfind(':') + 1));
    std::vector<std::string> ask = tasks;
    ask.insert(ask.end(), {"--json", "--log-dir", log_dir});
    const auto result = eval(mock, ask);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("replies are not cached: another model may be behind"));
    return parse_json(result.out)->at("summary").at("verdicts").at("right").get<int>();
  };
  int port = 0;
  EXPECT_EQ(success("baseline/empty", "old", port), 0);
  EXPECT_EQ(success("baseline/oracle", "new", port), 5);
}

TEST_F(ModelTest, ACacheThatCannotBeWrittenIsAWarning) {
  const MockProcess mock({"--suite", "xlogo", "--mint", "7", "--count", "2"});
  spit(path("file"), "in the way");
  ::setenv("PAPERT_CACHE_DIR", (path("file") / "cache").c_str(), 1);
  const auto result = eval(mock, {"xlogo", "--mint", "7", "--count", "2", "--cache"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("papert: replies are not cached:"));
  EXPECT_THAT(result.err, HasSubstr("--no-cache"));
}

#ifdef PAPERT_HAS_ZYGOTE
TEST_F(ModelTest, TurtleaiIsGreedyUnlessSomethingElseIsSaid) {
  const MockProcess mock({"--suite", "turtleai", "--mint", "7", "--count", "1"});
  const auto sampling = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"turtleai", "--mint", "7", "--count", "1", "--json"});
    const auto result = eval(mock, words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const std::string run = (*parse_json(result.out))["run"];
    const auto config = parse_json(slurp(folder_ / run / "run.json"));
    return config ? dump_json((*config)["sampling"]) : config.error().to_string();
  };
  EXPECT_EQ(sampling({}), R"({"temperature":0.0})");
  EXPECT_EQ(sampling({"--temperature", "none"}), "{}");
  EXPECT_EQ(sampling({"--temperature", "0.8"}), R"({"temperature":0.8})");
  EXPECT_EQ(sampling({"--top-p", "0.95"}), R"({"top_p":0.95})");
  EXPECT_EQ(sampling({"-n", "2"}), "{}");
  const auto wrong = eval(mock, {"turtleai", "--mint", "7", "--temperature", "warm"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("'warm' is neither a number from 0 to 10 nor none"));
}
#endif

TEST_F(ModelTest, RefusedAndCutOffRepliesAreCountedExactly) {
  const MockProcess mock(
      {"--suite", "xlogo", "--mint", "7", "--count", "60", "--faults", "cutoff:0.2,refusal:0.1"});
  const auto result = eval(mock, {"xlogo", "--mint", "7", "--count", "60", "--no-cache", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json verdicts = parse_json(result.out)->at("summary").at("verdicts");
  const Json expected = mock.stats()["expected"];
  EXPECT_GT(expected["cutoff"].get<int>(), 0);
  EXPECT_GT(expected["refusal"].get<int>(), 0);
  EXPECT_EQ(verdicts["truncated"], expected["cutoff"]);
  EXPECT_EQ(verdicts["refused"], expected["refusal"]);
  EXPECT_EQ(verdicts["request_failed"], 0);
}

TEST_F(ModelTest, KilledFiftyTimesNothingIsLostOrDoubled) {
  const std::vector<std::string> tasks{
      "xlogo", "--mint", "7", "--count", "150", "--no-cache", "--max-connections", "4"};
  const MockProcess mock({"--suite", "xlogo", "--mint", "7", "--count", "150", "--faults",
                          "slow:0.5", "--slow-ms", "60"});
  const auto whole = eval(mock, tasks);
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const auto expected = samples(run_of(whole));
  std::filesystem::rename(path("runs"), path("whole"));
  std::mt19937 random(5);
  int in_the_middle = 0;
  for (int i = 0; i < 50; ++i) {
    const int delay = 20 + static_cast<int>(random() % 300);
    const auto result = eval(mock, tasks, {.kill_after_ms = delay, .kill_signal = SIGKILL});
    if (result.exit_code == 128 + SIGKILL) ++in_the_middle;
  }
  EXPECT_GT(in_the_middle, 5);
  const auto end = eval(mock, tasks);
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(samples(run_of(end)), expected);
}

TEST_F(ModelTest, EqualRequestsComeFromTheCache) {
  const MockProcess mock({"--suite", "xlogo", "--mint", "7", "--count", "20"});
  const std::vector<std::string> tasks{"xlogo", "--mint", "7", "--count", "20", "--cache"};
  const auto first = eval(mock, tasks);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const Json asked = mock.stats()["requests"];
  std::filesystem::rename(path("runs"), path("before"));
  const auto again = eval(mock, tasks);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(mock.stats()["requests"], asked) << "nothing was asked again";
  EXPECT_THAT(again.out, HasSubstr(" replies from the cache."));
  EXPECT_EQ(samples(run_of(again)), samples(path("before") / run_of(first).filename()));
  EXPECT_THAT(papert({"cache", "ls"}).out, HasSubstr("openai/mock"));
  EXPECT_EQ(papert({"cache", "prune"}).exit_code, 2);
  EXPECT_THAT(papert({"cache", "prune", "--all"}).out, HasSubstr("replies removed"));
}

TEST_F(ModelTest, AWrongKeyStopsAtOnceWithAHintAndIsNeverShown) {
  const MockProcess mock(
      {"--suite", "xlogo", "--mint", "7", "--count", "40", "--key", "right-key"});
  const std::vector<std::string> tasks{"xlogo", "--mint", "7", "--count", "40"};
  ::setenv("OPENAI_API_KEY", "wrong-key-0123456789", 1);
  const auto result = eval(mock, tasks);
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, HasSubstr("401"));
  EXPECT_THAT(result.err, HasSubstr("OPENAI_API_KEY"));
  EXPECT_LE(mock.stats()["requests"].get<int>(), 16) << "one attempt per connection at most";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(slurp(entry.path()).find("wrong-key-0123456789"), std::string::npos) << entry.path();
  }
  EXPECT_EQ(result.err.find("wrong-key-0123456789"), std::string::npos);
  ::setenv("OPENAI_API_KEY", "right-key", 1);
  EXPECT_EQ(eval(mock, tasks).exit_code, 0);
}

TEST_F(ModelTest, SpentRetriesAreRequestFailedAndAskedAgain) {
  const MockProcess mock({"--suite", "xlogo", "--mint", "7", "--count", "20", "--faults", "500:0.5",
                          "--fault-attempts", "2"});
  const std::vector<std::string> tasks{"xlogo", "--mint",        "7", "--count",
                                       "20",    "--max-retries", "0"};
  const auto first = eval(mock, tasks);
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("request_failed"));
  EXPECT_THAT(first.out, HasSubstr("taught nothing"));
  eval(mock, tasks);
  const auto third = eval(mock, tasks);
  EXPECT_EQ(line_after(third.out, "verdicts: ").find("request_failed"), std::string::npos)
      << third.out;
}

TEST_F(ModelTest, ABudgetStopsBeforeItIsExceeded) {
  const MockProcess mock({"--suite", "xlogo", "--mint", "7", "--count", "40"});
  spit(path("prices.json"), R"({"openai/mock": {"input": 1000, "output": 1000}})");
  const std::vector<std::string> tasks{"xlogo",
                                       "--mint",
                                       "7",
                                       "--count",
                                       "40",
                                       "--prices",
                                       "prices.json",
                                       "--max-tokens",
                                       "50",
                                       "--max-cost",
                                       "10",
                                       "--no-cache",
                                       "--max-connections",
                                       "2"};
  const auto result = eval(mock, tasks);
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the cost limit of $10.00"));
  double spent = 0;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("runs"))) {
    for (const Json& line : json_lines(slurp(entry.path() / "samples.jsonl"))) {
      spent += line["usage"].value("cost_usd", 0.0);
      ++count;
    }
  }
  EXPECT_GT(count, 0U);
  EXPECT_LT(count, 40U);
  EXPECT_LE(spent, 10.0);
  const auto dry =
      eval(mock, {"xlogo", "--mint", "7", "--count", "40", "--prices", "prices.json", "--dry-run"});
  EXPECT_THAT(dry.out, HasSubstr("USD to send"));
}

TEST_F(ModelTest, AnUnreachableServerStopsTheRunWithAHint) {
  const auto result =
      papert({"eval", "xlogo", "--mint", "7", "--count", "2", "--model", "openai/none",
              "--base-url", "http://127.0.0.1:1", "--max-retries", "0", "--no-cache"});
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, HasSubstr("127.0.0.1 port 1"));
  EXPECT_THAT(result.err, HasSubstr("OPENAI_BASE_URL"));
  const auto named = papert({"eval", "xlogo", "--mint", "7", "--model", "openai/x", "--base-url",
                             "https://example.org/v1"});
  EXPECT_EQ(named.exit_code, 2) << "a remote endpoint needs a key";
  EXPECT_THAT(named.err, HasSubstr("OPENAI_API_KEY"));
}

TEST_F(ModelTest, AProgramCanBeAModel) {
  const auto result = papert({"eval", "xlogo", "--mint", "7", "--count", "3", "--model",
                              "command//bin/sh -c 'cat >/dev/null; echo no idea'", "--no-cache"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("no_answer 3"));
}

}  // namespace
}  // namespace papert::test

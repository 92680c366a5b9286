// papert eval as a process: figures, resuming, being killed at any moment, replay, bad data.

#include <signal.h>

#include <map>

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class EvalTest : public PapertTest {
 protected:
  ProcessResult eval(std::vector<std::string> more, ProcessOptions options = {}) {
    std::vector<std::string> arguments{"eval", "shapecode"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return papert(arguments, options);
  }

  /// The only run folder.
  std::filesystem::path only_run() {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(path("runs"), none)) {
      return entry.path();
    }
    return {};
  }

  /// Whole lines in its log.
  std::size_t logged_lines() {
    const std::filesystem::path run = only_run();
    const std::string log = run.empty() ? "" : slurp(run / "samples.jsonl");
    return static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
  }
};

TEST_F(EvalTest, TheEndsOfTheScale) {
  const auto oracle = eval({"--mint", "7", "--count", "5", "--model", "baseline/oracle"});
  EXPECT_EQ(oracle.exit_code, 0) << oracle.err;
  EXPECT_THAT(oracle.out, HasSubstr("exact match              1.0000"));
  EXPECT_THAT(oracle.out, HasSubstr("verdicts: right 15\n"));
  const auto empty = eval({"--mint", "7", "--count", "5", "--model", "baseline/empty"});
  EXPECT_EQ(empty.exit_code, 0) << "a bad score is not a failure";
  EXPECT_THAT(empty.out, HasSubstr("verdicts: no_answer 15\n"));
  EXPECT_THAT(empty.out, HasSubstr("errors: empty_program 15\n"));
  for (const char* file : {"run.json", "samples.jsonl", "summary.json", "report.html"}) {
    EXPECT_TRUE(std::filesystem::exists(run_of(oracle) / file)) << file;
  }
}

TEST_F(EvalTest, RepeatingResumesAndMoreAsksTheDifference) {
  const auto first =
      eval({"--mint", "7", "--count", "5", "--model", "baseline/heuristic", "--limit", "4"});
  EXPECT_EQ(samples(run_of(first)).size(), 4U);
  const std::string log = slurp(run_of(first) / "samples.jsonl");
  const auto again =
      eval({"--mint", "7", "--count", "5", "--model", "baseline/heuristic", "--limit", "4"});
  EXPECT_EQ(run_of(again), run_of(first));
  EXPECT_EQ(slurp(run_of(first) / "samples.jsonl"), log);
  EXPECT_EQ(line_after(again.out, "exact match"), line_after(first.out, "exact match"));
  const auto more =
      eval({"--mint", "7", "--count", "5", "--model", "baseline/heuristic", "-n", "2"});
  EXPECT_EQ(run_of(more), run_of(first));
  EXPECT_EQ(samples(run_of(first)).size(), 30U);
  EXPECT_THAT(slurp(run_of(first) / "samples.jsonl"), testing::StartsWith(log))
      << "only appended to";
  const auto other =
      eval({"--mint", "8", "--count", "5", "--model", "baseline/heuristic", "--limit", "4"});
  EXPECT_NE(run_of(other), run_of(first));
}

TEST_F(EvalTest, JsonOutput) {
  const auto result = eval({"--mint", "7", "--count", "2", "--model", "baseline/oracle", "--json"});
  ASSERT_EQ(result.exit_code, 0);
  const Json json = *parse_json(result.out);
  EXPECT_EQ(json["summary"],
            *parse_json(slurp(path(json["run"].get<std::string>()) / "summary.json")));
}

TEST_F(EvalTest, KilledAtAnyMomentNothingIsLost) {
  const std::vector<std::string> command{
      "--mint", "7", "--count", "60", "--model", "baseline/heuristic", "--display", "none"};
  const auto whole = eval(command);
  ASSERT_EQ(whole.exit_code, 0);
  const auto expected = samples(run_of(whole));
  ASSERT_EQ(expected.size(), 180U);
  const std::string summary = slurp(run_of(whole) / "summary.json");
  std::filesystem::rename(path("runs"), path("whole"));
  std::size_t before = 0;
  int killed_in_the_middle = 0;
  for (std::size_t more = 1; before + more < 180; more += 3) {
    const auto enough = [&] { return logged_lines() >= before + more; };
    const auto result = eval(command, {.kill_signal = SIGKILL, .kill_when = enough});
    const std::size_t lines = logged_lines();
    EXPECT_GE(lines, before + more) << "a resumed run lost samples";
    if (result.exit_code == 128 + SIGKILL && lines < 180) ++killed_in_the_middle;
    before = lines;
  }
  EXPECT_GT(killed_in_the_middle, 0);
  const auto end = eval(command);
  EXPECT_EQ(end.exit_code, 0) << end.err;
  EXPECT_EQ(samples(only_run()), expected);
  EXPECT_EQ(slurp(only_run() / "summary.json"), summary);
}

TEST_F(EvalTest, InterruptedTheLogIsValid) {
  const std::vector<std::string> command{
      "--mint", "7", "--count", "400", "--model", "baseline/heuristic", "--display", "none"};
  const auto result =
      eval(command, {.kill_signal = SIGINT, .kill_when = [&] { return logged_lines() >= 10; }});
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_THAT(result.err, HasSubstr("repeat the command"));
  const std::string log = slurp(only_run() / "samples.jsonl");
  EXPECT_FALSE(log.empty());
  EXPECT_EQ(log.back(), '\n');
  EXPECT_LT(samples(only_run()).size(), 1200U);
}

TEST_F(EvalTest, ReplayGivesTheSameScores) {
  const auto first = eval({"--mint", "7", "--count", "5", "--model", "baseline/heuristic"});
  const auto replayed = eval(
      {"--mint", "7", "--count", "5", "--model", "replay/" + run_of(first).filename().string()});
  EXPECT_EQ(replayed.exit_code, 0) << replayed.err;
  EXPECT_NE(run_of(replayed), run_of(first));
  EXPECT_EQ(line_after(replayed.out, "exact match"), line_after(first.out, "exact match"));
  EXPECT_EQ(line_after(replayed.out, "foreground IoU"), line_after(first.out, "foreground IoU"));
  const auto partly = eval(
      {"--mint", "7", "--count", "6", "--model", "replay/" + run_of(first).filename().string()});
  EXPECT_EQ(partly.exit_code, 0);
  EXPECT_THAT(partly.out, HasSubstr("request_failed 3"));
  EXPECT_THAT(partly.out, HasSubstr("3 samples taught nothing"));
}

TEST_F(EvalTest, DamagedLinesOfAReplayedRunAreCounted) {
  const auto first = eval({"--mint", "7", "--count", "2", "--model", "baseline/oracle"});
  const std::filesystem::path log = run_of(first) / "samples.jsonl";
  spit(log, "rubbish\n" + slurp(log) + "{}\n");
  const auto replayed =
      eval({"--mint", "7", "--count", "2", "--model", "replay/" + run_of(first).string()});
  EXPECT_EQ(replayed.exit_code, 0) << replayed.err;
  EXPECT_THAT(replayed.err,
              HasSubstr("2 damaged lines left out, the first: " + log.string() + ":1"));
}

TEST_F(EvalTest, BadDataIsListedTheRestIsScored) {
  ASSERT_EQ(papert({"mint", "shapecode", "--seed", "0", "--count", "3", "--out", "set"}).exit_code,
            0);
  std::filesystem::remove(path("set/fresh/easy/fresh-easy-00000001.png"));
  const std::string png = slurp(path("set/fresh/hard/fresh-hard-00000002.png"));
  spit(path("set/fresh/hard/fresh-hard-00000002.png"), png.substr(0, 100));
  const auto result = eval({"--data", "set", "--model", "baseline/oracle"});
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, HasSubstr("fresh-easy-00000001.png"));
  EXPECT_THAT(result.err, HasSubstr("fresh-hard-00000002.png"));
  EXPECT_THAT(result.out, HasSubstr("verdicts: right 7\n"));
}

TEST_F(EvalTest, APromptOfOnesOwnIsAnotherRun) {
  spit(path("mine.txt"), "Draw it on {{size}} pixels.");
  spit(path("bad.txt"), "Draw {{it}}.");
  const auto standard = eval({"--mint", "7", "--count", "1", "--model", "baseline/heuristic"});
  const auto mine = eval(
      {"--mint", "7", "--count", "1", "--model", "baseline/heuristic", "--prompt", "mine.txt"});
  EXPECT_NE(run_of(mine), run_of(standard));
  EXPECT_THAT(slurp(run_of(mine) / "samples.jsonl"), HasSubstr("Draw it on 512 pixels."));
  const auto bad =
      eval({"--mint", "7", "--count", "1", "--model", "baseline/heuristic", "--prompt", "bad.txt"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("{{size}}"));
}

TEST_F(EvalTest, SeveralRunsOnOnePage) {
  const auto a = eval({"--mint", "7", "--count", "2", "--model", "baseline/oracle"});
  const auto b = eval({"--mint", "7", "--count", "2", "--model", "baseline/empty"});
  const auto report = papert({"report", run_of(a), run_of(b), "-o", "page.html"});
  EXPECT_EQ(report.exit_code, 0) << report.err;
  EXPECT_THAT(report.out, HasSubstr("baseline/oracle"));
  EXPECT_THAT(report.out, HasSubstr("report: page.html"));
  EXPECT_GT(std::filesystem::file_size(path("page.html")), 100'000U);
}

}  // namespace
}  // namespace papert::test

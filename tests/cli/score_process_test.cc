// papert score as a process: a line in, a line out; hostile replies; bad lines.

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "papert_process.h"
#include "support/slowdown.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class ScoreTest : public PapertTest {
 protected:
  static std::string answer(const std::string& id, const std::string& text, int epoch = 0) {
    return dump_json(Json{{"id", id}, {"epoch", epoch}, {"text", text}}) + "\n";
  }

  ProcessResult score(const std::string& input, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"score",   "shapecode", "--mint",    "7",
                                       "--count", "3",         "--answers", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return papert(arguments, {.input = input});
  }
};

TEST_F(ScoreTest, LinesComeOutInInputOrderOnAnyNumberOfThreads) {
  std::string input;
  for (int epoch = 0; epoch < 200; ++epoch) {
    input += answer("fresh-hard-00000008", "circle(cx=1, cy=1, radius=9, stroke=1)", epoch);
    input +=
        answer("fresh-easy-00000007", std::string(static_cast<std::size_t>(epoch), '('), epoch);
  }
  const auto one = score(input, {"--jobs", "1"});
  const auto four = score(input, {"--jobs", "4"});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.out, four.out);
  const auto lines = json_lines(one.out);
  ASSERT_EQ(lines.size(), 400U);
  EXPECT_EQ(lines[2]["epoch"], 1);
  EXPECT_EQ(lines[2]["verdict"], "wrong");
  EXPECT_EQ(lines[2]["success"], false);
  EXPECT_EQ(lines[3]["detail"]["error"], "syntax_error");
}

TEST_F(ScoreTest, EpochMayBeLeftOutAndOtherKeysAreIgnored) {
  const auto result = score(R"({"id":"fresh-easy-00000007","text":"","other":[1]})"
                            "\n\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(json_lines(result.out)[0]["epoch"], 0);
  EXPECT_EQ(json_lines(result.out)[0]["verdict"], "no_answer");
}

TEST_F(ScoreTest, EveryLineGetsALine) {
  const std::string id = "fresh-easy-00000007";
  const auto result =
      score(answer(id, "x") + answer(id, "y") + answer("nobody", "z") + "{rubbish\n" + "[1]\n" +
            R"({"id":"fresh-easy-00000008","key":{"group":3}})"
            "\n" +
            R"({"id":"fresh-easy-00000008","text":null,"key":null})"
            "\n" +
            answer(id, "w", -1) +
            R"({"text":"t"})"
            "\n" +
            R"({"id":"fresh-easy-00000009","text":"","key":[1,"a"]})"
            "\n");
  EXPECT_EQ(result.exit_code, 65);
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 10U);
  EXPECT_EQ(lines[0]["verdict"], "invalid");
  EXPECT_EQ(lines[1]["verdict"], "invalid");  // a second reply to the same task is as good
  const std::vector<std::string> errors{"unknown_id", "bad_json",  "bad_json", "bad_text",
                                        "bad_text",   "bad_epoch", "bad_id"};
  for (std::size_t i = 0; i < errors.size(); ++i) {
    EXPECT_EQ(lines[i + 2]["error"], errors[i]);
    EXPECT_EQ(lines[i + 2]["line"], i + 3);
    EXPECT_FALSE(lines[i + 2].contains("verdict"));
  }
  EXPECT_EQ(lines[2]["message"], "there is no task \"nobody\"");
  EXPECT_EQ(dump_json(lines[5]["key"]), R"({"group":3})");
  EXPECT_TRUE(lines[6].contains("key") && lines[6]["key"].is_null());
  EXPECT_EQ(lines[7]["epoch"], -1);
  EXPECT_EQ(dump_json(lines[9]["key"]), R"([1,"a"])");
  EXPECT_FALSE(lines[0].contains("key"));
  EXPECT_THAT(result.err, HasSubstr("line 3: there is no task \"nobody\""));
}

TEST_F(ScoreTest, TheLineCarriesWhatWasJudged) {
  const auto result = score(answer("fresh-easy-00000007",
                                   "<think>```\ncircle(cx=1, cy=1, radius=9, stroke=1)\n```\n"
                                   "</think>\n```\ncircle(cx=2, cy=2, radius=9, stroke=1)\n```"));
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["answer"], "circle(cx=2, cy=2, radius=9, stroke=1)");
  EXPECT_EQ(lines[0]["rule"], "fence");
  EXPECT_EQ(lines[0]["metrics"]["programs"], 1.0);
}

TEST_F(ScoreTest, RepeatedRepliesAreSamplesOfTheSummary) {
  const std::string line = answer("fresh-easy-00000007", "");
  const auto result = score(line + line + line, {"--summary"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ((*parse_json(result.out))["samples"], 3);
  EXPECT_THAT(result.err, HasSubstr("2 replies are to a task and epoch that had one"));
}

TEST_F(ScoreTest, AFullDiskEndsTheReading) {
  std::string input;
  for (int i = 0; i < 200'000 / test::kSlowdown; ++i)
    input += answer("fresh-easy-00000007", "x", i);
  for (const char* jobs : {"1", "2"}) {
    const auto result = score(input, {"--out", "/dev/full", "--jobs", jobs});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("/dev/full"));
  }
}

TEST_F(ScoreTest, AJudgeIsNotOffered) {
  EXPECT_EQ(score("", {"--extract", "judge"}).exit_code, 2);
  EXPECT_THAT(papert({"score", "--help"}).out, HasSubstr("lenient|strict|published\n"));
  EXPECT_THAT(papert({"batch", "write", "--help"}).out, HasSubstr("lenient|strict|published\n"));
  EXPECT_THAT(papert({"eval", "--help"}).out, HasSubstr("published|judge|judge-always"));
}

TEST_F(ScoreTest, HostileRepliesGetVerdicts) {
  std::string calls;
  for (int i = 0; i < 1'000'000; ++i) calls += "square(cx=1, cy=1, size=1, stroke=1)\n";
  const std::string id = "fresh-easy-00000007";
  std::string input = answer(id, std::string(50'000'000, '#'), 0) + answer(id, calls, 1);
  input += "{\"id\":\"" + id + "\",\"epoch\":2,\"text\":\"circle(\xff\xfe)\"}\n";
  input += "{\"id\":\"" + id + R"x(","epoch":3,"text":"circle(\udcff)"})x" + "\n";
  input += "{\"id\":\"" + id + R"x(","epoch":4,"text":"circle(\u0000)"})x" + "\n";
  input += answer(id, std::string(5000, '('), 5);
  input += answer(id, std::string(1'000'000, '`'), 6);
  const auto result = score(input);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0]["detail"]["error"], "program_too_large");
  EXPECT_EQ(lines[1]["detail"]["error"], "program_too_large");
  for (std::size_t i = 2; i < 7; ++i) {
    EXPECT_EQ(lines[i]["verdict"], "invalid") << i;
    EXPECT_EQ(lines[i]["detail"]["error"], "syntax_error") << i;
  }
}

TEST_F(ScoreTest, TheSummaryListsWhatIsMissing) {
  const auto result = score(answer("fresh-easy-00000007", ""), {"--summary"});
  EXPECT_EQ(result.exit_code, 0);
  const Json summary = *parse_json(result.out);
  EXPECT_EQ(summary["samples"], 1);
  EXPECT_EQ(summary["missing"], 8);
  EXPECT_EQ(summary["missing_ids"].size(), 8U);
  const auto both = score(answer("fresh-easy-00000007", ""), {"--summary", "--out", "s.jsonl"});
  EXPECT_EQ(*parse_json(both.out), summary);
  EXPECT_EQ(json_lines(slurp(path("s.jsonl"))).size(), 1U);
}

TEST_F(ScoreTest, ARunIsScoredAgain) {
  const auto run =
      papert({"eval", "shapecode", "--mint", "7", "--count", "3", "--model", "baseline/heuristic"});
  const std::string name = line_after(run.out, "run: ");
  const auto again = papert({"score", "--run", name, "--summary", "--out", "s.jsonl"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  const Json old_summary = *parse_json(slurp(path(name) / "summary.json"));
  EXPECT_EQ((*parse_json(again.out))["groups"], old_summary["groups"]);
  EXPECT_EQ(json_lines(slurp(path("s.jsonl"))).size(), 9U);
}

TEST_F(ScoreTest, NothingIsMissingFromARunOfSomeTasks) {
  const auto run = papert({"eval", "shapecode", "--mint", "7", "--count", "3", "--limit", "2",
                           "--model", "baseline/heuristic"});
  const auto again = papert({"score", "--run", line_after(run.out, "run: "), "--summary"});
  EXPECT_EQ((*parse_json(again.out))["missing"], 0) << again.err;
}

TEST_F(ScoreTest, ShardsOfOneWorkAreJoined) {
  std::string input;
  for (int epoch = 0; epoch < 9; ++epoch) input += answer("fresh-easy-00000007", "x", epoch);
  const std::string whole = score(input).out;
  for (const char* shard : {"0/2", "1/2"}) {
    ASSERT_EQ(score(input, {"--out", "s.jsonl", "--shard", shard}).exit_code, 0);
  }
  const std::vector<std::string> merge{"merge", "s.jsonl.s000of002", "s.jsonl.s001of002", "--out",
                                       "joined.jsonl"};
  spit(path("joined.jsonl"), "of an earlier time");
  const auto joined = papert(merge);
  EXPECT_EQ(joined.exit_code, 0) << joined.err;
  EXPECT_EQ(joined.err, "");
  EXPECT_EQ(slurp(path("joined.jsonl")), whole);
  EXPECT_FALSE(std::filesystem::exists(path(".joined.jsonl.partial")));
  auto with_notes = merge;
  with_notes.insert(with_notes.begin() + 1, "s.jsonl.s000of002.json");
  EXPECT_EQ(papert(with_notes).exit_code, 0) << "a pattern finds the notes, too";

  const auto refused = [&](const std::string& why) {
    const auto result = papert(merge);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_THAT(result.err, HasSubstr(why));
    EXPECT_EQ(slurp(path("joined.jsonl")), whole) << "what was there stays";
  };
  const std::vector<std::string> second{"--out", "s.jsonl", "--shard", "1/2"};
  std::string other = input;
  other[other.rfind('x')] = 'y';
  ASSERT_EQ(score(other, second).exit_code, 0);
  refused("replies_sha256");
  ASSERT_EQ(score(input + answer("fresh-easy-00000007", "x", 9), second).exit_code, 0);
  refused("replies 10, not 9");
  ASSERT_EQ(papert({"score", "shapecode", "--mint", "7", "--count", "4", "--answers", "-", "--out",
                    "s.jsonl", "--shard", "1/2"},
                   {.input = input})
                .exit_code,
            0);
  refused("tasks 12, not 9");
  auto strict = second;
  strict.insert(strict.end(), {"--extract", "strict"});
  ASSERT_EQ(score(input, strict).exit_code, 0);
  refused(R"(extraction "strict", not "lenient")");

  ASSERT_EQ(score(input, second).exit_code, 0);
  const std::string part = slurp(path("s.jsonl.s001of002"));
  spit(path("s.jsonl.s001of002"), part.substr(0, part.find('\n') + 1));
  refused("by its note");
  spit(path("s.jsonl.s001of002"), part);
  std::filesystem::remove(path("s.jsonl.s001of002.json"));
  const auto unknown = papert(merge);
  EXPECT_EQ(unknown.exit_code, 0) << unknown.err;
  EXPECT_THAT(unknown.err, HasSubstr("1 of 2 parts without a note"));
}

TEST_F(ScoreTest, AShardDoesNotMissTheTasksOfOthers) {
  const std::string input = answer("fresh-easy-00000007", "x") + answer("fresh-easy-00000008", "x");
  const auto shard = score(input, {"--shard", "1/2", "--summary"});
  const Json summary = *parse_json(shard.out);
  EXPECT_EQ(summary["samples"], 1);
  EXPECT_EQ(summary["missing"], 0);
  EXPECT_THAT(shard.err, HasSubstr("the summary is of its lines"));
}

TEST_F(ScoreTest, AScoreIsThereBeforeTheNextLineIsSent) {
  int to_child[2];
  int from_child[2];
  ASSERT_EQ(::pipe(to_child), 0);
  ASSERT_EQ(::pipe(from_child), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(to_child[0], 0);
    ::dup2(from_child[1], 1);
    for (const int fd : {to_child[0], to_child[1], from_child[0], from_child[1]}) ::close(fd);
    ::execl(PAPERT_BINARY, "papert", "score", "shapecode", "--mint", "7", "--count", "3",
            "--answers", "-", "--jobs", "2", nullptr);
    ::_exit(127);
  }
  ::close(to_child[0]);
  ::close(from_child[1]);
  for (int epoch = 0; epoch < 5; ++epoch) {
    const std::string line = answer("fresh-easy-00000007", "x", epoch);
    ASSERT_EQ(::write(to_child[1], line.data(), line.size()), static_cast<ssize_t>(line.size()));
    pollfd wait{from_child[0], POLLIN, 0};
    ASSERT_EQ(::poll(&wait, 1, 20'000), 1) << "no score while the input is open";
    char buffer[4096];
    ASSERT_GT(::read(from_child[0], buffer, sizeof buffer), 0);
  }
  ::close(to_child[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(from_child[0]);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace papert::test

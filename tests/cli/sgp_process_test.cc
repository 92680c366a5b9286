// The sgp suite through the program: loading, baselines, moved programs, consensus, the judge.

#include "mock_process.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kTable =
    ",Question,A,B,C,D,Answer,Subject\n"
    "4,\"Look.\n\n<svg viewbox=\"\"0 0 90 90\"\"><circle cx=\"\"40\"\" cy=\"\"40\"\" r=\"\"20\"\" "
    "fill=\"\"red\"\"/></svg>\n\nQuestion: What color is it?\",Blue,Red,Green,Black,B,dot\n"
    "4,\"Look.\n\n<svg viewbox=\"\"0 0 90 90\"\"><circle cx=\"\"40\"\" cy=\"\"40\"\" r=\"\"20\"\" "
    "fill=\"\"red\"\"/></svg>\n\nQuestion: What shape is it?\",Circle,Star,Box,Line,A,dot\n";

class SgpTest : public PapertTest {
 protected:
  SgpTest() {
    spit(path("q.csv"), kTable);
    spit(path(".env"), "PAPERT_CACHE_DIR=" + path("cache").string() + "\n");
  }

  ProcessResult eval(std::vector<std::string> more, const std::string& data = "q.csv") {
    std::vector<std::string> arguments{"eval", "sgp", "--data", data};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return papert(arguments);
  }
  /// (right, all) of the run that was printed.
  std::pair<int, int> right_of(const ProcessResult& result) {
    const Json summary = *parse_json(slurp(run_of(result) / "summary.json"));
    return {summary["verdicts"]["right"].get<int>(), summary["samples"].get<int>()};
  }
};

TEST_F(SgpTest, BaselinesAtTheirTrueRates) {
  const ProcessResult oracle = eval({"--model", "baseline/oracle"});
  EXPECT_EQ(oracle.exit_code, 0) << oracle.err;
  EXPECT_EQ(right_of(oracle), std::pair(2, 2));
  EXPECT_THAT(oracle.err, HasSubstr("note: 2 programs had 'viewbox'"));
  EXPECT_THAT(oracle.out, HasSubstr("color"));
  EXPECT_EQ(right_of(eval({"--model", "baseline/constant=A"})), std::pair(1, 2));
  EXPECT_EQ(right_of(eval({"--model", "baseline/constant=C"})), std::pair(0, 2));
  const ProcessResult empty = eval({"--model", "baseline/empty"});
  EXPECT_THAT(empty.out, HasSubstr("no_answer 2"));
}

TEST_F(SgpTest, DamagedRowsAreListedAndTheRestIsUsed) {
  spit(path("q.csv"), std::string(kTable) + "5,\"no program. Question: What?\",a,b,c,d,A,x\n");
  const ProcessResult result = eval({"--model", "baseline/oracle"});
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, HasSubstr("q.csv:12: no program was found"));
  EXPECT_EQ(right_of(result), std::pair(2, 2));
  EXPECT_EQ(eval({"--model", "baseline/oracle"}, "missing.csv").exit_code, 2);
}

TEST_F(SgpTest, MovedProgramsAndConsistency) {
  const ProcessResult moved = papert({"perturb", "sgp", "--data", "q.csv", "--kinds", "t,se2",
                                      "--count", "5", "--seed", "3", "--out", "moved"});
  EXPECT_EQ(moved.exit_code, 0) << moved.err;
  EXPECT_THAT(moved.out, HasSubstr("22 tasks written"));
  EXPECT_EQ(papert({"mint", "sgp", "--check", "moved"}).exit_code, 0);
  const ProcessResult result = eval({"--model", "baseline/constant=B"}, "moved");
  EXPECT_THAT(result.out, HasSubstr("with original"));
  const Json summary = *parse_json(slurp(run_of(result) / "summary.json"));
  const Json& all = summary["invariance"][0];
  EXPECT_EQ(all["accuracy"]["n"], 20);
  EXPECT_EQ(all["accuracy"]["mean"], 0.5);
  EXPECT_EQ(all["consistency"]["mean"], 1.0);
  EXPECT_EQ(all["consistency_with_original"]["mean"], 1.0);
  const ProcessResult report = papert({"report", run_of(result).string(), "-o", "r.html"});
  EXPECT_THAT(report.out, HasSubstr("variant se2"));
}

TEST_F(SgpTest, ConsensusOfRunsAndPeople) {
  const auto a = run_of(eval({"--model", "baseline/constant=A"})).string();
  const auto b = run_of(eval({"--model", "baseline/constant=B"})).string();
  spit(path("people.jsonl"), R"({"id":"4-1","annotator":"x","answer":"B"})"
                             "\n"
                             R"({"id":"4-1","annotator":"y","answer":"B"})"
                             "\n");
  const ProcessResult text = papert({"consensus", a, b, "--human", "people.jsonl"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("mean entropy: 1.0000 bits"));
  const Json json =
      *parse_json(papert({"consensus", a, b, "--human", "people.jsonl", "--json"}).out);
  EXPECT_EQ(json["entropy"]["mean"], 1.0);
  EXPECT_EQ(json["human"]["agreement_with_key"], 1.0);
  EXPECT_EQ(json["human"]["models_entropy"]["mean"], 1.0);
  EXPECT_EQ(papert({"consensus", a, "--human", "none.jsonl"}).exit_code, 2);
}

/// Scans as the IDX format has them: a vertical bar is a one, a ring a zero.
TEST_F(SgpTest, DigitsAreTracedIntoQuestions) {
  const auto number = [](unsigned value) {
    return std::string{static_cast<char>(value >> 24), static_cast<char>(value >> 16),
                       static_cast<char>(value >> 8), static_cast<char>(value)};
  };
  std::string scans = number(0x803) + number(2) + number(28) + number(28);
  for (const bool ring : {false, true}) {
    for (int y = 0; y < 28; ++y) {
      for (int x = 0; x < 28; ++x) {
        const int square = (x - 14) * (x - 14) + (y - 14) * (y - 14);
        const bool ink = ring ? square >= 36 && square <= 100 : x > 11 && x < 16 && y > 3 && y < 24;
        scans += static_cast<char>(ink ? 255 : 0);
      }
    }
  }
  spit(path("scans"), scans);
  spit(path("labels"), number(0x801) + number(2) + std::string{'\1', '\0'});
  const auto made = papert({"datagen", "digits", "--images", "scans", "--labels", "labels",
                            "--count", "2", "--out", "digits"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  const ProcessResult oracle = eval({"--model", "baseline/oracle"}, "digits");
  EXPECT_EQ(right_of(oracle), std::make_pair(2, 2)) << oracle.err;
  spit(path("labels"), number(0x801) + number(2) + std::string{'\1', '\12'});
  const auto wrong = papert({"datagen", "digits", "--images", "scans", "--labels", "labels",
                             "--count", "2", "--out", "other"});
  EXPECT_EQ(wrong.exit_code, 65) << wrong.err;
}

TEST_F(SgpTest, PicturesOfPrograms) {
  const ProcessResult result = papert({"render", "q.csv", "--id", "4-1", "-o", "p.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(slurp(path("p.png")), HasSubstr("PNG"));
  EXPECT_EQ(papert({"render", "q.csv", "--id", "9-9", "-o", "p.png"}).exit_code, 2);
}

// The answering model says nothing that can be read; the judge, elsewhere, says B.
TEST_F(SgpTest, TheJudgeIsAskedElsewhereAndKept) {
  const MockProcess silent({"--suite", "sgp", "--data", path("q.csv").string(), "--answers",
                            "baseline/empty", "--key", "answering"});
  const MockProcess judge({"--suite", "sgp", "--data", path("q.csv").string(), "--unknown",
                           "It settles on the second.\nAnswer: B", "--key", "judging"});
  spit(path(".env"), "PAPERT_CACHE_DIR=" + path("cache").string() +
                         "\nOPENAI_BASE_URL=" + silent.url() +
                         "\nOPENAI_API_KEY=answering\nJUDGE_BASE_URL=" + judge.url() +
                         "\nJUDGE_API_KEY=judging\n");
  const ProcessResult plain = eval({"--model", "openai/m"});
  EXPECT_EQ(right_of(plain), std::pair(0, 2));
  const ProcessResult judged =
      eval({"--model", "openai/m", "--extract", "judge", "--judge", "openai/j"});
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_THAT(judged.err, HasSubstr("judge: "));
  EXPECT_EQ(right_of(judged), std::pair(1, 2)) << "one key is B";
  for (const Json& line : json_lines(slurp(run_of(judged) / "samples.jsonl"))) {
    EXPECT_EQ(line["rule"], "judge");
    EXPECT_THAT(line["judge"]["reply"].get<std::string>(), HasSubstr("Answer: B"));
  }
  // Scored again from the record, with the judge's word and without it.
  const std::string run = run_of(judged).string();
  const auto verdicts = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"score", "--run", run, "--summary"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return (*parse_json(papert(arguments).out))["verdicts"];
  };
  EXPECT_EQ(verdicts({})["right"], 1);
  EXPECT_EQ(verdicts({"--extract", "lenient"})["no_answer"], 2);
  // Without the judge's address the settings of the answering model are not used in their place.
  spit(path(".env"), "PAPERT_CACHE_DIR=" + path("cache2").string() +
                         "\nOPENAI_BASE_URL=" + silent.url() + "\nOPENAI_API_KEY=answering\n");
  const ProcessResult lost =
      eval({"--model", "openai/m", "--extract", "judge-always", "--judge", "openai/j"});
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_THAT(lost.err, HasSubstr("JUDGE_API_KEY"));
}

TEST_F(SgpTest, FlagsThatDoNotGoTogether) {
  EXPECT_THAT(eval({"--model", "baseline/oracle", "--extract", "judge"}).err, HasSubstr("--judge"));
  EXPECT_EQ(
      eval({"--model", "baseline/oracle", "--extract", "strict", "--judge", "openai/j"}).exit_code,
      2);
  EXPECT_EQ(
      papert({"score", "sgp", "--data", "q.csv", "--answers", "-", "--extract", "judge"}).exit_code,
      2);
  const ProcessResult other = papert({"eval", "shapecode", "--mint", "1", "--count", "1", "--model",
                                      "baseline/oracle", "--judge", "command/cat"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("nothing for a judge"));
}

TEST_F(SgpTest, AskedAgainWhenNothingIsFound) {
  const MockProcess silent(
      {"--suite", "sgp", "--data", path("q.csv").string(), "--answers", "baseline/empty"});
  spit(path(".env"),
       "PAPERT_CACHE_DIR=" + path("cache").string() + "\nOPENAI_BASE_URL=" + silent.url() + "\n");
  const ProcessResult result = eval({"--model", "openai/m", "--answer-retries", "3"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const Json& line : json_lines(slurp(run_of(result) / "samples.jsonl"))) {
    EXPECT_EQ(line["earlier"].size(), 3U);
    EXPECT_EQ(line["verdict"], "no_answer");
  }
}

}  // namespace
}  // namespace papert::test

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

TEST_F(SgpTest, BandsOfDistanceOfOnesOwn) {
  papert({"perturb", "sgp", "--data", "q.csv", "--kinds", "t,se2", "--count", "5", "--seed", "3",
          "--out", "moved"});
  const std::string run = run_of(eval({"--model", "baseline/constant=B"}, "moved")).string();
  std::map<std::int64_t, int> distances;
  for (const Json& line : json_lines(slurp(path("moved/tasks.jsonl")))) {
    if (line.contains("distance")) ++distances[line["distance"].get<std::int64_t>()];
  }
  ASSERT_FALSE(distances.empty());
  const std::string low = std::to_string(distances.begin()->first);
  const std::string band = low + "-" + low;
  const auto report = [&](const std::string& bands, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"report", run, "--bands", bands, "--format", "csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return papert(arguments);
  };
  const ProcessResult whole = report("900-999," + band + ",0-100000");
  EXPECT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_THAT(whole.err, HasSubstr("is in band 900-999"));
  EXPECT_THAT(whole.out, HasSubstr("distance " + band));
  EXPECT_THAT(whole.out, HasSubstr("distance 0-100000"));
  EXPECT_THAT(whole.out, Not(HasSubstr("distance <5")));
  EXPECT_THAT(whole.out, Not(HasSubstr("distance 900-999")));
  EXPECT_LT(whole.out.find("distance " + band), whole.out.find("distance 0-100000"));
  EXPECT_THAT(report("0-100000", {"--by", "distance"}).out, HasSubstr("0-100000"));
  const ProcessResult bad = report("10-5");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("--bands"));
  EXPECT_THAT(bad.err, HasSubstr("'10-5'"));
  EXPECT_EQ(report("").exit_code, 2);
  const std::string plain = run_of(eval({"--model", "baseline/oracle"})).string();
  const ProcessResult none = papert({"report", plain, "--bands", "5-10", "--format", "csv"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("papert perturb sgp"));
}

TEST_F(SgpTest, IndirectQuestionsReportTheSimilarityOfTheDrawing) {
  const ProcessResult oracle = eval({"--model", "baseline/oracle", "--mode", "input=indirect"});
  EXPECT_EQ(oracle.exit_code, 0) << oracle.err;
  EXPECT_THAT(oracle.out, HasSubstr("similarity of the drawing"));
  const Json summary = *parse_json(slurp(run_of(oracle) / "summary.json"));
  EXPECT_EQ(summary["groups"][0]["metrics"]["similarity"]["mean"], 1.0);
  const ProcessResult plain = eval({"--model", "baseline/oracle"});
  EXPECT_THAT(plain.out, Not(HasSubstr("similarity")));
  EXPECT_THAT(slurp(run_of(plain) / "summary.json"), Not(HasSubstr("similarity")));
  const ProcessResult both = papert({"report", run_of(oracle).string(), run_of(plain).string(),
                                     "--by", "input", "--format", "csv"});
  EXPECT_EQ(both.exit_code, 0) << both.err;
  EXPECT_THAT(both.out, HasSubstr("indirect"));
  EXPECT_THAT(both.out, HasSubstr("program")) << "the default is named, too";
  spit(path("a.jsonl"),
       R"({"id":"4-1","text":"<svg viewBox='0 0 90 90'><text>Answer: A</text></svg> Answer: B"})"
       "\n"
       R"({"id":"4-2","text":"Answer: A"})"
       "\n");
  const ProcessResult scored = papert({"score", "sgp", "--data", "q.csv", "--mode",
                                       "input=indirect", "--answers", "a.jsonl", "--out", "-"});
  EXPECT_EQ(scored.exit_code, 0) << scored.err;
  const auto lines = json_lines(scored.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["verdict"], "right");
  EXPECT_EQ(lines[0]["detail"]["drawing"], "drawn");
  EXPECT_LT(lines[0]["metrics"]["similarity"].get<double>(), 0.2);
  EXPECT_EQ(lines[1]["verdict"], "right");
  EXPECT_EQ(lines[1]["detail"]["drawing"], "no_program");
  EXPECT_EQ(lines[1]["metrics"]["similarity"], 0.0);
}

TEST_F(SgpTest, PicturesAreSentAndIllusionsMinted) {
  const MockProcess mock({"--suite", "sgp", "--data", path("q.csv").string(), "--mode",
                          "input=picture", "--answers", "baseline/oracle"});
  spit(path(".env"),
       "PAPERT_CACHE_DIR=" + path("cache").string() + "\nOPENAI_BASE_URL=" + mock.url() + "\n");
  const ProcessResult asked = eval({"--model", "openai/m", "--mode", "input=picture"});
  EXPECT_EQ(right_of(asked), std::pair(2, 2)) << asked.err;
  for (const Json& line : json_lines(slurp(run_of(asked) / "samples.jsonl"))) {
    EXPECT_EQ(line["prompt"]["images"].size(), 1U);
    EXPECT_THAT(line["prompt"]["text"].get<std::string>(), Not(HasSubstr("<svg")));
  }
  const ProcessResult minted = papert(
      {"mint", "sgp", "--family", "illusion", "--seed", "0", "--count", "3", "--out", "illusions"});
  EXPECT_EQ(minted.exit_code, 0) << minted.err;
  EXPECT_THAT(minted.out, HasSubstr("6 tasks written"));
  EXPECT_EQ(papert({"mint", "sgp", "--check", "illusions"}).exit_code, 0);
  EXPECT_EQ(right_of(eval({"--model", "baseline/oracle"}, "illusions")), std::pair(6, 6));
  const ProcessResult wrong =
      papert({"mint", "sgp", "--family", "mirage", "--seed", "0", "--out", "x"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("any, illusion"));
  const ProcessResult other =
      papert({"mint", "xlogo", "--family", "illusion", "--seed", "0", "--out", "x"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("--family"));
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
  const auto balanced = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"datagen",  "digits", "--images", "scans",
                                       "--labels", "labels", "--out",    "balanced"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return papert(arguments);
  };
  const ProcessResult few = balanced({"--per-digit", "1", "--seed", "3"});
  EXPECT_EQ(few.exit_code, 2);
  EXPECT_THAT(few.err, HasSubstr("0 of 2, 0 of 3"));
  EXPECT_EQ(balanced({"--per-digit", "1", "--count", "2"}).exit_code, 2);
  EXPECT_EQ(balanced({"--per-digit", "0"}).exit_code, 2);
  EXPECT_THAT(balanced({"--seed", "3"}).err, HasSubstr("--per-digit"));
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

// The flags of the drawing suites, agreement and calibrate, run as processes with the real jail.

#include "papert_process.h"
#include "support/onnx_model.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

#ifdef PAPERT_HAS_ENCODERS
constexpr bool kHasEncoders = true;
#else
constexpr bool kHasEncoders = false;
#endif

class SuitesTest : public PapertTest {
 protected:
  ProcessResult eval(const std::string& suite, const std::string& model,
                     const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"eval", suite,     "--mint", "7",         "--count",
                                       "1",    "--model", model,    "--display", "none"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return papert(arguments);
  }

  Json config_of(const ProcessResult& result) {
    return *parse_json(slurp(run_of(result) / "run.json"));
  }
};

TEST_F(SuitesTest, FlagsSetModesAndIdentifyTheRun) {
  const auto plain = eval("turtleai", "baseline/oracle");
  ASSERT_EQ(plain.exit_code, 0) << plain.err;
  const auto pixel = eval("turtleai", "baseline/oracle", {"--metric", "pixel"});
  ASSERT_EQ(pixel.exit_code, 0) << pixel.err;
  EXPECT_EQ(config_of(pixel)["modes"]["metric"], "pixel");
  EXPECT_NE(run_of(plain), run_of(pixel));
  EXPECT_EQ(run_of(pixel), run_of(eval("turtleai", "baseline/oracle", {"--mode", "metric=pixel"})));
  const auto asked = eval("turtlebench", "baseline/oracle", {"--threshold", "0.90"});
  ASSERT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_EQ(config_of(asked)["modes"]["threshold"], "0.9");
  EXPECT_EQ(run_of(asked), run_of(eval("turtlebench", "baseline/oracle", {"--threshold=0.9"})));
  const auto edit = eval("turtlebench", "baseline/oracle",
                         {"--mode", "task=tweak", "--mode", "mode=code_edit", "--mode",
                          "modality=image+text", "--published-code-edit"});
  ASSERT_EQ(edit.exit_code, 0) << edit.err;
  EXPECT_EQ(config_of(edit)["modes"]["code_edit_source"], "published");
}

TEST_F(SuitesTest, FlagsAreRefusedWhereTheyMeanNothing) {
  const auto other = eval("shapecode", "baseline/oracle", {"--metric", "pixel"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("--metric: suite shapecode does not have it; these do: "
                                   "turtleai, turtlebench"));
  const auto edit = eval("turtleai", "baseline/oracle", {"--published-code-edit"});
  EXPECT_THAT(edit.err, HasSubstr("these do: turtlebench"));
  const auto twice =
      eval("turtleai", "baseline/oracle", {"--metric", "faithful", "--mode", "metric=pixel"});
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.err, HasSubstr("--mode metric=pixel says otherwise"));
  for (const char* value : {"1", "-0.1", "half"}) {
    const auto wrong = eval("turtlebench", "baseline/oracle", {"--threshold", value});
    EXPECT_EQ(wrong.exit_code, 2) << value;
    EXPECT_THAT(wrong.err, HasSubstr("a number from 0 to below 1"));
  }
  EXPECT_THAT(papert({"list", "modes"}).out, HasSubstr("paper, or a number from 0 to below 1"));
}

TEST_F(SuitesTest, AnEncoderIsPartOfTheRun) {
  if (!kHasEncoders) GTEST_SKIP() << "this build has no encoders (-DPAPERT_EMBEDDINGS=OFF)";
  OnnxModel model("picture", {0, 3, 224, 224});
  model.node("GlobalAveragePool", {"picture"}, "means");
  model.node("Flatten", {"means"}, "features");
  spit(path("a.onnx"), model.bytes("features"));
  spit(path("moved/b.onnx"), model.bytes("features"));
  const auto off = eval("turtleai", "baseline/oracle");
  EXPECT_THAT(off.err, Not(HasSubstr("embedding"))) << "who wants it, asks for it";
  const auto on = eval("turtleai", "baseline/oracle", {"--encoder", "a.onnx"});
  ASSERT_EQ(on.exit_code, 0) << on.err;
  EXPECT_NE(run_of(on), run_of(off));
  EXPECT_EQ(run_of(on), run_of(eval("turtleai", "baseline/oracle", {"--encoder", "moved/b.onnx"})));
  const Json summary = *parse_json(slurp(run_of(on) / "summary.json"));
  EXPECT_EQ(summary["groups"][0]["metrics"]["embedding_success"]["mean"], 1.0);
  const auto again = papert({"score", "--run", run_of(on).string(), "--summary"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ((*parse_json(again.out))["groups"][0]["metrics"]["embedding_similarity"]["mean"], 1.0);
  spit(path("bad.onnx"), "rubbish");
  const auto bad = eval("turtleai", "baseline/oracle", {"--encoder", "bad.onnx"});
  EXPECT_EQ(bad.exit_code, 65);
  EXPECT_THAT(bad.err, HasSubstr("bad.onnx"));
  EXPECT_EQ(eval("turtleai", "baseline/oracle", {"--metric", "embedding"}).exit_code, 2);
}

TEST_F(SuitesTest, AnAnswerComesBackBeforeTheNextIsAskedFor) {
  if (!kHasEncoders) GTEST_SKIP() << "this build has no encoders (-DPAPERT_EMBEDDINGS=OFF)";
  OnnxModel model("picture", {0, 3, 224, 224});
  model.node("GlobalAveragePool", {"picture"}, "means");
  model.node("Flatten", {"means"}, "features");
  spit(path("a.onnx"), model.bytes("features"));
  spit(path("talk.sh"),
       "mkfifo in out\n" PAPERT_BINARY
       " score turtleai --mint 7 --count 1 --encoder a.onnx --answers - < in > out 2> err &\n"
       "exec 3> in 4< out\n"
       "for id in fresh-00000007-easy fresh-00000007-hard; do\n"
       "  echo '{\"id\": \"'$id'\", \"text\": \"```python\\nt = 1\\n```\"}' >&3\n"
       "  read -t 60 line <&4 || exit 7\n  echo $line\ndone\n");
  const auto result = run_process({"/bin/bash", path("talk.sh").string()},
                                  {.folder = path("talk.sh").parent_path()});
  EXPECT_EQ(result.exit_code, 0) << slurp(path("err"));
  EXPECT_EQ(json_lines(result.out).size(), 2U);
}

TEST_F(SuitesTest, RunsInGroupsAndTheirGallery) {
  const std::string good = run_of(eval("turtlebench", "baseline/oracle")).string();
  const std::string empty = run_of(eval("turtlebench", "baseline/empty")).string();
  const auto text = papert({"agreement", "--group", "weak=" + empty, "--group", "strong=" + good,
                            "--by", "input,output", "--by", "task", "-o", "page.html"});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("weak   strong  tasks"));
  EXPECT_THAT(text.out, HasSubstr("tasks ever solved"));
  EXPECT_THAT(text.out, HasSubstr("gallery: page.html"));
  EXPECT_THAT(slurp(path("page.html")), HasSubstr("weak fail, strong solve"));
  EXPECT_THAT(slurp(path("page.html")), HasSubstr("data:image/png;base64,"));
  const auto json = papert({"agreement", good, empty, "--json"});
  EXPECT_EQ((*parse_json(json.out))["divided"], (*parse_json(json.out))["tasks"]);
  EXPECT_EQ(papert({"agreement"}).exit_code, 2);
  EXPECT_EQ(papert({"agreement", "--group", "weak"}).exit_code, 2);
  EXPECT_EQ(papert({"agreement", good, "--by", "colour"}).exit_code, 2);
}

TEST_F(SuitesTest, LabelsOfPeopleGiveAThreshold) {
  spit(path("labels.jsonl"),
       "{\"id\": \"a\", \"same\": true, \"similarity\": 0.99}\n"
       "{\"id\": \"b\", \"same\": true, \"similarity\": 0.90}\n"
       "{\"id\": \"c\", \"same\": false, \"similarity\": 0.97}\n"
       "{\"id\": \"d\", \"same\": false, \"similarity\": 0.30}\n");
  const auto text = papert({"calibrate", "labels.jsonl", "--curve", "curve.csv"});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("4 labels"));
  EXPECT_THAT(text.out, HasSubstr("precision 0.5000  recall 0.5000  F1 0.5000  accuracy 0.5000"));
  EXPECT_THAT(slurp(path("curve.csv")),
              testing::StartsWith("threshold,precision,recall,f1,accuracy\n"));
  const auto json = papert({"calibrate", "labels.jsonl", "--json", "--threshold", "0.5"});
  const Json figures = *parse_json(json.out);
  EXPECT_EQ(figures["given"]["true_positive"], 2);
  EXPECT_EQ(figures["given"]["false_positive"], 1);
  EXPECT_EQ(figures["best"]["accuracy"], 0.75);
  spit(path("scores.jsonl"), "{\"id\": \"a\", \"metrics\": {\"embedding_similarity\": 0.5}}\n");
  spit(path("one.jsonl"), "{\"id\": \"a\", \"same\": true}\nrubbish\n");
  const auto joined = papert({"calibrate", "one.jsonl", "--scores", "scores.jsonl", "--metric",
                              "embedding_similarity", "--threshold", "0.4"});
  EXPECT_EQ(joined.exit_code, 65) << "one line is not a label";
  EXPECT_THAT(joined.out, HasSubstr("1 labels"));
  EXPECT_EQ(papert({"calibrate", "one.jsonl"}).exit_code, 65);
  EXPECT_EQ(papert({"calibrate", "none.jsonl"}).exit_code, 2);
  EXPECT_EQ(papert({"calibrate"}).exit_code, 2);
  EXPECT_EQ(papert({"calibrate", "labels.jsonl", "--equivalence"}).exit_code, 2);
}

TEST_F(SuitesTest, RulesAreTriedOnVariants) {
  const auto result = papert({"calibrate", "--equivalence", "--seed", "7", "--count", "6", "--out",
                              "failures", "--json", "--display", "none"});
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 1) << result.err;
  const Json figures = *parse_json(result.out);
  EXPECT_EQ(figures["programs"], 6);
  EXPECT_EQ(figures["kinds"].size(), 20U);
  EXPECT_GT(figures["all"]["faithful"], 0.9);
  EXPECT_TRUE(std::filesystem::is_directory(path("failures/pixel")));
}

}  // namespace
}  // namespace papert::test

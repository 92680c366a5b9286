// The grid-world suite as a user meets it: eval, render, perturb, report, resample, bad data.

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using XlogoTest = PapertTest;

TEST_F(XlogoTest, TheEndsOfTheScale) {
  const auto oracle =
      papert({"eval", "xlogo", "--mint", "7", "--count", "30", "--model", "baseline/oracle"});
  EXPECT_EQ(oracle.exit_code, 0) << oracle.err;
  EXPECT_THAT(oracle.out, HasSubstr("success           1.0000"));
  EXPECT_THAT(oracle.out, HasSubstr("code constraints"));
  const auto empty =
      papert({"eval", "xlogo", "--mint", "7", "--count", "30", "--model", "baseline/empty"});
  EXPECT_EQ(empty.exit_code, 0) << empty.err;
  EXPECT_THAT(empty.out, HasSubstr("success   0.0000"));
  EXPECT_THAT(empty.out, Not(HasSubstr("constraints kept")));
  EXPECT_THAT(empty.out, HasSubstr("errors: no_code"));
}

TEST_F(XlogoTest, MintRenderAndScore) {
  ASSERT_EQ(papert({"mint", "xlogo", "--seed", "0", "--count", "12", "--out", "set"}).exit_code, 0);
  const auto check = papert({"mint", "xlogo", "--check", "set"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  const std::string id =
      parse_json(
          slurp(path("set/tasks.jsonl")).substr(0, slurp(path("set/tasks.jsonl")).find('\n')))
          ->at("id")
          .get<std::string>();
  spit(path("answer.py"), "def run():\n    move_forward()\n    move_forward()\n");
  spit(path("answer.txt"), "repeat 2 [ fd rt ]\n");
  for (const auto& [out, magic] :
       {std::make_pair("a.png", "\x89PNG"), {"a.svg", "<svg"}, {"a.apng", "\x89PNG"}}) {
    const auto drawn =
        papert({"render", "set/tasks.jsonl", "--id", id, "--program", "answer.py", "-o", out});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_THAT(slurp(path(out)), testing::StartsWith(magic)) << out;
  }
  EXPECT_EQ(
      papert({"render", "set", "--id", id, "--program", "answer.txt", "-o", "b.png"}).exit_code, 0);
  const auto unknown = papert({"render", "set", "--id", "nobody", "-o", "c.png"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("nobody"));
  const auto scored =
      papert({"score", "xlogo", "--data", "set", "--answers", "-"},
             {.input = "{\"id\": \"" + id + "\", \"text\": \"def run():\\n  jump()\"}\n"});
  EXPECT_EQ(scored.exit_code, 0) << scored.err;
  const Json line = json_lines(scored.out).at(0);
  EXPECT_EQ(line["verdict"], "invalid");
  EXPECT_EQ(line["metrics"]["format"], 0.0);
  EXPECT_TRUE(line["metrics"]["goal"].is_null());
  EXPECT_THAT(line["detail"]["message"].get<std::string>(), HasSubstr("jump"));
}

TEST_F(XlogoTest, TheSecondDialectFromMintToSolve) {
  const std::vector<std::string> second{"--mode", "dialect=v2"};
  const auto with = [&](std::vector<std::string> command) {
    command.insert(command.end(), second.begin(), second.end());
    return papert(command);
  };
  const auto mint = with({"mint", "xlogo", "--seed", "0", "--count", "6", "--out", "maze"});
  ASSERT_EQ(mint.exit_code, 0) << mint.err;
  const auto check = papert({"mint", "xlogo", "--check", "maze"});
  EXPECT_EQ(check.exit_code, 0) << check.err << check.out;
  const auto oracle = with({"eval", "xlogo", "--data", "maze", "--model", "baseline/oracle"});
  EXPECT_EQ(oracle.exit_code, 0) << oracle.err;
  EXPECT_THAT(oracle.out, HasSubstr("success           1.0000"));
  const auto empty = with({"eval", "xlogo", "--data", "maze", "--model", "baseline/empty"});
  EXPECT_THAT(empty.out, HasSubstr("success   0.0000"));
  const auto other = papert({"eval", "xlogo", "--data", "maze", "--model", "baseline/oracle"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("give --mode dialect=v2"));
  const std::string id = json_lines(slurp(path("maze/tasks.jsonl"))).at(0)["id"];
  spit(path("answer.py"), "def run():\n    while not blocked():\n        move_forward()\n");
  for (const auto& [out, magic] :
       {std::make_pair("a.png", "\x89PNG"), {"a.svg", "<svg"}, {"a.apng", "\x89PNG"}}) {
    const auto drawn = papert({"render", "maze", "--id", id, "--program", "answer.py", "-o", out});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    EXPECT_THAT(slurp(path(out)), testing::StartsWith(magic)) << out;
  }
  EXPECT_EQ(papert({"render", "maze", "--id", id, "-o", "film.apng"}).exit_code, 0);
  const auto scored =
      papert({"score", "xlogo", "--data", "maze", "--mode", "dialect=v2", "--answers", "-"},
             {.input = "{\"id\": \"" + id + "\", \"text\": \"def run():\\n  run()\"}\n"});
  EXPECT_EQ(scored.exit_code, 0) << scored.err;
  const Json line = json_lines(scored.out).at(0);
  EXPECT_EQ(line["verdict"], "invalid");
  EXPECT_THAT(line["detail"]["message"].get<std::string>(), HasSubstr("recursion"));
  const auto perturbed =
      papert({"perturb", "xlogo", "--data", "maze", "--kinds", "A", "--out", "changed"});
  EXPECT_EQ(perturbed.exit_code, 2);
  EXPECT_THAT(perturbed.err, HasSubstr("dialect v2 cannot be perturbed"));
  const auto exported =
      with({"export", "xlogo", "--data", "maze", "--format", "sharegpt", "--out", "sft"});
  EXPECT_EQ(exported.exit_code, 0) << exported.err;
  const auto solved = with({"eval", "xlogo", "--data", "maze", "--model", "solver/xlogo"});
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
}

TEST_F(XlogoTest, PerturbEvalAndTheTableOfPerturbations) {
  ASSERT_EQ(papert({"mint", "xlogo", "--seed", "0", "--count", "8", "--out", "set"}).exit_code, 0);
  const auto failed = papert({"eval", "xlogo", "--data", "set", "--model", "baseline/empty"});
  const auto solved = papert({"eval", "xlogo", "--data", "set", "--model", "baseline/oracle"});
  ASSERT_EQ(failed.exit_code, 0) << failed.err;
  const std::filesystem::path log = run_of(failed) / "samples.jsonl";
  spit(log, "rubbish\n" + slurp(log));
  const auto made =
      papert({"perturb", "xlogo", "--data", "set", "--kinds", "A,B,C", "--out", "changed",
              "--failed-by", line_after(failed.out, "run: "), "--limit", "3"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("24 tasks written"));
  EXPECT_THAT(made.err, HasSubstr("1 damaged line left out"));
  const auto none =
      papert({"perturb", "xlogo", "--data", "set", "--kinds", "A", "--out", "none", "--failed-by",
              line_after(failed.out, "run: "), line_after(solved.out, "run: ")});
  EXPECT_EQ(none.exit_code, 65);
  EXPECT_THAT(none.err, HasSubstr("no task was failed"));
  const auto run = papert({"eval", "xlogo", "--data", "changed", "--model", "baseline/oracle"});
  const auto table =
      papert({"report", line_after(run.out, "run: "), "--by", "perturbation", "-o", "p.html"});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("by perturbation\nperturbation          success"));
  EXPECT_THAT(table.out, HasSubstr("T_ABC         1.0000 ± 0.0000"));
  EXPECT_EQ(papert({"report", line_after(run.out, "run: "), "--by", "nothing"}).exit_code, 2);
}

TEST_F(XlogoTest, ResampleWritesWhatItDrew) {
  const auto run = papert({"eval", "xlogo", "--mint", "1", "--count", "10", "--model",
                           "baseline/empty", "--mode", "form=picture"});
  const auto drawn = papert({"datagen", "resample", "--run", line_after(run.out, "run: "), "--beta",
                             "2", "--count", "25", "--seed", "3", "--out", "drawn"});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  const auto lines = json_lines(slurp(path("drawn/train.jsonl")));
  ASSERT_EQ(lines.size(), 25U);
  for (const Json& line : lines) {
    EXPECT_EQ(line["messages"][0]["role"], "user");
    EXPECT_THAT(line["messages"][1]["content"].get<std::string>(),
                testing::StartsWith("```python\ndef run():\n"));
    EXPECT_TRUE(std::filesystem::exists(path("drawn") / line["images"][0].get<std::string>()));
  }
  const std::string indices = slurp(path("drawn/indices.txt"));
  EXPECT_EQ(std::count(indices.begin(), indices.end(), '\n'), 25);
}

TEST_F(XlogoTest, EveryTaskBecomesATrainingLine) {
  ASSERT_EQ(papert({"mint", "xlogo", "--seed", "1", "--count", "6", "--out", "set"}).exit_code, 0);
  const auto written = papert({"datagen", "sft", "xlogo", "--data", "set", "--mode", "form=picture",
                               "--out", "sft", "--display", "none"});
  EXPECT_EQ(written.exit_code, 0) << written.err;
  const auto tasks = json_lines(slurp(path("set/tasks.jsonl")));
  const auto lines = json_lines(slurp(path("sft/train.jsonl")));
  ASSERT_EQ(lines.size(), tasks.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i]["id"], tasks[i]["id"]) << "each once, in order";
    EXPECT_THAT(lines[i]["messages"][1]["content"].get<std::string>(), HasSubstr("def run():"));
    EXPECT_TRUE(std::filesystem::exists(path("sft") / lines[i]["images"][0].get<std::string>()));
  }
  EXPECT_EQ(papert({"datagen", "sft", "xlogo", "--out", "none"}).exit_code, 2);
}

TEST_F(XlogoTest, BadTasksAreExitCode65AndModesAreChecked) {
  ASSERT_EQ(papert({"mint", "xlogo", "--seed", "0", "--count", "3", "--out", "set"}).exit_code, 0);
  spit(path("set/tasks.jsonl"), slurp(path("set/tasks.jsonl")) + "{\"id\": \"broken\"}\n");
  const auto result = papert({"eval", "xlogo", "--data", "set", "--model", "baseline/oracle"});
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, HasSubstr("tasks.jsonl:4"));
  EXPECT_THAT(result.out, HasSubstr("verdicts: right 3"));
  const auto mode = papert(
      {"eval", "xlogo", "--data", "set", "--model", "baseline/oracle", "--mode", "form=song"});
  EXPECT_EQ(mode.exit_code, 2);
  EXPECT_THAT(mode.err, HasSubstr("text, ascii, picture"));
  EXPECT_EQ(papert({"eval", "shapecode", "--mint", "1", "--model", "baseline/oracle",
                    "--strict-reference"})
                .exit_code,
            2);
  EXPECT_THAT(papert({"list", "modes"}).out, HasSubstr("strict_reference"));
}

}  // namespace
}  // namespace papert::test

// Training in rounds, with programs that stand in for a trainer and a model: a checkpoint is the
// list of tasks that it has learnt, and each epoch learns the next few of the lines it is given.

#include "datagen/loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <cmath>

#include "base/text.h"
#include "datagen/loop_step.h"
#include "datagen/made.h"
#include "suite/registry.h"
#include "support/process.h"
#include "support/slowdown.h"

namespace papert::datagen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Every call adds a line to calls.txt. kill.txt names a call that ends whoever started the loop,
// "3 before" or "3 after" its work.
constexpr const char* kProgram = R"sh(
here=$(dirname "$0")
echo "$@" >>"$here/calls.txt"
count=$(wc -l <"$here/calls.txt")
die=$(cat "$here/kill.txt" 2>/dev/null)
[ "$die" = "$count before" ] && kill -9 "$LOOP_PID"
ids() { sed 's/^{"id":"\([^"]*\)".*/\1/' "$1"; }
work=$1 checkpoint=$3
[ "$work" = infer ] && checkpoint=$2
[ -e "$checkpoint" ] || checkpoint=/dev/null
if [ "$work" = train ]; then
  { cat "$checkpoint"; ids "$2" | tail -n +$(($5 * 3 + 1)) | head -n "$7"; } | sort -u >"$4"
else
  ids "$3" | awk -v answers="$here/answers.jsonl" -v learnt="$checkpoint" '
    BEGIN {
      while ((getline line < answers) > 0) { split(line, part, "\""); answer[part[4]] = line }
      while ((getline id < learnt) > 0) known[id] = 1
    }
    { if ($0 in known) print answer[$0]; else print "{\"id\":\"" $0 "\",\"text\":\"no idea\"}" }
  ' >"$4"
fi
[ "$die" = "$count after" ] && kill -9 "$LOOP_PID"
true
)sh";

class LoopTest : public testing::Test {
 protected:
  void SetUp() override {
    suite_ = std::move(*suite::find_suite("shapecode"));
    suite::MintOptions mint;
    mint.seed = 1'000'000;
    mint.count = 8;
    mint.tiers = {"easy"};
    mint.modes = *suite::resolve_modes(*suite_, {});
    tasks_ = std::move(*suite_->mint(mint));
    std::string answers;
    for (std::size_t i = 0; i < tasks_->size(); ++i) {
      answers += dump_json(Json{{"id", tasks_->id(i)}, {"text", tasks_->reference(i)}}) + "\n";
    }
    test::spit(work_ / "answers.jsonl", answers);
    test::spit(work_ / "stub.sh", kProgram);
    const std::string program = "sh '" + (work_ / "stub.sh").string() + "' ";
    options_.suite = "shapecode";
    options_.prompt_template = suite_->default_prompt(mint.modes);
    options_.infer = program + "infer {checkpoint} {prompts} {replies}";
    options_.train = program + "train {train} {checkpoint} {out} {epoch} {epochs} {seed}";
    options_.checkpoint = "base model";
    options_.epochs = 4;
    options_.resample_at = {1, 3};
    options_.seeds = 2;
    options_.evaluation = tasks_.get();
  }

  std::vector<std::string> calls() {
    std::vector<std::string> lines;
    const std::string text = test::slurp(work_ / "calls.txt");
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) lines.emplace_back(line);
    }
    return lines;
  }

  /// Whether a process that runs the loop came to its end; false where it was killed.
  bool run_apart() {
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("LOOP_PID", std::to_string(::getpid()).c_str(), 1);
      const bool done = run_loop(*tasks_, out_.path(), options_).has_value();
      ::_exit(done ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFEXITED(status);
  }

  test::TempFolder work_;
  test::TempFolder out_;
  std::unique_ptr<suite::Suite> suite_;
  std::unique_ptr<suite::TaskSet> tasks_;
  LoopOptions options_;
};

TEST_F(LoopTest, InfersWhereItIsDueAndTrainsOnTheDraw) {
  const auto report = run_loop(*tasks_, out_.path(), options_);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->tasks, 8U);
  ASSERT_EQ(report->training.size(), 2U);
  EXPECT_EQ(report->training[0].epoch, 1);
  EXPECT_EQ(report->training[1].epoch, 3);
  // Seed s learns s lines in the first epoch, of 8 tasks.
  EXPECT_THAT(report->training[0].values, ElementsAre(1.0 / 8, 2.0 / 8));
  EXPECT_DOUBLE_EQ(report->training[0].mean, 1.5 / 8);
  EXPECT_DOUBLE_EQ(*report->training[0].standard_error,
                   std::sqrt(2 * 0.0625 * 0.0625 / 1) / std::sqrt(2));
  ASSERT_EQ(report->evaluation.size(), 4U);
  EXPECT_EQ(report->evaluation[0].values, report->training[0].values)
      << "the same tasks by the same checkpoint";

  const std::vector<std::string> made = calls();
  ASSERT_EQ(made.size(), 2U * (4 + 2 + 4));
  const std::string out = std::filesystem::absolute(out_.path()).string();
  EXPECT_EQ(made[0], "train " + out + "/train.jsonl base model " + out +
                         "/seed-1/epoch-0/checkpoint.try-1 0 4 1");
  EXPECT_THAT(made[2],
              HasSubstr("infer " + out + "/seed-1/epoch-0/checkpoint " + out + "/prompts.jsonl"));
  EXPECT_THAT(made[3], HasSubstr("train " + out + "/seed-1/epoch-1/train.jsonl"));
  EXPECT_THAT(made[5], HasSubstr("train " + out + "/seed-1/epoch-1/train.jsonl"))
      << "what was drawn serves until the next draw";
  EXPECT_THAT(made[8], HasSubstr("train " + out + "/seed-1/epoch-3/train.jsonl"));
  for (const char* name : {"replies.jsonl", "scores.jsonl", "summary.json", "weights.jsonl",
                           "indices.txt", "train.jsonl", "checkpoint"}) {
    EXPECT_TRUE(std::filesystem::exists(out_ / "seed-2/epoch-3" / name)) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(out_ / "seed-2/epoch-2/replies.jsonl"));
  const Json summary = *parse_json(test::slurp(out_ / "seed-2/epoch-1/summary.json"));
  EXPECT_EQ(summary["right"], 2);
  EXPECT_EQ(summary["by"]["tier"]["easy"]["tasks"], 8);
  const Json results = *parse_json(test::slurp(out_ / "results.json"));
  EXPECT_EQ(results["training"][0]["mean"], 1.5 / 8);
}

TEST_F(LoopTest, AFinishedLoopAsksNothingAgain) {
  ASSERT_TRUE(run_loop(*tasks_, out_.path(), options_));
  const std::size_t before = calls().size();
  const std::string results = test::slurp(out_ / "results.json");
  ASSERT_TRUE(run_loop(*tasks_, out_.path(), options_));
  EXPECT_EQ(calls().size(), before);
  EXPECT_EQ(test::slurp(out_ / "results.json"), results);
}

TEST_F(LoopTest, IsDescribedFromItsFiles) {
  using Fact = std::pair<std::string, std::string>;
  // Three steps of the loop itself; of each seed two draws (infer, score, draw), four epochs of
  // training, and two steps for the evaluation after each.
  ASSERT_TRUE(run_loop(*tasks_, out_.path(), options_));
  const auto loop = describe_made(out_.path());
  ASSERT_TRUE(loop && *loop) << (loop ? "not known" : loop.error().to_string());
  EXPECT_EQ((*loop)->title, "training in rounds by papert datagen loop");
  EXPECT_THAT((*loop)->facts,
              ElementsAre(Fact("tasks", "8"), Fact("evaluation tasks", "8"),
                          Fact("finished steps", std::to_string(3 + 2 * (2 * 3 + 4 + 4 * 2))),
                          Fact("seeds begun", "2"), Fact("epochs begun", "4")));
  EXPECT_THAT((*loop)->next, ElementsAre(HasSubstr("results.json")));
  std::filesystem::remove(out_ / "results.json");
  EXPECT_THAT((*describe_made(out_.path()).value()).next,
              ElementsAre(HasSubstr("it is not finished")));

  // Seed 1 has learnt one of the eight tasks when it draws for the first time.
  const auto draw = describe_made(out_ / "seed-1/epoch-1");
  ASSERT_TRUE(draw && *draw) << (draw ? "not known" : draw.error().to_string());
  EXPECT_EQ((*draw)->title, "training lines drawn by papert datagen resample");
  EXPECT_THAT((*draw)->facts, ElementsAre(Fact("samples", "8"), Fact("of them failed", "7"),
                                          Fact("lines drawn", "8")));
  EXPECT_THAT((*draw)->next, ElementsAre(HasSubstr("seed-1/epoch-1/train.jsonl")));
  test::spit(out_ / "seed-1/epoch-1/weights.jsonl", "no line\n");
  EXPECT_THAT(describe_made(out_ / "seed-1/epoch-1").error().to_string(),
              HasSubstr("weights.jsonl:1"));
  EXPECT_FALSE(describe_made(out_ / "seed-1/epoch-2").value()) << "nothing was drawn there";
}

TEST_F(LoopTest, GoesOnAfterItWasKilledAnywhere) {
  options_.seeds = 1;
  ASSERT_TRUE(run_apart());
  const std::string results = test::slurp(out_ / "results.json");
  const std::size_t steps = calls().size();
  ASSERT_EQ(steps, 10U) << "4 epochs, 2 draws, 4 evaluations";
  // Under sanitizers after three of the steps: each is two processes.
  const std::size_t stride = test::kSlowdown > 1 ? 4 : 1;
  for (std::size_t kill = 1; kill <= steps; kill += stride) {
    for (const std::string when : {" before", " after"}) {
      std::filesystem::remove_all(out_.path());
      std::filesystem::remove(work_ / "calls.txt");
      test::spit(work_ / "kill.txt", std::to_string(kill) + when);
      EXPECT_FALSE(run_apart()) << kill << when;
      EXPECT_TRUE(run_apart()) << kill << when;
      EXPECT_EQ(test::slurp(out_ / "results.json"), results) << kill << when;
      EXPECT_EQ(calls().size(), steps + 1) << "only the step that was interrupted is repeated";
    }
  }
}

TEST_F(LoopTest, ACommandThatOutlivedItsLoopKeepsItsNameForItself) {
  // What a loop leaves that was killed before its command wrote anything.
  const std::filesystem::path folder = out_ / "seed-1/epoch-0";
  std::filesystem::create_directories(folder);
  test::spit(folder / "checkpoint.try-1.begun", "");
  options_.seeds = 1;
  options_.train = "test -e {out}.begun && " + options_.train;
  ASSERT_TRUE(run_loop(*tasks_, out_.path(), options_));
  EXPECT_THAT(calls()[0], HasSubstr("/seed-1/epoch-0/checkpoint.try-2 "));
  EXPECT_TRUE(std::filesystem::exists(folder / "checkpoint.try-1.begun"));
  EXPECT_FALSE(std::filesystem::exists(folder / "checkpoint.try-2.begun"));
  EXPECT_TRUE(std::filesystem::exists(folder / "checkpoint"));
}

TEST_F(LoopTest, SaysWhatIsWrong) {
  LoopOptions bad = options_;
  bad.infer = "answer {prompts} {replies}";
  EXPECT_THAT(run_loop(*tasks_, out_.path(), bad).error().to_string(),
              HasSubstr("the command has no {checkpoint}"));
  bad = options_;
  bad.resample_at = {4};
  EXPECT_THAT(run_loop(*tasks_, out_.path(), bad).error().to_string(), HasSubstr("epoch 4"));
  bad = options_;
  bad.train = "echo no memory; exit 3; # {train} {checkpoint} {out}";
  EXPECT_THAT(run_loop(*tasks_, out_.path(), bad).error().message,
              testing::AllOf(HasSubstr("exit code 3"), HasSubstr("no memory")));
  bad.train = "true {train} {checkpoint} {out}";
  EXPECT_THAT(run_loop(*tasks_, out_.path(), bad).error().message, HasSubstr("made no {out}"));
  bad = options_;
  bad.infer = "head -n 2 {prompts} | sed 's/prompt/text/' >{replies} # {checkpoint}";
  EXPECT_THAT(run_loop(*tasks_, out_.path(), bad).error().message, HasSubstr("has no reply"));
  ASSERT_TRUE(run_loop(*tasks_, out_.path(), options_)) << "a command may be repaired";
  bad = options_;
  bad.epochs = 5;
  EXPECT_THAT(run_loop(*tasks_, out_.path(), bad).error().message, HasSubstr("'epochs'"));
}

TEST(LoopCommandText, IsFilledWithQuotedWords) {
  EXPECT_EQ(fill_command("a {x} ${HOME} {y}{x} {z}", {{"{x}", "it's"}, {"{y}", "{x}"}}),
            "a 'it'\\''s' ${HOME} '{x}''it'\\''s' {z}");
}

}  // namespace
}  // namespace papert::datagen

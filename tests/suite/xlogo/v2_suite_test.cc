// The second dialect as the suite sees it: minting, folders, prompts, reading, scoring, replays.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/xlogo/describe.h"
#include "suite/own_modes.h"
#include "suite/xlogo/prompt.h"
#include "suite/xlogo/v2_tasks.h"
#include "suite/xlogo/xlogo.h"
#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::suite::xlogo {
namespace {

namespace v2 = lang::xlogo::v2;
using testing::HasSubstr;
using testing::Not;

suite::Modes second_modes(suite::Modes more = {}) {
  more["dialect"] = "v2";
  return suite::resolve_modes(*make_suite(), more).value();
}

std::unique_ptr<suite::TaskSet> fresh_second(std::int64_t count = 3, suite::Modes more = {}) {
  auto tasks =
      make_suite()->mint({.modes = second_modes(std::move(more)), .seed = 3, .count = count});
  EXPECT_TRUE(tasks) << tasks.error().to_string();
  return std::move(*tasks);
}

suite::Score scored(const suite::TaskSet& tasks, std::size_t index, const std::string& reply) {
  return tasks.score(index, suite::read_answer(tasks, reply, reply::Extraction::kLenient));
}

TEST(SecondSuite, TheReferenceIsRight) {
  const auto tasks = fresh_second(5);
  ASSERT_EQ(tasks->size(), 5U);
  EXPECT_TRUE(tasks->problems().empty());
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const suite::Score score = scored(*tasks, i, "Here:\n" + tasks->reference(i));
    EXPECT_TRUE(score.right()) << score.detail.dump();
    EXPECT_FALSE(tasks->constructs(i).empty());
    EXPECT_EQ(tasks->pictures(i, {}).size(), 1U);
  }
}

TEST(SecondSuite, ThePublishedDialectKnowsNothingOfIt) {
  const auto suite = make_suite();
  const suite::Modes plain = suite::resolve_modes(*suite, {}).value();
  EXPECT_FALSE(plain.contains("dialect")) << "runs of before keep their identity";
  EXPECT_FALSE(plain.contains("needs"));
  const auto published = suite->mint({.modes = plain, .seed = 3, .count = 1}).value();
  EXPECT_NE(published->data_hash(), fresh_second()->data_hash());
  const suite::Score score =
      scored(*published, 0, "def run():\n    while not blocked():\n        move_forward()\n");
  EXPECT_EQ(score.verdict, suite::Verdict::kInvalid);
  EXPECT_EQ(score.detail["line"], 2);
}

TEST(SecondSuite, WhatIsWrongIsToldWithItsLine) {
  const auto tasks = fresh_second(1);
  const suite::Score circle = scored(*tasks, 0, "def a():\n    a()\n\ndef run():\n    a()\n");
  EXPECT_EQ(circle.verdict, suite::Verdict::kInvalid);
  EXPECT_THAT(circle.detail["message"].get<std::string>(), HasSubstr("a -> a"));
  const suite::Score endless =
      scored(*tasks, 0, "def run():\n    while not on('pink'):\n        turn_left()\n");
  EXPECT_EQ(endless.verdict, suite::Verdict::kStepLimit);
  EXPECT_EQ(endless.detail["error"], "EXCEED_MAX_CALLS");
  const suite::Score crash =
      scored(*tasks, 0, "def run():\n    for i in range(12):\n        move_forward()\n");
  EXPECT_EQ(crash.verdict, suite::Verdict::kCrashed);
  EXPECT_THAT(crash.detail["message"].get<std::string>(), HasSubstr("line 3"));
  EXPECT_EQ(scored(*tasks, 0, "I do not know.").verdict, suite::Verdict::kNoAnswer);
}

TEST(SecondSuite, HelpersBesideRunAreReadWithIt) {
  const auto tasks = fresh_second(1);
  const std::string program = "def step():\n    turn_left()\n\ndef run():\n    step()\n";
  for (const std::string& reply : {"```python\n" + program + "```", program,
                                   "First I think.\n\n" + program + "\nThat is all."}) {
    EXPECT_EQ(scored(*tasks, 0, reply).verdict, suite::Verdict::kWrong) << reply;
  }
}

TEST(SecondSuite, AFolderKeepsItsDialect) {
  const test::TempFolder folder;
  const auto suite = make_suite();
  const suite::MintOptions options{.modes = second_modes(), .seed = 5, .count = 4};
  ASSERT_EQ(suite->mint_to(folder.path(), options, {}).value(), 4U);
  EXPECT_EQ(suite->mint_to(folder.path(), options, {}).value(), 0U) << "they are there already";
  const auto report = suite->check(folder.path(), 2).value();
  EXPECT_EQ(report.checked, 4U);
  EXPECT_TRUE(report.problems.empty());
  const auto loaded = suite->load(folder.path(), {.modes = second_modes()});
  ASSERT_TRUE(loaded) << loaded.error().to_string();
  const auto minted = suite->mint(options).value();
  ASSERT_EQ((*loaded)->size(), 4U);
  EXPECT_EQ((*loaded)->reference(2), minted->reference(2));
  EXPECT_EQ((*loaded)->content_key(2).value(), minted->content_key(2).value());
  const suite::Modes plain = suite::resolve_modes(*suite, {}).value();
  EXPECT_THAT(suite->load(folder.path(), {.modes = plain}).error().message,
              HasSubstr("give --mode dialect=v2"));
  EXPECT_THAT(suite->mint_to(folder.path(), {.modes = plain, .seed = 9}, {}).error().message,
              HasSubstr("holds tasks of dialect v2"));
  EXPECT_THAT(
      suite->perturb_to(folder.path(), folder / "changed", {.kinds = {"A"}}).error().message,
      HasSubstr("dialect v2 cannot be perturbed"));
  const auto* portable = dynamic_cast<const suite::PortableTasks*>(loaded->get());
  ASSERT_NE(portable, nullptr);
  const test::TempFolder copy;
  const suite::DataFiles files = portable->files(0).value();
  for (const auto& [name, bytes] : files) test::spit(copy / name, bytes);
  EXPECT_EQ(suite->load(copy.path(), {.modes = second_modes()}).value()->reference(0),
            minted->reference(0));
}

TEST(SecondSuite, AFolderSaysItsModesItself) {
  const test::TempFolder folder;
  const auto suite = make_suite();
  ASSERT_TRUE(suite->mint_to(folder.path(), {.modes = second_modes(), .seed = 5}, {}));
  const suite::Modes modes = suite::modes_for(*suite, folder.path()).value();
  EXPECT_EQ(modes, second_modes());
  EXPECT_TRUE(suite->load(folder.path(), {.modes = modes}));
  const test::TempFolder published;
  ASSERT_TRUE(suite->mint_to(published.path(), {.modes = *suite::resolve_modes(*suite, {})}, {}));
  EXPECT_FALSE(suite::modes_for(*suite, published.path())->contains("dialect"));
}

TEST(SecondSuite, DamageIsFoundByTheCheck) {
  const test::TempFolder folder;
  const auto suite = make_suite();
  ASSERT_TRUE(suite->mint_to(folder.path(), {.modes = second_modes(), .seed = 5, .count = 2}, {}));
  std::string lines = test::slurp(folder / "tasks.jsonl");
  const std::size_t at = lines.find("\"all\":") + 6;
  lines.replace(at, 1, "30");
  test::spit(folder / "tasks.jsonl", lines);
  const auto report = suite->check(folder.path(), 1).value();
  ASSERT_EQ(report.problems.size(), 2U);
  EXPECT_THAT(report.problems[1].message, HasSubstr("limit on blocks"));
}

TEST(SecondSuite, ModesOfOneDialectAreRefusedInTheOther) {
  const auto suite = make_suite();
  const auto refusal = [&](const suite::Modes& modes) {
    const auto tasks = suite->mint({.modes = suite::resolve_modes(*suite, modes).value()});
    EXPECT_FALSE(tasks);
    return tasks ? "" : tasks.error().message;
  };
  EXPECT_THAT(refusal({{"needs", "while"}}), HasSubstr("add --mode dialect=v2"));
  EXPECT_THAT(refusal({{"dialect", "v2"}, {"concept", "loops"}}), HasSubstr("give type or needs"));
  EXPECT_THAT(refusal({{"dialect", "v2"}, {"strict_reference", "true"}}),
              HasSubstr("the released emulator"));
}

TEST(SecondSuite, NeedsAndTypeChooseWhatIsMinted) {
  const auto tasks = fresh_second(3, {{"needs", "functions"}, {"type", "draw"}});
  ASSERT_EQ(tasks->size(), 3U);
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    std::vector<std::string> tags;
    for (const suite::Tag& tag : tasks->task(i).tags) tags.push_back(tag.key + "=" + tag.value);
    EXPECT_THAT(tags, testing::Contains("concept=functions"));
    EXPECT_THAT(tags, testing::Contains("type=draw"));
    EXPECT_THAT(tags, testing::Contains("constraint=at most"));
  }
}

TEST(SecondSuite, PromptsOfAllForms) {
  for (const char* form : {"text", "ascii", "picture"}) {
    for (const char* shots : {"none", "three", "three_reasoned"}) {
      const suite::Modes modes = second_modes({{"form", form}, {"shots", shots}});
      const auto tasks = fresh_second(1, modes);
      const auto prompt = tasks->prompt(0, make_suite()->default_prompt(modes));
      ASSERT_TRUE(prompt) << prompt.error().to_string();
      EXPECT_THAT(prompt->text, HasSubstr("blocked()"));
      EXPECT_THAT(prompt->text, HasSubstr("commands."));
      EXPECT_THAT(prompt->text, Not(HasSubstr("{{")));
      EXPECT_THAT(prompt->text, Not(HasSubstr("\n\n\n")));
      const std::size_t pictures = std::string_view(shots) == "none" ? 1 : 4;
      EXPECT_EQ(prompt->images.size(), std::string_view(form) == "picture" ? pictures : 0);
    }
  }
}

TEST(SecondSuite, ProgramsOfThePromptsAreRead) {
  std::string text(default_template(Prompting::kPlain, Dialect::kV2));
  const std::vector<SecondExample> examples = second_examples().value();
  for (const SecondExample& example : examples) {
    text += "```python\n" + v2::to_python(example.task.solution) + "```\n";
  }
  std::size_t programs = 0;
  for (std::size_t at = text.find("```python\n"); at != std::string::npos;
       at = text.find("```python\n", at)) {
    at += 10;
    const std::size_t end = text.find("```", at);
    ASSERT_NE(end, std::string::npos);
    EXPECT_TRUE(v2::parse_python(text.substr(at, end - at))) << text.substr(at, end - at);
    ++programs;
  }
  EXPECT_EQ(programs, 5U);
}

TEST(SecondSuite, TheExamplesAreSolvedWithinTheirLimits) {
  const auto examples = second_examples().value();
  ASSERT_EQ(examples.size(), 3U);
  std::vector<std::string> concepts;
  for (const SecondExample& example : examples) {
    const v2::Task& task = example.task;
    lang::xlogo::GridRun run(task.site);
    const auto judgement = run.run(task.solution, task.constraints);
    EXPECT_TRUE(judgement.success()) << run.explain(task.solution, task.constraints, judgement);
    const std::size_t length = v2::facts(task.solution).length();
    EXPECT_EQ(v2::block_limit(task.constraints), static_cast<int>(length));
    EXPECT_THAT(example.reasoning, HasSubstr(std::to_string(length)));
    concepts.emplace_back(v2::concept_name(v2::facts(task.solution)));
  }
  EXPECT_THAT(concepts, testing::ElementsAre("while", "while and conditionals", "functions"));
}

TEST(SecondSuite, ForTrainingTheFormIsLeftOut) {
  const suite::Modes modes = second_modes({{"prompting", "train"}, {"shots", "three"}});
  const auto tasks = fresh_second(1, modes);
  const auto prompt = tasks->prompt(0, make_suite()->default_prompt(modes)).value();
  EXPECT_THAT(prompt.text, Not(HasSubstr("```")));
  EXPECT_THAT(prompt.text, HasSubstr("while"));
  EXPECT_THAT(tasks->reference(0), Not(HasSubstr("```")));
  EXPECT_TRUE(scored(*tasks, 0, tasks->reference(0)).right());
}

TEST(SecondSuite, AReplayStepsThroughTheLines) {
  const auto tasks = fresh_second(1);
  const auto* replayed = dynamic_cast<const suite::ReplayedTasks*>(tasks.get());
  ASSERT_NE(replayed, nullptr);
  const auto replay =
      replayed->replay(0, tasks->read(tasks->reference(0), reply::Extraction::kLenient));
  ASSERT_TRUE(replay) << replay.error().to_string();
  EXPECT_GT(replay->steps.size(), 3U);
  EXPECT_NE(scene::picture_at(*replay, replay->steps.size()), nullptr);
  for (const auto& step : replay->steps) EXPECT_GT(step.line, 1);
}

}  // namespace
}  // namespace papert::suite::xlogo

// Programs of the second dialect as they run: against a plain interpreter on random programs in
// minted worlds, and by hand where it matters.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/xlogo/emulator.h"
#include "mint/xlogo/xlogo.h"
#include "support/xlogo_naive.h"
#include "support/xlogo_v2_naive.h"

namespace papert::lang::xlogo::v2 {
namespace {

using testing::HasSubstr;

std::string crash_of(const Judgement& judgement) {
  if (!judgement.crash) return "";
  const std::string name(kCrashNames[static_cast<std::size_t>(judgement.crash->kind)]);
  if (judgement.crash->kind == CrashKind::kExceedMaxCalls) return name;
  return name + " (" + std::to_string(judgement.crash->x) + "," +
         std::to_string(judgement.crash->y) + ")";
}

void compare(const xlogo::Task& site, GridRun& judge, const Program& program, int& finished) {
  const Judgement ours = judge.run(program, {});
  const test::PlainRun plain = test::plainly_run(site, program);
  if (plain.too_long) {
    ASSERT_EQ(crash_of(ours), "EXCEED_MAX_CALLS") << to_python(program);
    return;
  }
  xlogo::Task free = site;
  free.constraints.clear();
  const test::NaiveVerdict naive = test::naive_judge(free, plain.commands, false);
  ASSERT_EQ(crash_of(ours), naive.crash) << to_python(program);
  ASSERT_EQ(ours.goal, naive.goal) << to_python(program);
  ASSERT_EQ(ours.calls, naive.calls) << to_python(program);
  ASSERT_FALSE(judge.explain(program, {}, ours).empty());
  const Trace path = trace(site.world, program);
  ASSERT_EQ(path.crash, ours.crash);
  ASSERT_EQ(path.steps.size() + (path.crash ? 1 : 0), static_cast<std::size_t>(ours.calls));
  if (!ours.crash) ++finished;
}

TEST(SecondWalker, AgreesWithThePlainInterpreter) {
  std::mt19937_64 random(2);
  int finished = 0;
  for (std::int64_t seed = 0; seed < 60; ++seed) {
    const xlogo::Task site = mint::xlogo::minted(seed);
    GridRun judge(site);
    for (int i = 0; i < 40; ++i) {
      compare(site, judge, test::random_second_program(random, 2 + i % 12), finished);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(finished, 200);
}

TEST(SecondWalker, ProgramsOfThePublishedDialectDoTheSame) {
  for (std::int64_t seed = 0; seed < 100; ++seed) {
    const xlogo::Task task = mint::xlogo::minted(seed);
    GridRun judge(task);
    const Judgement first = judge.run(task.solution);
    const Judgement second = judge.run(from_published(task.solution), {});
    ASSERT_TRUE(second.success());
    ASSERT_EQ(first.calls, second.calls);
  }
}

/// Four cells in a row, the turtle on the first, facing east; a lemon on the second, a red cross on
/// the last.
xlogo::Task corridor() {
  xlogo::Task task;
  task.world.width = 4;
  task.world.height = 1;
  task.world.tiles.assign(4, {.present = true, .allowed = true});
  task.world.heading = Direction::kEast;
  task.world.items = {{.x = 1, .y = 0, .name = ItemName::kLemon, .color = Color::kYellow},
                      {.x = 3, .y = 0, .name = ItemName::kCross, .color = Color::kRed}};
  task.goal = {{ObjectiveKind::kFind, {{{Literal{.name = ItemName::kCross}}}}}};
  return task;
}

Judgement judged(const xlogo::Task& task, const std::string& text) {
  GridRun judge(task);
  return judge.run(parse_python(text).value(), {});
}

TEST(SecondWalker, SensorsSeeWhatIsAheadAndUnderfoot) {
  EXPECT_TRUE(
      judged(corridor(), "def run():\n while not blocked():\n  move_forward()\n").success());
  const Judgement lemon =
      judged(corridor(), "def run():\n while not on('lemon'):\n  move_forward()\n");
  EXPECT_EQ(lemon.calls, 1);
  EXPECT_EQ(lemon.goal, false);
  EXPECT_EQ(judged(corridor(), "def run():\n while not on('red'):\n  move_forward()\n").calls, 3);
  xlogo::Task walled = corridor();
  walled.world.tile(1, 0).walls = 1 << static_cast<int>(Direction::kEast);
  EXPECT_EQ(judged(walled, "def run():\n while not blocked():\n  move_forward()\n").calls, 1);
  xlogo::Task forbidden = corridor();
  forbidden.world.tile(2, 0).allowed = false;
  EXPECT_EQ(judged(forbidden, "def run():\n while not blocked():\n  move_forward()\n").calls, 1);
  const Judgement back = judged(corridor(), "def run():\n if not blocked():\n  move_backward()\n");
  EXPECT_EQ(crash_of(back), "OUT_OF_WORLD (-1,0)") << "it looks ahead, not behind";
}

TEST(SecondWalker, WhatIsVisitedIsStillSeen) {
  const Judgement judgement = judged(corridor(),
                                     "def run():\n move_forward()\n move_backward()\n"
                                     " move_forward()\n if on('lemon'):\n  turn_left()\n");
  EXPECT_EQ(judgement.calls, 4);
}

TEST(SecondWalker, WhatDoesNothingForEverEnds) {
  for (const char* text : {"def run():\n while not blocked():\n  pass\n",
                           "def run():\n while not blocked():\n  turn_left()\n  turn_right()\n",
                           "def f():\n pass\ndef run():\n while not blocked():\n  f()\n"}) {
    GridRun judge(corridor());
    const Program program = parse_python(text).value();
    const Judgement judgement = judge.run(program, {});
    EXPECT_EQ(crash_of(judgement), "EXCEED_MAX_CALLS") << text;
    EXPECT_THAT(judge.explain(program, {}, judgement),
                HasSubstr("runs more than 100,000 commands, at command 100,001, line "));
  }
  std::string deep = "def f0():\n pass\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "f" + std::to_string(i - 1) + "()";
    deep += "def f" + std::to_string(i) + "():\n " + before + "\n " + before + "\n";
  }
  EXPECT_EQ(crash_of(judged(corridor(), deep + "def run():\n f59()\n")), "EXCEED_MAX_CALLS");
}

TEST(SecondWalker, TheLimitCountsCommandsTestsRoundsAndCalls) {
  // 10 * 10 * 10 * 10 rounds and as many commands: 10,000 turns + 11,110 rounds each time.
  std::string text = "def run():\n";
  for (int depth = 1; depth <= 4; ++depth) {
    text += std::string(static_cast<std::size_t>(depth), ' ') + "for i in range(10):\n";
  }
  const Judgement judgement = judged(corridor(), text + "     turn_left()\n");
  EXPECT_FALSE(judgement.crash);
  EXPECT_EQ(judgement.calls, 10'000);
  const std::string twice = "def f():\n" + text.substr(text.find('\n') + 1) + "     turn_left()\n";
  EXPECT_FALSE(judged(corridor(), twice + "def run():\n f()\n f()\n f()\n f()\n").crash)
      << "4 x 21,110 + 4 steps";
  EXPECT_EQ(crash_of(judged(corridor(), twice + "def run():\n for i in range(5):\n  f()\n")),
            "EXCEED_MAX_CALLS");
}

TEST(SecondWalker, ACrashNamesTheLineOfTheFunction) {
  GridRun judge(corridor());
  const Program program =
      parse_python("def far():\n for i in range(9):\n  move_forward()\ndef run():\n far()\n")
          .value();
  const Judgement judgement = judge.run(program, {});
  EXPECT_THAT(judge.explain(program, {}, judgement),
              HasSubstr("leaves the grid to the east, for (4,0), at command 4, line 3"));
}

}  // namespace
}  // namespace papert::lang::xlogo::v2

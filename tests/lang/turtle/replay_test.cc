// Traced programs: every step at its line, every picture on the way, and the same drawing as ever.

#include "scene/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/file.h"
#include "lang/turtle/host/jail_pool.h"
#include "scene/text_form.h"

namespace papert::lang::turtle {
namespace {

using testing::ElementsAre;

Drawing run(std::string_view code, bool trace) {
  static JailPool pool({});
  sandbox::Limits limits;
  limits.trace = trace;
  limits.steps = 2'000'000;
  auto drawing = pool.run(code, limits);
  if (!drawing) throw std::runtime_error(drawing.error().to_string());
  return std::move(*drawing);
}

scene::Replay replay_of(std::string_view code) {
  const Drawing drawing = run(code, true);
  if (!drawing.replay) throw std::runtime_error("no replay");
  if (!*drawing.replay) throw std::runtime_error(drawing.replay->error().to_string());
  return **drawing.replay;
}

std::vector<int> lines(const scene::Replay& replay) {
  std::vector<int> all;
  for (const scene::ReplayStep& step : replay.steps) all.push_back(step.line);
  return all;
}

std::string text_at(const scene::Replay& replay, std::size_t step) {
  return scene::to_text(scene::scene_at(replay, step));
}

TEST(TurtleReplay, IsNotThereUnlessAskedFor) {
  EXPECT_FALSE(run("import turtle\nturtle.fd(10)\n", false).replay.has_value());
}

TEST(TurtleReplay, KnowsTheLineOfEveryTurnOfALoop) {
  const auto replay = replay_of(
      "import turtle\n"
      "for i in range(3):\n"
      "    turtle.forward(10)\n"
      "    turtle.left(120)\n");
  EXPECT_THAT(lines(replay), ElementsAre(3, 4, 3, 4, 3, 4));
  EXPECT_EQ(replay.steps[0].position.x, 10);
  EXPECT_EQ(replay.steps[1].heading, 120);
  EXPECT_FALSE(replay.cut);
  EXPECT_EQ(text_at(replay, 0), "");
  EXPECT_EQ(text_at(replay, 1), "stroke width=1 #000000 0,0 10,0\n");
}

TEST(TurtleReplay, KnowsTheLineInHelpersRecursionAndDraw) {
  const auto helper = replay_of(
      "from turtle import *\n"
      "def side(n):\n"
      "    fd(n)\n"
      "side(5)\n"
      "side(6)\n");
  EXPECT_THAT(lines(helper), ElementsAre(3, 3));
  const auto tree = replay_of(
      "def branch(t, n):\n"
      "    if n == 0:\n"
      "        return\n"
      "    t.fd(n)\n"
      "    branch(t, n - 1)\n"
      "    t.bk(n)\n"
      "def draw(t):\n"
      "    branch(t, 3)\n");
  EXPECT_THAT(lines(tree), ElementsAre(4, 4, 4, 6, 6, 6));
}

TEST(TurtleReplay, TellsCallsOnOneLineApart) {
  const auto replay = replay_of("import turtle as t\nt.write('\xC3\xA4'); t.fd(10); t.lt(90)\n");
  ASSERT_THAT(lines(replay), ElementsAre(2, 2, 2));
  EXPECT_EQ(replay.steps[0].column, 1);
  EXPECT_EQ(replay.steps[1].column, 15);  // in characters, not bytes
  EXPECT_EQ(replay.steps[1].length, 8);
  EXPECT_EQ(replay.steps[2].column, 25);
}

TEST(TurtleReplay, LeavesOutQuestions) {
  const auto replay = replay_of(
      "import turtle\n"
      "turtle.fd(10)\n"
      "turtle.pos(); turtle.heading(); turtle.isdown()\n"
      "turtle.fd(10)\n");
  EXPECT_THAT(lines(replay), ElementsAre(2, 4));
}

TEST(TurtleReplay, ShowsThePen) {
  const auto replay = replay_of(
      "import turtle\n"
      "turtle.pencolor('red')\n"
      "turtle.penup()\n"
      "turtle.begin_fill()\n"
      "turtle.width(5)\n"
      "turtle.hideturtle()\n");
  ASSERT_EQ(replay.steps.size(), 5U);
  const auto pen = [&](std::size_t i) {
    return replay.pens[static_cast<std::size_t>(replay.steps[i].pen)];
  };
  EXPECT_EQ(pen(0).color, (scene::Color{255, 0, 0}));
  EXPECT_TRUE(pen(0).down);
  EXPECT_FALSE(pen(1).down);
  EXPECT_TRUE(pen(2).filling);
  EXPECT_EQ(pen(3).width, 5);
  EXPECT_TRUE(pen(3).shown);
  EXPECT_FALSE(pen(4).shown);
}

/// A program without loops is its own judge: its first lines alone draw what its replay shows after
/// their steps.
void expect_every_beginning(const std::vector<std::string>& program) {
  std::string whole = "import turtle\n";
  for (const std::string& line : program) whole += line + "\n";
  const auto replay = replay_of(whole);
  std::string code = "import turtle\n";
  for (std::size_t n = 0; n < program.size(); ++n) {
    code += program[n] + "\n";
    std::size_t step = 0;
    while (step < replay.steps.size() && replay.steps[step].line <= static_cast<int>(n) + 2) ++step;
    EXPECT_EQ(text_at(replay, step), scene::to_text(run(code, false).scene)) << code;
  }
}

TEST(TurtleReplay, EveryStepIsTheDrawingOfTheProgramSoFar) {
  expect_every_beginning({"t = turtle.Turtle()", "t.fd(50)", "t.lt(90)", "t.fd(50)",
                          "t.color('red')", "t.begin_fill()", "t.circle(20)", "t.end_fill()",
                          "t.dot(9, 'blue')", "t.up()", "t.goto(-40, 10)", "t.down()",
                          "t.write('hi')", "t.stamp()", "t.pensize(4)", "t.bk(30)", "t.fd(0)",
                          "t.pencolor('')", "t.fd(9)"});
}

TEST(TurtleReplay, UndoAndClearTakeThingsAway) {
  expect_every_beginning(
      {"turtle.fd(50)",  "turtle.lt(60)",        "turtle.fd(30)",        "turtle.undo()",
       "turtle.undo()",  "turtle.undo()",        "turtle.fd(7)",         "s = turtle.stamp()",
       "turtle.fd(8)",   "turtle.clearstamp(s)", "turtle.clear()",       "turtle.fd(3)",
       "turtle.reset()", "turtle.dot(5)",        "turtle.undo()",        "turtle.write('x')",
       "turtle.undo()",  "turtle.fd(1)",         "turtle.clearscreen()", "turtle.Turtle().fd(2)"});
}

TEST(TurtleReplay, ManyTurtlesAndHeldBackLines) {
  expect_every_beginning({"turtle.tracer(0)", "a = turtle.Turtle()", "b = turtle.Turtle()",
                          "a.fd(10)", "b.lt(90)", "b.fd(10)", "a.lt(45)", "a.fd(20)", "b.fd(5)",
                          "b.undo()", "c = a.clone()", "c.fd(30)", "turtle.update()", "a.undo()",
                          "c.color('green')", "c.fd(4)", "b.clear()", "a.fd(1)"});
  const auto replay = replay_of(
      "import turtle\na = turtle.Turtle()\nb = turtle.Turtle()\na.fd(1)\nb.fd(2)\na.fd(3)\n");
  const auto turtles = scene::turtles_at(replay, 3);
  ASSERT_EQ(turtles.size(), 2U);
  EXPECT_EQ(turtles[0].position.x, 4);
  EXPECT_EQ(turtles[1].position.x, 2);
}

TEST(TurtleReplay, TheSheetChangesItsColour) {
  expect_every_beginning(
      {"turtle.fd(9)", "turtle.bgcolor('yellow')", "turtle.fd(9)", "turtle.bgcolor('black')"});
}

TEST(TurtleReplay, WorldCoordinatesAreSeenThroughTheFinalView) {
  const std::string code =
      "import turtle\nturtle.setworldcoordinates(0, 0, 10, 10)\nturtle.goto(5, 5)\n";
  const auto replay = replay_of(code);
  EXPECT_EQ(text_at(replay, replay.steps.size()), scene::to_text(run(code, false).scene));
}

/// Traced and untraced: the same drawing, verdict, steps and output.
void expect_unchanged(const std::string& code) {
  const Drawing plain = run(code, false);
  const Drawing traced = run(code, true);
  EXPECT_EQ(scene::to_text(plain.scene), scene::to_text(traced.scene)) << code;
  EXPECT_EQ(plain.outcome.status, traced.outcome.status) << code;
  EXPECT_EQ(plain.outcome.reason, traced.outcome.reason) << code;
  EXPECT_EQ(plain.outcome.line, traced.outcome.line) << code;
  EXPECT_EQ(plain.outcome.steps, traced.outcome.steps) << code;
  EXPECT_EQ(plain.outcome.printed, traced.outcome.printed) << code;
  ASSERT_TRUE(traced.replay.has_value());
  if (!*traced.replay) return;
  EXPECT_EQ(text_at(**traced.replay, (*traced.replay)->steps.size()), scene::to_text(traced.scene))
      << code;
}

TEST(TurtleReplay, ChangesNothingAboutTheDrawing) {
  for (const char* code :
       {"print(hash(object()) % 1000, id(object()))",
        "import turtle\nclass T(turtle.Turtle):\n  def fd(self, n):\n    super().fd(2 * n)\nt = "
        "T()\n"
        "t.fd(5)\nprint({t, turtle.Screen()})",
        "import turtle\nfor i in range(400):\n  turtle.fd(i)\n  turtle.lt(91)\n  turtle.undo()",
        "import turtle\nturtle.fd(10)\n1/0", "import turtle\nturtle.fd('x')",
        "import turtle\nturtle.fd(1e300)\nturtle.fd(1)", "import turtle\nturtle.goto(1e400, 0)",
        "import turtle, sys\nturtle.fd(5)\nsys.exit(3)",
        "import turtle\nt = turtle.Turtle()\nt.fd(5)\ndel t\nimport gc\ngc.collect()"}) {
    expect_unchanged(code);
  }
}

TEST(TurtleReplay, EndsWithTheDrawingOfEveryProgramWeKeep) {
  std::size_t programs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PAPERT_TEST_CASES "/turtle")) {
    if (entry.path().extension() != ".py") continue;
    const auto code = read_file(entry.path());
    ASSERT_TRUE(code.has_value());
    expect_unchanged(*code);
    ++programs;
  }
  EXPECT_GE(programs, 60U);
}

TEST(TurtleReplay, EndlessProgramsAreReplayedToTheirEnd) {
  const std::string code = "import turtle\nwhile True:\n    turtle.fd(1); turtle.lt(1)\n";
  const Drawing drawing = run(code, true);
  EXPECT_EQ(drawing.outcome.status, sandbox::Status::kStepLimit);
  ASSERT_TRUE(drawing.replay.has_value());
}

TEST(TurtleReplay, LongProgramsKeepEverySecondStepAndSaySo) {
  const std::string code =
      "import turtle\n"
      "for i in range(30000):\n"
      "    turtle.fd(1 + i % 7)\n"
      "    turtle.lt(89)\n";
  expect_unchanged(code);
  const auto replay = replay_of(code);
  EXPECT_TRUE(replay.cut);
  EXPECT_EQ(replay.steps.size(), 15'000U);  // 60,000 calls, four a step
  EXPECT_EQ(text_at(replay, 2), scene::to_text(run("import turtle\nfor i in range(4):\n"
                                                   "    turtle.fd(1 + i % 7)\n    turtle.lt(89)\n",
                                                   false)
                                                   .scene));
}

TEST(TurtleReplay, HostileProgramsFindItsBounds) {
  const std::vector<std::string> programs{
      // A look a call: 40,000 versions of long lines.
      "import turtle\nfor i in range(41): turtle.fd(1)\n"
      "for i in range(40000):\n    turtle.undo()\n    turtle.fd(1)\n",
      // More points than there is room for.
      "import turtle\nturtle.begin_fill()\nfor i in range(400000): turtle.goto(i % 100, i % 7)\n"
      "turtle.end_fill()\n",
      "import turtle\nts = [turtle.Turtle() for i in range(5000)]\nfor t in ts: t.fd(1)\n",
      "import turtle\nfor i in range(60):\n    turtle.write('x' * 60000)\n    turtle.undo()\n"
      "for i in range(60):\n    turtle.write('y' * 60000)\n",
      // Things a program may do to the module and to itself.
      "import turtle\nturtle.Turtle.fd = lambda self, n: None\nturtle.fd(3)\nturtle.bk(4)\n",
      "import turtle\nturtle.fd(1)\ncode = (lambda: turtle.fd(2)).__code__\n"
      "exec(code.replace(co_linetable=b'\\xff' * 40, co_firstlineno=2**31 - 5))\n",
      "import turtle\nexec(compile('\\n' * 70000 + 'turtle.fd(1)', '<program>', 'exec'))\n",
      "import turtle\nt = turtle.Turtle.__new__(turtle.Turtle)\ntry:\n    t.fd(1)\nexcept "
      "Exception: "
      "pass\nturtle.fd(1)\n"};
  for (const std::string& code : programs) expect_unchanged(code);
  EXPECT_THAT(lines(replay_of(programs[6])), ElementsAre(0));
  EXPECT_TRUE(replay_of(programs[0]).cut);
}

}  // namespace
}  // namespace papert::lang::turtle

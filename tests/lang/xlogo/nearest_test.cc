#include "lang/xlogo/nearest.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "support/xlogo_tasks.h"

namespace papert::lang::xlogo {
namespace {

using test::dsl;
using testing::ElementsAre;

/// An open grid of 4 x 3, the turtle at the bottom left facing north, the strawberry somewhere.
Task to_strawberry(int x, int y) {
  Task task = test::empty_task(4, 3, 0, 2);
  task.world.items = {{x, y, ItemName::kStrawberry, Color::kRed, 1}};
  task.goal = {test::find(ItemName::kStrawberry)};
  return task;
}

/// The same turtle is to draw these lines.
Task to_draw(std::vector<Line> lines) {
  Task task = test::empty_task(4, 3, 0, 2);
  task.goal = {{.kind = ObjectiveKind::kDraw}};
  task.world.lines = std::move(lines);
  return task;
}

/// One or two red lines from the turtle upwards.
Task to_draw(int lines) {
  Task task = to_draw({{0, 2, 0, 1, Color::kRed}});
  if (lines == 2) task.world.lines.push_back({0, 1, 0, 0, Color::kRed});
  return task;
}

/// "3: replace left by right", and that what it makes of the program is right.
std::vector<std::string> changes(const Task& task, std::string_view wrong,
                                 NearestOptions options = {}) {
  const auto nearest = nearest_right(task, dsl(wrong), options);
  if (!nearest) return {};
  EXPECT_TRUE(GridRun(task, options.rules).run(nearest->program).success());
  const auto again = parse_dsl(to_dsl(nearest->program));
  EXPECT_TRUE(again && *again == nearest->program) << to_dsl(nearest->program);
  std::vector<std::string> said;
  for (const auto& [line, words] : nearest->changes) {
    said.push_back(std::to_string(line) + ": " + words);
  }
  return said;
}

TEST(Nearest, OneCommandIsReplaced) {
  EXPECT_THAT(changes(to_strawberry(2, 1), "fd\nlt\nfd\nfd"),
              ElementsAre("2: replace left by right"));
  EXPECT_THAT(changes(to_draw(2), "setpc blue\nfd\nfd"),
              ElementsAre("1: replace pen blue by pen red"));
}

TEST(Nearest, OneCommandIsRemoved) {
  EXPECT_THAT(changes(to_draw(1), "setpc red\nfd\nfd"), ElementsAre("2: remove forward"));
}

TEST(Nearest, OneCommandIsInserted) {
  EXPECT_THAT(changes(to_draw(1), "fd"), ElementsAre("1: insert pen red before forward"));
  EXPECT_THAT(changes(to_strawberry(1, 2), "rt"), ElementsAre("1: insert forward after right"));
}

TEST(Nearest, ACommandIsInsertedInALoopOrBehindIt) {
  const Task stairs = to_draw({{0, 2, 0, 1}, {0, 1, 1, 1}, {1, 1, 1, 0}, {1, 0, 2, 0}});
  EXPECT_THAT(changes(stairs, "repeat 2 [\nfd\nrt\nfd\n]"),
              ElementsAre("4: insert left after forward"));
  Task east = to_draw({{0, 2, 1, 2}});
  EXPECT_THAT(changes(east, "repeat 3 [\nlt\n]"), ElementsAre("1: insert forward after the loop"));
  east.constraints = {ConstraintSet{}};
  east.constraints[0].start_by = {BlockType::kRight, BlockType::kRepeat};
  Program empty = dsl("rt\nfd");
  empty.blocks[1].type = BlockType::kRepeat;
  empty.blocks[1].times = 1;
  const auto nearest = nearest_right(east, empty);
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->program, dsl("rt repeat 1 [fd]"));
  EXPECT_EQ(nearest->changes[0].words, "insert forward into the loop");
}

TEST(Nearest, ALoopGetsAnotherCount) {
  EXPECT_THAT(changes(to_draw(2), "setpc red\nrepeat 1 [\nfd\n]"),
              ElementsAre("2: repeat 2 times instead of 1"));
  EXPECT_THAT(changes(to_draw(2), "setpc red\nrepeat 12 [\nfd\n]"),
              ElementsAre("2: repeat 2 times instead of 12"));
}

TEST(Nearest, ALoopIsRemovedWithOrWithoutWhatIsInIt) {
  Task task = to_draw(1);
  task.constraints = {ConstraintSet{}};
  task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kRepeat)] = 0;
  EXPECT_THAT(changes(task, "setpc red\nrepeat 2 [\nfd\n]"),
              ElementsAre("2: remove the loop, keep what is in it"));
  EXPECT_THAT(changes(task, "setpc red\nfd\nrepeat 2 [\nlt\nfd\n]"),
              ElementsAre("3: remove the loop"));
}

TEST(Nearest, PairsAreAboutTheWrongProgram) {
  Task task = to_draw(2);
  EXPECT_THAT(changes(task, "setpc blue\nfd"),
              ElementsAre("1: replace pen blue by pen red", "2: insert forward before forward"));
  task.constraints = {ConstraintSet{}};
  task.constraints[0].exactly[kCountAll] = 3;
  EXPECT_THAT(changes(task, "repeat 1 [\nfd\n]"),
              ElementsAre("1: repeat 2 times instead of 1", "2: insert pen red before forward"));
}

TEST(Nearest, TwoCommandsAreInsertedAtOnePlace) {
  Task task = to_strawberry(1, 2);
  task.world.tile(0, 1).allowed = false;
  EXPECT_THAT(changes(task, ""), ElementsAre("0: insert left", "0: insert backward"));
}

TEST(Nearest, WhatIsRightNeedsNothing) {
  EXPECT_FALSE(nearest_right(to_strawberry(2, 1), dsl("fd rt fd fd")));
}

TEST(Nearest, ConstraintsHold) {
  Task task = to_strawberry(0, 0);
  EXPECT_THAT(changes(task, "fd"), ElementsAre("1: insert forward before forward"));
  task.constraints = {ConstraintSet{}};
  task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kForward)] = 1;
  EXPECT_THAT(changes(task, "rt\nrt\nfd\nbk"), ElementsAre("3: replace forward by backward"));
  task.constraints[0].start_by = {BlockType::kBack};
  EXPECT_TRUE(changes(task, "fd").empty()) << "it would leave the grid";
}

TEST(Nearest, NothingIsFoundFarAwayOrBeyondTheSteps) {
  EXPECT_TRUE(changes(to_draw(2), "").empty()) << "three commands are missing";
  const Task task = to_draw(2);
  EXPECT_FALSE(changes(task, "setpc blue\nfd").empty());
  EXPECT_TRUE(changes(task, "setpc blue\nfd", {.steps = 100}).empty());
  EXPECT_TRUE(changes(task, "setpc blue\nfd\nfd", {.steps = 0}).empty());
  EXPECT_FALSE(changes(task, "setpc blue\nfd\nfd", {.steps = 1000}).empty());
}

TEST(Nearest, WhatOneChangeSpoilsOneChangeRepairs) {
  Random rng(7);
  int spoiled = 0;
  for (int i = 0; i < 300; ++i) {
    Task task = test::empty_task(9, 9, 4, 4);
    const Program right = test::random_blocks(rng, 4);
    const Trace path = trace(task.world, right);
    if (path.crash) continue;
    task.goal = {{.kind = ObjectiveKind::kDraw}};
    State at = path.start;
    for (const TraceStep& step : path.steps) {
      const State& to = step.after;
      if (to.x != at.x || to.y != at.y) {
        task.world.lines.push_back({at.x, at.y, to.x, to.y, to.pen.value_or(Color::kBlack)});
      }
      at = to;
    }
    ASSERT_TRUE(GridRun(task).run(right).success()) << to_dsl(right);
    const Program wrong = test::mutant(rng, right);
    if (GridRun(task).run(wrong).success()) continue;
    ++spoiled;
    const auto nearest = nearest_right(task, wrong);
    ASSERT_TRUE(nearest) << to_dsl(right) << " spoiled as " << to_dsl(wrong);
    EXPECT_TRUE(GridRun(task).run(nearest->program).success()) << to_dsl(nearest->program);
    EXPECT_EQ(nearest->changes.size(), 1U) << to_dsl(right) << " spoiled as " << to_dsl(wrong);
  }
  EXPECT_GT(spoiled, 30);
}

}  // namespace
}  // namespace papert::lang::xlogo

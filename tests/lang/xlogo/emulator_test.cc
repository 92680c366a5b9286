// Execution, goals, constraints and their explanations, rule by rule.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "lang/xlogo/emulator.h"

namespace papert::lang::xlogo {
namespace {

constexpr RunRules kStrict{.strict_reference = true};

/// An open grid with the turtle in the middle of the left column, facing east.
Task open_grid(int width = 3, int height = 3) {
  Task task;
  task.world.width = width;
  task.world.height = height;
  task.world.tiles.assign(static_cast<std::size_t>(width * height),
                          {.present = true, .allowed = true});
  task.world.turtle_y = height / 2;
  task.world.heading = Direction::kEast;
  return task;
}

Objective objective(ObjectiveKind kind, std::vector<Spec> specs = {}, int total = 0) {
  return {kind, std::move(specs), total};
}
Spec named(ItemName name) { return {{{.name = name}}}; }
Spec colored(Color color) { return {{{.color = color}}}; }

Program code(const char* text) {
  auto program = parse_dsl(text);
  EXPECT_TRUE(program) << text;
  return program ? *program : Program();
}

std::string explain(const Task& task, const char* text, RunRules options = {}) {
  GridRun judge(task, options);
  const Program program = code(text);
  return judge.explain(program, judge.run(program));
}

bool succeeds(const Task& task, const char* text, RunRules options = {}) {
  return GridRun(task, options).run(code(text)).success();
}

Crash crash_of(const Task& task, const char* text) {
  const Judgement judgement = GridRun(task).run(code(text));
  EXPECT_TRUE(judgement.crash) << text;
  EXPECT_EQ(judgement.goal, std::nullopt);
  EXPECT_EQ(judgement.constraints, std::nullopt);
  return judgement.crash.value_or(Crash());
}

TEST(XlogoJudge, CrashKindsAndPlaces) {
  Task task = open_grid();
  task.world.tile(1, 1).walls = 1;  // towards north
  task.world.tile(1, 2).allowed = false;
  task.world.tile(2, 1).exists = false;
  task.world.tile(0, 0).present = false;
  EXPECT_EQ(crash_of(task, "fd lt fd"), (Crash{CrashKind::kWall, 1, 1, Direction::kNorth, 3, 2}));
  EXPECT_EQ(crash_of(task, "bk"), (Crash{CrashKind::kOutOfWorld, -1, 1, Direction::kWest, 1, 0}));
  EXPECT_EQ(crash_of(task, "fd rt fd"),
            (Crash{CrashKind::kForbiddenArea, 1, 2, Direction::kSouth, 3, 2}));
  EXPECT_EQ(crash_of(task, "lt fd"),
            (Crash{CrashKind::kForbiddenArea, 0, 0, Direction::kNorth, 2, 1}));
  EXPECT_EQ(crash_of(task, "repeat 2 [fd]"),
            (Crash{CrashKind::kGridNotExist, 2, 1, Direction::kEast, 2, 1}));
}

TEST(XlogoJudge, OnlyTheWallOfTheTileLeftCounts) {
  Task task = open_grid();
  task.world.tile(1, 1).walls = 1U << static_cast<unsigned>(Direction::kWest);
  EXPECT_TRUE(succeeds(task, "fd"));
  EXPECT_EQ(crash_of(task, "fd bk").kind, CrashKind::kWall);
}

TEST(XlogoJudge, OrderOfChecks) {
  Task task = open_grid(2, 1);
  task.world.tile(0, 0).walls = 0xf;
  EXPECT_EQ(crash_of(task, "bk").kind, CrashKind::kWall);
  task.world.tile(0, 0).walls = 0;
  task.world.tile(1, 0) = {.present = true, .allowed = false, .exists = false};
  EXPECT_EQ(crash_of(task, "fd").kind, CrashKind::kForbiddenArea);
  task.world.tile(1, 0).allowed = true;
  EXPECT_EQ(crash_of(task, "fd").kind, CrashKind::kGridNotExist);
}

TEST(XlogoJudge, TheStartIsNeverCheckedAndCountsAsVisited) {
  Task task = open_grid(2, 1);
  task.world.tile(0, 0) = {};
  task.world.items = {{0, 0, ItemName::kLemon, Color::kYellow}};
  task.goal = {objective(ObjectiveKind::kFind, {named(ItemName::kLemon)})};
  EXPECT_TRUE(succeeds(task, ""));
  EXPECT_TRUE(succeeds(task, "fd"));
  EXPECT_EQ(crash_of(task, "fd bk").kind, CrashKind::kForbiddenArea);
}

TEST(XlogoJudge, CallsJustBelowAndAboveTheLimit) {
  const Task task = open_grid();
  const char* const hundred_thousand =
      "repeat 10 [repeat 10 [repeat 10 [repeat 10 [repeat 10 [lt]]]]]";
  const Judgement below = GridRun(task).run(code(hundred_thousand));
  EXPECT_TRUE(below.success());
  EXPECT_EQ(below.calls, kMaxCalls);
  for (const char* more : {" lt", " setpc red", " fd"}) {
    const Crash crash = crash_of(task, (std::string(hundred_thousand) + more).c_str());
    EXPECT_EQ(crash.kind, CrashKind::kExceedMaxCalls);
    EXPECT_EQ(crash.call, kMaxCalls + 1);
    EXPECT_EQ(crash.block, 6U);
  }
}

TEST(XlogoJudge, EmptyLoopsCostNothing) {
  std::string text;
  for (int i = 0; i < kMaxNesting; ++i) text += "repeat 12 [";
  text += std::string(kMaxNesting, ']');
  Task task = open_grid();
  EXPECT_TRUE(succeeds(task, text.c_str()));
  EXPECT_EQ(GridRun(task).run(code((text + " fd repeat 3 [] fd").c_str())).calls, 2);
}

TEST(XlogoJudge, BackMovesKeepTheHeading) {
  const Task task = open_grid();
  const Trace steps = trace(task.world, code("fd bk fd lt setpc red bk setpc null"));
  ASSERT_EQ(steps.steps.size(), 7U);
  EXPECT_EQ(steps.start, (State{0, 1, Direction::kEast, {}}));
  EXPECT_EQ(steps.steps[1].after, (State{0, 1, Direction::kEast, {}}));
  EXPECT_EQ(steps.steps[5].after, (State{1, 2, Direction::kNorth, Color::kRed}));
  EXPECT_EQ(steps.steps[6].after, (State{1, 2, Direction::kNorth, {}}));
  EXPECT_EQ(steps.steps[6].block, 6U);
  EXPECT_FALSE(steps.crash);
  EXPECT_TRUE(trace(task.world, code("lt fd fd")).crash);
}

TEST(XlogoJudge, DrawComparesEdgesAndColors) {
  Task task = open_grid();
  task.goal = {objective(ObjectiveKind::kDraw),
               objective(ObjectiveKind::kFind, {named(ItemName::kLemon)})};
  task.world.lines = {{1, 1, 0, 1, Color::kBlack}, {1, 1, 2, 1, Color::kRed}};
  EXPECT_TRUE(succeeds(task, "fd setpc red fd"));
  EXPECT_TRUE(succeeds(task, "setpc red fd fd setpc null bk bk fd setpc red fd"));
  EXPECT_TRUE(succeeds(task, "setpc black fd setpc red fd"));
  EXPECT_EQ(explain(task, "fd"), "misses the red line from (1,1) to (2,1)");
  EXPECT_EQ(explain(task, ""), "misses the black line from (0,1) to (1,1) and 1 more");
  EXPECT_EQ(explain(task, "fd fd"), "draws the line from (1,1) to (2,1) in black instead of red");
  EXPECT_EQ(explain(task, "fd setpc red fd setpc white lt fd"),
            "draws a white line from (2,0) to (2,1) where none belongs");
  EXPECT_EQ(explain(task, "setpc red fd lt fd"),
            "misses the red line from (1,1) to (2,1); draws a red line from (1,0) to (1,1) where "
            "none belongs; draws the line from (0,1) to (1,1) in red instead of black");
  task.world.lines.clear();
  EXPECT_TRUE(succeeds(task, "lt rt setpc red"));
  EXPECT_FALSE(succeeds(task, "setpc white fd"));
}

Task fruit() {
  Task task = open_grid();
  task.world.items = {{1, 1, ItemName::kStrawberry, Color::kRed, 2},
                      {2, 1, ItemName::kStrawberry, Color::kRed, 3},
                      {1, 0, ItemName::kLemon, Color::kYellow},
                      {1, 2, ItemName::kCross, Color::kBlue}};
  return task;
}

TEST(XlogoJudge, Find) {
  Task task = fruit();
  task.goal = {objective(ObjectiveKind::kFind, {named(ItemName::kLemon)})};
  EXPECT_TRUE(succeeds(task, "fd lt fd"));
  EXPECT_EQ(explain(task, "fd"), "never reaches a lemon");
  task.goal = {
      objective(ObjectiveKind::kFind, {{{{.name = ItemName::kCross}}, {{.color = Color::kBlue}}}})};
  EXPECT_EQ(explain(task, ""), "never reaches a blue cross");
  task.goal = {objective(ObjectiveKind::kFind, {colored(Color::kOrange)})};
  EXPECT_EQ(explain(task, ""), "never reaches an orange item");
  task.goal = {objective(ObjectiveKind::kFind,
                         {{{{.color = Color::kRed, .negated = true}, {.name = ItemName::kLetterA}},
                           {{.color = Color::kPink}}}})};
  EXPECT_EQ(explain(task, ""), "never reaches an item that is not red or a letter A, and pink");
}

TEST(XlogoJudge, FindOnlyAndForbid) {
  Task task = fruit();
  task.goal = {objective(ObjectiveKind::kFindOnly, {named(ItemName::kStrawberry)})};
  EXPECT_TRUE(succeeds(task, "fd fd"));
  EXPECT_EQ(explain(task, "fd lt fd"), "also visits the lemon at (1,0)");
  EXPECT_EQ(explain(task, "lt fd"), "never reaches a strawberry");
  task.goal = {objective(ObjectiveKind::kForbid, {colored(Color::kBlue)})};
  EXPECT_TRUE(succeeds(task, "fd"));
  EXPECT_EQ(explain(task, "fd rt fd"), "visits the blue cross at (1,2)");
}

TEST(XlogoJudge, SumCountsTilesOnce) {
  Task task = fruit();
  task.goal = {objective(ObjectiveKind::kSum, {named(ItemName::kStrawberry)}, 5)};
  EXPECT_TRUE(succeeds(task, "fd fd bk fd"));
  EXPECT_EQ(explain(task, "fd bk fd"), "collects 2, needs 5");
  task.goal[0].total = 0;
  EXPECT_TRUE(succeeds(task, ""));
}

TEST(XlogoJudge, CollectAllNeedsOneAtLeast) {
  Task task = fruit();
  task.goal = {objective(ObjectiveKind::kCollectAll, {named(ItemName::kStrawberry)})};
  EXPECT_TRUE(succeeds(task, "fd fd"));
  EXPECT_EQ(explain(task, "fd"), "misses the strawberry at (2,1)");
  EXPECT_EQ(explain(task, ""), "never reaches a strawberry");
  task.goal = {objective(ObjectiveKind::kCollectAll, {named(ItemName::kCircle)})};
  EXPECT_FALSE(succeeds(task, "fd fd"));
}

TEST(XlogoJudge, ConcatIsOneVisitEachInOrder) {
  Task task = fruit();
  task.goal = {
      objective(ObjectiveKind::kConcat, {named(ItemName::kLemon), named(ItemName::kCross)})};
  EXPECT_TRUE(succeeds(task, "fd lt fd bk bk"));
  EXPECT_EQ(explain(task, "fd lt bk fd fd"), "does not visit a lemon before a cross");
  EXPECT_EQ(explain(task, "fd lt fd bk fd bk bk"),
            "visits a lemon more than once, part 1 of the order");
  EXPECT_EQ(explain(task, "fd lt fd"), "never reaches a cross, part 2 of the order");
  // One visit cannot be two parts of an order.
  task.goal = {
      objective(ObjectiveKind::kConcat, {named(ItemName::kLemon), colored(Color::kYellow)})};
  EXPECT_FALSE(succeeds(task, "fd lt fd"));
}

TEST(XlogoJudge, SeveralObjectives) {
  Task task = fruit();
  task.goal = {objective(ObjectiveKind::kFind, {named(ItemName::kCircle)}),
               objective(ObjectiveKind::kForbid, {named(ItemName::kLemon)}),
               objective(ObjectiveKind::kFind, {colored(Color::kRed)}),
               objective(ObjectiveKind::kForbid, {named(ItemName::kCross)})};
  EXPECT_TRUE(succeeds(task, "fd"));
  EXPECT_FALSE(succeeds(task, ""));
  EXPECT_EQ(explain(task, "fd lt fd bk"), "visits the lemon at (1,0)");
  EXPECT_EQ(explain(task, "fd lt bk"), "visits the blue cross at (1,2)");
  task.goal.clear();
  EXPECT_TRUE(succeeds(task, ""));
}

TEST(XlogoJudge, ConstraintsAndTheirReasons) {
  Task task = open_grid();
  ConstraintSet set;
  set.at_most[kCountAll] = 4;
  set.exactly[static_cast<std::size_t>(BlockType::kForward)] = 2;
  task.constraints = {set};
  EXPECT_TRUE(succeeds(task, "repeat 2 [fd bk] fd"));
  EXPECT_EQ(explain(task, "fd fd lt lt lt"), "uses 5 commands, at most 4 allowed");
  EXPECT_EQ(explain(task, "fd"), "uses fd 1 time, exactly 2 required");
  EXPECT_EQ(explain(task, "lt"), "uses fd 0 times, exactly 2 required");
  task.constraints = {ConstraintSet()};
  task.constraints[0].start_by = {BlockType::kForward, BlockType::kRepeat, BlockType::kLeft};
  EXPECT_TRUE(succeeds(task, "fd repeat 2 [rt rt] lt"));
  EXPECT_EQ(explain(task, "fd repeat 2 [lt] rt lt"),
            "must start with fd, repeat, lt; starts with fd, repeat, rt");
  EXPECT_EQ(explain(task, "fd"), "must start with fd, repeat, lt; starts with fd");
  EXPECT_EQ(explain(task, ""), "must start with fd, repeat, lt; it is empty");
  task.goal = {objective(ObjectiveKind::kFind, {named(ItemName::kLemon)})};
  EXPECT_EQ(explain(task, "lt"),
            "never reaches a lemon; must start with fd, repeat, lt; starts with lt");
}

TEST(XlogoJudge, WhereStrictReferenceDiffers) {
  Task task = fruit();
  ConstraintSet unused;
  unused.exactly[static_cast<std::size_t>(BlockType::kLeft)] = 1;
  task.constraints = {unused};
  EXPECT_FALSE(succeeds(task, "fd"));
  EXPECT_TRUE(succeeds(task, "fd", kStrict));
  EXPECT_FALSE(succeeds(task, "lt lt", kStrict));
  task.constraints = {unused, unused};
  EXPECT_FALSE(succeeds(task, "lt lt"));
  EXPECT_TRUE(succeeds(task, "lt lt", kStrict));

  task.constraints = {ConstraintSet()};
  task.constraints[0].start_by = {BlockType::kForward, BlockType::kLeft};
  EXPECT_EQ(GridRun(task).run(code("fd")).constraints, false);
  const Judgement raised = GridRun(task, kStrict).run(code("fd"));
  EXPECT_TRUE(raised.raises);
  EXPECT_FALSE(raised.success());
  EXPECT_EQ(raised.constraints, std::nullopt);
  EXPECT_EQ(explain(task, "fd", kStrict), "the reference emulator fails on this task or program");
  EXPECT_EQ(GridRun(task, kStrict).run(code("lt")).constraints, false);

  task.constraints.clear();
  task.goal = {objective(ObjectiveKind::kFind, {{{{.color = Color::kRed, .negated = true}}}})};
  EXPECT_TRUE(succeeds(task, "fd lt fd"));
  EXPECT_TRUE(GridRun(task, kStrict).run(code("fd lt fd")).raises);
  task.goal = {objective(ObjectiveKind::kFindOnly,
                         {{{{.color = Color::kRed}}, {{.name = ItemName::kStrawberry}}}})};
  EXPECT_TRUE(succeeds(task, "fd"));
  EXPECT_TRUE(GridRun(task, kStrict).run(code("fd")).raises);

  task.goal = {objective(ObjectiveKind::kFind, {named(ItemName::kStrawberry)})};
  EXPECT_TRUE(succeeds(task, "fd", kStrict));
  task.world.items.push_back({2, 2, ItemName::kLemon, Color::kPurple});
  EXPECT_TRUE(succeeds(task, "fd"));
  EXPECT_EQ(explain(task, "fd", kStrict), "the world has an item that the reference does not know");
}

TEST(XlogoJudge, ExplainsCrashes) {
  Task task = open_grid();
  task.world.tile(0, 1).walls = 1;
  task.world.tile(2, 1).allowed = false;
  task.world.tile(1, 2).exists = false;
  EXPECT_EQ(explain(task, "lt\nfd"), "hits the wall north of (0,1) at command 2, line 2");
  EXPECT_EQ(explain(task, "bk"), "leaves the grid to the west, for (-1,1), at command 1, line 1");
  EXPECT_EQ(explain(task, "fd\nfd"), "enters the forbidden tile (2,1) at command 2, line 2");
  EXPECT_EQ(explain(task, "fd rt fd"),
            "enters (1,2), where there is no tile, at command 3, line 1");
  EXPECT_EQ(explain(task, "repeat 12 [repeat 12 [repeat 12 [repeat 12 [repeat 12 [lt]]]]]"),
            "runs more than 100,000 commands, at command 100,001, line 1");
  GridRun judge(task);
  const Program program{{{.type = BlockType::kBack}}};
  EXPECT_EQ(judge.explain(program, judge.run(program)),
            "leaves the grid to the west, for (-1,1), at command 1");
}

TEST(XlogoJudge, RunsDoNotInfluenceEachOther) {
  Task task = fruit();
  task.goal = {objective(ObjectiveKind::kSum, {named(ItemName::kStrawberry)}, 2)};
  GridRun judge(task);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(judge.run(code("fd")).success());
    EXPECT_FALSE(judge.run(code("fd fd")).success());
    EXPECT_TRUE(judge.run(code("fd fd fd")).crash);
  }
  GridRun copy = judge;
  EXPECT_TRUE(copy.run(code("fd")).success());
}

TEST(XlogoJudge, LargestWorld) {
  Task task = open_grid(kMaxSide, kMaxSide);
  task.world.turtle_x = kMaxSide - 1;
  task.world.turtle_y = kMaxSide - 1;
  task.world.items = {{0, 0, ItemName::kLemon, Color::kYellow}};
  task.goal = {objective(ObjectiveKind::kFind, {named(ItemName::kLemon)})};
  EXPECT_TRUE(
      succeeds(task, "lt lt repeat 12 [fd fd] repeat 7 [fd] rt repeat 12 [fd fd] repeat 7 [fd]"));
  EXPECT_EQ(crash_of(task, "fd").x, kMaxSide);
}

}  // namespace
}  // namespace papert::lang::xlogo

// What a solver is made of: lists of commands as short programs, pictures without search, all flat
// answers, and the searches one after the other.

#include "lang/xlogo/ladder.h"

#include <gtest/gtest.h>

#include <set>

#include "lang/xlogo/compress.h"
#include "lang/xlogo/picture_walk.h"
#include "lang/xlogo/search.h"
#include "lang/xlogo/search_answers.h"
#include "mint/xlogo/xlogo.h"
#include "support/published_data.h"
#include "support/xlogo_tasks.h"

namespace papert::lang::xlogo {
namespace {

using test::dsl;
using test::empty_task;
using test::find;

std::vector<Block> executed(const Program& program) {
  std::vector<Block> commands;
  const std::function<void(std::size_t, std::size_t)> run = [&](std::size_t i, std::size_t end) {
    for (; i < end; i += 1 + program.blocks[i].body) {
      const Block& block = program.blocks[i];
      if (block.type != BlockType::kRepeat) commands.push_back(block);
      for (int round = 0; round < block.times; ++round) run(i + 1, i + 1 + block.body);
    }
  };
  run(0, program.blocks.size());
  return commands;
}

TEST(Compress, FindsNestedRepeats) {
  const auto shortest = [](std::string_view text) { return to_dsl(compressed(dsl(text).blocks)); };
  EXPECT_EQ(shortest("fd fd fd rt fd fd fd rt"), to_dsl(dsl("repeat 2 [repeat 3 [fd] rt]")));
  EXPECT_EQ(shortest("fd fd"), to_dsl(dsl("fd fd")));
  EXPECT_EQ(shortest("setpc red fd setpc blue fd"), to_dsl(dsl("setpc red fd setpc blue fd")));
  EXPECT_EQ(shortest("setpc red fd rt setpc red fd rt setpc red fd rt"),
            to_dsl(dsl("repeat 3 [setpc red fd rt]")));
  EXPECT_EQ(shortest(""), "");
  EXPECT_EQ(compressed(std::vector<Block>(14, Block{})).blocks.size(), 3U) << "12 rounds at most";
  EXPECT_EQ(compressed(std::vector<Block>(kMaxCompressed + 1, Block{})).blocks.size(),
            kMaxCompressed + 1);
  EXPECT_EQ(compressed(std::vector<Block>(kMaxCompressed, Block{})).blocks.size(), 4U)
      << "500 = 10 x 10 x 5";
}

/// A program written out and compressed again has no more blocks, and says the same.
TEST(Compress, IsNotLongerThanAnyProgramOfTheSameCommands) {
  Random rng(11);
  int shorter = 0;
  for (int i = 0; i < 2000 / test::kSlowdown; ++i) {
    Program program = test::random_blocks(rng, 1 + static_cast<std::size_t>(i) % 9);
    const std::vector<Block> commands = executed(program);
    if (commands.size() > 80) continue;
    const Program again = compressed(commands);
    EXPECT_EQ(executed(again), commands) << to_dsl(program);
    EXPECT_LE(again.blocks.size(), program.blocks.size()) << to_dsl(program);
    shorter += again.blocks.size() < program.blocks.size() ? 1 : 0;
  }
  EXPECT_GT(shorter, 100 / test::kSlowdown);
}

TEST(PictureWalk, DrawsMintedPicturesAndTheWholeGrid) {
  int pictures = 0;
  for (int seed = 0; seed < 600 / test::kSlowdown; ++seed) {
    Task task = mint::xlogo::minted(seed);
    if (!task.draws()) continue;
    ++pictures;
    task.constraints.clear();
    EXPECT_TRUE(GridRun(task).run({picture_walk(task.world)}).success()) << task.id;
    const Program forward{picture_walk(task.world, WalkMoves::kForward, WalkTurns::kLeft)};
    EXPECT_TRUE(GridRun(task).run(forward).success()) << task.id;
    EXPECT_FALSE(facts(forward).uses(BlockType::kBack) || facts(forward).uses(BlockType::kRight));
    const Program back{picture_walk(task.world, WalkMoves::kBack, WalkTurns::kRight)};
    EXPECT_TRUE(GridRun(task).run(back).success()) << task.id;
    EXPECT_FALSE(facts(back).uses(BlockType::kForward) || facts(back).uses(BlockType::kLeft));
  }
  EXPECT_GT(pictures, 100 / test::kSlowdown);
  Task grid = empty_task(32, 32, 5, 7);
  grid.goal = {{.kind = ObjectiveKind::kDraw}};
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) {
      const auto color = static_cast<Color>((x + y) % 6);
      if (x > 0) grid.world.lines.push_back({x - 1, y, x, y, color});
      if (y > 0) grid.world.lines.push_back({x, y, x, y - 1, color});
    }
  }
  EXPECT_TRUE(GridRun(grid).run({picture_walk(grid.world)}).success());
}

TEST(PictureWalk, IsEmptyWhereALineCannotBeReached) {
  Task task = empty_task(3, 1, 0, 0);
  task.goal = {{.kind = ObjectiveKind::kDraw}};
  task.world.lines = {{1, 0, 2, 0, Color::kRed}};
  EXPECT_TRUE(picture_walk(task.world).empty());
}

TEST(FlatAnswers, AreAllThereAre) {
  Task task = empty_task(2, 2, 0, 1);
  task.world.items = {{1, 0, ItemName::kLemon, Color::kYellow, 1}};
  task.goal = {find(ItemName::kLemon)};
  std::set<std::string> texts;
  const auto visit = [&](std::span<const Block> commands) {
    const Program program{{commands.begin(), commands.end()}};
    EXPECT_TRUE(GridRun(task).run(program).success());
    texts.insert(to_dsl(program));
    return false;
  };
  EXPECT_GT(for_each_flat_answer(task, {.max_length = 3}, visit), 0U);
  EXPECT_EQ(texts, (std::set{to_dsl(dsl("fd rt fd")), to_dsl(dsl("fd lt bk"))}));
  texts.clear();
  for_each_flat_answer(task, {.max_length = 12, .max_answers = 3}, visit);
  EXPECT_EQ(texts.size(), 3U);
}

TEST(Ladder, SolvesMintedTasksWithoutTheirSolutions) {
  std::set<std::string_view> rungs;
  for (int seed = 0; seed < 600 / test::kSlowdown; ++seed) {
    Task task = mint::xlogo::minted(5000 + seed);
    task.solution = {};
    for (const bool strict : {false, true}) {
      const LadderResult result = climb(task, {.strict_reference = strict});
      ASSERT_TRUE(result.program) << dump_json(to_json(task));
      EXPECT_TRUE(GridRun(task, {.strict_reference = strict}).run(*result.program).success());
      rungs.insert(result.rung);
    }
  }
  EXPECT_GE(rungs.size(), 4U / test::kSlowdown);
}

TEST(Ladder, GoesBackwardsOnlyWhereThatIsShorter) {
  Task task = empty_task(3, 3, 0, 2);
  task.world.items = {{2, 0, ItemName::kLemon, Color::kYellow, 1}};
  task.goal = {find(ItemName::kLemon)};
  EXPECT_EQ(to_dsl(climb(task).program.value()), to_dsl(dsl("fd fd rt fd fd")));
  task.world.heading = Direction::kSouth;
  const auto program = climb(task).program;
  ASSERT_TRUE(program);
  EXPECT_EQ(program->blocks.size(), 5U);
  EXPECT_TRUE(facts(*program).uses(BlockType::kBack));
}

TEST(Ladder, SaysWhatIsImpossible) {
  Task task = empty_task(2, 2, 0, 1);
  task.world.items = {{1, 0, ItemName::kLemon, Color::kYellow, 1}};
  task.goal = {find(ItemName::kLemon)};
  task.constraints = {ConstraintSet{}};
  task.constraints[0].at_most[kCountAll] = 2;
  EXPECT_TRUE(climb(task).impossible);
  EXPECT_FALSE(climb(task).program);
  task.constraints[0].at_most[kCountAll] = 3;
  EXPECT_FALSE(climb(task).impossible);
  EXPECT_TRUE(climb(task).program);
}

/// More lines than a search can hold, and a way longer than it looks for.
TEST(Ladder, TasksWithoutALimitNeedNoSearch) {
  Task grid = empty_task(9, 9, 4, 4);
  grid.goal = {{.kind = ObjectiveKind::kDraw}};
  for (int y = 0; y < 9; ++y) {
    for (int x = 1; x < 9; ++x) {
      grid.world.lines.push_back({x - 1, y, x, y, Color::kRed});
      grid.world.lines.push_back({y, x - 1, y, x, Color::kBlue});
    }
  }
  const LadderResult drawn = climb(grid);
  ASSERT_TRUE(drawn.program);
  EXPECT_EQ(drawn.rung, "walk");
  grid.constraints = {ConstraintSet{}};
  grid.constraints[0].at_most[static_cast<std::size_t>(BlockType::kBack)] = 1;
  EXPECT_EQ(climb(grid).rung, "walk") << "said without bk";

  Task far = empty_task(20, 20, 0, 19);
  far.world.items = {{19, 0, ItemName::kLemon, Color::kYellow, 1}};
  far.goal = {find(ItemName::kLemon)};
  far.constraints = {ConstraintSet{}};
  far.constraints[0].at_most[static_cast<std::size_t>(BlockType::kRepeat)] = 0;
  const LadderResult found = climb(far);
  ASSERT_TRUE(found.program);
  EXPECT_EQ(found.program->blocks.size(), 39U);
}

TEST(PublishedLadder, SolvesAllRealTasks) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  int solved = 0;
  for (Task& task : test::read_tasks(path)) {
    task.solution = {};
    for (const bool strict : {false, true}) {
      const LadderResult result = climb(task, {.strict_reference = strict});
      ASSERT_TRUE(result.program) << task.id;
      EXPECT_TRUE(GridRun(task, {.strict_reference = strict}).run(*result.program).success());
    }
    ++solved;
  }
  EXPECT_EQ(solved, 57);
}

}  // namespace
}  // namespace papert::lang::xlogo

// The search is compared with its definition: all programs of a few blocks, written out one by one
// and judged by the emulator.

#include "lang/xlogo/search.h"

#include <gtest/gtest.h>

#include <functional>

#include "lang/xlogo/emulator.h"
#include "mint/xlogo/xlogo.h"
#include "support/published_data.h"
#include "support/xlogo_tasks.h"

namespace papert::lang::xlogo {
namespace {

using test::dsl;
using test::empty_task;
using test::find;

/// Visits all programs of exactly `size` blocks; stops when visit returns true.
bool all_programs(std::size_t size, const std::vector<Block>& commands, Program& program,
                  const std::function<bool()>& visit) {
  if (size == 0) return visit();
  for (const Block& command : commands) {
    program.blocks.push_back(command);
    if (all_programs(size - 1, commands, program, visit)) return true;
    program.blocks.pop_back();
  }
  for (std::uint32_t body = 1; body < size; ++body) {
    const std::size_t head = program.blocks.size();
    for (std::uint8_t times = 1; times <= kMaxTimes; ++times) {
      program.blocks.push_back({.type = BlockType::kRepeat, .times = times, .body = body});
      if (all_programs(body, commands, program,
                       [&] { return all_programs(size - 1 - body, commands, program, visit); })) {
        return true;
      }
      program.blocks.resize(head);
    }
  }
  return false;
}

std::optional<std::size_t> shortest_by_definition(const Task& task, std::size_t max_length) {
  std::vector<Block> commands{{.type = BlockType::kForward},
                              {.type = BlockType::kBack},
                              {.type = BlockType::kLeft},
                              {.type = BlockType::kRight}};
  std::vector<Color> colors{Color::kBlack};
  for (const Line& line : task.world.lines) {
    if (std::find(colors.begin(), colors.end(), line.color) == colors.end()) {
      colors.push_back(line.color);
    }
  }
  for (const Color color : colors) {
    commands.push_back({.type = BlockType::kSetPen, .pen = color});
  }
  GridRun judge(task);
  Program program;
  for (std::size_t n = 0; n <= max_length; ++n) {
    program.blocks.clear();
    if (all_programs(n, commands, program, [&] { return judge.run(program).success(); })) return n;
  }
  return std::nullopt;
}

void expect_as_defined(const Task& task, std::size_t max_length) {
  const SearchResult result =
      shortest_solution(task, {max_length, max_length, std::size_t{100'000'000}});
  const std::optional<std::size_t> expected = shortest_by_definition(task, max_length);
  ASSERT_EQ(result.outcome, expected ? SearchOutcome::kFound : SearchOutcome::kNone)
      << dump_json(to_json(task)) << to_dsl(result.program);
  if (!expected) {
    EXPECT_EQ(result.settled, max_length);
    return;
  }
  EXPECT_EQ(result.program.blocks.size(), *expected) << dump_json(to_json(task));
  EXPECT_TRUE(GridRun(task).run(result.program).success()) << to_dsl(result.program);
  EXPECT_EQ(result.settled, *expected == 0 ? 0 : *expected - 1);
}

Task with_strawberry(Task task, int x, int y) {
  task.world.items.push_back({x, y, ItemName::kStrawberry, Color::kRed, 1});
  task.goal = {find(ItemName::kStrawberry)};
  return task;
}

std::string shortest(const Task& task, const SearchLimits& limits) {
  const SearchResult result = shortest_solution(task, limits);
  return result.outcome == SearchOutcome::kFound ? to_dsl(result.program) : "";
}

TEST(Search, FindsTheShortestWithAndWithoutLoops) {
  const Task far = with_strawberry(empty_task(1, 9, 0, 8), 0, 0);
  EXPECT_EQ(shortest(far, {8, 0, 10'000}), to_dsl(dsl("fd fd fd fd fd fd fd fd")));
  EXPECT_EQ(shortest(far, {7, 0, 10'000}), "");
  EXPECT_EQ(shortest(far, {2, 1, 10'000}), to_dsl(dsl("repeat 8 [fd]")));
  const Task corner = with_strawberry(empty_task(5, 5, 0, 4), 4, 0);
  EXPECT_EQ(shortest_solution(corner, {5, 3, 100'000}).program.blocks.size(), 4U)
      << "repeat 2 [repeat 4 [fd] rt]";
}

TEST(Search, AnEmptyGoalNeedsNoProgram) {
  const SearchResult result = shortest_solution(empty_task(2, 2, 0, 0), {0, 0, 0});
  EXPECT_EQ(result.outcome, SearchOutcome::kFound);
  EXPECT_TRUE(result.program.blocks.empty());
}

TEST(Search, SaysWhenItGaveUp) {
  const Task far = with_strawberry(empty_task(6, 6, 0, 5), 5, 0);
  const SearchResult result = shortest_solution(far, {12, 4, 1000});
  EXPECT_EQ(result.outcome, SearchOutcome::kGaveUp);
  EXPECT_LT(result.settled, 12U);
  EXPECT_EQ(shortest_solution(far, {12, 4, 1'000'000}).outcome, SearchOutcome::kFound);
}

TEST(Search, GivesUpOnMoreThanItCanRemember) {
  Task task = empty_task(20, 20, 0, 0);
  task.goal = {find(ItemName::kStrawberry)};
  task.goal[0].kind = ObjectiveKind::kCollectAll;
  for (int i = 0; i < 257; ++i) {
    task.world.items.push_back({i % 20, i / 20, ItemName::kStrawberry, Color::kRed, 1});
  }
  EXPECT_EQ(shortest_solution(task, {1, 0, 1000}).outcome, SearchOutcome::kGaveUp);
  task.world.items.pop_back();
  EXPECT_EQ(shortest_solution(task, {1, 0, 1000}).outcome, SearchOutcome::kNone);
}

TEST(Search, PicturesInAColumnOneTileWide) {
  Task task = empty_task(1, 3, 0, 2);
  task.goal = {{.kind = ObjectiveKind::kDraw}};
  task.world.lines = {{0, 2, 0, 1, Color::kRed}, {0, 1, 0, 0, Color::kBlack}};
  expect_as_defined(task, 4);
}

TEST(Search, KeepsToContradictoryAndImpossibleConstraints) {
  Task task = with_strawberry(empty_task(2, 2, 0, 1), 0, 0);
  ConstraintSet set;
  set.exactly[0] = 1;
  task.constraints = {set, set};
  expect_as_defined(task, 3);
  task.constraints[1].exactly[0] = 2;
  expect_as_defined(task, 3);
  task.constraints = {ConstraintSet{}};
  task.constraints[0].at_most[kCountAll] = 0;
  expect_as_defined(task, 3);
  task.constraints[0].at_most[kCountAll] = 1;
  expect_as_defined(task, 3);
}

TEST(Search, FillsUpWithBlocksThatConstraintsAskFor) {
  Task task = with_strawberry(empty_task(1, 2, 0, 1), 0, 0);
  task.constraints = {ConstraintSet{}};
  ConstraintSet& set = task.constraints[0];
  set.exactly[static_cast<std::size_t>(BlockType::kRepeat)] = 1;
  set.exactly[kCountAll] = 3;
  set.exactly[static_cast<std::size_t>(BlockType::kLeft)] = 0;
  expect_as_defined(task, 3);
  set = {};
  set.start_by = {BlockType::kRepeat};
  expect_as_defined(task, 3);
  set.start_by = {BlockType::kSetPen, BlockType::kForward};
  expect_as_defined(task, 3);
  set = {};
  set.exactly[static_cast<std::size_t>(BlockType::kSetPen)] = 2;
  expect_as_defined(task, 4);
}

TEST(Search, IsAsDefinedOnMintedTasksAndTheirRelatives) {
  Random rng(3);
  int found = 0;
  for (int seed = 0; seed < 240 / test::kSlowdown; ++seed) {
    Task task = mint::xlogo::minted(seed);
    if (rng.random() < 0.3) task.constraints.clear();
    if (rng.random() < 0.3) {
      for (Tile& tile : task.world.tiles) tile.walls = 0;
    }
    if (rng.random() < 0.5) {
      task.world.turtle_x = static_cast<int>(rng.randint(0, task.world.width - 1));
      task.world.turtle_y = static_cast<int>(rng.randint(0, task.world.height - 1));
    }
    const bool colorful = task.draws() && facts(task.solution).uses(BlockType::kSetPen);
    const std::size_t length = colorful || !task.constraints.empty() ? 3 : 4;
    expect_as_defined(task, length);
    found += shortest_solution(task, {length, length, 10'000'000}).outcome == SearchOutcome::kFound;
  }
  EXPECT_GT(found, 40 / test::kSlowdown);
}

TEST(PublishedSearch, IsAsDefinedOnRealTasks) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  for (const Task& task : test::read_tasks(path)) {
    expect_as_defined(task, test::kSlowdown > 1 ? 2 : 3);
  }
}

TEST(PublishedSearch, FindsSolutionsOfRealTasks) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  int found = 0;
  for (const Task& task : test::read_tasks(path)) {
    const std::size_t length = task.solution.blocks.size();
    const SearchResult result = shortest_solution(task, {length, 3, 100'000});
    if (length <= 4) {
      EXPECT_EQ(result.outcome, SearchOutcome::kFound) << task.id;
    }
    if (result.outcome != SearchOutcome::kFound) continue;
    ++found;
    EXPECT_LE(result.program.blocks.size(), length);
    EXPECT_TRUE(GridRun(task).run(result.program).success()) << task.id;
  }
  EXPECT_GE(found, 45);
}

}  // namespace
}  // namespace papert::lang::xlogo

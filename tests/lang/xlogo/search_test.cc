// The search is compared with its definition: all programs of a few blocks, written out one by one
// and judged by the emulator.

#include "lang/xlogo/search.h"

#include <gtest/gtest.h>

#include <functional>

#include "lang/xlogo/emulator.h"
#include "mint/xlogo/support.h"
#include "mint/xlogo/xlogo.h"
#include "support/published_data.h"

namespace papert::mint::xlogo {
namespace {

using test::dsl;
using test::empty_task;
using test::find;

/// Visits all programs of exactly `size` blocks; stops when visit returns true.
bool all_programs(std::size_t size, const std::vector<lang::xlogo::Block>& commands,
                  lang::xlogo::Program& program, const std::function<bool()>& visit) {
  if (size == 0) return visit();
  for (const lang::xlogo::Block& command : commands) {
    program.blocks.push_back(command);
    if (all_programs(size - 1, commands, program, visit)) return true;
    program.blocks.pop_back();
  }
  for (std::uint32_t body = 1; body < size; ++body) {
    const std::size_t head = program.blocks.size();
    for (std::uint8_t times = 1; times <= lang::xlogo::kMaxTimes; ++times) {
      program.blocks.push_back(
          {.type = lang::xlogo::BlockType::kRepeat, .times = times, .body = body});
      if (all_programs(body, commands, program,
                       [&] { return all_programs(size - 1 - body, commands, program, visit); })) {
        return true;
      }
      program.blocks.resize(head);
    }
  }
  return false;
}

std::optional<std::size_t> shortest_by_definition(const lang::xlogo::Task& task,
                                                  std::size_t max_length) {
  std::vector<lang::xlogo::Block> commands{{.type = lang::xlogo::BlockType::kForward},
                                           {.type = lang::xlogo::BlockType::kBack},
                                           {.type = lang::xlogo::BlockType::kLeft},
                                           {.type = lang::xlogo::BlockType::kRight}};
  std::vector<lang::xlogo::Color> colors{lang::xlogo::Color::kBlack};
  for (const lang::xlogo::Line& line : task.world.lines) {
    if (std::find(colors.begin(), colors.end(), line.color) == colors.end()) {
      colors.push_back(line.color);
    }
  }
  for (const lang::xlogo::Color color : colors) {
    commands.push_back({.type = lang::xlogo::BlockType::kSetPen, .pen = color});
  }
  lang::xlogo::GridRun judge(task);
  lang::xlogo::Program program;
  for (std::size_t n = 0; n <= max_length; ++n) {
    program.blocks.clear();
    if (all_programs(n, commands, program, [&] { return judge.run(program).success(); })) return n;
  }
  return std::nullopt;
}

void expect_as_defined(const lang::xlogo::Task& task, std::size_t max_length) {
  const lang::xlogo::SearchResult result =
      lang::xlogo::shortest_solution(task, {max_length, max_length, std::size_t{100'000'000}});
  const std::optional<std::size_t> expected = shortest_by_definition(task, max_length);
  ASSERT_EQ(result.outcome,
            expected ? lang::xlogo::SearchOutcome::kFound : lang::xlogo::SearchOutcome::kNone)
      << dump_json(lang::xlogo::to_json(task)) << lang::xlogo::to_dsl(result.program);
  if (!expected) {
    EXPECT_EQ(result.settled, max_length);
    return;
  }
  EXPECT_EQ(result.program.blocks.size(), *expected) << dump_json(lang::xlogo::to_json(task));
  EXPECT_TRUE(lang::xlogo::GridRun(task).run(result.program).success())
      << lang::xlogo::to_dsl(result.program);
  EXPECT_EQ(result.settled, *expected == 0 ? 0 : *expected - 1);
}

lang::xlogo::Task with_strawberry(lang::xlogo::Task task, int x, int y) {
  task.world.items.push_back(
      {x, y, lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed, 1});
  task.goal = {find(lang::xlogo::ItemName::kStrawberry)};
  return task;
}

std::string shortest(const lang::xlogo::Task& task, const lang::xlogo::SearchLimits& limits) {
  const lang::xlogo::SearchResult result = lang::xlogo::shortest_solution(task, limits);
  return result.outcome == lang::xlogo::SearchOutcome::kFound ? lang::xlogo::to_dsl(result.program)
                                                              : "";
}

TEST(Search, FindsTheShortestWithAndWithoutLoops) {
  const lang::xlogo::Task far = with_strawberry(empty_task(1, 9, 0, 8), 0, 0);
  EXPECT_EQ(shortest(far, {8, 0, 10'000}), lang::xlogo::to_dsl(dsl("fd fd fd fd fd fd fd fd")));
  EXPECT_EQ(shortest(far, {7, 0, 10'000}), "");
  EXPECT_EQ(shortest(far, {2, 1, 10'000}), lang::xlogo::to_dsl(dsl("repeat 8 [fd]")));
  const lang::xlogo::Task corner = with_strawberry(empty_task(5, 5, 0, 4), 4, 0);
  EXPECT_EQ(lang::xlogo::shortest_solution(corner, {5, 3, 100'000}).program.blocks.size(), 4U)
      << "repeat 2 [repeat 4 [fd] rt]";
}

TEST(Search, AnEmptyGoalNeedsNoProgram) {
  const lang::xlogo::SearchResult result =
      lang::xlogo::shortest_solution(empty_task(2, 2, 0, 0), {0, 0, 0});
  EXPECT_EQ(result.outcome, lang::xlogo::SearchOutcome::kFound);
  EXPECT_TRUE(result.program.blocks.empty());
}

TEST(Search, SaysWhenItGaveUp) {
  const lang::xlogo::Task far = with_strawberry(empty_task(6, 6, 0, 5), 5, 0);
  const lang::xlogo::SearchResult result = lang::xlogo::shortest_solution(far, {12, 4, 1000});
  EXPECT_EQ(result.outcome, lang::xlogo::SearchOutcome::kGaveUp);
  EXPECT_LT(result.settled, 12U);
  EXPECT_EQ(lang::xlogo::shortest_solution(far, {12, 4, 1'000'000}).outcome,
            lang::xlogo::SearchOutcome::kFound);
}

TEST(Search, GivesUpOnMoreThanItCanRemember) {
  lang::xlogo::Task task = empty_task(20, 20, 0, 0);
  task.goal = {find(lang::xlogo::ItemName::kStrawberry)};
  task.goal[0].kind = lang::xlogo::ObjectiveKind::kCollectAll;
  for (int i = 0; i < 257; ++i) {
    task.world.items.push_back(
        {i % 20, i / 20, lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed, 1});
  }
  EXPECT_EQ(lang::xlogo::shortest_solution(task, {1, 0, 1000}).outcome,
            lang::xlogo::SearchOutcome::kGaveUp);
  task.world.items.pop_back();
  EXPECT_EQ(lang::xlogo::shortest_solution(task, {1, 0, 1000}).outcome,
            lang::xlogo::SearchOutcome::kNone);
}

TEST(Search, PicturesInAColumnOneTileWide) {
  lang::xlogo::Task task = empty_task(1, 3, 0, 2);
  task.goal = {{.kind = lang::xlogo::ObjectiveKind::kDraw}};
  task.world.lines = {{0, 2, 0, 1, lang::xlogo::Color::kRed},
                      {0, 1, 0, 0, lang::xlogo::Color::kBlack}};
  expect_as_defined(task, 4);
}

TEST(Search, KeepsToContradictoryAndImpossibleConstraints) {
  lang::xlogo::Task task = with_strawberry(empty_task(2, 2, 0, 1), 0, 0);
  lang::xlogo::ConstraintSet set;
  set.exactly[0] = 1;
  task.constraints = {set, set};
  expect_as_defined(task, 3);
  task.constraints[1].exactly[0] = 2;
  expect_as_defined(task, 3);
  task.constraints = {lang::xlogo::ConstraintSet{}};
  task.constraints[0].at_most[lang::xlogo::kCountAll] = 0;
  expect_as_defined(task, 3);
  task.constraints[0].at_most[lang::xlogo::kCountAll] = 1;
  expect_as_defined(task, 3);
}

TEST(Search, FillsUpWithBlocksThatConstraintsAskFor) {
  lang::xlogo::Task task = with_strawberry(empty_task(1, 2, 0, 1), 0, 0);
  task.constraints = {lang::xlogo::ConstraintSet{}};
  lang::xlogo::ConstraintSet& set = task.constraints[0];
  set.exactly[static_cast<std::size_t>(lang::xlogo::BlockType::kRepeat)] = 1;
  set.exactly[lang::xlogo::kCountAll] = 3;
  set.exactly[static_cast<std::size_t>(lang::xlogo::BlockType::kLeft)] = 0;
  expect_as_defined(task, 3);
  set = {};
  set.start_by = {lang::xlogo::BlockType::kRepeat};
  expect_as_defined(task, 3);
  set.start_by = {lang::xlogo::BlockType::kSetPen, lang::xlogo::BlockType::kForward};
  expect_as_defined(task, 3);
  set = {};
  set.exactly[static_cast<std::size_t>(lang::xlogo::BlockType::kSetPen)] = 2;
  expect_as_defined(task, 4);
}

TEST(Search, IsAsDefinedOnMintedTasksAndTheirRelatives) {
  Random rng(3);
  int found = 0;
  for (int seed = 0; seed < 240 / test::kSlowdown; ++seed) {
    lang::xlogo::Task task = minted(seed);
    if (rng.random() < 0.3) task.constraints.clear();
    if (rng.random() < 0.3) {
      for (lang::xlogo::Tile& tile : task.world.tiles) tile.walls = 0;
    }
    if (rng.random() < 0.5) {
      task.world.turtle_x = static_cast<int>(rng.randint(0, task.world.width - 1));
      task.world.turtle_y = static_cast<int>(rng.randint(0, task.world.height - 1));
    }
    const bool colorful =
        task.draws() && lang::xlogo::facts(task.solution).uses(lang::xlogo::BlockType::kSetPen);
    const std::size_t length = colorful || !task.constraints.empty() ? 3 : 4;
    expect_as_defined(task, length);
    found += lang::xlogo::shortest_solution(task, {length, length, 10'000'000}).outcome ==
             lang::xlogo::SearchOutcome::kFound;
  }
  EXPECT_GT(found, 40 / test::kSlowdown);
}

TEST(PublishedSearch, IsAsDefinedOnRealTasks) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  for (const lang::xlogo::Task& task : test::read_tasks(path)) {
    expect_as_defined(task, test::kSlowdown > 1 ? 2 : 3);
  }
}

TEST(PublishedSearch, FindsSolutionsOfRealTasks) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  int found = 0;
  for (const lang::xlogo::Task& task : test::read_tasks(path)) {
    const std::size_t length = task.solution.blocks.size();
    const lang::xlogo::SearchResult result =
        lang::xlogo::shortest_solution(task, {length, 3, 100'000});
    if (length <= 4) {
      EXPECT_EQ(result.outcome, lang::xlogo::SearchOutcome::kFound) << task.id;
    }
    if (result.outcome != lang::xlogo::SearchOutcome::kFound) continue;
    ++found;
    EXPECT_LE(result.program.blocks.size(), length);
    EXPECT_TRUE(lang::xlogo::GridRun(task).run(result.program).success()) << task.id;
  }
  EXPECT_GE(found, 45);
}

}  // namespace
}  // namespace papert::mint::xlogo

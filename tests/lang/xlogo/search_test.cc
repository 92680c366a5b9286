// The search is compared with its definition: all programs of a few blocks, written out one by one
// and judged by the emulator.

#include "lang/xlogo/search.h"

#include <gtest/gtest.h>

#include <functional>

#include "lang/xlogo/edges.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search_arena.h"
#include "lang/xlogo/search_bound.h"
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
  const SearchResult result = shortest_solution(far, {12, 4, 100});
  EXPECT_EQ(result.outcome, SearchOutcome::kGaveUp);
  EXPECT_LT(result.settled, 12U);
  EXPECT_GT(result.steps, 100U);
  const SearchResult flat = shortest_solution(far, {12, 0, 20});
  EXPECT_EQ(flat.outcome, SearchOutcome::kGaveUp);
  EXPECT_EQ(flat.settled, 10U) << "ten moves and a turn are needed, by the bound alone";
  EXPECT_EQ(shortest_solution(far, {.max_length = 12, .max_body = 0, .max_nodes = 5}).outcome,
            SearchOutcome::kGaveUp);
  EXPECT_EQ(shortest_solution(far, {12, 4, 1'000'000}).outcome, SearchOutcome::kFound);
}

/// Long pictures in several colours are where the bound tells most.
TEST(Search, TheBoundSparesMostOfAPicture) {
  Task task = empty_task(4, 4, 0, 3);
  task.goal = {{.kind = ObjectiveKind::kDraw}};
  const std::array<Color, 3> colors{Color::kRed, Color::kBlue, Color::kGreen};
  for (int y = 3; y > 0; --y) {
    task.world.lines.push_back({0, y, 0, y - 1, colors[static_cast<std::size_t>(y) - 1]});
    task.world.lines.push_back({y, 0, y - 1, 0, colors[static_cast<std::size_t>(y) - 1]});
  }
  const SearchResult bounded = shortest_solution(task, {30, 0, 1'000'000});
  const SearchResult plain = shortest_solution(
      task,
      {.max_length = 30, .max_body = 0, .max_steps = 1'000'000, .order = SearchOrder::kPlain});
  ASSERT_EQ(bounded.outcome, SearchOutcome::kFound);
  ASSERT_EQ(plain.outcome, SearchOutcome::kFound);
  EXPECT_EQ(bounded.program.blocks.size(), plain.program.blocks.size());
  EXPECT_LT(bounded.steps * 10, plain.steps);
  EXPECT_LT(bounded.nodes, plain.nodes);
}

/// Where both decide. The plain order tries every text, so it is the definition for longer ones.
TEST(Search, BothOrdersFindTheSameLength) {
  int decided = 0;
  int spared = 0;
  for (int seed = 0; seed < 600 / test::kSlowdown; ++seed) {
    const Task task = mint::xlogo::minted(1000 + seed);
    for (const std::size_t body : {0U, 2U, 3U}) {
      SearchLimits limits{task.solution.blocks.size(), body, 50'000};
      const SearchResult bounded = shortest_solution(task, limits);
      limits.order = SearchOrder::kPlain;
      const SearchResult plain = shortest_solution(task, limits);
      if (plain.outcome == SearchOutcome::kGaveUp) continue;
      ++decided;
      spared += bounded.steps < plain.steps ? 1 : 0;
      ASSERT_EQ(bounded.outcome, plain.outcome) << dump_json(to_json(task)) << body;
      EXPECT_EQ(bounded.program.blocks.size(), plain.program.blocks.size());
      EXPECT_EQ(bounded.settled, plain.settled);
      if (bounded.outcome == SearchOutcome::kFound) {
        EXPECT_TRUE(GridRun(task).run(bounded.program).success()) << to_dsl(bounded.program);
      }
    }
  }
  EXPECT_GT(decided, 1000 / test::kSlowdown);
  EXPECT_GT(spared * 10, decided * 9);
}

/// Only states that lead nowhere are dropped, so the first program found is the same.
TEST(Search, CountingWhatLoopsCanDrawFindsTheSame) {
  int decided = 0;
  int spared = 0;
  for (int seed = 0; seed < 900 / test::kSlowdown; ++seed) {
    Task task = mint::xlogo::minted(5000 + seed);
    if (!task.draws()) continue;
    if (seed % 4 == 0) {  // repeat 1 may help
      task.constraints.resize(1);
      task.constraints.front().exactly[static_cast<std::size_t>(BlockType::kRepeat)] = 1 + seed % 3;
    }
    for (const std::size_t body : {1U, 3U, 4U}) {
      SearchLimits limits{std::min<std::size_t>(task.solution.blocks.size(), 8), body, 100'000};
      const SearchResult bounded = shortest_solution(task, limits);
      if (bounded.outcome == SearchOutcome::kGaveUp) continue;
      limits.count_cover = true;
      const SearchResult counted = shortest_solution(task, limits);
      ++decided;
      spared += counted.steps < bounded.steps ? 1 : 0;
      ASSERT_EQ(counted.outcome, bounded.outcome) << dump_json(to_json(task)) << body;
      EXPECT_EQ(to_dsl(counted.program), to_dsl(bounded.program)) << dump_json(to_json(task));
      EXPECT_EQ(counted.settled, bounded.settled);
      EXPECT_LE(counted.steps, bounded.steps);
    }
  }
  EXPECT_GT(decided, 300 / test::kSlowdown);
  EXPECT_GT(spared * 2, decided);
}

// Two crosses side by side: a loop draws one of them, so a few blocks cannot draw both.
TEST(Search, CountingWhatLoopsCanDrawDecidesMore) {
  Task task = empty_task(9, 9, 4, 5);
  task.solution = dsl("fd repeat 5 [fd rt fd] lt repeat 4 [fd rt fd]");
  task.goal = {{.kind = ObjectiveKind::kDraw}};
  for (const auto& [edge, color] : drawn_edges(trace(task.world, task.solution))) {
    const int across = edge.down ? 0 : 1;
    task.world.lines.push_back({edge.x, edge.y, edge.x + across, edge.y + 1 - across, color});
  }
  ASSERT_TRUE(task.draws());
  SearchLimits limits{9, 4, 50'000};
  EXPECT_EQ(shortest_solution(task, limits).outcome, SearchOutcome::kGaveUp);
  limits.count_cover = true;
  EXPECT_NE(shortest_solution(task, limits).outcome, SearchOutcome::kGaveUp);
}

/// The shortest solution begins in some way, and what follows is the shortest end of that
/// beginning.
TEST(Search, ABeginningThatIsGivenIsKept) {
  int compared = 0;
  for (int seed = 0; seed < 200 / test::kSlowdown; ++seed) {
    const Task task = mint::xlogo::minted(7000 + seed);
    for (const std::size_t body : {0U, 2U}) {
      SearchLimits limits{8, body, 100'000};
      const SearchResult whole = shortest_solution(task, limits);
      if (whole.outcome != SearchOutcome::kFound || whole.program.blocks.size() < 3) continue;
      const std::vector<Block>& blocks = whole.program.blocks;
      const std::size_t first = 1 + blocks.front().body;
      limits.begin.blocks.assign(blocks.begin(),
                                 blocks.begin() + static_cast<std::ptrdiff_t>(first));
      const SearchResult rest = shortest_solution(task, limits);
      ++compared;
      ASSERT_EQ(rest.outcome, SearchOutcome::kFound) << dump_json(to_json(task));
      EXPECT_EQ(rest.program.blocks.size(), blocks.size()) << dump_json(to_json(task));
      EXPECT_EQ(rest.settled, whole.settled);
      EXPECT_TRUE(std::equal(limits.begin.blocks.begin(), limits.begin.blocks.end(),
                             rest.program.blocks.begin()));
      EXPECT_TRUE(GridRun(task).run(rest.program).success());
      limits.max_length = blocks.size() - 1;
      EXPECT_EQ(shortest_solution(task, limits).outcome, SearchOutcome::kNone);
    }
  }
  EXPECT_GT(compared, 100 / test::kSlowdown);
}

TEST(Search, ABeginningThatCrashesOrIsTooLongHasNoEnd) {
  Task task = empty_task(3, 3, 0, 2);
  task.goal = {find(ItemName::kStrawberry)};
  task.world.items.push_back({2, 2, ItemName::kStrawberry, Color::kRed, 1});
  SearchLimits limits{6, 2, 100'000};
  limits.begin = dsl("repeat 3 [ fd ]");
  EXPECT_EQ(shortest_solution(task, limits).outcome, SearchOutcome::kNone);
  limits.begin = dsl("fd bk fd bk fd bk fd");
  EXPECT_EQ(shortest_solution(task, limits).outcome, SearchOutcome::kNone);
  limits.begin = dsl("fd bk rt");
  const SearchResult found = shortest_solution(task, limits);
  ASSERT_EQ(found.outcome, SearchOutcome::kFound);
  EXPECT_EQ(to_dsl(found.program), to_dsl(dsl("fd bk rt fd fd")));
}

/// The states that a program goes through, by its top-level blocks.
std::vector<Walker> states_of(const Arena& arena, const Program& program) {
  std::vector<Walker> states{arena.start().value()};
  Walker walker = states.front();
  const std::function<void(std::size_t, std::size_t)> run = [&](std::size_t i, std::size_t end) {
    for (; i < end; i += 1 + program.blocks[i].body) {
      const Block& block = program.blocks[i];
      for (int round = 0; round < block.times; ++round) run(i + 1, i + 1 + block.body);
      if (block.type == BlockType::kRepeat) continue;
      EXPECT_TRUE(arena.step(block, walker));
    }
  };
  for (std::size_t i = 0; i < program.blocks.size(); i += 1 + program.blocks[i].body) {
    run(i, i + 1 + program.blocks[i].body);
    states.push_back(walker);
  }
  return states;
}

/// Every state of a solution is a state from which its rest does.
void expect_bound_holds(const Task& task, const Program& solution) {
  Arena arena;
  Bound bound;
  ASSERT_TRUE(arena.load(task));
  bound.load(arena);
  const std::vector<Walker> states = states_of(arena, solution);
  const bool flat = !facts(solution).uses(BlockType::kRepeat);
  std::size_t rest = solution.blocks.size();
  std::size_t at = 0;
  for (const Walker& state : states) {
    EXPECT_LE(bound.lower_bound(state, false), rest) << to_dsl(solution);
    if (flat) {
      EXPECT_LE(bound.lower_bound(state, true), rest) << to_dsl(solution);
    }
    EXPECT_LE(bound.lower_bound(state, false), bound.lower_bound(state, true));
    if (at == solution.blocks.size()) continue;
    rest -= 1 + solution.blocks[at].body;
    at += 1 + solution.blocks[at].body;
  }
  EXPECT_EQ(bound.lower_bound(states.back(), true), 0U);
}

TEST(SearchBound, NeverExceedsTheRestOfASolution) {
  for (int seed = 0; seed < 800 / test::kSlowdown; ++seed) {
    const Task task = mint::xlogo::minted(seed);
    expect_bound_holds(task, task.solution);
    for (const std::size_t body : {0U, 2U}) {
      const SearchResult result = shortest_solution(task, {12, body, 20'000});
      if (result.outcome == SearchOutcome::kFound) expect_bound_holds(task, result.program);
    }
  }
}

/// Best first relies on it: a command brings the goal nearer by one block at most.
TEST(SearchBound, FallsByOneACommandAtMost) {
  Random rng(5);
  for (int seed = 0; seed < 500 / test::kSlowdown; ++seed) {
    const Task task = mint::xlogo::minted(seed);
    Arena arena;
    Bound bound;
    ASSERT_TRUE(arena.load(task));
    bound.load(arena);
    Walker walker = arena.start().value();
    for (int i = 0; i < 100; ++i) {
      Block block{.type = static_cast<BlockType>(rng.randbelow(4))};
      if (!arena.colors().empty() && rng.random() < 0.2) {
        block = {.type = BlockType::kSetPen, .pen = rng.choice(arena.colors())};
      }
      Walker after = walker;
      if (!arena.step(block, after)) continue;
      for (const bool flat : {true, false}) {
        EXPECT_LE(bound.lower_bound(walker, flat), bound.lower_bound(after, flat) + 1)
            << task.id << flat;
      }
      walker = after;
    }
  }
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

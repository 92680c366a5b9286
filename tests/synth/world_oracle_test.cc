// Worlds by three ways: every placement of forbidden cells and walls tried out, the solver asked
// for all worlds, and construction from many seeds. What each of them comes upon is accepted by the
// same proofs, in each of the ways in which a unit accepts tasks (pool.h): first obstacles must be
// of use and look well, then not, at last constraints need not bind. Where a row of forbidden cells
// keeps nobody from anything there is no task of the first kind.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/transform.h"
#include "support/published_data.h"
#include "support/xlogo_tasks.h"
#include "synth/build.h"
#include "synth/likeness.h"
#include "synth/made_references.h"
#include "synth/need_solver.h"
#include "synth/prove.h"
#include "synth/smt.h"
#include "synth/solver.h"
#include "synth/space.h"
#include "synth/world_formula.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

using Keys = std::set<std::string>;

/// A row of forbidden cells beside the way; the program starts with fd.
xl::Task row_reference() {
  xl::Task task = test::strawberry_reference("row", "fd lt fd fd", 2, 2, 0, 1);
  for (int x = 0; x < 3; ++x) test::close(task, x, 0);
  task.constraints.resize(1);
  task.constraints.front().start_by = {xl::BlockType::kForward};
  return task;
}

/// Walls in the shorter ways, and none forbidden.
xl::Task walls_reference() {
  xl::Task task = test::strawberry_reference("walls", "fd rt fd fd rt fd", 0, 1, 2, 1);
  test::add_wall(task, 1, 1, 1);
  test::add_wall(task, 1, 2, 1);
  return task;
}

std::vector<Candidate> easy_candidates(const xl::Task& reference) {
  const Space space = Space::of(reference, Difficulty::kEasy, 0);
  std::vector<Candidate> candidates;
  for (std::uint64_t i = 0; i < space.candidates(); ++i) {
    candidates.push_back(space.candidate(1, i));
  }
  return candidates;
}

/// A candidate at all places of an empty grid of three by three, facing north.
std::vector<xl::Task> placed(const Candidate& candidate) {
  std::vector<xl::Task> tasks;
  for (int cell = 0; cell < 9; ++cell) {
    xl::Task task = test::empty_task(3, 3, cell % 3, cell / 3);
    task.solution = candidate.code;
    task.goal = candidate.goal;
    task.constraints = candidate.constraints;
    if (!xl::trace(task.world, task.solution).crash) tasks.push_back(std::move(task));
  }
  return tasks;
}

std::vector<bool> visited(const xl::Task& task) {
  std::vector<bool> cells(task.world.tiles.size(), false);
  cells[task.world.index(task.world.turtle_x, task.world.turtle_y)] = true;
  for (const xl::TraceStep& step : xl::trace(task.world, task.solution).steps) {
    cells[task.world.index(step.after.x, step.after.y)] = true;
  }
  return cells;
}

void set_wall(xl::World& world, std::size_t cell, std::size_t direction) {
  const std::size_t to = direction == 1 ? cell + 1 : cell + 3;
  world.tiles[cell].walls = static_cast<std::uint8_t>(world.tiles[cell].walls | 1U << direction);
  world.tiles[to].walls = static_cast<std::uint8_t>(world.tiles[to].walls | 1U << (direction ^ 2U));
}

/// Sides between neighbours, as the cell to the west or north and the direction.
std::vector<std::pair<std::size_t, std::size_t>> sides() {
  std::vector<std::pair<std::size_t, std::size_t>> sides;
  for (std::size_t cell = 0; cell < 9; ++cell) {
    if (cell % 3 < 2) sides.emplace_back(cell, 1);
    if (cell / 3 < 2) sides.emplace_back(cell, 2);
  }
  return sides;
}

class Exhaustive {
 public:
  Exhaustive(const xl::Task& reference, const BuildOptions& options)
      : reference_(reference), options_(options) {
    for (const Candidate& candidate : easy_candidates(reference)) {
      for (const xl::Task& task : placed(candidate)) at_place(task);
    }
  }
  [[nodiscard]] const Keys& keys() const { return keys_; }

 private:
  /// One strawberry where the solution ends, any cells forbidden, fences around them.
  void at_place(xl::Task task) {
    const std::vector<bool> used = visited(task);
    const auto end = xl::trace(task.world, task.solution).steps.back().after;
    task.world.items = {{end.x, end.y, xl::ItemName::kStrawberry, xl::Color::kRed, 1}};
    like_ = likeness(reference_, task.goal, 3, 3, 0);
    for (unsigned set = 0; set < 1U << 9; ++set) {
      bool possible = true;
      xl::Task with = task;
      for (std::size_t cell = 0; cell < 9; ++cell) {
        const bool closed = (set >> cell & 1U) != 0;
        possible = possible && !(closed && used[cell]);
        if (like_.corridor) possible = possible && (closed || used[cell]);
        with.world.tiles[cell].allowed = !closed;
      }
      if (!possible) continue;
      for (const auto& [cell, direction] : sides()) {
        const bool other = with.world.tiles[direction == 1 ? cell + 1 : cell + 3].allowed;
        if (with.world.tiles[cell].allowed != other) set_wall(with.world, cell, direction);
      }
      add_walls(with, 0);
    }
  }

  /// Any further walls between allowed cells, from the given side on.
  void add_walls(const xl::Task& task, std::size_t next) {
    judge(task);
    const auto all = sides();
    for (std::size_t i = next; i < all.size(); ++i) {
      const auto& [cell, direction] = all[i];
      const std::size_t to = direction == 1 ? cell + 1 : cell + 3;
      const xl::Tile& tile = task.world.tiles[cell];
      if (!tile.allowed || !task.world.tiles[to].allowed) continue;
      xl::Task more = task;
      set_wall(more.world, cell, direction);
      int walls = 0;
      for (const xl::Tile& each : more.world.tiles) {
        for (int d = 0; d < 4; ++d) walls += each.wall(static_cast<xl::Direction>(d)) ? 1 : 0;
      }
      if (walls <= like_.walls.high) add_walls(more, i + 1);
    }
  }

  void judge(const xl::Task& task) {
    if (alike(task.world, like_) && prove(task, reference_, options_)) {
      keys_.insert(xl::canonical_key(task));
    }
  }

  const xl::Task& reference_;
  BuildOptions options_;
  Likeness like_;
  Keys keys_;
};

Keys solved(const xl::Task& reference, const BuildOptions& options) {
  Keys keys;
  for (const Candidate& candidate : easy_candidates(reference)) {
    for (xl::Task& task : placed(candidate)) {
      const WorldFormula formula(task, likeness(reference, task.goal, 3, 3, 0));
      Solver solver(formula.formula());
      Random rng(1);
      const std::vector<Literal> wishes = formula.wishes(rng);
      std::vector<bool> values;
      while (solver.solve(wishes, values) == Solver::Answer::kFound) {
        task.world = formula.world(values);
        Proof proof;
        if (const auto cut = formula.connection(task.world)) {
          solver.require(*cut);
        } else if (const auto shorter = find_shorter(task, proof); shorter && *shorter) {
          formula.keep_out(**shorter, values, solver);
        } else {
          if (prove(task, reference, options)) keys.insert(xl::canonical_key(task));
          solver.require(formula.other_than(values));
        }
      }
    }
  }
  return keys;
}

Keys constructed(const xl::Task& reference, const BuildOptions& options, int seeds) {
  Keys keys;
  for (const Candidate& candidate : easy_candidates(reference)) {
    for (int seed = 0; seed < seeds; ++seed) {
      const auto built = build(reference, candidate, seed, options);
      if (built) keys.insert(xl::canonical_key(built->task));
    }
  }
  return keys;
}

/// How many worlds there are up to symmetry.
struct Sizes {
  std::size_t of_use = 0;
  std::size_t plain = 0;
  std::size_t loose = 0;
};

void expect_the_same_worlds(const xl::Task& reference, const Sizes& sizes, int seeds) {
  const std::vector<std::pair<BuildOptions, std::size_t>> ways{
      {{.well_rated = true}, sizes.of_use},
      {{}, sizes.plain},
      {{.allow_loose = true}, sizes.loose}};
  for (const auto& [options, size] : ways) {
    const Keys all = Exhaustive(reference, options).keys();
    EXPECT_EQ(all.size(), size) << reference.id;
    EXPECT_EQ(solved(reference, options), all) << reference.id;
    EXPECT_EQ(constructed(reference, options, seeds), all) << reference.id;
  }
}

TEST(WorldOracle, AllWaysFindTheSameWorlds) {
  PAPERT_NEED_SOLVER();
  expect_the_same_worlds(test::strawberry_reference("step", "fd", 1, 1, 1, 0), {4, 4, 4}, 100);
  expect_the_same_worlds(test::strawberry_reference("turn", "rt fd", 1, 1, 2, 1), {6, 6, 6}, 100);
  expect_the_same_worlds(test::corridor_reference(), {0, 2, 2}, 100);
  expect_the_same_worlds(row_reference(), {0, 40, 56}, 1000);
  expect_the_same_worlds(walls_reference(), {7, 7, 7}, 1000);
}

TEST(WorldOracle, PublishedReferencesHaveTheSameWorlds) {
  PAPERT_NEED_SOLVER();
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  const std::map<std::string, Sizes> sizes{
      {"1", {4, 4, 4}}, {"5", {6, 6, 6}}, {"10a", {0, 2, 2}}, {"12a", {0, 40, 56}}};
  std::size_t checked = 0;
  for (const xl::Task& reference : test::read_tasks(path)) {
    const auto size = sizes.find(reference.id);
    if (size == sizes.end()) continue;
    ++checked;
    expect_the_same_worlds(reference, size->second, 1000);
  }
  EXPECT_EQ(checked, sizes.size());
}

/// Tasks of a unit made by solving, each judged and made again.
int made_by_smt(const xl::Task& reference, Difficulty difficulty, int candidates) {
  int made = 0;
  const Space space = Space::of(reference, difficulty, 0);
  for (int i = 0; i < candidates; ++i) {
    const Candidate candidate = space.candidate(1, static_cast<std::uint64_t>(i));
    const auto built = build_by_smt(reference, candidate, i, {.allow_loose = true});
    if (!built) continue;
    ++made;
    const xl::Task& task = built->task;
    EXPECT_TRUE(xl::GridRun(task).run(task.solution).success());
    EXPECT_TRUE(xl::GridRun(task, {.strict_reference = true}).run(task.solution).success());
    EXPECT_TRUE(built->proof.flat) << reference.id;
    const xl::World& world = task.world;
    EXPECT_TRUE(reference.draws() ||
                alike(world, likeness(reference, task.goal, world.width, world.height, 0)))
        << reference.id;
    const auto again = build_by_smt(reference, candidate, i, {.allow_loose = true});
    EXPECT_TRUE(again && to_json(again->task) == to_json(task)) << reference.id;
  }
  return made;
}

TEST(SmtBuild, MakesProvenTasksOfEveryGoal) {
  PAPERT_NEED_SOLVER();
  for (const xl::Task& reference : test::references()) {
    const int made = made_by_smt(reference, Difficulty::kEasy, 2) +
                     made_by_smt(reference, Difficulty::kMedium, 5);
    EXPECT_GT(made, 0) << reference.id;
  }
}

TEST(SmtBuild, ProvesThatThereIsNoWorld) {
  PAPERT_NEED_SOLVER();
  const xl::Task find = test::strawberry_reference("turn", "rt fd", 1, 1, 2, 1);
  const Candidate detour{test::dsl("lt fd rt fd"), {}, find.goal};
  const auto beaten = build_by_smt(find, detour, 1, {});
  ASSERT_FALSE(beaten);
  EXPECT_EQ(beaten.error(), Rejection::kShorter) << "fd lt fd comes to the same cell";
  const auto longer = build_by_smt(find, detour, 1, {.allow_longer = true});
  ASSERT_TRUE(longer);
  EXPECT_FALSE(longer->proof.minimal);

  const xl::Task sum = test::sum_reference();
  Candidate much{sum.solution, {}, sum.goal};
  much.goal.front().total = 50;
  const auto empty = build_by_smt(sum, much, 1, {});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error(), Rejection::kNoItems) << "three cells hold twelve at most";
}

}  // namespace
}  // namespace papert::synth

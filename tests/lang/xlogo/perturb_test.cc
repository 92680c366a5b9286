#include "lang/xlogo/perturb.h"

#include <gtest/gtest.h>

#include <array>

#include "lang/xlogo/emulator.h"
#include "support/published_data.h"
#include "support/xlogo_tasks.h"

namespace papert::lang::xlogo {
namespace {

using test::dsl;

/// A walled 4x2 world: up, then right to the strawberry.
Task walled() {
  Task task = test::empty_task(4, 2, 0, 1);
  task.world.tile(1, 1).allowed = false;
  task.world.tile(2, 1) = Tile{};
  task.world.tile(3, 1).exists = false;
  task.world.tile(0, 1).walls = 1U << 1;
  task.world.items = {{3, 0, ItemName::kStrawberry, Color::kRed, 1}};
  task.goal = {test::find(ItemName::kStrawberry)};
  task.constraints = {ConstraintSet{}};
  task.solution = dsl("fd rt repeat 3 [fd]");
  task.constraints[0].at_most[kCountAll] = 5;
  return task;
}

bool solved(const Task& task) { return GridRun(task).run(task.solution).success(); }

std::array<Perturbation, 8> all_combinations() {
  std::array<Perturbation, 8> all;
  for (unsigned i = 0; i < 8; ++i) all[i] = {(i & 1U) != 0, (i & 2U) != 0, (i & 4U) != 0};
  return all;
}

TEST(Perturb, EachPartChangesWhatItSays) {
  const Task task = walled();
  ASSERT_TRUE(solved(task));
  EXPECT_TRUE(perturbed(task, {.no_constraints = true}).constraints.empty());
  const World open = perturbed(task, {.no_obstacles = true}).world;
  for (const Tile& tile : open.tiles) EXPECT_EQ(tile, (Tile{.present = true, .allowed = true}));
  EXPECT_EQ(open.items, task.world.items);
  const Task later = perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world.turtle_x, 1);
  EXPECT_EQ(later.world.turtle_y, 0);
  EXPECT_EQ(later.world.heading, Direction::kEast);
  EXPECT_EQ(later.solution, dsl("fd fd"));
  EXPECT_EQ(later.constraints, task.constraints);
  EXPECT_EQ(later.id, task.id);
}

TEST(Perturb, TurnsAreNotMoves) {
  Task task = test::empty_task(3, 3, 0, 2);
  task.world.items = {{2, 1, ItemName::kStrawberry, Color::kRed, 1}};
  task.goal = {test::find(ItemName::kStrawberry)};
  task.solution = dsl("fd rt fd lt rt fd");
  const Task later = perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world.turtle_x, 0);
  EXPECT_EQ(later.world.turtle_y, 1);
  EXPECT_EQ(later.world.heading, Direction::kEast);
  EXPECT_EQ(later.solution, dsl("fd lt rt fd"));
}

TEST(Perturb, WhatATaskLacksIsLeft) {
  Task task = test::empty_task(3, 1, 0, 0);
  task.world.heading = Direction::kEast;
  task.world.items = {{2, 0, ItemName::kLemon, Color::kYellow, 1}};
  task.goal = {test::find(ItemName::kLemon)};
  task.solution = dsl("fd fd");
  const Perturbation all{true, true, true};
  EXPECT_EQ(applicable(task, all), Perturbation{}) << "two moves before its end it starts";
  EXPECT_EQ(perturbed(task, all).world, task.world);
  task.solution = dsl("fd");
  task.world.items[0].x = 1;
  EXPECT_EQ(applicable(task, all), Perturbation{});
  EXPECT_EQ(applicable(walled(), all), all);
  EXPECT_EQ(applicable(walled(), {.no_obstacles = true}), (Perturbation{.no_obstacles = true}));
}

TEST(Perturb, PicturesKeepTheirStart) {
  Task task = test::empty_task(2, 2, 0, 1);
  task.goal = {{.kind = ObjectiveKind::kDraw}};
  task.solution = dsl("fd rt fd rt fd");
  EXPECT_EQ(perturbed(task, {.later_start = true}).world, task.world);
  EXPECT_FALSE(applicable(task, {.later_start = true}).later_start);
}

TEST(Perturb, ASolutionIsFoundWhereTheRestOfTheRunFails) {
  Task task = walled();
  task.constraints[0] = {};
  task.constraints[0].start_by = {BlockType::kForward, BlockType::kRight};
  const Task later = perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world.turtle_x, 1);
  EXPECT_TRUE(solved(later)) << to_dsl(later.solution);
  EXPECT_NE(later.solution, dsl("fd fd"));
}

TEST(Perturb, AStartWithoutASolutionIsNotTaken) {
  Task task = walled();
  task.constraints[0] = {};
  task.constraints[0].exactly[static_cast<std::size_t>(BlockType::kForward)] = 2;
  task.constraints[0].exactly[static_cast<std::size_t>(BlockType::kRepeat)] = 1;
  task.constraints[0].exactly[kCountAll] = 4;
  task.constraints[0].start_by = {BlockType::kForward, BlockType::kRight, BlockType::kRepeat};
  ASSERT_TRUE(solved(task)) << "fd rt repeat 3 [fd]";
  const Task later = perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world, task.world) << "after fd, a right turn leads nowhere";
  EXPECT_EQ(later.solution, task.solution);
  EXPECT_FALSE(applicable(task, {.later_start = true}).later_start);
  EXPECT_TRUE(applicable(task, {.no_constraints = true, .later_start = true}).later_start);
}

TEST(PublishedPerturb, EveryResultHasASolution) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  std::array<int, 3> changed{};
  for (const Task& task : test::read_tasks(path)) {
    for (const Perturbation& parts : all_combinations()) {
      const Task result = perturbed(task, parts);
      EXPECT_TRUE(solved(result)) << task.id;
      const Perturbation done = applicable(task, parts);
      const World& world = result.world;
      const bool moved = world.turtle_x != task.world.turtle_x ||
                         world.turtle_y != task.world.turtle_y ||
                         world.heading != task.world.heading;
      EXPECT_EQ(moved, done.later_start) << task.id;
      EXPECT_EQ(world.tiles != task.world.tiles, done.no_obstacles) << task.id;
      EXPECT_EQ(constraint_kind(result.constraints) != constraint_kind(task.constraints),
                done.no_constraints);
      const bool alone = parts.no_constraints + parts.no_obstacles + parts.later_start == 1;
      if (!alone) continue;
      changed[0] += done.no_constraints;
      changed[1] += done.no_obstacles;
      changed[2] += done.later_start;
    }
  }
  // 21 tasks have constraints, 31 walls or tiles that are not allowed. Of the 36 that draw nothing,
  // six have solutions of one move, and three are two moves before the end where they start.
  EXPECT_EQ(changed, (std::array{21, 31, 27}));
}

}  // namespace
}  // namespace papert::lang::xlogo

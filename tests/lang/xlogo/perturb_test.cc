#include "lang/xlogo/perturb.h"

#include <gtest/gtest.h>

#include <array>

#include "lang/xlogo/emulator.h"
#include "mint/xlogo/support.h"
#include "support/published_data.h"

namespace papert::mint::xlogo {
namespace {

using test::dsl;

/// A walled 4x2 world: up, then right to the strawberry.
lang::xlogo::Task walled() {
  lang::xlogo::Task task = test::empty_task(4, 2, 0, 1);
  task.world.tile(1, 1).allowed = false;
  task.world.tile(2, 1) = lang::xlogo::Tile{};
  task.world.tile(3, 1).exists = false;
  task.world.tile(0, 1).walls = 1U << 1;
  task.world.items = {{3, 0, lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed, 1}};
  task.goal = {test::find(lang::xlogo::ItemName::kStrawberry)};
  task.constraints = {lang::xlogo::ConstraintSet{}};
  task.solution = dsl("fd rt repeat 3 [fd]");
  task.constraints[0].at_most[lang::xlogo::kCountAll] = 5;
  return task;
}

bool solved(const lang::xlogo::Task& task) {
  return lang::xlogo::GridRun(task).run(task.solution).success();
}

std::array<lang::xlogo::Perturbation, 8> all_combinations() {
  std::array<lang::xlogo::Perturbation, 8> all;
  for (unsigned i = 0; i < 8; ++i) all[i] = {(i & 1U) != 0, (i & 2U) != 0, (i & 4U) != 0};
  return all;
}

TEST(Perturb, EachPartChangesWhatItSays) {
  const lang::xlogo::Task task = walled();
  ASSERT_TRUE(solved(task));
  EXPECT_TRUE(lang::xlogo::perturbed(task, {.no_constraints = true}).constraints.empty());
  const lang::xlogo::World open = lang::xlogo::perturbed(task, {.no_obstacles = true}).world;
  for (const lang::xlogo::Tile& tile : open.tiles)
    EXPECT_EQ(tile, (lang::xlogo::Tile{.present = true, .allowed = true}));
  EXPECT_EQ(open.items, task.world.items);
  const lang::xlogo::Task later = lang::xlogo::perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world.turtle_x, 1);
  EXPECT_EQ(later.world.turtle_y, 0);
  EXPECT_EQ(later.world.heading, lang::xlogo::Direction::kEast);
  EXPECT_EQ(later.solution, dsl("fd fd"));
  EXPECT_EQ(later.constraints, task.constraints);
  EXPECT_EQ(later.id, task.id);
}

TEST(Perturb, TurnsAreNotMoves) {
  lang::xlogo::Task task = test::empty_task(3, 3, 0, 2);
  task.world.items = {{2, 1, lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed, 1}};
  task.goal = {test::find(lang::xlogo::ItemName::kStrawberry)};
  task.solution = dsl("fd rt fd lt rt fd");
  const lang::xlogo::Task later = lang::xlogo::perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world.turtle_x, 0);
  EXPECT_EQ(later.world.turtle_y, 1);
  EXPECT_EQ(later.world.heading, lang::xlogo::Direction::kEast);
  EXPECT_EQ(later.solution, dsl("fd lt rt fd"));
}

TEST(Perturb, WhatATaskLacksIsLeft) {
  lang::xlogo::Task task = test::empty_task(3, 1, 0, 0);
  task.world.heading = lang::xlogo::Direction::kEast;
  task.world.items = {{2, 0, lang::xlogo::ItemName::kLemon, lang::xlogo::Color::kYellow, 1}};
  task.goal = {test::find(lang::xlogo::ItemName::kLemon)};
  task.solution = dsl("fd fd");
  const lang::xlogo::Perturbation all{true, true, true};
  EXPECT_EQ(lang::xlogo::applicable(task, all), lang::xlogo::Perturbation{})
      << "two moves before its end it starts";
  EXPECT_EQ(lang::xlogo::perturbed(task, all).world, task.world);
  task.solution = dsl("fd");
  task.world.items[0].x = 1;
  EXPECT_EQ(lang::xlogo::applicable(task, all), lang::xlogo::Perturbation{});
  EXPECT_EQ(lang::xlogo::applicable(walled(), all), all);
  EXPECT_EQ(lang::xlogo::applicable(walled(), {.no_obstacles = true}),
            (lang::xlogo::Perturbation{.no_obstacles = true}));
}

TEST(Perturb, PicturesKeepTheirStart) {
  lang::xlogo::Task task = test::empty_task(2, 2, 0, 1);
  task.goal = {{.kind = lang::xlogo::ObjectiveKind::kDraw}};
  task.solution = dsl("fd rt fd rt fd");
  EXPECT_EQ(lang::xlogo::perturbed(task, {.later_start = true}).world, task.world);
  EXPECT_FALSE(lang::xlogo::applicable(task, {.later_start = true}).later_start);
}

TEST(Perturb, ASolutionIsFoundWhereTheRestOfTheRunFails) {
  lang::xlogo::Task task = walled();
  task.constraints[0] = {};
  task.constraints[0].start_by = {lang::xlogo::BlockType::kForward, lang::xlogo::BlockType::kRight};
  const lang::xlogo::Task later = lang::xlogo::perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world.turtle_x, 1);
  EXPECT_TRUE(solved(later)) << lang::xlogo::to_dsl(later.solution);
  EXPECT_NE(later.solution, dsl("fd fd"));
}

TEST(Perturb, AStartWithoutASolutionIsNotTaken) {
  lang::xlogo::Task task = walled();
  task.constraints[0] = {};
  task.constraints[0].exactly[static_cast<std::size_t>(lang::xlogo::BlockType::kForward)] = 2;
  task.constraints[0].exactly[static_cast<std::size_t>(lang::xlogo::BlockType::kRepeat)] = 1;
  task.constraints[0].exactly[lang::xlogo::kCountAll] = 4;
  task.constraints[0].start_by = {lang::xlogo::BlockType::kForward, lang::xlogo::BlockType::kRight,
                                  lang::xlogo::BlockType::kRepeat};
  ASSERT_TRUE(solved(task)) << "fd rt repeat 3 [fd]";
  const lang::xlogo::Task later = lang::xlogo::perturbed(task, {.later_start = true});
  EXPECT_EQ(later.world, task.world) << "after fd, a right turn leads nowhere";
  EXPECT_EQ(later.solution, task.solution);
  EXPECT_FALSE(lang::xlogo::applicable(task, {.later_start = true}).later_start);
  EXPECT_TRUE(
      lang::xlogo::applicable(task, {.no_constraints = true, .later_start = true}).later_start);
}

TEST(PublishedPerturb, EveryResultHasASolution) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  std::array<int, 3> changed{};
  for (const lang::xlogo::Task& task : test::read_tasks(path)) {
    for (const lang::xlogo::Perturbation& parts : all_combinations()) {
      const lang::xlogo::Task result = lang::xlogo::perturbed(task, parts);
      EXPECT_TRUE(solved(result)) << task.id;
      const lang::xlogo::Perturbation done = lang::xlogo::applicable(task, parts);
      const lang::xlogo::World& world = result.world;
      const bool moved = world.turtle_x != task.world.turtle_x ||
                         world.turtle_y != task.world.turtle_y ||
                         world.heading != task.world.heading;
      EXPECT_EQ(moved, done.later_start) << task.id;
      EXPECT_EQ(world.tiles != task.world.tiles, done.no_obstacles) << task.id;
      EXPECT_EQ(lang::xlogo::constraint_kind(result.constraints) !=
                    lang::xlogo::constraint_kind(task.constraints),
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
}  // namespace papert::mint::xlogo

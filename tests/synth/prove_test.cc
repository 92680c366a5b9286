#include "synth/prove.h"

#include <gtest/gtest.h>

#include <string_view>

#include "lang/xlogo/edges.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search.h"
#include "synth/made_references.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

/// A strawberry at (to_x, to_y) of a grid of three by three.
xl::Task strawberry_task(std::string_view code, int x, int y, int to_x, int to_y) {
  return test::strawberry_reference("own", code, x, y, to_x, to_y);
}

tl::expected<BuiltTask, Rejection> proven(const xl::Task& task, const BuildOptions& options = {}) {
  return prove(task, task, options);
}

TEST(SynthProve, AShortestProgramIsProven) {
  const auto built = proven(strawberry_task("fd rt fd", 0, 2, 1, 1));
  ASSERT_TRUE(built);
  EXPECT_TRUE(built->proof.flat);
  EXPECT_TRUE(built->proof.minimal);
  EXPECT_TRUE(built->proof.binds);
  EXPECT_EQ(built->proof.loop_body, 0U);
  EXPECT_EQ(built->quality.overall(), 1);
}

TEST(SynthProve, AShorterProgramIsFound) {
  const xl::Task task = strawberry_task("rt fd lt fd lt fd rt", 0, 2, 0, 1);
  const auto strict = proven(task);
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error(), Rejection::kShorter);
  const auto longer = proven(task, {.allow_longer = true});
  ASSERT_TRUE(longer);
  EXPECT_FALSE(longer->proof.minimal);
  EXPECT_EQ(longer->quality.code, 0.5);
}

TEST(SynthProve, LoopsMustBeatEveryProgramWithoutThem) {
  xl::Task task = test::empty_task(5, 5, 0, 4);
  task.goal = {test::find(xl::ItemName::kStrawberry)};
  test::put(task, 0, 0, xl::ItemName::kStrawberry, xl::Color::kRed);
  task.solution = test::dsl("repeat 4 [ fd ]");
  const auto built = proven(task);
  ASSERT_TRUE(built);
  EXPECT_EQ(built->proof.loop_body, kProvenBody);

  task.world.items.front().y = 2;
  task.solution = test::dsl("repeat 2 [ fd ]");
  const auto beaten = proven(task);
  ASSERT_FALSE(beaten);
  EXPECT_EQ(beaten.error(), Rejection::kShorter);
}

TEST(SynthProve, LoopsThatAreShorterAreTold) {
  xl::Task task = test::empty_task(6, 6, 0, 5);
  task.goal = {test::find(xl::ItemName::kStrawberry)};
  test::put(task, 0, 0, xl::ItemName::kStrawberry, xl::Color::kRed);
  task.solution = test::dsl("fd fd fd fd fd");
  const auto built = proven(task);
  ASSERT_TRUE(built);
  EXPECT_EQ(built->proof.shortest_with_loops, 2U);
}

TEST(SynthProve, ABodyThatCanLoseABlockIsBeaten) {
  xl::Task task = test::empty_task(6, 6, 0, 5);
  task.goal = {test::find(xl::ItemName::kStrawberry)};
  test::put(task, 0, 0, xl::ItemName::kStrawberry, xl::Color::kRed);
  task.solution = test::dsl("repeat 5 [ fd ] rt");
  Proof proof;
  const auto shorter = find_shorter(task, proof);
  ASSERT_TRUE(shorter);
  ASSERT_TRUE(*shorter);
  EXPECT_LT((*shorter)->blocks.size(), 3U);
}

/// The task to draw what a program draws.
xl::Task picture_by(const std::string& program, xl::Task task) {
  task.goal = {{.kind = xl::ObjectiveKind::kDraw}};
  task.solution = test::dsl(program);
  for (const auto& [edge, color] : xl::drawn_edges(xl::trace(task.world, task.solution))) {
    const int across = edge.down ? 0 : 1;
    task.world.lines.push_back({edge.x, edge.y, edge.x + across, edge.y + 1 - across, color});
  }
  return task;
}

/// Bodies of five blocks are longer than those that are searched.
TEST(SynthProve, WhatCanBeSaidInFewerBlocksIsBeaten) {
  const xl::Task task = picture_by("repeat 2 [ rt fd fd lt fd ] rt fd fd lt fd rt fd fd lt fd",
                                   test::empty_task(9, 5, 0, 4));
  Proof proof;
  const auto shorter = find_shorter(task, proof);
  ASSERT_TRUE(shorter);
  ASSERT_TRUE(*shorter);
  EXPECT_EQ((*shorter)->blocks.size(), 6U) << xl::to_dsl(**shorter);
}

/// A search of the whole takes hundreds of thousands of steps; the last loop alone need not turn
/// after it drew its last line.
TEST(SynthProve, AnEndThatIsBeatenIsFoundInALongSolution) {
  const xl::Task task = picture_by(
      "setpc yellow repeat 3 [ fd bk rt ] fd setpc green fd setpc blue fd rt "
      "repeat 3 [ fd bk rt ]",
      test::empty_task(9, 9, 4, 4));
  Proof proof;
  const auto shorter = find_shorter(task, proof);
  ASSERT_TRUE(shorter);
  ASSERT_TRUE(*shorter);
  EXPECT_LT((*shorter)->blocks.size(), task.solution.blocks.size());
  EXPECT_TRUE(xl::GridRun(task).run(**shorter).success());
}

TEST(SynthProve, LoopsOfWhichNothingIsProvenNeedAPermission) {
  const xl::Task task =
      picture_by("fd rt fd lt repeat 3 [ fd rt fd lt ] lt", test::empty_task(9, 9, 4, 4));
  const Proof given_up{.flat = true, .settled = 6};
  const auto strict = prove_rest(task, task, {.allow_loose = true}, given_up);
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error(), Rejection::kUndecided);
  const auto longer = prove_rest(task, task, {.allow_longer = true, .allow_loose = true}, given_up);
  ASSERT_TRUE(longer);
  EXPECT_EQ(longer->quality.code, 0.5);
  EXPECT_EQ(longer->proof.settled, 6U);
}

TEST(SynthProve, AProgramThatFailsIsNoSolution) {
  xl::Task task = strawberry_task("fd", 0, 2, 2, 0);
  const auto built = proven(task);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error(), Rejection::kUnsolved);
}

TEST(SynthProve, ForbidsMustMatter) {
  xl::Task task = strawberry_task("rt fd fd lt fd", 0, 2, 2, 1);
  task.goal.push_back({.kind = xl::ObjectiveKind::kForbid,
                       .specs = {{{xl::Literal{.name = xl::ItemName::kLemon}}}}});
  test::put(task, 0, 0, xl::ItemName::kLemon, xl::Color::kYellow);
  const auto idle = proven(task);
  ASSERT_FALSE(idle);
  EXPECT_EQ(idle.error(), Rejection::kShorter);  // fd rt fd fd
  task.world.items.back().y = 1;
  const auto built = proven(task);
  ASSERT_TRUE(built);
  EXPECT_TRUE(built->proof.binds);
  EXPECT_EQ(built->quality.utility, 1);

  task = strawberry_task("fd rt fd fd", 0, 2, 2, 1);
  task.goal.push_back({.kind = xl::ObjectiveKind::kForbid,
                       .specs = {{{xl::Literal{.name = xl::ItemName::kLemon}}}}});
  test::put(task, 0, 0, xl::ItemName::kLemon, xl::Color::kYellow);
  const auto loose = proven(task);
  ASSERT_FALSE(loose);
  EXPECT_EQ(loose.error(), Rejection::kLoose);
  const auto allowed = proven(task, {.allow_loose = true});
  ASSERT_TRUE(allowed);
  EXPECT_FALSE(allowed->proof.binds);
  EXPECT_EQ(allowed->quality.utility, 0);
}

TEST(SynthProve, FindOnlyMustMatter) {
  xl::Task task = strawberry_task("rt fd fd lt fd", 0, 2, 2, 1);
  task.goal.front().kind = xl::ObjectiveKind::kFindOnly;
  test::put(task, 1, 1, xl::ItemName::kLemon, xl::Color::kYellow);
  EXPECT_TRUE(proven(task));
  task.solution = test::dsl("rt fd fd");
  task.world.items.front() = {2, 2, xl::ItemName::kStrawberry, xl::Color::kRed, 1};
  const auto loose = proven(task);
  ASSERT_FALSE(loose);
  EXPECT_EQ(loose.error(), Rejection::kLoose);
}

TEST(SynthProve, CountsMustBind) {
  xl::Task task = strawberry_task("rt fd lt fd", 0, 2, 1, 1);
  task.constraints.resize(1);
  xl::BlockCounts& exactly = task.constraints.front().exactly;
  exactly[static_cast<std::size_t>(xl::BlockType::kLeft)] = 1;
  EXPECT_FALSE(proven(task));  // fd lt bk
  task.solution = test::dsl("fd lt bk");
  const auto idle = proven(task);
  ASSERT_FALSE(idle);
  EXPECT_EQ(idle.error(), Rejection::kLoose);
  exactly[static_cast<std::size_t>(xl::BlockType::kLeft)].reset();
  exactly[static_cast<std::size_t>(xl::BlockType::kForward)] = 0;
  task.world.heading = xl::Direction::kSouth;
  task.solution = test::dsl("bk lt bk");
  EXPECT_FALSE(proven(task));  // it ends at (-1, 1)
  task.solution = test::dsl("bk rt bk");
  const auto built = proven(task);
  ASSERT_TRUE(built);
  EXPECT_TRUE(built->proof.binds);
}

TEST(SynthProve, StartsMustMatter) {
  xl::Task task = strawberry_task("fd rt fd", 0, 2, 1, 1);
  task.constraints.resize(1);
  task.constraints.front().start_by = {xl::BlockType::kForward};
  EXPECT_TRUE(proven(task));
  // At the end of a corridor, without turns, there is no other way to begin.
  task = test::corridor_reference();
  task.constraints.front() = {};
  task.constraints.front().start_by = {xl::BlockType::kBack};
  for (const xl::BlockType turn : {xl::BlockType::kLeft, xl::BlockType::kRight}) {
    task.constraints.front().at_most[static_cast<std::size_t>(turn)] = 0;
  }
  const auto only = proven(task);
  ASSERT_FALSE(only);
  EXPECT_EQ(only.error(), Rejection::kLoose);
}

/// Each block of a start is an entry: two more are none of the difficulties.
TEST(SynthProve, StartsAreCountedByTheirBlocks) {
  xl::Task reference = strawberry_task("fd rt fd", 0, 2, 1, 1);
  reference.constraints.resize(1);
  reference.constraints.front().start_by = {xl::BlockType::kForward};
  xl::Task task = strawberry_task("fd rt fd fd", 0, 2, 2, 1);
  task.constraints = reference.constraints;
  task.constraints.front().start_by.push_back(xl::BlockType::kRight);
  EXPECT_TRUE(prove(task, reference, {.allow_loose = true}));
  task.constraints.front().start_by.push_back(xl::BlockType::kForward);
  const auto longer = prove(task, reference, {.allow_loose = true});
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error(), Rejection::kLoose);
}

TEST(SynthProve, OneBlockMoreThanTwoIsNoDifficulty) {
  const xl::Task reference = strawberry_task("fd", 0, 2, 0, 1);
  const auto built = prove(strawberry_task("fd fd rt fd", 0, 2, 1, 0), reference, {});
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error(), Rejection::kLoose);
}

TEST(SynthProve, WaysThroughACellAreFound) {
  const xl::Task task = strawberry_task("rt fd fd lt fd", 0, 2, 2, 1);
  EXPECT_TRUE(on_short_way(task, task.world.index(1, 1)));
  EXPECT_TRUE(on_short_way(task, task.world.index(1, 2)));
  EXPECT_FALSE(on_short_way(task, task.world.index(0, 0)));
}

TEST(SynthProve, ObstaclesInNobodysWayAreOfNoUse) {
  xl::Task task = strawberry_task("fd rt fd", 0, 2, 1, 1);
  test::close(task, 2, 0);
  const auto built = proven(task);
  ASSERT_TRUE(built);
  EXPECT_EQ(built->quality.utility, 0);
  EXPECT_EQ(built->quality.appeal, 1);  // symmetric about a diagonal
  const auto useless = proven(task, {.well_rated = true});
  ASSERT_FALSE(useless);
  EXPECT_EQ(useless.error(), Rejection::kLoose);
  test::close(task, 2, 1);
  const auto crooked = proven(task);
  ASSERT_TRUE(crooked);
  EXPECT_EQ(crooked->quality.appeal, 0.5);
}

TEST(SynthProve, NoWallStandsThatCouldBeLeftOut) {
  xl::Task task = strawberry_task("fd rt fd fd rt fd", 0, 1, 2, 1);
  test::add_wall(task, 1, 1, 1);
  EXPECT_TRUE(proven(task));
  test::add_wall(task, 0, 1, 1);
  const auto two = proven(task, {.allow_loose = true});
  ASSERT_FALSE(two) << "either would do";
  EXPECT_EQ(two.error(), Rejection::kLoose);
}

TEST(SynthProve, FreeCellsThatCannotBeReachedAreUnpleasant) {
  xl::Task task = strawberry_task("fd rt fd", 0, 2, 1, 1);
  task.world.tile(2, 0).walls = 1U << 3 | 1U << 2;  // west and south
  task.world.tile(1, 0).walls = 1U << 1;
  task.world.tile(2, 1).walls = 1U << 0;
  EXPECT_EQ(appeal_of(task), 0);
}

}  // namespace
}  // namespace papert::synth

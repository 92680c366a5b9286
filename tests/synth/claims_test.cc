// Whatever a file says of a task is believed only if it is so.

#include "synth/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "synth/build.h"
#include "synth/made_references.h"
#include "synth/prove.h"
#include "synth/space.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A task as a folder would have it, with the proof that it really has.
SynthTask claimed(const xl::Task& task, const BuildOptions& options = {}) {
  SynthTask each;
  auto built = prove(task, task, options);
  EXPECT_TRUE(built) << xl::to_dsl(task.solution);
  if (built) each.built = std::move(*built);
  each.reference = task.id;
  return each;
}

xl::Task line_of_five() {
  xl::Task task = test::empty_task(6, 6, 0, 5);
  task.goal = {test::find(xl::ItemName::kStrawberry)};
  test::put(task, 0, 0, xl::ItemName::kStrawberry, xl::Color::kRed);
  task.solution = test::dsl("fd fd fd fd fd");
  return task;
}

/// Builds some tasks of a unit and asks of each what it says of itself. Returns how many.
int check_unit(const xl::Task& reference, Difficulty difficulty, int level) {
  const Space space = Space::of(reference, difficulty, level);
  int built = 0;
  for (std::int64_t i = 0; space.candidates() > 0 && i < 60 / test::kSlowdown; ++i) {
    const Candidate candidate = space.candidate(3, static_cast<std::uint64_t>(i));
    auto made = build(reference, candidate, i, {.level = level, .allow_loose = i % 2 == 1});
    if (!made) continue;
    ++built;
    SynthTask each;
    each.built = std::move(*made);
    each.reference = reference.id;
    each.difficulty = difficulty;
    EXPECT_THAT(fault_of(each), IsEmpty()) << reference.id << " " << i;
    EXPECT_THAT(fault_against(each, reference), IsEmpty()) << reference.id << " " << i;
  }
  return built;
}

TEST(SynthClaims, WhatIsBuiltIsProvenAgain) {
  int built = 0;
  for (const xl::Task& reference : test::references()) {
    for (const Difficulty difficulty :
         {Difficulty::kEasy, Difficulty::kMedium, Difficulty::kHard}) {
      for (const int level : {0, kMaxLevel}) built += check_unit(reference, difficulty, level);
    }
  }
  EXPECT_GT(built, 40 / test::kSlowdown);
}

TEST(SynthClaims, AShorterSolutionIsFoundWhateverTheFileSays) {
  SynthTask flat = claimed(test::strawberry_reference("a", "rt fd lt fd lt fd rt", 0, 2, 0, 1),
                           {.allow_longer = true});
  EXPECT_THAT(fault_of(flat), IsEmpty());
  flat.built.proof.minimal = true;
  EXPECT_THAT(fault_of(flat), HasSubstr("nothing is proven of programs without loops"));
  flat.built.proof.flat = true;
  EXPECT_THAT(fault_of(flat), HasSubstr("1 blocks without loops solve it, too: fd"));

  // Four blocks where "repeat 5 [ fd ]" would do, which no program without loops does in four.
  SynthTask loops = claimed(line_of_five());
  loops.built.task.solution = test::dsl("repeat 2 [ fd fd ] fd");
  loops.built.proof.shortest_with_loops.reset();
  loops.built.proof.loop_body = kProvenBody;
  EXPECT_THAT(fault_of(loops), HasSubstr("2 blocks with loops solve it, too: repeat 5 [fd]"));
  loops.built.proof.loop_body = 0;
  EXPECT_THAT(fault_of(loops), HasSubstr("too little is proven of shorter programs with loops"));
  loops.built.proof.loop_body = 17;
  EXPECT_THAT(fault_of(loops), HasSubstr("'loop_body' is 17"));
}

TEST(SynthClaims, ABlockThatCanBeLeftOutIsFound) {
  SynthTask each = claimed(line_of_five());
  each.built.proof.shortest_with_loops.reset();
  each.built.proof.loop_body = kProvenBody;
  each.built.task.solution = test::dsl("repeat 5 [ fd ] rt");
  EXPECT_THAT(fault_of(each), HasSubstr("part of its solution can be left out: repeat 5 [fd]"));
}

TEST(SynthClaims, TheShortestSolutionWithLoopsIsAsLongAsItSays) {
  SynthTask each = claimed(line_of_five());
  ASSERT_EQ(each.built.proof.shortest_with_loops, 2U);
  EXPECT_THAT(fault_of(each), IsEmpty());
  for (const std::size_t wrong : {1U, 3U, 5U}) {
    each.built.proof.shortest_with_loops = wrong;
    EXPECT_THAT(fault_of(each), HasSubstr("'shortest_with_loops' is")) << wrong;
  }
}

TEST(SynthClaims, ConstraintsMustBindAndBeTight) {
  SynthTask each = claimed(test::strawberry_reference("a", "fd rt fd", 0, 2, 1, 1));
  each.built.task.constraints.resize(1);
  auto& right =
      each.built.task.constraints.front().at_most[static_cast<std::size_t>(xl::BlockType::kRight)];
  right = 1;
  EXPECT_THAT(fault_of(each), HasSubstr("constraints do not bind"));
  each.built.proof.binds = false;
  EXPECT_THAT(fault_of(each), IsEmpty());
  right = 2;
  EXPECT_THAT(fault_of(each), HasSubstr("it allows 2 blocks 'rt', its solution has 1"));
  right = 0;
  EXPECT_THAT(fault_of(each), HasSubstr("its own solution fails"));
}

TEST(SynthClaims, AWallThatCanBeLeftOutIsFound) {
  xl::Task task = test::strawberry_reference("a", "fd rt fd fd rt fd", 0, 1, 2, 1);
  test::add_wall(task, 1, 1, 1);
  SynthTask each = claimed(task);
  EXPECT_THAT(fault_of(each), IsEmpty());
  test::add_wall(each.built.task, 0, 1, 2);
  EXPECT_THAT(fault_of(each), HasSubstr("one of its walls can be left out"));
  EXPECT_FALSE(prove(each.built.task, task, {}));
  each.built.proof.minimal = false;
  EXPECT_THAT(fault_of(each), Not(HasSubstr("walls")));
}

TEST(SynthClaims, RubricsAreCountedAgain) {
  SynthTask each = claimed(test::strawberry_reference("a", "fd rt fd", 0, 2, 1, 1));
  ASSERT_EQ(each.built.quality.overall(), 1);
  each.built.quality.code = 0.5;
  EXPECT_THAT(fault_of(each), HasSubstr("its quality of code is 1, not 0.5"));
  each.built.quality = {1, 1, 0};
  EXPECT_THAT(fault_of(each), HasSubstr("its appeal is 1, not 0"));
  each.built.quality = {1, 0.7, 1};
  EXPECT_THAT(fault_of(each), HasSubstr("0.7 is not a utility"));
}

TEST(SynthClaims, ADifficultyIsMeasuredByTheReference) {
  const xl::Task reference = test::strawberry_reference("a", "fd rt fd", 0, 2, 1, 1);
  SynthTask each = claimed(reference);
  EXPECT_THAT(fault_against(each, reference), IsEmpty());
  each.difficulty = Difficulty::kMedium;
  EXPECT_THAT(fault_against(each, reference), HasSubstr("3 blocks are not medium for a reference"));
  each.difficulty = Difficulty::kHard;
  EXPECT_THAT(fault_against(each, reference), HasSubstr("it has 0 constraints, which is not hard"));
  each.built.task.constraints.resize(1);
  each.built.task.constraints.front().at_most[0] = 2;
  EXPECT_THAT(fault_against(each, reference), IsEmpty());
  each.difficulty = Difficulty::kEasy;
  each.built.task.constraints.clear();
  each.built.task.goal = {test::find(xl::ItemName::kLemon)};
  EXPECT_THAT(fault_against(each, reference), HasSubstr("its goal is not that"));
  each.difficulty = Difficulty::kHard;
  each.built.task.solution = test::dsl("fd rt fd fd fd fd");
  EXPECT_THAT(fault_against(each, reference), HasSubstr("6 blocks are not hard"));
}

}  // namespace
}  // namespace papert::synth

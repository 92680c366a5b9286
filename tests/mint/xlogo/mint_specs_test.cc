// Every kind of task that is said to be possible can be minted, and is what was asked for.

#include <gtest/gtest.h>

#include <set>

#include "lang/xlogo/emulator.h"
#include "mint/xlogo/xlogo.h"
#include "support/xlogo_tasks.h"

namespace papert::mint::xlogo {
namespace {

std::string name(const MintSpec& spec) {
  return std::string(kTaskTypeNames[static_cast<std::size_t>(spec.type)]) + ", " +
         std::string(kConstraintKindNames[static_cast<std::size_t>(spec.constraint)]) + ", " +
         std::string(kConceptNames[static_cast<std::size_t>(spec.code)]) + ", length " +
         std::to_string(static_cast<int>(spec.length)) + ", side " +
         std::to_string(static_cast<int>(spec.grid));
}

void expect_as_asked(const lang::xlogo::Task& task, const MintSpec& spec) {
  EXPECT_EQ(lang::xlogo::type_name(task), kTaskTypeNames[static_cast<std::size_t>(spec.type)]);
  EXPECT_EQ(lang::xlogo::constraint_kind(task.constraints),
            kConstraintKindNames[static_cast<std::size_t>(spec.constraint)]);
  const lang::xlogo::Facts known = lang::xlogo::facts(task.solution);
  EXPECT_EQ(lang::xlogo::concept_name(known), kConceptNames[static_cast<std::size_t>(spec.code)]);
  EXPECT_TRUE(
      kLengths[static_cast<std::size_t>(spec.length)].contains(static_cast<int>(known.length)));
  EXPECT_TRUE(kSides[static_cast<std::size_t>(spec.grid)].contains(
      std::max(task.world.width, task.world.height)));
  EXPECT_TRUE(lang::xlogo::GridRun(task).run(task.solution).success());
}

TEST(MintSpecs, AreListedOnce) {
  const std::vector<MintSpec> specs = all_specs();
  std::set<std::string> names;
  for (const MintSpec& spec : specs) {
    EXPECT_TRUE(possible(spec));
    EXPECT_TRUE(names.insert(name(spec)).second);
  }
  EXPECT_EQ(specs.size(), 735U);
}

TEST(MintSpecs, PensOutsidePicturesAreRefused) {
  for (const TaskType type : {TaskType::kFind, TaskType::kMath, TaskType::kLogic}) {
    EXPECT_FALSE(possible({.type = type, .code = CodeConcept::kVariables}));
    EXPECT_FALSE(mint_task(1, {.type = type, .code = CodeConcept::kVariables}));
    EXPECT_FALSE(mint_task(1, {.type = type, .code = CodeConcept::kLoopsAndVariables}));
    EXPECT_FALSE(possible({.type = type,
                           .code = CodeConcept::kLoops,
                           .length = LengthBand::kLong,
                           .grid = GridBand::kUpTo3}));
  }
}

TEST(MintSpecs, EveryPossibleOneYieldsTasks) {
  const std::vector<MintSpec> specs = all_specs();
  const std::size_t step = test::kSlowdown > 1 ? 23 : 1;
  for (std::size_t i = 0; i < specs.size(); i += step) {
    SCOPED_TRACE(name(specs[i]));
    int found = 0;
    for (int seed = 0; seed < 12 && found < 2; ++seed) {
      const std::optional<lang::xlogo::Task> task = mint_task(seed, specs[i]);
      if (!task) continue;
      ++found;
      expect_as_asked(*task, specs[i]);
      EXPECT_EQ(task->id, "mint-" + std::to_string(seed));
    }
    EXPECT_EQ(found, 2);
  }
}

}  // namespace
}  // namespace papert::mint::xlogo

#include "synth/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "fake_workshop.h"

namespace papert::synth {
namespace {

using test::fake_reference;
using test::fake_workshop;

struct Filled {
  std::vector<SynthTask> tasks;
  UnitState state;
  Seen seen;
};

Filled fill_unit(const Workshop& workshop, std::size_t wanted, std::size_t threads,
                 const PoolOptions& options = {.seed = 7, .patience = 200},
                 const Excluded& excluded = {}) {
  const lang::xlogo::Task reference = fake_reference("a");
  UnitPool pool(reference, Difficulty::kEasy, options, workshop, excluded);
  Filled filled;
  pool.fill({.wanted = wanted, .cancel = {}, .threads = [=] { return threads; }, .accepted = {}},
            filled.seen, filled.tasks);
  filled.state = pool.state();
  return filled;
}

std::vector<std::string> lines_of_tasks(const std::vector<SynthTask>& tasks) {
  std::vector<std::string> lines;
  lines.reserve(tasks.size());
  for (const SynthTask& task : tasks) lines.push_back(line_of(task));
  return lines;
}

TEST(Pool, StopsAtTheTaskThatWasStillMissing) {
  const Filled filled = fill_unit(fake_workshop(), 20, 1);
  ASSERT_EQ(filled.tasks.size(), 20U);
  EXPECT_FALSE(filled.state.exhausted);
  EXPECT_EQ(filled.state.next, filled.tasks.back().candidate + 1);
  std::uint64_t rejected = 0;
  for (const std::uint64_t count : filled.state.rejections) rejected += count;
  EXPECT_EQ(rejected + filled.state.duplicates + filled.state.excluded + 20, filled.state.next);
  EXPECT_EQ(filled.state.codes, 7U);
}

TEST(Pool, AnyNumberOfThreadsGivesTheSame) {
  const Filled one = fill_unit(fake_workshop(), 90, 1);
  for (const std::size_t threads : {2U, 3U, 8U}) {
    const Filled many = fill_unit(fake_workshop(), 90, threads);
    EXPECT_EQ(lines_of_tasks(one.tasks), lines_of_tasks(many.tasks)) << threads;
    EXPECT_EQ(one.state.next, many.state.next) << threads;
    EXPECT_EQ(one.state.rejections, many.state.rejections) << threads;
    EXPECT_EQ(one.state.stage, many.state.stage) << threads;
  }
}

TEST(Pool, GoesUpALevelWhenNothingNewComesAndEndsExhausted) {
  const Filled all = fill_unit(fake_workshop(), 500, 1);
  EXPECT_TRUE(all.state.exhausted);
  std::array<int, 3> levels{};
  int last = 0;
  for (const SynthTask& task : all.tasks) {
    EXPECT_GE(task.built.level, last);
    last = task.built.level;
    ++levels[static_cast<std::size_t>(last)];
  }
  for (const int count : levels) EXPECT_GT(count, 30);
  const Filled low =
      fill_unit(fake_workshop(), 500, 1, {.seed = 7, .max_level = 0, .patience = 200});
  EXPECT_TRUE(low.state.exhausted);
  EXPECT_GE(low.tasks.size(), static_cast<std::size_t>(levels[0]));
  EXPECT_LE(low.tasks.size(), 40U);
}

TEST(Pool, OnlyWhatIsRatedWellComesBeforeTheRest) {
  const auto any = fake_workshop();
  Workshop plain = any;
  plain.build = [&](const auto& reference, const auto& candidate, std::int64_t seed,
                    const BuildOptions& options) -> tl::expected<BuiltTask, Rejection> {
    if (options.well_rated) return tl::unexpected(Rejection::kLoose);
    return any.build(reference, candidate, seed, options);
  };
  const Filled filled = fill_unit(plain, 10, 1);
  ASSERT_EQ(filled.tasks.size(), 10U);
  EXPECT_EQ(filled.state.stage, 3U) << "after three levels";
}

TEST(Pool, TasksThatDoNotBindOrAreLongerComeLast) {
  const auto strict_only = fake_workshop();
  Workshop picky = strict_only;
  picky.build = [&](const auto& reference, const auto& candidate, std::int64_t seed,
                    const BuildOptions& options) -> tl::expected<BuiltTask, Rejection> {
    if (!options.allow_loose) return tl::unexpected(Rejection::kLoose);
    return strict_only.build(reference, candidate, seed, options);
  };
  const Filled loose = fill_unit(picky, 10, 1);
  ASSERT_EQ(loose.tasks.size(), 10U);
  EXPECT_EQ(loose.state.rejections[static_cast<std::size_t>(Rejection::kLoose)], 600U);
  for (const SynthTask& task : loose.tasks) {
    EXPECT_FALSE(task.built.proof.binds);
    EXPECT_TRUE(task.built.proof.minimal);
  }
  const Filled longer =
      fill_unit(picky, 500, 1, {.seed = 7, .allow_longer = true, .patience = 200});
  EXPECT_TRUE(longer.tasks.front().built.proof.minimal);
}

TEST(Pool, LevelsWithoutCandidatesAreSkipped) {
  const Filled filled = fill_unit(fake_workshop({.empty_below = 2}), 5, 2);
  ASSERT_EQ(filled.tasks.size(), 5U);
  for (const SynthTask& task : filled.tasks) EXPECT_EQ(task.built.level, 2);
  const Filled none = fill_unit(fake_workshop({.empty_below = 3}), 5, 2);
  EXPECT_TRUE(none.state.exhausted);
  EXPECT_EQ(none.state.next, 0U);
}

TEST(Pool, ExcludedWorldsNeverComeOut) {
  const Filled all = fill_unit(fake_workshop(), 30, 1);
  Excluded excluded;
  for (std::size_t i = 0; i < 30; i += 2) excluded.insert(all.tasks[i].keys.world);
  const Filled without = fill_unit(fake_workshop(), 30, 1, {.seed = 7, .patience = 200}, excluded);
  EXPECT_GE(without.state.excluded, 15U);
  for (const SynthTask& task : without.tasks) EXPECT_FALSE(excluded.contains(task.keys.world));
}

TEST(Pool, GoesOnFromAState) {
  const Filled whole = fill_unit(fake_workshop(), 60, 1);
  Filled part = fill_unit(fake_workshop(), 25, 1);
  const lang::xlogo::Task reference = fake_reference("a");
  const Workshop workshop = fake_workshop();
  const Excluded excluded;
  UnitPool pool(reference, Difficulty::kEasy, {.seed = 7, .patience = 200}, workshop, excluded);
  pool.set_state(part.state);
  pool.fill({.wanted = 60, .cancel = {}, .threads = {}, .accepted = {}}, part.seen, part.tasks);
  EXPECT_EQ(lines_of_tasks(whole.tasks), lines_of_tasks(part.tasks));
}

/// Sixty programs, of which every other candidate has the first; or that one alone.
Workshop crowded_workshop(bool one_alone) {
  const Workshop all = fake_workshop({.tasks = 400, .every = 1});
  Workshop workshop = all;
  workshop.candidates = [all](const lang::xlogo::Task& reference, Difficulty difficulty,
                              int level) {
    CandidateList list = all.candidates(reference, difficulty, level);
    list.codes = 60;
    return list;
  };
  workshop.build = [all, one_alone](
                       const lang::xlogo::Task& reference, const Candidate& candidate,
                       std::int64_t seed,
                       const BuildOptions& options) -> tl::expected<BuiltTask, Rejection> {
    auto built = all.build(reference, candidate, seed, options);
    const auto code = static_cast<std::uint64_t>(seed) % 120;
    if (one_alone || code >= 60) return built;
    built->task.solution.blocks.assign(1 + code, {.type = lang::xlogo::BlockType::kBack});
    return built;
  };
  return workshop;
}

std::size_t most_uses(const std::vector<SynthTask>& tasks) {
  std::map<std::string, std::size_t> uses;
  std::size_t most = 0;
  for (const SynthTask& task : tasks) {
    most = std::max(most, ++uses[lang::xlogo::to_dsl(task.built.task.solution)]);
  }
  return most;
}

TEST(Pool, NoProgramHasMoreThanATwentiethWhereThereAreOthers) {
  const Filled one = fill_unit(crowded_workshop(false), 100, 1);
  EXPECT_EQ(one.tasks.size(), 100U);
  EXPECT_EQ(most_uses(one.tasks), 5U);
  EXPECT_GT(one.state.held_back, 0U);
  EXPECT_FALSE(one.state.exhausted);
  const Filled many = fill_unit(crowded_workshop(false), 100, 3);
  EXPECT_EQ(lines_of_tasks(one.tasks), lines_of_tasks(many.tasks));
  EXPECT_EQ(one.state.held_back, many.state.held_back);
}

TEST(Pool, WhatWasHeldBackFillsAUnitThatIsExhausted) {
  const Filled one = fill_unit(crowded_workshop(true), 100, 1);
  EXPECT_EQ(one.tasks.size(), 100U);
  EXPECT_EQ(most_uses(one.tasks), 100U);
  EXPECT_TRUE(one.state.exhausted);
  EXPECT_EQ(one.seen.size(), 100U) << "what is not used is nobody's";
  const Filled many = fill_unit(crowded_workshop(true), 100, 3);
  EXPECT_EQ(lines_of_tasks(one.tasks), lines_of_tasks(many.tasks));
}

TEST(Pool, SeedsAndUnitsDiffer) {
  EXPECT_NE(unit_seed(1, "5", Difficulty::kEasy), unit_seed(2, "5", Difficulty::kEasy));
  EXPECT_NE(unit_seed(1, "5", Difficulty::kEasy), unit_seed(1, "5", Difficulty::kHard));
  EXPECT_NE(unit_seed(1, "5", Difficulty::kEasy), unit_seed(1, "6", Difficulty::kEasy));
  EXPECT_GE(unit_seed(1, "5", Difficulty::kEasy), 0);
}

}  // namespace
}  // namespace papert::synth

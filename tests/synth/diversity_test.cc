// How different the tasks of a unit are: by seeds, by the shapes of programs and by programs.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/published_data.h"
#include "synth/keys.h"
#include "synth/made_references.h"
#include "synth/pool.h"
#include "synth/sketch.h"
#include "synth/space.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

struct UnitName {
  std::string reference;
  Difficulty difficulty;
};

std::vector<SynthTask> tasks_of(const xl::Task& reference, Difficulty difficulty, std::int64_t seed,
                                std::size_t wanted, int max_level) {
  const Workshop workshop = make_workshop(false);
  const Excluded excluded;
  UnitPool pool(reference, difficulty, {.seed = seed, .max_level = max_level}, workshop, excluded);
  Seen seen;
  std::vector<SynthTask> tasks;
  pool.fill({.wanted = wanted, .cancel = {}, .threads = {}, .accepted = {}}, seen, tasks);
  return tasks;
}

xl::Task reference_of(const std::filesystem::path& path, const std::string& id) {
  for (xl::Task& task : test::read_tasks(path)) {
    if (task.id == id) return std::move(task);
  }
  ADD_FAILURE() << "there is no task " << id;
  return {};
}

/// Of units that have many thousands of tasks.
TEST(SynthDiversityPublished, OtherSeedsGiveOtherTasks) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  const std::vector<UnitName> units{{"20", Difficulty::kMedium},
                                    {"24", Difficulty::kMedium},
                                    {"30", Difficulty::kHard},
                                    {"39", Difficulty::kMedium},
                                    {"64", Difficulty::kMedium}};
  const std::size_t wanted = 500 / test::kSlowdown;
  for (const auto& [id, difficulty] : units) {
    const xl::Task reference = reference_of(path, id);
    std::set<std::string> first;
    for (const SynthTask& task : tasks_of(reference, difficulty, 1, wanted, kMaxLevel)) {
      first.insert(task.keys.task);
    }
    EXPECT_EQ(first.size(), wanted) << id;
    const auto second = tasks_of(reference, difficulty, 2, wanted, kMaxLevel);
    const auto shared = std::count_if(second.begin(), second.end(), [&](const SynthTask& task) {
      return first.contains(task.keys.task);
    });
    EXPECT_LT(static_cast<double>(shared), 0.1 * static_cast<double>(wanted)) << id;
  }
}

/// Of the first candidates of a unit: the shapes that can be solved, and keys of what they became.
std::map<Shape, std::set<std::string>> solvable_shapes(const xl::Task& reference,
                                                       Difficulty difficulty,
                                                       std::uint64_t candidates) {
  const Space space = Space::of(reference, difficulty, 0);
  const std::int64_t seed = unit_seed(1, reference.id, difficulty);
  std::map<Shape, std::set<std::string>> shapes;
  for (std::uint64_t i = 0; i < candidates; ++i) {
    const Candidate candidate = space.candidate(seed, i);
    const auto draw = static_cast<std::int64_t>(i);
    const auto built = build(reference, candidate, draw, {.well_rated = true});
    if (built) shapes[shape_of(candidate.code)].insert(keys_of(built->task).task);
  }
  return shapes;
}

/// A shape that is another's mirror image, or draws what another draws, makes no task of its own.
TEST(SynthDiversityPublished, NearlyEveryShapeThatCanBeSolvedOccurs) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  const std::vector<UnitName> units{{"20", Difficulty::kMedium}, {"30", Difficulty::kMedium},
                                    {"60", Difficulty::kMedium}, {"64", Difficulty::kEasy},
                                    {"21", Difficulty::kHard},   {"105", Difficulty::kMedium}};
  for (const auto& [id, difficulty] : units) {
    const xl::Task reference = reference_of(path, id);
    const auto solvable = solvable_shapes(reference, difficulty, 2000 / test::kSlowdown);
    EXPECT_GT(solvable.size(), 3U) << id;
    std::set<Shape> shapes;
    Seen keys;
    for (const SynthTask& task : tasks_of(reference, difficulty, 1, 500, 0)) {
      shapes.insert(shape_of(task.built.task.solution));
      keys.insert(task.keys.task);
    }
    const auto missing = std::count_if(solvable.begin(), solvable.end(), [&](const auto& each) {
      return !shapes.contains(each.first) &&
             std::none_of(each.second.begin(), each.second.end(),
                          [&](const std::string& key) { return keys.contains(key); });
    });
    EXPECT_LE(static_cast<std::size_t>(missing) * 10, solvable.size())
        << id << ": " << solvable.size();
  }
}

/// A twentieth of a unit at most. At level 0 eight programs of 20 medium can be solved; the unit
/// goes up for others.
TEST(SynthDiversityPublished, NoProgramCrowdsOutTheOthers) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  const std::vector<UnitName> units{{"20", Difficulty::kMedium}, {"24", Difficulty::kMedium},
                                    {"30", Difficulty::kHard},   {"39", Difficulty::kMedium},
                                    {"60", Difficulty::kMedium}, {"64", Difficulty::kEasy},
                                    {"105", Difficulty::kMedium}};
  for (const auto& [id, difficulty] : units) {
    const xl::Task reference = reference_of(path, id);
    EXPECT_GE(Space::of(reference, difficulty, 0).codes(), 50U) << id;
    std::map<std::string, std::size_t> uses;
    const auto tasks = tasks_of(reference, difficulty, 1, 500, kMaxLevel);
    for (const SynthTask& task : tasks) ++uses[xl::to_dsl(task.built.task.solution)];
    for (const auto& [code, times] : uses) {
      EXPECT_LE(times, tasks.size() / 20) << id << ": " << code << ", " << uses.size();
    }
  }
}

}  // namespace
}  // namespace papert::synth

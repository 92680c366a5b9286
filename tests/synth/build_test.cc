#include "synth/build.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/transform.h"
#include "support/published_data.h"
#include "synth/likeness.h"
#include "synth/made_references.h"
#include "synth/prove.h"
#include "synth/space.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr std::array kDifficulties{Difficulty::kEasy, Difficulty::kMedium, Difficulty::kHard};

/// Calls visit(built) for the tasks of the first candidates of a unit.
template <class Visit>
void for_each_built(const xl::Task& reference, Difficulty difficulty, int candidates,
                    const BuildOptions& options, Visit visit) {
  const Space space = Space::of(reference, difficulty, options.level);
  if (space.candidates() == 0) return;
  for (int i = 0; i < candidates; ++i) {
    const Candidate candidate = space.candidate(1, static_cast<std::uint64_t>(i));
    const auto built = build(reference, candidate, i, options);
    if (built) visit(*built);
  }
}

bool has_loops(const xl::Program& program) {
  return xl::facts(program).uses(xl::BlockType::kRepeat);
}

TEST(SynthBuild, EveryTaskIsSolvedByItsOwnProgramInBothModes) {
  for (const xl::Task& reference : test::references()) {
    int built = 0;
    for (const Difficulty difficulty : kDifficulties) {
      for (int level = 0; level <= 1; ++level) {
        const BuildOptions options{.level = level, .allow_loose = true};
        for_each_built(
            reference, difficulty, 60 / test::kSlowdown, options, [&](const BuiltTask& result) {
              ++built;
              const xl::Task& task = result.task;
              EXPECT_EQ(result.level, level);
              EXPECT_TRUE(xl::GridRun(task).run(task.solution).success());
              EXPECT_TRUE(
                  xl::GridRun(task, {.strict_reference = true}).run(task.solution).success());
            });
      }
    }
    EXPECT_GT(built, 5 / test::kSlowdown) << reference.id;
  }
}

TEST(SynthBuild, DependsOnItsArgumentsOnly) {
  const std::vector<xl::Task> references = test::references();
  std::map<std::string, std::string> first;
  for (const bool again : {false, true}) {
    for (std::size_t n = 0; n < references.size(); ++n) {
      const xl::Task& reference = references[again ? references.size() - 1 - n : n];
      const Candidate candidate{reference.solution, reference.constraints, reference.goal};
      for (int seed = 0; seed < 5; ++seed) {
        const auto built = build(reference, candidate, seed, {.level = 1, .allow_loose = true});
        const std::string text =
            built ? to_json(built->task).dump()
                  : std::string(kRejectionNames[static_cast<std::size_t>(built.error())]);
        const std::string key = reference.id + std::to_string(seed);
        if (!again) first[key] = text;
        EXPECT_EQ(text, first[key]) << key;
      }
    }
  }
}

TEST(SynthBuild, WorldsAreLikeTheirReference) {
  for (const xl::Task& reference : test::references()) {
    if (reference.draws()) continue;
    for (int level = 0; level <= 1; ++level) {
      for_each_built(reference, Difficulty::kMedium, 60 / test::kSlowdown,
                     {.level = level, .allow_loose = true}, [&](const BuiltTask& built) {
                       const xl::World& world = built.task.world;
                       EXPECT_TRUE(alike(world, likeness(reference, built.task.goal, world.width,
                                                         world.height, level)));
                       EXPECT_TRUE(level > 0 || world.width == world.height);
                       EXPECT_EQ(world.item_at(world.turtle_x, world.turtle_y), nullptr);
                     });
    }
  }
}

TEST(SynthBuild, PicturesFillTheirGridAndShowEveryPen) {
  int built = 0;
  for (const char* code : {"setpc red fd rt setpc blue fd", "repeat 3 [ fd rt fd lt ]"}) {
    const xl::Task reference = test::picture_reference("picture", code);
    for_each_built(
        reference, Difficulty::kMedium, 100 / test::kSlowdown, {.allow_loose = true},
        [&](const BuiltTask& result) {
          ++built;
          const xl::World& world = result.task.world;
          EXPECT_TRUE(world.items.empty());
          bool left = false;
          bool top = false;
          bool right = false;
          bool bottom = false;
          for (const xl::Line& line : world.lines) {
            left |= std::min(line.x1, line.x2) == 0;
            top |= std::min(line.y1, line.y2) == 0;
            right |= std::max(line.x1, line.x2) == world.width - 1;
            bottom |= std::max(line.y1, line.y2) == world.height - 1;
          }
          EXPECT_TRUE(left && top && right && bottom);
          for (const xl::Block& block : result.task.solution.blocks) {
            if (block.type != xl::BlockType::kSetPen) continue;
            EXPECT_TRUE(std::any_of(world.lines.begin(), world.lines.end(),
                                    [&](const xl::Line& line) { return line.color == block.pen; }));
          }
        });
  }
  EXPECT_GT(built, 20 / test::kSlowdown);
}

std::size_t different_tasks(const xl::Task& reference, int candidates) {
  std::set<std::string> keys;
  for_each_built(reference, Difficulty::kEasy, candidates, {},
                 [&](const BuiltTask& built) { keys.insert(xl::canonical_key(built.task)); });
  return keys.size();
}

TEST(SynthBuild, FindsEveryTaskOfASmallUnit) {
  EXPECT_EQ(different_tasks(test::strawberry_reference("step", "fd", 1, 1, 1, 0), 200), 4U);
  EXPECT_EQ(different_tasks(test::strawberry_reference("turn", "rt fd", 1, 1, 2, 1), 200), 6U);
  EXPECT_EQ(different_tasks(test::corridor_reference(), 200), 2U);
}

/// All programs of exactly `size` blocks, repeats of 2 to 12 times with bodies of at most `body`
/// blocks included.
class Enumerator {
 public:
  Enumerator(const xl::Task& task, std::size_t body) : body_(body), judge_(task) {
    for (const xl::BlockType type : {xl::BlockType::kForward, xl::BlockType::kBack,
                                     xl::BlockType::kLeft, xl::BlockType::kRight}) {
      commands_.push_back({.type = type});
    }
    std::set<xl::Color> colors;
    for (const xl::Line& line : task.world.lines) colors.insert(line.color);
    for (const xl::Color color : colors) {
      commands_.push_back({.type = xl::BlockType::kSetPen, .pen = color});
    }
  }

  bool any_solves(std::size_t size) {
    program_.blocks.clear();
    return extend(size, [this] { return judge_.run(program_).success(); });
  }

 private:
  template <class Then>
  bool extend(std::size_t size, const Then& then) {
    if (size == 0) return then();
    for (const xl::Block& command : commands_) {
      program_.blocks.push_back(command);
      const bool found = extend_more(size - 1, then);
      program_.blocks.pop_back();
      if (found) return true;
    }
    for (std::size_t body = 1; body < size && body <= body_; ++body) {
      const std::size_t head = program_.blocks.size();
      program_.blocks.push_back(
          {.type = xl::BlockType::kRepeat, .body = static_cast<std::uint32_t>(body)});
      const bool found = extend_more(body, [&, this] {
        for (std::uint8_t times = 2; times <= xl::kMaxTimes; ++times) {
          program_.blocks[head].times = times;
          if (extend_more(size - 1 - body, then)) return true;
        }
        return false;
      });
      program_.blocks.pop_back();
      if (found) return true;
    }
    return false;
  }

  /// Keeps the number of different lambdas, each a new function, from growing without end.
  bool extend_more(std::size_t size, const std::function<bool()>& then) {
    return extend<std::function<bool()>>(size, then);
  }

  std::size_t body_;
  xl::GridRun judge_;
  std::vector<xl::Block> commands_;
  xl::Program program_;
};

TEST(SynthBuild, NoShorterProgramIsFoundByTryingAll) {
  int checked = 0;
  for (const xl::Task& reference : test::references()) {
    for (const Difficulty difficulty : kDifficulties) {
      int left = 30 / test::kSlowdown;
      for_each_built(reference, difficulty, 100 / test::kSlowdown, {.level = 1},
                     [&](const BuiltTask& built) {
                       const std::size_t n = built.task.solution.blocks.size();
                       if (n > 5 || left == 0) return;
                       --left;
                       ++checked;
                       const bool loops = has_loops(built.task.solution);
                       Enumerator shorter(built.task, loops ? 4 : 0);
                       for (std::size_t size = 0; size < n; ++size) {
                         EXPECT_FALSE(shorter.any_solves(size))
                             << reference.id << ' ' << to_dsl(built.task.solution);
                       }
                       if (!loops) return;
                       EXPECT_FALSE(Enumerator(built.task, 0).any_solves(n));
                     });
    }
  }
  EXPECT_GE(checked, 300 / test::kSlowdown);
}

TEST(SynthBuild, LongerOnesAreMarkedAndOnlyOnRequest) {
  const xl::Task reference = test::strawberry_reference("round", "lt fd rt fd rt fd", 1, 1, 1, 0);
  const Candidate candidate{reference.solution, {}, reference.goal};
  const auto strict = build(reference, candidate, 1, {});
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error(), Rejection::kShorter);
  const auto longer = build(reference, candidate, 1, {.allow_longer = true});
  ASSERT_TRUE(longer);
  EXPECT_FALSE(longer->proof.minimal);
  EXPECT_EQ(longer->quality.code, 0.5);
}

TEST(SynthBuild, AWalkThatEndsWhereItWasHasNoPose) {
  const xl::Task reference = test::strawberry_reference("back", "fd bk", 1, 1, 1, 0);
  const auto built = build(reference, {reference.solution, {}, reference.goal}, 1, {});
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error(), Rejection::kNoPose);
}

TEST(SynthBuild, SumsAreSplitInEveryWay) {
  const xl::Task reference = test::sum_reference();
  const Candidate candidate{reference.solution, {}, reference.goal};
  std::set<std::vector<int>> splits;  // of three over the three cells of the way
  for (int seed = 0; seed < 600; ++seed) {
    const auto built = build(reference, candidate, seed, {});
    if (!built) continue;
    const xl::World& world = built->task.world;
    std::vector<int> split;
    int total = 0;
    xl::State before{world.turtle_x, world.turtle_y, world.heading, {}};
    for (const xl::TraceStep& step : xl::trace(world, built->task.solution).steps) {
      if (step.after.x != before.x || step.after.y != before.y) {
        const xl::Item* item = world.item_at(step.after.x, step.after.y);
        split.push_back(item == nullptr ? 0 : item->count);
        total += split.back();
      }
      before = step.after;
    }
    EXPECT_EQ(total, 3);
    splits.insert(split);
  }
  const std::set<std::vector<int>> all{{0, 0, 3}, {0, 1, 2}, {0, 2, 1},
                                       {1, 0, 2}, {1, 1, 1}, {2, 0, 1}};
  EXPECT_EQ(splits, all);
}

/// Of the first candidates of every unit of the published references.
std::vector<BuiltTask> published_tasks(const std::filesystem::path& path, int candidates) {
  std::vector<BuiltTask> tasks;
  for (const xl::Task& reference : test::read_tasks(path)) {
    for (const Difficulty difficulty : kDifficulties) {
      for (int level = 0; level <= 1; ++level) {
        for_each_built(reference, difficulty, candidates, {.level = level},
                       [&](const BuiltTask& built) { tasks.push_back(built); });
      }
    }
  }
  return tasks;
}

/// Nothing else of this unit could be loose: it has no constraints.
TEST(SynthBuild, WallsThatBecameNeedlessAreTakenAway) {
  const xl::Task reference = test::sum_reference();
  const Space space = Space::of(reference, Difficulty::kMedium, 1);
  int walled = 0;
  for (int i = 0; i < 300 / test::kSlowdown; ++i) {
    const Candidate candidate = space.candidate(1, static_cast<std::uint64_t>(i));
    const auto built = build(reference, candidate, i, {.level = 1, .well_rated = true});
    if (built) walled += without_one_wall(built->task.world).empty() ? 0 : 1;
    EXPECT_TRUE(built || built.error() != Rejection::kLoose) << i;
  }
  EXPECT_GT(walled, 0);
}

TEST(SynthBuildPublished, QualityIsAsPeopleRatedRealTasks) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  Quality sum;
  double overall = 0;
  double number = 0;
  double loops = 0;
  double proven = 0;
  for (const BuiltTask& built : published_tasks(path, 15)) {
    ++number;
    sum.code += built.quality.code;
    sum.utility += built.quality.utility;
    sum.appeal += built.quality.appeal;
    overall += built.quality.overall();
    EXPECT_TRUE(built.proof.flat);
    if (!has_loops(built.task.solution)) continue;
    ++loops;
    proven += built.proof.loop_body > 0 ? 1 : 0;
  }
  ASSERT_GT(number, 1000);
  EXPECT_GE(sum.code / number, 0.98);
  EXPECT_GE(sum.utility / number, 0.9);
  EXPECT_GE(sum.appeal / number, 0.95);
  EXPECT_GE(overall / number, 0.88);
  EXPECT_GE(proven / loops, 0.9);
}

/// The share of a world's items that another does not have at the same place.
double difference(const xl::World& a, const xl::World& b) {
  const auto missing = std::count_if(a.items.begin(), a.items.end(), [&](const xl::Item& item) {
    return std::find(b.items.begin(), b.items.end(), item) == b.items.end();
  });
  return static_cast<double>(missing) / static_cast<double>(a.items.size());
}

TEST(SynthBuildPublished, NeighboursDifferInMostOfTheirItems) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  int units = 0;
  for (const xl::Task& reference : test::read_tasks(path)) {
    if (reference.world.items.size() < 4) continue;
    std::vector<BuiltTask> tasks;
    for_each_built(reference, Difficulty::kMedium, 120 / test::kSlowdown, {.level = 1},
                   [&](const BuiltTask& built) { tasks.push_back(built); });
    if (tasks.size() < 5) continue;
    ++units;
    double sum = 0;
    for (std::size_t i = 1; i < tasks.size(); ++i) {
      sum += difference(tasks[i - 1].task.world, tasks[i].task.world);
    }
    EXPECT_GE(sum / static_cast<double>(tasks.size() - 1), 0.6) << reference.id;
  }
  EXPECT_GE(units, 12 / test::kSlowdown);
}

}  // namespace
}  // namespace papert::synth

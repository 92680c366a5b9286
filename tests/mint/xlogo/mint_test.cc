// Properties of minted tasks, on the first two thousand seeds.

#include "mint/xlogo/xlogo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search.h"
#include "lang/xlogo/transform.h"
#include "support/xlogo_tasks.h"

namespace papert::mint::xlogo {
namespace {

constexpr int kTasks = 2000 / test::kSlowdown;

class Minted : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (int seed = 0; seed < kTasks; ++seed) tasks().push_back(minted(seed));
  }
  static std::vector<lang::xlogo::Task>& tasks() {
    static std::vector<lang::xlogo::Task> all;
    return all;
  }
};

bool succeeds(const lang::xlogo::Task& task, bool strict) {
  return lang::xlogo::GridRun(task, {.strict_reference = strict}).run(task.solution).success();
}

int side(const lang::xlogo::Task& task) { return std::max(task.world.width, task.world.height); }

/// No published task closes more.
TEST_F(Minted, AtMostTwoThirdsOfTheTilesAreClosed) {
  std::size_t half_closed = 0;
  for (const lang::xlogo::Task& task : tasks()) {
    const auto& tiles = task.world.tiles;
    const auto closed = static_cast<std::size_t>(
        std::count_if(tiles.begin(), tiles.end(),
                      [](const lang::xlogo::Tile& tile) { return tile.present && !tile.allowed; }));
    EXPECT_LE(3 * closed, 2 * tiles.size()) << task.id;
    half_closed += 2 * closed > tiles.size() ? 1 : 0;
  }
  EXPECT_GT(half_closed, 0U);
}

TEST_F(Minted, SolutionsSucceed) {
  for (const lang::xlogo::Task& task : tasks()) {
    EXPECT_TRUE(succeeds(task, false)) << task.id;
    EXPECT_TRUE(succeeds(task, true)) << task.id;
  }
}

TEST_F(Minted, AreTheSameAgain) {
  for (int seed = 0; seed < kTasks; seed += 7) {
    const lang::xlogo::Task& task = tasks()[static_cast<std::size_t>(seed)];
    EXPECT_EQ(dump_json(lang::xlogo::to_json(minted(seed))), dump_json(lang::xlogo::to_json(task)));
    EXPECT_EQ(task.id, "mint-" + std::to_string(seed));
  }
  EXPECT_TRUE(succeeds(minted(-5), true));
  EXPECT_EQ(minted(-5).id, "mint--5");
  EXPECT_TRUE(succeeds(minted(INT64_MAX), true));
  EXPECT_TRUE(succeeds(minted(INT64_MIN), true));
}

TEST_F(Minted, SurviveTheirOwnFile) {
  for (const lang::xlogo::Task& task : tasks()) {
    const Json json = lang::xlogo::to_json(task);
    const Result<lang::xlogo::Task> back = lang::xlogo::task_from_json(json);
    ASSERT_TRUE(back) << task.id << ' ' << back.error().to_string();
    EXPECT_EQ(back->world, task.world) << task.id;
    EXPECT_EQ(back->goal, task.goal);
    EXPECT_EQ(back->constraints, task.constraints);
    EXPECT_EQ(back->solution, task.solution);
    EXPECT_EQ(dump_json(lang::xlogo::to_json(*back)), dump_json(json));
  }
}

TEST_F(Minted, FewAreTheSameUpToTurningAndMirroring) {
  std::set<std::string> keys;
  for (const lang::xlogo::Task& task : tasks()) keys.insert(lang::xlogo::canonical_key(task));
  EXPECT_GT(keys.size(), tasks().size() * 9 / 10);
}

TEST_F(Minted, VariantsAreSolved) {
  for (std::size_t i = 0; i < tasks().size(); ++i) {
    const lang::xlogo::Task variant =
        lang::xlogo::transformed(tasks()[i], static_cast<int>(i % 4), i % 8 >= 4);
    EXPECT_TRUE(succeeds(variant, false)) << variant.id;
  }
}

TEST_F(Minted, HoldOnlyWhatTheLanguageHas) {
  for (const lang::xlogo::Task& task : tasks()) {
    std::set<std::pair<int, int>> places;
    for (const lang::xlogo::Item& item : task.world.items) {
      EXPECT_TRUE(places.emplace(item.x, item.y).second) << "two items on a tile, " << task.id;
      EXPECT_TRUE(task.world.tile(item.x, item.y).allowed) << task.id;
      EXPECT_FALSE(item.x == task.world.turtle_x && item.y == task.world.turtle_y);
      EXPECT_GE(item.count, 1);
      EXPECT_LE(item.count, item.name == lang::xlogo::ItemName::kStrawberry ? 4 : 1);
      if (item.name == lang::xlogo::ItemName::kStrawberry) {
        EXPECT_EQ(item.color, lang::xlogo::Color::kRed);
      }
      if (item.name == lang::xlogo::ItemName::kLemon) {
        EXPECT_EQ(item.color, lang::xlogo::Color::kYellow);
      }
      if (item.name >= lang::xlogo::ItemName::kLetterA) {
        EXPECT_EQ(item.color, lang::xlogo::Color::kBlack);
      }
    }
    EXPECT_EQ(task.draws(), !task.world.lines.empty());
    EXPECT_FALSE(task.draws() && !task.world.items.empty());
  }
}

TEST_F(Minted, WallsHaveTwoSidesAndAllowedTilesCanBeReached) {
  for (const lang::xlogo::Task& task : tasks()) {
    const lang::xlogo::World& world = task.world;
    lang::xlogo::Task reach = task;
    reach.constraints.clear();
    reach.world.items = {{0, 0, lang::xlogo::ItemName::kLemon, lang::xlogo::Color::kYellow, 1}};
    reach.goal = {test::find(lang::xlogo::ItemName::kLemon)};
    for (int y = 0; y < world.height; ++y) {
      for (int x = 0; x < world.width; ++x) {
        if (x + 1 < world.width) {
          EXPECT_EQ(world.tile(x, y).wall(lang::xlogo::Direction::kEast),
                    world.tile(x + 1, y).wall(lang::xlogo::Direction::kWest));
        }
        if (y + 1 < world.height) {
          EXPECT_EQ(world.tile(x, y).wall(lang::xlogo::Direction::kSouth),
                    world.tile(x, y + 1).wall(lang::xlogo::Direction::kNorth));
        }
        if (!world.tile(x, y).allowed || task.draws()) continue;
        reach.world.items[0].x = x;
        reach.world.items[0].y = y;
        EXPECT_EQ(lang::xlogo::shortest_solution(reach, {200, 0, 100'000}).outcome,
                  lang::xlogo::SearchOutcome::kFound)
            << task.id << ' ' << x << ' ' << y;
      }
    }
  }
}

TEST_F(Minted, AreNotEasierThanTheyLook) {
  for (const lang::xlogo::Task& task : tasks()) {
    const lang::xlogo::Facts known = lang::xlogo::facts(task.solution);
    const bool loops = known.uses(lang::xlogo::BlockType::kRepeat);
    const lang::xlogo::SearchResult flat = lang::xlogo::shortest_solution(
        task, {loops ? known.length : known.length - 1, 0, 1'000'000});
    EXPECT_EQ(flat.outcome, lang::xlogo::SearchOutcome::kNone)
        << task.id << ' ' << lang::xlogo::to_dsl(task.solution) << " / "
        << lang::xlogo::to_dsl(flat.program);
    if (!loops) continue;
    const lang::xlogo::SearchResult tiny = lang::xlogo::shortest_solution(
        task, {std::min<std::size_t>(known.length - 1, 4), 3, std::size_t{10'000'000}});
    EXPECT_EQ(tiny.outcome, lang::xlogo::SearchOutcome::kNone) << task.id;
  }
}

TEST_F(Minted, ConstraintsAreTightOrExcludeSomething) {
  for (const lang::xlogo::Task& task : tasks()) {
    if (task.constraints.empty()) continue;
    const lang::xlogo::ConstraintSet& set = task.constraints.front();
    if (set.at_most[lang::xlogo::kCountAll]) {
      EXPECT_EQ(*set.at_most[lang::xlogo::kCountAll],
                static_cast<int>(task.solution.blocks.size()));
    }
    EXPECT_EQ(task.constraints.size(), 1U);
    EXPECT_LE(set.start_by.size(), 3U);
  }
}

/// Within four of a hundred of the shares of the 85 real tasks.
TEST_F(Minted, KindsComeInTheProportionsOfRealTasks) {
  std::map<std::string, double> count;
  for (const lang::xlogo::Task& task : tasks()) {
    const auto length = static_cast<int>(task.solution.blocks.size());
    const auto band = [](const auto& bands, int value) {
      std::size_t i = 0;
      while (!bands[i].contains(value)) ++i;
      return std::to_string(i);
    };
    ++count[std::string(lang::xlogo::type_name(task))];
    ++count["constraint " + std::string(lang::xlogo::constraint_kind(task.constraints))];
    ++count[std::string(lang::xlogo::concept_name(lang::xlogo::facts(task.solution)))];
    ++count["length " + band(kLengths, length)];
    ++count["side " + band(kSides, side(task))];
  }
  const std::map<std::string, int> real{{"find", 33},
                                        {"draw", 33},
                                        {"math", 10},
                                        {"logic", 9},
                                        {"constraint none", 54},
                                        {"constraint at most", 21},
                                        {"constraint exactly", 6},
                                        {"constraint start by", 4},
                                        {"constraint hybrid", 0},
                                        {"basic actions", 47},
                                        {"loops", 24},
                                        {"variables", 7},
                                        {"loops and variables", 7},
                                        {"length 0", 41},
                                        {"length 1", 29},
                                        {"length 2", 15},
                                        {"side 0", 59},
                                        {"side 1", 15},
                                        {"side 2", 4},
                                        {"side 3", 4},
                                        {"side 4", 3}};
  if (kTasks < 1000) GTEST_SKIP() << "too few tasks for shares";
  for (const auto& [name, expected] : real) {
    EXPECT_NEAR(100 * count[name] / kTasks, 100.0 * expected / 85, 4) << name;
  }
}

}  // namespace
}  // namespace papert::mint::xlogo

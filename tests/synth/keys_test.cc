#include "synth/keys.h"

#include <gtest/gtest.h>

#include <map>

#include "lang/xlogo/transform.h"
#include "mint/xlogo/xlogo.h"

namespace papert::synth {
namespace {

using lang::xlogo::Task;

TEST(Keys, AreEqualExactlyWhereCanonicalKeysAre) {
  std::map<std::string, std::string> canonical;  // key -> canonical key
  std::map<std::string, std::string> back;
  for (std::int64_t seed = 0; seed < 400; ++seed) {
    const Task task = mint::xlogo::minted(seed);
    const std::string key = keys_of(task).task;
    const std::string text = lang::xlogo::canonical_key(task);
    EXPECT_EQ(canonical.emplace(key, text).first->second, text) << seed;
    if (!task.draws()) {
      EXPECT_EQ(back.emplace(text, key).first->second, key) << seed;
    }
  }
  EXPECT_GT(canonical.size(), 300U);
}

TEST(Keys, DoNotSeeTurnsAndMirrors) {
  for (std::int64_t seed = 0; seed < 60; ++seed) {
    const Task task = mint::xlogo::minted(seed);
    const TaskKeys keys = keys_of(task);
    for (int variant = 1; variant < 8; ++variant) {
      const TaskKeys other = keys_of(lang::xlogo::transformed(task, variant % 4, variant >= 4));
      EXPECT_EQ(keys.task, other.task) << seed << " variant " << variant;
      EXPECT_EQ(keys.world, other.world) << seed << " variant " << variant;
    }
  }
}

TEST(Keys, OfWorldsDoNotSeeConstraints) {
  int different = 0;
  for (std::int64_t seed = 0; seed < 60; ++seed) {
    Task task = mint::xlogo::minted(seed);
    if (task.constraints.empty()) continue;
    const TaskKeys with = keys_of(task);
    task.constraints.clear();
    const TaskKeys without = keys_of(task);
    EXPECT_EQ(with.world, without.world);
    EXPECT_NE(with.task, without.task);
    ++different;
  }
  EXPECT_GT(different, 10);
}

/// The task in a grid with a column more at the left, which does not exist.
Task moved_right(Task task) {
  lang::xlogo::World world = task.world;
  world.width += 1;
  world.tiles.assign(static_cast<std::size_t>(world.width * world.height),
                     {.present = true, .allowed = true, .exists = false});
  for (int y = 0; y < task.world.height; ++y) {
    for (int x = 0; x < task.world.width; ++x) world.tile(x + 1, y) = task.world.tile(x, y);
  }
  for (lang::xlogo::Line& line : world.lines) {
    ++line.x1;
    ++line.x2;
  }
  for (lang::xlogo::Item& item : world.items) ++item.x;
  ++world.turtle_x;
  task.world = world;
  return task;
}

TEST(Keys, OfPicturesDoNotSeeWhereTheyStand) {
  int pictures = 0;
  for (std::int64_t seed = 0; seed < 100; ++seed) {
    const Task task = mint::xlogo::minted(seed);
    const Task moved = moved_right(task);
    if (task.draws()) {
      ++pictures;
      EXPECT_EQ(keys_of(task).task, keys_of(moved).task) << seed;
      EXPECT_EQ(keys_of(task).world, keys_of(moved).world) << seed;
      Task other = task;
      other.world.lines.front().color = other.world.lines.front().color == lang::xlogo::Color::kRed
                                            ? lang::xlogo::Color::kBlue
                                            : lang::xlogo::Color::kRed;
      EXPECT_NE(keys_of(task).world, keys_of(other).world) << seed;
    } else {
      EXPECT_NE(keys_of(task).task, keys_of(moved).task) << seed;
    }
  }
  EXPECT_GT(pictures, 10);
}

TEST(Keys, OfSolutionsDoNotSeeMirrorsAndPens) {
  const auto key = [](const char* text) {
    return solution_key(lang::xlogo::parse_dsl(text).value());
  };
  EXPECT_EQ(key("fd lt fd"), key("fd rt fd"));
  EXPECT_EQ(key("setpc red fd setpc blue fd rt"), key("setpc green fd setpc red fd lt"));
  EXPECT_NE(key("setpc red fd setpc blue fd"), key("setpc red fd setpc red fd"));
  EXPECT_NE(key("fd lt fd"), key("fd lt bk"));
  EXPECT_NE(key("repeat 3 [ fd lt ]"), key("repeat 4 [ fd lt ]"));
  EXPECT_NE(key("repeat 3 [ fd ] lt fd"), key("repeat 3 [ fd lt ] fd"));
}

}  // namespace
}  // namespace papert::synth

#include "lang/xlogo/transform.h"

#include <gtest/gtest.h>

#include <set>

#include "lang/xlogo/emulator.h"
#include "support/published_data.h"
#include "support/xlogo_tasks.h"

namespace papert::lang::xlogo {
namespace {

using test::dsl;

/// Nothing about it is symmetric.
Task lopsided() {
  Task task = test::empty_task(3, 2, 0, 1);
  task.world.tile(1, 0).walls = 1U << 1;
  task.world.tile(2, 0).walls = 1U << 3 | 1U << 2;
  task.world.tile(2, 1) = Tile{};
  task.world.tile(0, 0).exists = false;
  task.world.items = {{1, 0, ItemName::kStrawberry, Color::kRed, 3},
                      {1, 1, ItemName::kCross, Color::kBlue, 1}};
  task.world.lines = {{0, 1, 1, 1, Color::kGreen}, {1, 1, 1, 0, Color::kBlack}};
  task.goal = {test::find(ItemName::kStrawberry)};
  ConstraintSet set;
  set.exactly[static_cast<std::size_t>(BlockType::kRight)] = 1;
  set.at_most[static_cast<std::size_t>(BlockType::kLeft)] = 1;
  set.start_by = {BlockType::kRight};
  task.constraints = {set};
  task.solution = dsl("rt fd lt fd");
  return task;
}

void expect_equal(const Task& a, const Task& b) {
  EXPECT_EQ(a.world, b.world);
  EXPECT_EQ(a.goal, b.goal);
  EXPECT_EQ(a.constraints, b.constraints);
  EXPECT_EQ(a.solution, b.solution);
  EXPECT_EQ(a.id, b.id);
}

Judgement judged(const Task& task, const Program& program, bool strict = false) {
  return GridRun(task, {.strict_reference = strict}).run(program);
}

TEST(Transform, QuarterTurnMovesEverythingClockwise) {
  const World turned = transformed(lopsided().world, 1, false);
  EXPECT_EQ(turned.width, 2);
  EXPECT_EQ(turned.height, 3);
  EXPECT_EQ(turned.turtle_x, 0);
  EXPECT_EQ(turned.turtle_y, 0);
  EXPECT_EQ(turned.heading, Direction::kEast);
  EXPECT_EQ(turned.items[0], (Item{1, 1, ItemName::kStrawberry, Color::kRed, 3}));
  EXPECT_EQ(turned.lines[0], (Line{0, 0, 0, 1, Color::kGreen}));
  EXPECT_EQ(turned.tile(1, 1).walls, 1U << 2);
  EXPECT_FALSE(turned.tile(0, 2).present);
  EXPECT_FALSE(turned.tile(1, 0).exists);
}

TEST(Transform, MirrorSwapsLeftAndRight) {
  const Task mirrored = transformed(lopsided(), 0, true);
  EXPECT_EQ(mirrored.world.turtle_x, 2);
  EXPECT_EQ(mirrored.world.heading, Direction::kNorth);
  EXPECT_EQ(mirrored.world.tile(1, 0).walls, 1U << 3);
  EXPECT_EQ(mirrored.world.tile(0, 0).walls, 1U << 1 | 1U << 2);
  EXPECT_EQ(to_dsl(mirrored.solution), to_dsl(dsl("lt fd rt fd")));
  const ConstraintSet& set = mirrored.constraints.front();
  EXPECT_EQ(set.exactly[static_cast<std::size_t>(BlockType::kLeft)], 1);
  EXPECT_EQ(set.at_most[static_cast<std::size_t>(BlockType::kRight)], 1);
  EXPECT_EQ(set.start_by, std::vector{BlockType::kLeft});
}

TEST(Transform, IsTheGroupOfTheSquare) {
  const Task task = lopsided();
  expect_equal(transformed(task, 0, false), task);
  expect_equal(transformed(task, 4, false), task);
  expect_equal(transformed(task, -1, false), transformed(task, 3, false));
  expect_equal(transformed(transformed(task, 0, true), 0, true), task);
  Task turned = task;
  std::set<std::string> different;
  for (int i = 0; i < 4; ++i) {
    expect_equal(turned, transformed(task, i, false));
    // Mirroring after i turns is mirroring before as many turns the other way.
    expect_equal(transformed(turned, 0, true), transformed(task, -i, true));
    for (const bool mirrored : {false, true}) {
      different.insert(dump_json(to_json(transformed(task, i, mirrored).world)));
    }
    turned = transformed(turned, 1, false);
  }
  expect_equal(turned, task);
  EXPECT_EQ(different.size(), 8U);
}

TEST(CanonicalKey, IsTheSameForVariantsOnly) {
  const Task task = lopsided();
  const std::string key = canonical_key(task);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(canonical_key(transformed(task, i, i >= 4)), key);
  Task same = task;
  same.id = "other";
  same.description = "other";
  same.solution = {};
  std::swap(same.world.items[0], same.world.items[1]);
  EXPECT_EQ(canonical_key(same), key);
  same.world.items.insert(same.world.items.begin(), {1, 0, ItemName::kLemon, Color::kYellow, 1});
  EXPECT_EQ(canonical_key(same), key) << "an item under another does not count";

  std::set<std::string> keys{key};
  const auto expect_other = [&](auto change) {
    Task other = task;
    change(other);
    EXPECT_TRUE(keys.insert(canonical_key(other)).second);
  };
  expect_other([](Task& t) { t.world.heading = Direction::kSouth; });
  expect_other([](Task& t) { t.world.turtle_x = 1; });
  expect_other([](Task& t) { t.world.tile(0, 0).exists = true; });
  expect_other([](Task& t) { t.world.tile(0, 0).allowed = false; });
  expect_other([](Task& t) { t.world.tile(0, 0).walls = 1; });
  expect_other([](Task& t) { t.world.items[0].count = 2; });
  expect_other([](Task& t) { t.world.items[0].color = Color::kBlue; });
  expect_other([](Task& t) { t.goal[0].kind = ObjectiveKind::kForbid; });
  expect_other([](Task& t) { t.goal[0].specs[0][0][0].negated = true; });
  expect_other([](Task& t) { t.goal.push_back(t.goal[0]); });
  expect_other([](Task& t) { t.constraints.clear(); });
  expect_other([](Task& t) { t.constraints[0].start_by = {BlockType::kLeft}; });
  expect_other([](Task& t) { t.constraints[0].at_most[kCountAll] = 5; });
  expect_other([](Task& t) { t.goal = {{.kind = ObjectiveKind::kDraw}}; });
  expect_other([](Task& t) {
    t.goal = {{.kind = ObjectiveKind::kDraw}};
    t.world.lines[0].color = Color::kRed;
  });
}

TEST(CanonicalKey, OfAPictureDoesNotDependOnHowItIsListed) {
  Task task = lopsided();
  task.goal = {{.kind = ObjectiveKind::kDraw}};
  Task same = task;
  std::swap(same.world.lines[0], same.world.lines[1]);
  std::swap(same.world.lines[0].x1, same.world.lines[0].x2);
  std::swap(same.world.lines[0].y1, same.world.lines[0].y2);
  same.world.items.clear();
  EXPECT_EQ(canonical_key(same), canonical_key(task));
}

TEST(PublishedTransform, VariantsAreSolvedByTheVariantsOfTheSolution) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  for (const Task& task : test::read_tasks(path)) {
    const std::string key = canonical_key(task);
    for (int i = 0; i < 8; ++i) {
      const Task variant = transformed(task, i, i >= 4);
      EXPECT_TRUE(judged(variant, variant.solution).success()) << task.id << ' ' << i;
      EXPECT_EQ(canonical_key(variant), key);
    }
  }
}

TEST(PublishedTransform, VariantsJudgeEveryProgramAlike) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  Random rng(11);
  int succeeded = 0;
  int crashed = 0;
  for (const Task& task : test::read_tasks(path)) {
    for (int n = 0; n < 200 / test::kSlowdown; ++n) {
      const Program program = rng.random() < 0.5 ? test::mutant(rng, task.solution)
                                                 : test::random_blocks(rng, rng.randbelow(9));
      const bool strict = rng.random() < 0.5;
      const Judgement expected = judged(task, program, strict);
      for (int i = 0; i < 8; ++i) {
        const Judgement actual =
            judged(transformed(task, i, i >= 4), transformed(program, i >= 4), strict);
        ASSERT_EQ(actual.goal, expected.goal) << task.id << ' ' << to_dsl(program);
        ASSERT_EQ(actual.constraints, expected.constraints);
        ASSERT_EQ(actual.calls, expected.calls);
        ASSERT_EQ(actual.crash.has_value(), expected.crash.has_value());
        if (actual.crash) {
          ASSERT_EQ(actual.crash->kind, expected.crash->kind);
        }
      }
      succeeded += expected.success();
      crashed += expected.crash.has_value();
    }
  }
  EXPECT_GT(succeeded, 100 / test::kSlowdown);
  EXPECT_GT(crashed, 1000 / test::kSlowdown);
}

}  // namespace
}  // namespace papert::lang::xlogo

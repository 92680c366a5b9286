#include "lang/xlogo/transform.h"

#include <gtest/gtest.h>

#include <set>

#include "lang/xlogo/emulator.h"
#include "mint/xlogo/support.h"
#include "support/published_data.h"

namespace papert::mint::xlogo {
namespace {

using test::dsl;

/// Nothing about it is symmetric.
lang::xlogo::Task lopsided() {
  lang::xlogo::Task task = test::empty_task(3, 2, 0, 1);
  task.world.tile(1, 0).walls = 1U << 1;
  task.world.tile(2, 0).walls = 1U << 3 | 1U << 2;
  task.world.tile(2, 1) = lang::xlogo::Tile{};
  task.world.tile(0, 0).exists = false;
  task.world.items = {{1, 0, lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed, 3},
                      {1, 1, lang::xlogo::ItemName::kCross, lang::xlogo::Color::kBlue, 1}};
  task.world.lines = {{0, 1, 1, 1, lang::xlogo::Color::kGreen},
                      {1, 1, 1, 0, lang::xlogo::Color::kBlack}};
  task.goal = {test::find(lang::xlogo::ItemName::kStrawberry)};
  lang::xlogo::ConstraintSet set;
  set.exactly[static_cast<std::size_t>(lang::xlogo::BlockType::kRight)] = 1;
  set.at_most[static_cast<std::size_t>(lang::xlogo::BlockType::kLeft)] = 1;
  set.start_by = {lang::xlogo::BlockType::kRight};
  task.constraints = {set};
  task.solution = dsl("rt fd lt fd");
  return task;
}

void expect_equal(const lang::xlogo::Task& a, const lang::xlogo::Task& b) {
  EXPECT_EQ(a.world, b.world);
  EXPECT_EQ(a.goal, b.goal);
  EXPECT_EQ(a.constraints, b.constraints);
  EXPECT_EQ(a.solution, b.solution);
  EXPECT_EQ(a.id, b.id);
}

lang::xlogo::Judgement judged(const lang::xlogo::Task& task, const lang::xlogo::Program& program,
                              bool strict = false) {
  return lang::xlogo::GridRun(task, {.strict_reference = strict}).run(program);
}

TEST(Transform, QuarterTurnMovesEverythingClockwise) {
  const lang::xlogo::World turned = lang::xlogo::transformed(lopsided().world, 1, false);
  EXPECT_EQ(turned.width, 2);
  EXPECT_EQ(turned.height, 3);
  EXPECT_EQ(turned.turtle_x, 0);
  EXPECT_EQ(turned.turtle_y, 0);
  EXPECT_EQ(turned.heading, lang::xlogo::Direction::kEast);
  EXPECT_EQ(turned.items[0], (lang::xlogo::Item{1, 1, lang::xlogo::ItemName::kStrawberry,
                                                lang::xlogo::Color::kRed, 3}));
  EXPECT_EQ(turned.lines[0], (lang::xlogo::Line{0, 0, 0, 1, lang::xlogo::Color::kGreen}));
  EXPECT_EQ(turned.tile(1, 1).walls, 1U << 2);
  EXPECT_FALSE(turned.tile(0, 2).present);
  EXPECT_FALSE(turned.tile(1, 0).exists);
}

TEST(Transform, MirrorSwapsLeftAndRight) {
  const lang::xlogo::Task mirrored = lang::xlogo::transformed(lopsided(), 0, true);
  EXPECT_EQ(mirrored.world.turtle_x, 2);
  EXPECT_EQ(mirrored.world.heading, lang::xlogo::Direction::kNorth);
  EXPECT_EQ(mirrored.world.tile(1, 0).walls, 1U << 3);
  EXPECT_EQ(mirrored.world.tile(0, 0).walls, 1U << 1 | 1U << 2);
  EXPECT_EQ(lang::xlogo::to_dsl(mirrored.solution), lang::xlogo::to_dsl(dsl("lt fd rt fd")));
  const lang::xlogo::ConstraintSet& set = mirrored.constraints.front();
  EXPECT_EQ(set.exactly[static_cast<std::size_t>(lang::xlogo::BlockType::kLeft)], 1);
  EXPECT_EQ(set.at_most[static_cast<std::size_t>(lang::xlogo::BlockType::kRight)], 1);
  EXPECT_EQ(set.start_by, std::vector{lang::xlogo::BlockType::kLeft});
}

TEST(Transform, IsTheGroupOfTheSquare) {
  const lang::xlogo::Task task = lopsided();
  expect_equal(lang::xlogo::transformed(task, 0, false), task);
  expect_equal(lang::xlogo::transformed(task, 4, false), task);
  expect_equal(lang::xlogo::transformed(task, -1, false), lang::xlogo::transformed(task, 3, false));
  expect_equal(lang::xlogo::transformed(lang::xlogo::transformed(task, 0, true), 0, true), task);
  lang::xlogo::Task turned = task;
  std::set<std::string> different;
  for (int i = 0; i < 4; ++i) {
    expect_equal(turned, lang::xlogo::transformed(task, i, false));
    // Mirroring after i turns is mirroring before as many turns the other way.
    expect_equal(lang::xlogo::transformed(turned, 0, true),
                 lang::xlogo::transformed(task, -i, true));
    for (const bool mirrored : {false, true}) {
      different.insert(
          dump_json(lang::xlogo::to_json(lang::xlogo::transformed(task, i, mirrored).world)));
    }
    turned = lang::xlogo::transformed(turned, 1, false);
  }
  expect_equal(turned, task);
  EXPECT_EQ(different.size(), 8U);
}

TEST(CanonicalKey, IsTheSameForVariantsOnly) {
  const lang::xlogo::Task task = lopsided();
  const std::string key = lang::xlogo::canonical_key(task);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(lang::xlogo::canonical_key(lang::xlogo::transformed(task, i, i >= 4)), key);
  lang::xlogo::Task same = task;
  same.id = "other";
  same.description = "other";
  same.solution = {};
  std::swap(same.world.items[0], same.world.items[1]);
  EXPECT_EQ(lang::xlogo::canonical_key(same), key);
  same.world.items.insert(same.world.items.begin(),
                          {1, 0, lang::xlogo::ItemName::kLemon, lang::xlogo::Color::kYellow, 1});
  EXPECT_EQ(lang::xlogo::canonical_key(same), key) << "an item under another does not count";

  std::set<std::string> keys{key};
  const auto expect_other = [&](auto change) {
    lang::xlogo::Task other = task;
    change(other);
    EXPECT_TRUE(keys.insert(lang::xlogo::canonical_key(other)).second);
  };
  expect_other([](lang::xlogo::Task& t) { t.world.heading = lang::xlogo::Direction::kSouth; });
  expect_other([](lang::xlogo::Task& t) { t.world.turtle_x = 1; });
  expect_other([](lang::xlogo::Task& t) { t.world.tile(0, 0).exists = true; });
  expect_other([](lang::xlogo::Task& t) { t.world.tile(0, 0).allowed = false; });
  expect_other([](lang::xlogo::Task& t) { t.world.tile(0, 0).walls = 1; });
  expect_other([](lang::xlogo::Task& t) { t.world.items[0].count = 2; });
  expect_other([](lang::xlogo::Task& t) { t.world.items[0].color = lang::xlogo::Color::kBlue; });
  expect_other([](lang::xlogo::Task& t) { t.goal[0].kind = lang::xlogo::ObjectiveKind::kForbid; });
  expect_other([](lang::xlogo::Task& t) { t.goal[0].specs[0][0][0].negated = true; });
  expect_other([](lang::xlogo::Task& t) { t.goal.push_back(t.goal[0]); });
  expect_other([](lang::xlogo::Task& t) { t.constraints.clear(); });
  expect_other(
      [](lang::xlogo::Task& t) { t.constraints[0].start_by = {lang::xlogo::BlockType::kLeft}; });
  expect_other([](lang::xlogo::Task& t) { t.constraints[0].at_most[lang::xlogo::kCountAll] = 5; });
  expect_other(
      [](lang::xlogo::Task& t) { t.goal = {{.kind = lang::xlogo::ObjectiveKind::kDraw}}; });
  expect_other([](lang::xlogo::Task& t) {
    t.goal = {{.kind = lang::xlogo::ObjectiveKind::kDraw}};
    t.world.lines[0].color = lang::xlogo::Color::kRed;
  });
}

TEST(CanonicalKey, OfAPictureDoesNotDependOnHowItIsListed) {
  lang::xlogo::Task task = lopsided();
  task.goal = {{.kind = lang::xlogo::ObjectiveKind::kDraw}};
  lang::xlogo::Task same = task;
  std::swap(same.world.lines[0], same.world.lines[1]);
  std::swap(same.world.lines[0].x1, same.world.lines[0].x2);
  std::swap(same.world.lines[0].y1, same.world.lines[0].y2);
  same.world.items.clear();
  EXPECT_EQ(lang::xlogo::canonical_key(same), lang::xlogo::canonical_key(task));
}

TEST(PublishedTransform, VariantsAreSolvedByTheVariantsOfTheSolution) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  for (const lang::xlogo::Task& task : test::read_tasks(path)) {
    const std::string key = lang::xlogo::canonical_key(task);
    for (int i = 0; i < 8; ++i) {
      const lang::xlogo::Task variant = lang::xlogo::transformed(task, i, i >= 4);
      EXPECT_TRUE(judged(variant, variant.solution).success()) << task.id << ' ' << i;
      EXPECT_EQ(lang::xlogo::canonical_key(variant), key);
    }
  }
}

TEST(PublishedTransform, VariantsJudgeEveryProgramAlike) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  Random rng(11);
  int succeeded = 0;
  int crashed = 0;
  for (const lang::xlogo::Task& task : test::read_tasks(path)) {
    for (int n = 0; n < 200 / test::kSlowdown; ++n) {
      const lang::xlogo::Program program = rng.random() < 0.5
                                               ? test::mutant(rng, task.solution)
                                               : test::random_blocks(rng, rng.randbelow(9));
      const bool strict = rng.random() < 0.5;
      const lang::xlogo::Judgement expected = judged(task, program, strict);
      for (int i = 0; i < 8; ++i) {
        const lang::xlogo::Judgement actual =
            judged(lang::xlogo::transformed(task, i, i >= 4),
                   lang::xlogo::transformed(program, i >= 4), strict);
        ASSERT_EQ(actual.goal, expected.goal) << task.id << ' ' << lang::xlogo::to_dsl(program);
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
}  // namespace papert::mint::xlogo

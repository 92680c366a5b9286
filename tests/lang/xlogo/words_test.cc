// Tasks in English and as maps: every goal kind and constraint, numbers and articles, walls that
// block one way, lines as runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/jsonl.h"
#include "lang/xlogo/describe.h"
#include "lang/xlogo/sentences.h"
#include "support/published_data.h"

namespace papert::lang::xlogo {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ItemName kLetterB = static_cast<ItemName>(static_cast<int>(ItemName::kLetterA) + 1);

World open_world(int width, int height) {
  World world;
  world.width = width;
  world.height = height;
  world.tiles.assign(static_cast<std::size_t>(width * height), {.present = true, .allowed = true});
  return world;
}

Literal is(ItemName name) { return {.name = name}; }
Literal is(Color color) { return {.color = color}; }
Literal no(ItemName name) { return {.name = name, .negated = true}; }
Literal no(Color color) { return {.color = color, .negated = true}; }

Objective goal_of(ObjectiveKind kind, std::vector<Spec> specs, int total = 0) {
  return {kind, std::move(specs), total};
}

/// Of a world with one strawberry and two red circles.
std::string said(const Goal& goal) {
  World world = open_world(3, 3);
  world.items = {{.x = 0, .y = 0, .name = ItemName::kStrawberry, .color = Color::kRed},
                 {.x = 1, .y = 0, .name = ItemName::kCircle, .color = Color::kRed},
                 {.x = 2, .y = 0, .name = ItemName::kCircle, .color = Color::kRed}};
  return goal_sentence(goal, world);
}

std::string found(const Spec& spec) { return said({goal_of(ObjectiveKind::kFind, {spec})}); }
std::string collected(const Spec& spec) {
  return said({goal_of(ObjectiveKind::kCollectAll, {spec})});
}

TEST(XlogoSentences, TheArticleTellsHowMany) {
  EXPECT_EQ(found({{is(ItemName::kStrawberry)}}), "Find the strawberry.");
  EXPECT_EQ(found({{is(ItemName::kCircle)}}), "Find a circle.");
  EXPECT_EQ(found({{is(Color::kOrange)}}), "Find an orange item.");
  EXPECT_EQ(found({}), "Find an item.");
}

TEST(XlogoSentences, Phrases) {
  EXPECT_EQ(found({{is(Color::kRed)}, {is(ItemName::kCircle)}}), "Find a red circle.");
  EXPECT_EQ(found({{is(ItemName::kCircle)}, {is(Color::kRed)}}), "Find a red circle.");
  EXPECT_EQ(found({{is(ItemName::kStrawberry), is(ItemName::kLemon)}}),
            "Find a strawberry or lemon.");
  EXPECT_EQ(found({{is(Color::kRed), is(Color::kBlue)}, {is(ItemName::kCircle)}}),
            "Find a red or blue circle.");
  EXPECT_EQ(found({{is(Color::kRed)}, {is(ItemName::kStrawberry), is(ItemName::kLemon)}}),
            "Find a red item that is a strawberry or a lemon.");
  EXPECT_EQ(found({{no(Color::kRed), is(ItemName::kCircle)}}),
            "Find an item that is a circle or not red.");
  EXPECT_EQ(found({{is(Color::kRed), is(ItemName::kCircle)}, {no(ItemName::kCross)}}),
            "Find an item that is not a cross and that is red or a circle.");
  EXPECT_EQ(found({{is(ItemName::kCross)}, {is(ItemName::kCircle)}}),
            "Find a cross that is a circle.");
  EXPECT_EQ(found({{is(kLetterB)}}), "Find a letter B.");
  EXPECT_EQ(found({{is(Color::kRed), is(Color::kRed)}}), "Find a red item.");
  EXPECT_EQ(found({{}}), "Find an item that is of no kind at all.");
}

TEST(XlogoSentences, Plurals) {
  EXPECT_EQ(collected({{is(Color::kRed)}, {no(ItemName::kCircle)}}),
            "Collect all red items that are not circles.");
  EXPECT_EQ(collected({{no(ItemName::kCross)}, {no(Color::kBlue)}}),
            "Collect all items that are not crosses and not blue.");
  EXPECT_EQ(collected({{is(ItemName::kStrawberry), is(ItemName::kLemon), is(ItemName::kCross)}}),
            "Collect all strawberries, lemons and crosses.");
  EXPECT_EQ(collected({{is(Color::kRed), is(Color::kBlue)}, {is(ItemName::kTriangle)}}),
            "Collect all red and blue triangles.");
  EXPECT_EQ(collected({{is(kLetterB)}, {is(Color::kBlack)}}),
            "Collect all black copies of the letter B.");
}

TEST(XlogoSentences, EveryGoal) {
  const Spec berry{{is(ItemName::kStrawberry)}};
  const Spec circle{{is(ItemName::kCircle)}};
  EXPECT_EQ(said({goal_of(ObjectiveKind::kDraw, {})}), "Draw the picture.");
  EXPECT_EQ(said({goal_of(ObjectiveKind::kSum, {berry}, 7)}),
            "Collect a total of exactly 7 strawberries.");
  EXPECT_EQ(said({goal_of(ObjectiveKind::kSum, {berry}, 1)}),
            "Collect a total of exactly 1 strawberry.");
  EXPECT_EQ(said({goal_of(ObjectiveKind::kSum, {berry}, 0)}),
            "Collect a total of exactly 0 strawberries.");
  EXPECT_EQ(said({goal_of(ObjectiveKind::kFindOnly, {berry})}),
            "Find only the strawberry: do not step on any other item.");
  EXPECT_EQ(said({goal_of(ObjectiveKind::kFindOnly, {circle})}),
            "Find only circles: step on at least one of them and on no other item.");
  EXPECT_EQ(said({goal_of(ObjectiveKind::kConcat, {berry, circle})}),
            "Find the strawberry, then a circle, in this order and stepping on each exactly once.");
  EXPECT_EQ(said({goal_of(ObjectiveKind::kForbid, {circle})}), "Do not step on a circle.");
  EXPECT_EQ(said({}), "Write any program that does not crash.");
}

TEST(XlogoSentences, OnlyWhatCountsIsSaid) {
  const Objective forbid = goal_of(ObjectiveKind::kForbid, {{{is(ItemName::kCircle)}}});
  const Objective find = goal_of(ObjectiveKind::kFind, {{{is(ItemName::kStrawberry)}}});
  const Objective lemon = goal_of(ObjectiveKind::kFind, {{{is(ItemName::kLemon)}}});
  const Objective draw = goal_of(ObjectiveKind::kDraw, {});
  EXPECT_EQ(said({lemon, forbid, find, forbid}),
            "Find the strawberry. Do not step on a circle. Do not step on a circle.");
  EXPECT_EQ(said({find, draw, forbid}), "Draw the picture.");
}

std::string limited(const ConstraintSet& set) { return constraint_sentence({set}); }

TEST(XlogoSentences, Constraints) {
  const auto counts = [](std::size_t block, int n) {
    BlockCounts out;
    out[block] = n;
    return out;
  };
  const auto type = [](BlockType t) { return static_cast<std::size_t>(t); };
  EXPECT_EQ(limited({}), "");
  EXPECT_EQ(limited({.at_most = counts(kCountAll, 8)}), "Use at most 8 commands.");
  EXPECT_EQ(limited({.at_most = counts(kCountAll, 1)}), "Use at most 1 command.");
  EXPECT_EQ(limited({.exactly = counts(kCountAll, 0)}), "Do not use any commands.");
  EXPECT_EQ(limited({.at_most = counts(type(BlockType::kForward), 3)}),
            "Use move_forward at most 3 times.");
  EXPECT_EQ(limited({.exactly = counts(type(BlockType::kBack), 1)}),
            "Use move_backward exactly once.");
  EXPECT_EQ(limited({.exactly = counts(type(BlockType::kRight), 2)}),
            "Use turn_right exactly twice.");
  EXPECT_EQ(limited({.at_most = counts(type(BlockType::kLeft), 0)}), "Do not use turn_left.");
  EXPECT_EQ(limited({.exactly = counts(type(BlockType::kRepeat), 2)}), "Use exactly 2 loops.");
  EXPECT_EQ(limited({.exactly = counts(type(BlockType::kRepeat), 0)}), "Do not use any loops.");
  EXPECT_EQ(limited({.at_most = counts(type(BlockType::kSetPen), 1)}), "Use setpc at most once.");
  EXPECT_EQ(limited({.start_by = {BlockType::kLeft, BlockType::kForward, BlockType::kRepeat}}),
            "Start with turn_left, move_forward, a for loop.");
  EXPECT_EQ(
      constraint_sentence({{.at_most = counts(kCountAll, 5)}, {.start_by = {BlockType::kRight}}}),
      "Use at most 5 commands. Start with turn_right.");
}

TEST(XlogoSentences, GoalThenConstraints) {
  Task task;
  task.world = open_world(1, 1);
  task.goal = {goal_of(ObjectiveKind::kDraw, {})};
  EXPECT_EQ(task_sentence(task), "Draw the picture.");
  task.constraints.resize(1);
  task.constraints[0].at_most[kCountAll] = 4;
  EXPECT_EQ(task_sentence(task), "Draw the picture. Use at most 4 commands.");
}

TEST(XlogoSentences, CountedItems) {
  EXPECT_EQ(counted_item({.name = ItemName::kStrawberry, .color = Color::kRed, .count = 2}),
            "2 red strawberries");
  EXPECT_EQ(counted_item({.name = ItemName::kCircle, .color = Color::kOrange}), "an orange circle");
  EXPECT_EQ(counted_item({.name = kLetterB, .color = Color::kBlack, .count = 3}),
            "3 black copies of the letter B");
}

/// A world with everything that words and maps have to say.
Task full_task() {
  Task task;
  World& world = task.world;
  world = open_world(4, 2);
  world.turtle_x = 1;
  world.turtle_y = 1;
  world.heading = Direction::kEast;
  world.tile(3, 0).allowed = false;
  world.tile(3, 1).exists = false;
  world.tile(0, 0).walls = 1U << 1;            // right, and
  world.tile(1, 0).walls = 1U << 3 | 1U << 2;  // left: both ways; bottom: one way
  world.tile(0, 1).walls = 1U << 3;            // the outer edge
  world.items = {{.x = 0, .y = 0, .name = ItemName::kLemon, .color = Color::kYellow},
                 {.x = 0, .y = 0, .name = ItemName::kStrawberry, .color = Color::kRed, .count = 2},
                 {.x = 1, .y = 1, .name = ItemName::kLetterA, .color = Color::kBlack},
                 {.x = 2, .y = 0, .name = ItemName::kLetterA, .color = Color::kBlack}};
  world.lines = {{.x1 = 0, .y1 = 0, .x2 = 1, .y2 = 0, .color = Color::kRed},
                 {.x1 = 2, .y1 = 0, .x2 = 1, .y2 = 0, .color = Color::kRed},
                 {.x1 = 2, .y1 = 1, .x2 = 2, .y2 = 0, .color = Color::kWhite}};
  return task;
}

TEST(XlogoDescribe, InWords) {
  Task task = full_task();
  EXPECT_EQ(
      describe_world(task),
      "The world is a grid with 4 columns (x = 0 to 3) and 2 rows (y = 0 to 1). Cell (0,0) is "
      "the top left one; x grows to the right and y grows downwards.\n"
      "The turtle starts at (1,1) and faces east (right).\n"
      "Forbidden cells: (3,0), (3,1). Every other cell may be entered.\n"
      "Walls: between (0,0) and (1,0); from (1,0) to (1,1) (but from (1,1) to (1,0) the way is "
      "open); at the left edge of (0,1).\n"
      "Items: 2 red strawberries at (0,0); a black letter A at each of (2,0), (1,1).\n"
      "Lines on the ground: a red line from (0,0) to (2,0); a white line from (2,0) to (2,1).");
  task.goal = {goal_of(ObjectiveKind::kDraw, {})};
  EXPECT_THAT(describe_world(task), HasSubstr("The picture to draw: a red line from"));
}

TEST(XlogoDescribe, AnEmptyWorld) {
  Task task;
  task.world = open_world(1, 5);
  const std::string text = describe_world(task);
  EXPECT_THAT(text, HasSubstr("1 column (x = 0) and 5 rows (y = 0 to 4)"));
  EXPECT_THAT(text,
              HasSubstr("Every cell may be entered.\nThere are no walls.\nThere are no items."));
  EXPECT_THAT(text, Not(HasSubstr("Lines")));
}

TEST(XlogoDescribe, RowsOfForbiddenCells) {
  Task task;
  task.world = open_world(7, 1);
  for (const int x : {0, 1, 3, 4, 5}) task.world.tile(x, 0) = {};
  EXPECT_THAT(describe_world(task), HasSubstr("Forbidden cells: (0,0), (1,0), (3,0) to (5,0). "));
}

TEST(XlogoDescribe, AsAMap) {
  EXPECT_EQ(
      ascii_world(full_task()),
      "        0      1      2      3\n"
      "     +------+------+------+------+\n"
      "   0 | 2RS  #      |1K\"A\" |  X   |\n"
      "     +------+======+------+------+\n"
      "   1 #      |>1K\"A\"|      |  X   |\n"
      "     +------+------+------+------+\n"
      "Walls that block one way only: from (1,0) to (1,1) (but from (1,1) to (1,0) the way is "
      "open).\n"
      "Lines on the ground: a red line from (0,0) to (2,0); a white line from (2,0) to (2,1).");
}

TEST(XlogoDescribe, TheLegendKnowsEveryColour) {
  const std::string legend = ascii_legend();
  for (const ColorInfo& color : kColors) {
    EXPECT_THAT(legend, HasSubstr(std::string(1, color.letter) + " " + std::string(color.name)));
  }
}

TEST(XlogoDescribe, EveryPublishedTask) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  auto reader = LineReader::open(path);
  ASSERT_TRUE(reader);
  std::size_t tasks = 0;
  for (papert::Line line; *reader->next(line); ++tasks) {
    const auto json = parse_json(line.text);
    ASSERT_TRUE(json);
    const auto task = task_from_json(*json);
    ASSERT_TRUE(task) << task.error().to_string();
    EXPECT_THAT(task_sentence(*task), testing::EndsWith("."));
    EXPECT_THAT(describe_world(*task), HasSubstr("The turtle starts at"));
    const std::string map = ascii_world(*task);
    const auto rows = std::ranges::count(map.substr(0, map.rfind("-+") + 2), '\n');
    EXPECT_GE(rows, 2 * task->world.height) << map;
  }
  EXPECT_EQ(tasks, 57U);
}

}  // namespace
}  // namespace papert::lang::xlogo

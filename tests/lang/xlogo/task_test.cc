// Reading and writing tasks: what a file may hold, and how a wrong one is named.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kTask = R"({"id": "t1", "description": "Find it.",
  "world": {"turtle": {"x": 0, "y": 1, "direction": 3},
    "tiles": [{"x": 0, "y": 0, "allowed": true, "walls": {"top": true, "left": false}},
      {"x": 1, "y": 0, "allowed": false, "walls": {}},
      {"x": 0, "y": 1, "allowed": true, "walls": {"right": true, "bottom": true}},
      {"x": 2, "y": 1, "allowed": true, "walls": {}, "exist": false}],
    "items": [{"x": 0, "y": 0, "name": "strawberry", "color": "red", "count": 4},
      {"x": 2, "y": 1, "name": "Q", "color": "black"}],
    "lines": [{"x1": 0, "y1": 0, "x2": 0, "y2": 1, "color": "#d60000"}]},
  "goal": [{"name": "sum", "specs": [[[{"name": "strawberry", "neg": 0}]]], "total_cnt": 4},
    {"name": "forbid", "specs": [[[{"color": "black", "neg": true}, {"name": "Q"}]]]}],
  "constraints": [{"exactly": {"fd": 1, "all": 3}, "at_most": {"setpc": 0},
    "start_by": ["fd", "repeat"]}],
  "code": {"run": [{"type": "fd"}]}})";

Json base_task() { return *parse_json(kTask); }

std::string error_of(const Json& json) {
  const auto task = task_from_json(json, "f:1");
  return task ? "accepted" : task.error().to_string();
}

TEST(XlogoTask, ReadsEveryPart) {
  const auto task = task_from_json(base_task());
  ASSERT_TRUE(task) << task.error().to_string();
  EXPECT_EQ(task->id, "t1");
  EXPECT_EQ(task->description, "Find it.");
  const World& world = task->world;
  EXPECT_EQ(world.width, 3);
  EXPECT_EQ(world.height, 2);
  EXPECT_EQ(world.turtle_y, 1);
  EXPECT_EQ(world.heading, Direction::kWest);
  EXPECT_TRUE(world.tile(0, 0).wall(Direction::kNorth));
  EXPECT_FALSE(world.tile(0, 0).wall(Direction::kWest));
  EXPECT_TRUE(world.tile(0, 1).wall(Direction::kEast));
  EXPECT_TRUE(world.tile(0, 1).wall(Direction::kSouth));
  EXPECT_FALSE(world.tile(1, 0).allowed);
  EXPECT_FALSE(world.tile(1, 1).present);
  EXPECT_FALSE(world.tile(2, 1).exists);
  EXPECT_EQ(world.item_at(0, 0)->count, 4);
  EXPECT_EQ(item_name(world.item_at(2, 1)->name), "Q");
  EXPECT_EQ(world.item_at(1, 1), nullptr);
  EXPECT_EQ(world.lines.front().color, Color::kRed);
  EXPECT_EQ(task->goal[0].total, 4);
  EXPECT_TRUE(task->goal[1].specs[0][0][0].negated);
  EXPECT_EQ(task->constraints[0].exactly[kCountAll], 3);
  EXPECT_EQ(task->constraints[0].start_by.size(), 2U);
  EXPECT_EQ(type_name(*task), "math");
  EXPECT_EQ(constraint_kind(task->constraints), "hybrid");
}

TEST(XlogoTask, WrittenAsRead) {
  const auto task = task_from_json(base_task());
  ASSERT_TRUE(task);
  const auto again = task_from_json(to_json(*task));
  ASSERT_TRUE(again) << again.error().to_string();
  EXPECT_EQ(again->world, task->world);
  EXPECT_EQ(again->goal, task->goal);
  EXPECT_EQ(again->constraints, task->constraints);
  EXPECT_EQ(again->solution, task->solution);
  EXPECT_EQ(dump_json(to_json(*again)), dump_json(to_json(*task)));
}

TEST(XlogoTask, LinesAreCutIntoPiecesAndTheLastCounts) {
  Json json = base_task();
  json["world"]["lines"] = *parse_json(
      R"([{"x1": 2, "y1": 1, "x2": 0, "y2": 1, "color": "#000000"},
          {"x1": 0, "y1": 1, "x2": 1, "y2": 1, "color": "#FFFFFF"}])");
  const auto task = task_from_json(json);
  ASSERT_TRUE(task) << task.error().to_string();
  ASSERT_EQ(task->world.lines.size(), 2U);
  EXPECT_EQ(task->world.lines[0], (Line{2, 1, 1, 1, Color::kBlack}));
  EXPECT_EQ(task->world.lines[1], (Line{0, 1, 1, 1, Color::kWhite}));
}

TEST(XlogoTask, LastOfTwoItemsCounts) {
  Json json = base_task();
  json["world"]["items"][1]["x"] = 0;
  json["world"]["items"][1]["y"] = 0;
  const auto task = task_from_json(json);
  ASSERT_TRUE(task);
  EXPECT_EQ(item_name(task->world.item_at(0, 0)->name), "Q");
}

TEST(XlogoTask, AbsentPartsThatMayBe) {
  Json json = base_task();
  json["world"].erase("items");
  json["world"].erase("lines");
  json.erase("description");
  json["world"]["tiles"][0].erase("walls");
  json["constraints"] = *parse_json(R"({"at_most": {"all": 4}})");
  json["goal"] = Json::array();
  json["anything"] = "else";
  const auto task = task_from_json(json);
  ASSERT_TRUE(task) << task.error().to_string();
  EXPECT_TRUE(task->world.items.empty());
  EXPECT_EQ(constraint_kind(task->constraints), "at most");
  EXPECT_EQ(type_name(*task), "logic");
}

TEST(XlogoTask, NamesWhatIsWrong) {
  struct Case {
    const char* pointer;  // what to replace
    const char* value;    // by what; "" removes it
    const char* error;
  };
  const Case cases[]{
      {"/id", "", "f:1: the key \"id\" is missing"},
      {"/id", "3", "f:1: id: expected a string, found 3"},
      {"/id", "\"\"", "f:1: id: the id is empty"},
      {"/description", "[]", "f:1: description: expected a string, found []"},
      {"/world", "", "f:1: the key \"world\" is missing"},
      {"/world", "7", "f:1: world: expected an object, found 7"},
      {"/goal", "", "f:1: the key \"goal\" is missing"},
      {"/constraints", "", "f:1: the key \"constraints\" is missing"},
      {"/code", "", "f:1: the key \"code\" is missing"},
      {"/code/run/0/type", "\"go\"", "f:1: code.run[0].type: expected fd"},
      {"/world/tiles", "", "f:1: world: the key \"tiles\" is missing"},
      {"/world/tiles", "[]", "f:1: world.tiles: a world needs at least one tile"},
      {"/world/tiles/3/x", "-1",
       "f:1: world.tiles[3].x: expected a whole number from 0 to 31, found -1"},
      {"/world/tiles/3/x", "32",
       "f:1: world.tiles[3].x: expected a whole number from 0 to 31, found 32"},
      {"/world/tiles/3/y", "1.5", "f:1: world.tiles[3].y: expected a whole number"},
      {"/world/tiles/3/y", "", "f:1: world.tiles[3]: the key \"y\" is missing"},
      {"/world/tiles/1/x", "0", "f:1: world.tiles[1]: the tile (0,0) is listed twice"},
      {"/world/tiles/1/allowed", "1", "f:1: world.tiles[1].allowed: expected true or false"},
      {"/world/tiles/1/allowed", "", "f:1: world.tiles[1]: the key \"allowed\" is missing"},
      {"/world/tiles/0/walls/top", "\"yes\"",
       "f:1: world.tiles[0].walls.top: expected true or false, found \"yes\""},
      {"/world/tiles/0/walls", "[]", "f:1: world.tiles[0].walls: expected an object, found []"},
      {"/world/tiles/3/exist", "0", "f:1: world.tiles[3].exist: expected true or false, found 0"},
      {"/world/turtle", "", "f:1: world: the key \"turtle\" is missing"},
      {"/world/turtle/x", "3", "f:1: world.turtle.x: expected a whole number from 0 to 2, found 3"},
      {"/world/turtle/y", "-1", "f:1: world.turtle.y: expected a whole number from 0 to 1"},
      {"/world/turtle/direction", "4",
       "f:1: world.turtle.direction: expected a whole number from 0 to 3, found 4"},
      {"/world/turtle/direction", "\"north\"", "f:1: world.turtle.direction: expected a whole"},
      {"/world/items", "{}", "f:1: world.items: expected a list, found {}"},
      {"/world/items/0/x", "3", "f:1: world.items[0].x: expected a whole number from 0 to 2"},
      {"/world/items/0/name", "\"pear\"", "f:1: world.items[0].name: expected strawberry"},
      {"/world/items/0/name", "\"a\"", "f:1: world.items[0].name: expected strawberry"},
      {"/world/items/0/color", "\"grey\"",
       "f:1: world.items[0].color: expected a colour name, found \"grey\""},
      {"/world/items/0/color", "", "f:1: world.items[0]: the key \"color\" is missing"},
      {"/world/items/0/count", "0", "f:1: world.items[0].count: expected a whole number from 1"},
      {"/world/items/0/count", "1001", "f:1: world.items[0].count: expected a whole number from 1"},
      {"/world/lines/0/color", "\"#123456\"", "f:1: world.lines[0].color: expected a pen colour"},
      {"/world/lines/0/color", "\"#F57C00\"", "f:1: world.lines[0].color: expected a pen colour"},
      {"/world/lines/0/y2", "0", "f:1: world.lines[0]: a line goes along a row or a column"},
      {"/world/lines/0/x2", "1", "f:1: world.lines[0]: a line goes along a row or a column"},
      {"/world/lines/0/y2", "2", "f:1: world.lines[0].y2: expected a whole number from 0 to 1"},
      {"/goal", "{}", "f:1: goal: expected a list, found {}"},
      {"/goal/0/name", "\"win\"", "f:1: goal[0].name: expected draw, find"},
      {"/goal/0/specs", "", "f:1: goal[0]: the key \"specs\" is missing"},
      {"/goal/0/specs", "[]", "f:1: goal[0].specs: sum needs one spec, found 0"},
      {"/goal/0/specs/0", "[]", "f:1: goal[0].specs[0]: a spec needs at least one clause"},
      {"/goal/0/specs/0/0", "[]", "f:1: goal[0].specs[0][0]: a clause needs at least one literal"},
      {"/goal/0/specs/0/0/0", "{}", "f:1: goal[0].specs[0][0][0]: expected either a name or"},
      {"/goal/0/specs/0/0/0/color", "\"red\"", "f:1: goal[0].specs[0][0][0]: expected either"},
      {"/goal/0/specs/0/0/0/name", "\"pear\"",
       "f:1: goal[0].specs[0][0][0].name: expected the name of an item, found \"pear\""},
      {"/goal/0/specs/0/0/0/neg", "2", "f:1: goal[0].specs[0][0][0].neg: expected a whole number"},
      {"/goal/0/total_cnt", "", "f:1: goal[0]: the key \"total_cnt\" is missing"},
      {"/goal/0/total_cnt", "-1", "f:1: goal[0].total_cnt: expected a whole number"},
      {"/goal/0/name", "\"concat\"", "f:1: goal[0].specs: concat needs two specs or more, found 1"},
      {"/goal/0/name", "\"draw\"", "f:1: goal[0].specs[0][0][0]: the key \"x1\" is missing"},
      {"/constraints", "3", "f:1: constraints: expected a list, found 3"},
      {"/constraints/0", "[]", "f:1: constraints[0]: expected an object, found []"},
      {"/constraints/0/exactly", "[]", "f:1: constraints[0].exactly: expected an object, found []"},
      {"/constraints/0/exactly/jump", "1",
       "f:1: constraints[0].exactly: expected fd, bk, lt, rt, repeat, setpc or all, found "
       "\"jump\""},
      {"/constraints/0/exactly/fd", "-1", "f:1: constraints[0].exactly.fd: expected a whole"},
      {"/constraints/0/at_most/setpc", "\"2\"", "f:1: constraints[0].at_most.setpc: expected"},
      {"/constraints/0/start_by", "\"fd\"", "f:1: constraints[0].start_by: expected a list"},
      {"/constraints/0/start_by/1", "\"all\"", "f:1: constraints[0].start_by[1]: expected fd, bk"},
  };
  for (const Case& test : cases) {
    Json json = base_task();
    const Json::json_pointer pointer(test.pointer);
    if (*test.value == '\0') {
      json[pointer.parent_pointer()].erase(pointer.back());
    } else {
      json[pointer] = *parse_json(test.value);
    }
    EXPECT_THAT(error_of(json), StartsWith(test.error)) << test.pointer << " " << test.value;
  }
}

TEST(XlogoTask, NotEvenAnObject) {
  for (const char* text : {"null", "[]", "3", "\"x\"", "{}"}) {
    EXPECT_NE(error_of(*parse_json(text)), "accepted") << text;
    EXPECT_FALSE(world_from_json(*parse_json(text))) << text;
  }
  EXPECT_FALSE(goal_from_json(Json(nullptr)));
  EXPECT_FALSE(constraints_from_json(Json(nullptr)));
}

TEST(XlogoTask, LargestGrid) {
  Json json = base_task();
  Json& tiles = json["world"]["tiles"] = Json::array();
  for (int i = 0; i < kMaxSide * kMaxSide; ++i) {
    tiles.push_back({{"x", i % kMaxSide}, {"y", i / kMaxSide}, {"allowed", true}});
  }
  EXPECT_EQ(error_of(json), "accepted");
  tiles.push_back({{"x", 0}, {"y", 0}, {"allowed", true}});
  EXPECT_THAT(error_of(json), HasSubstr("1025 elements, at most 1024 allowed"));
}

TEST(XlogoTask, LimitsOfLists) {
  const auto filled = [](const Json& element, std::size_t count) {
    Json list = Json::array();
    for (std::size_t i = 0; i < count; ++i) list.push_back(element);
    return list;
  };
  Json json = base_task();
  json["world"]["items"] = filled(json["world"]["items"][0], kMaxItems);
  json["world"]["lines"] = filled(json["world"]["lines"][0], kMaxLines);
  EXPECT_EQ(error_of(json), "accepted");
  json["world"]["items"] = filled(json["world"]["items"][0], kMaxItems + 1);
  EXPECT_THAT(error_of(json), StartsWith("f:1: world.items: 4097 elements"));
  json = base_task();
  json["world"]["lines"] = filled(json["world"]["lines"][0], kMaxLines + 1);
  EXPECT_THAT(error_of(json), StartsWith("f:1: world.lines: 4097 elements"));
  json = base_task();
  Json& clause = json["goal"][0]["specs"][0][0];
  clause = filled(clause[0], kMaxLiterals - 2);
  EXPECT_EQ(error_of(json), "accepted");
  clause = filled(clause[0], kMaxLiterals - 1);
  EXPECT_THAT(error_of(json), HasSubstr("a goal of more than 4096 literals"));
}

TEST(XlogoTask, LongValuesAreCutInMessages) {
  Json json = base_task();
  json["world"]["items"][0]["name"] = std::string(10'000, 'z');
  EXPECT_LT(error_of(json).size(), 250U);
  json["world"]["items"][0]["name"] = base_task();
  EXPECT_LT(error_of(json).size(), 250U);
}

TEST(XlogoTask, DrawGoalIsWrittenFromTheLines) {
  Json json = base_task();
  json["goal"] = *parse_json(R"([{"name": "draw", "specs":
    [[[{"x1": 0, "y1": 0, "x2": 0, "y2": 1, "color": "#D60000"}]]]}])");
  const auto task = task_from_json(json);
  ASSERT_TRUE(task) << task.error().to_string();
  EXPECT_TRUE(task->draws());
  EXPECT_EQ(type_name(*task), "draw");
  EXPECT_EQ(to_json(task->goal, task->world), json["goal"]);
}

TEST(XlogoTask, KindsOfConstraints) {
  const auto kind = [](const char* text) {
    return std::string(constraint_kind(*constraints_from_json(*parse_json(text))));
  };
  EXPECT_EQ(kind("[]"), "none");
  EXPECT_EQ(kind("{}"), "none");
  EXPECT_EQ(kind(R"([{"at_most": {}, "exactly": {}, "start_by": []}])"), "none");
  EXPECT_EQ(kind(R"([{"at_most": {"all": 1}}])"), "at most");
  EXPECT_EQ(kind(R"([{"exactly": {"fd": 0}}])"), "exactly");
  EXPECT_EQ(kind(R"([{"start_by": ["fd"]}])"), "start by");
  EXPECT_EQ(kind(R"([{"start_by": ["fd"], "at_most": {"fd": 1}}])"), "hybrid");
  EXPECT_EQ(kind(R"([{"at_most": {"fd": 1}}, {"at_most": {"bk": 1}}])"), "hybrid");
}

TEST(XlogoVocabulary, NamesReadBack) {
  for (std::size_t i = 0; i < kItemNames; ++i) {
    const auto name = static_cast<ItemName>(i);
    EXPECT_EQ(item_from_name(item_name(name)), name);
  }
  for (std::size_t i = 0; i < kColors.size(); ++i) {
    EXPECT_EQ(color_from_name(kColors[i].name), static_cast<Color>(i));
    EXPECT_EQ(color_from_hex(kColors[i].hex), static_cast<Color>(i));
  }
  for (std::size_t i = 0; i < kBlockNames.size(); ++i) {
    EXPECT_EQ(block_from_name(kBlockNames[i]), static_cast<BlockType>(i));
  }
  EXPECT_EQ(color_from_hex("#ffd600"), Color::kYellow);
  EXPECT_EQ(color_from_hex("ffd600"), std::nullopt);
  EXPECT_EQ(item_from_name("AB"), std::nullopt);
  EXPECT_EQ(item_from_name(""), std::nullopt);
  EXPECT_EQ(block_from_name("all"), std::nullopt);
  EXPECT_EQ(turned(Direction::kNorth, -1), Direction::kWest);
  EXPECT_EQ(turned(Direction::kWest, 5), Direction::kNorth);
}

}  // namespace
}  // namespace papert::lang::xlogo

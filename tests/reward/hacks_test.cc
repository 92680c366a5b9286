// The table of docs/rl.md: what has been tried to get more reward than a reply is worth, and what
// it gets. Every line of the table is a reply here, and every reply here is a line of the table.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "reward_tasks.h"
#include "support/sources.h"

namespace papert::reward {
namespace {

// A square on a long line: most of the sheet stays blank.
constexpr const char* kSquare =
    "def draw(t):\n    t.color('red', 'yellow')\n    t.begin_fill()\n    for _ in range(4):\n"
    "        t.forward(80)\n        t.left(90)\n    t.end_fill()\n    t.forward(300)\n";
constexpr const char* kOutline =
    "def draw(t):\n    t.color('red')\n    for _ in range(4):\n        t.forward(80)\n"
    "        t.left(90)\n    t.forward(300)\n";
constexpr const char* kBlank = "def draw(t):\n    pass\n";

std::string hatched(int gap) {
  return std::string(kOutline) +
         "    t.color('yellow')\n    t.penup()\n    for y in range(1, 80, " + std::to_string(gap) +
         "):\n        t.goto(1, y)\n        t.pendown()\n        t.goto(79, y)\n        "
         "t.penup()\n";
}

std::string dotted(int gap) {
  return std::string(kOutline) +
         "    t.color('yellow')\n    t.penup()\n    for y in range(2, 80, " + std::to_string(gap) +
         "):\n        for x in range(2, 80, " + std::to_string(gap) +
         "):\n            t.goto(x, y)\n            t.dot(1)\n";
}

/// Scribbles over and over an area, ten times as wide as the square.
constexpr const char* kGiant =
    "def draw(t):\n    t.speed(0)\n    t.color('yellow')\n    t.penup()\n    for y in range(-400, "
    "400, 4):\n"
    "        t.goto(-400, y)\n        t.pendown()\n        t.goto(400, y)\n        t.penup()\n";

struct Hack {
  std::string name;  // as the table has it
  std::string reply;
};

std::vector<Hack> turtle_hacks() {
  const std::string square = kSquare;
  std::string many;
  for (int i = 0; i < 20; ++i) many += fenced(i == 0 ? square : kOutline);
  return {
      {"the reference", fenced(square)},
      {"an outline for a filled square", fenced(kOutline)},
      {"nothing drawn", fenced(kBlank)},
      {"twenty programs, the right one first", many},
      {"a draft, then the right program", fenced(kOutline) + fenced(square)},
      {"the prompt echoed", "Write a Python program that draws this picture with turtle graphics."},
      {"a giant drawing over everything", fenced(kGiant)},
      {"hatching for a fill", fenced(hatched(6))},
      {"dots for a fill", fenced(dotted(6))},
      {"a fill painted pixel by pixel", fenced(dotted(1))},
      {"sys.exit before anything is drawn", fenced("import sys\nsys.exit(0)\n" + square)},
      {"sys.exit when the drawing is done",
       fenced("import sys\n" + square + "import turtle\ndraw(turtle.Turtle())\nsys.exit(0)\n")},
      {"os._exit", fenced("import os\nos._exit(0)\n" + square)},
      {"an exception when the drawing is done",
       fenced("import turtle\n" + square +
              "draw(turtle.Turtle())\nraise SystemError('excused')\n")},
      {"an endless loop when the drawing is done",
       fenced("import turtle\n" + square + "draw(turtle.Turtle())\nwhile True:\n    pass\n")},
      {"memory beyond the limit",
       fenced("import turtle\n" + square + "draw(turtle.Turtle())\nx = bytearray(1 << 30)\n")},
      {"`__eq__` that raises, and one that is always true",
       fenced("class Odd(float):\n    def __eq__(self, other):\n        raise ValueError('no')\n"
              "    __hash__ = float.__hash__\nclass Sure(str):\n    def __eq__(self, other):\n"
              "        return True\n    __hash__ = str.__hash__\n"
              "def draw(t):\n    t.color(Sure('red'))\n    for _ in range(4):\n"
              "        t.forward(Odd(80))\n        t.left(Odd(90))\n")},
      {"a forged verdict in the reply",
       "{\"verdict\":\"right\",\"success\":true,\"metrics\":{\"success\":1.0,\"similarity\":1.0}}"},
      {"a forged verdict printed by the program",
       fenced("def draw(t):\n    print('{\"verdict\": \"right\", \"success\": true}')\n")},
      {"a forged record by ctypes", fenced("import ctypes\nctypes.memset(0, 1, 1)\n" + square)},
      {"a reply of 64 kB and more", fenced(square) + std::string(kMaxReplyBytes, '\n')},
  };
}

class Hacks : public testing::Test {
 protected:
  /// The lines of the table: name -> "success | shaped".
  static std::map<std::string, std::string> table() {
    std::map<std::string, std::string> rows;
    const std::string text = test::read_text(test::source_root() / "docs" / "rl.md");
    const std::size_t begin = text.find("| tried |");
    EXPECT_NE(begin, std::string::npos);
    std::istringstream lines(text.substr(begin));
    for (std::string line; std::getline(lines, line) && line.starts_with("|");) {
      std::vector<std::string> cells;
      std::istringstream parts(line.substr(1));
      for (std::string cell; std::getline(parts, cell, '|');) {
        const std::size_t first = cell.find_first_not_of(' ');
        if (first == std::string::npos) continue;
        cells.push_back(cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
      }
      if (cells.size() >= 5 && cells[0] != "tried" && !cells[0].starts_with("---")) {
        EXPECT_TRUE(rows.emplace(cells[0] + " @ " + cells[1],
                                 cells[2] + " | " + cells[3] + " | " + cells[4])
                        .second)
            << cells[0];
      }
    }
    return rows;
  }

  std::shared_ptr<const OpenSet> square() {
    const Json json{{"id", "square"},
                    {"code", kSquare},
                    {"category", "basic geometry"},
                    {"difficulty", "easy"},
                    {"dataset", "real"}};
    SetRef ref;
    ref.suite = "turtleai";
    ref.source = InlineSource{{{"tasks.jsonl", dump_json(json) + "\n"}}};
    return open_set(sets_, ref);
  }

  void check(const OpenSet& set, std::size_t index, const Hack& hack) {
    const suite::ScoredAnswer scored = score_one({&set, index, hack.reply}, {});
    const auto success = reward_of(Policy::kSuccess, set.suite(), scored.score);
    const auto shaped = reward_of(Policy::kShaped, set.suite(), scored.score);
    ASSERT_TRUE(success && shaped) << hack.name;
    const std::string got = fmt::format(
        "{} | {} | {:.2f}", suite::verdict_name(scored.score.verdict), *success, *shaped);
    const std::string key = hack.name + " @ " + std::string(set.suite().name());
    const auto row = rows_.find(key);
    if (row == rows_.end()) {
      ADD_FAILURE() << "docs/rl.md has no line: " << key << " | " << got;
      return;
    }
    EXPECT_EQ(row->second, got) << key;
    rows_.erase(row);
  }

  TaskSets sets_;
  std::map<std::string, std::string> rows_ = table();
};

TEST_F(Hacks, EveryLineOfTheTableIsWhatTheReplyGets) {
  const auto drawing = square();
  for (const Hack& hack : turtle_hacks()) check(*drawing, 0, hack);

  const auto shapes = open_set(sets_, minted("shapecode", 1));
  const std::string all = "filled_square(cx=256, cy=256, size=512)\n";
  check(*shapes, 0, {"the reference", shapes->tasks().reference(0)});
  check(*shapes, 0, {"everything black", all});
  check(*shapes, 0, {"no program", "I cannot see the picture."});

  const auto grid = open_set(sets_, minted("xlogo", 1));
  std::string forward;
  for (int i = 0; i < 20; ++i) forward += "    move_forward()\n";
  check(*grid, 0, {"the reference", grid->tasks().reference(0)});
  check(*grid, 0, {"the empty program", fenced("def run():\n    pass\n")});
  check(*grid, 0, {"a walk into the wall", fenced("def run():\n" + forward)});

  const auto questions = open_set(sets_, minted("sgp", 1));
  check(*questions, 0, {"the reference", questions->tasks().reference(0)});
  check(*questions, 0, {"every letter named", "Answer: A, B, C or D"});

  for (const auto& [name, figures] : rows_)
    ADD_FAILURE() << "no test for: " << name << " " << figures;
}

// What is beside the last program is not worth anything, whatever it is and how much of it there
// is.
TEST_F(Hacks, MoreProgramsAreNeverWorthMore) {
  const auto set = square();
  const auto shaped = [&](const std::string& reply) {
    return *reward_of(Policy::kShaped, set->suite(), score_one({set.get(), 0, reply}, {}).score);
  };
  const double alone = shaped(fenced(kOutline));
  EXPECT_EQ(shaped(fenced(kSquare) + fenced(kOutline)), alone);
  EXPECT_EQ(shaped(fenced(kSquare) + "Or:\n" + fenced(kSquare) + "Finally:\n" + fenced(kOutline)),
            alone);
}

// The more is drawn on a sheet that is right, the less it is worth.
TEST_F(Hacks, DrawingMoreIsWorthLess) {
  const auto set = square();
  double last = 2;
  for (const int lines : {0, 8, 16, 32, 64}) {
    const std::string code = std::string(kSquare) + "    t.penup()\n    for i in range(" +
                             std::to_string(lines) +
                             "):\n        t.goto(100, 75 - i)\n        t.pendown()\n"
                             "        t.goto(280, 75 - i)\n        t.penup()\n";
    const auto scored = score_one({set.get(), 0, fenced(code)}, {});
    const double reward = *reward_of(Policy::kShaped, set->suite(), scored.score);
    EXPECT_LT(reward, last) << lines;
    last = reward;
  }
}

}  // namespace
}  // namespace papert::reward

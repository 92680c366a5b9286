#include "datagen/turtle/classify.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "datagen/turtle/minted.h"
#include "datagen/turtle/trace.h"

namespace papert::datagen {
namespace {

Classification classified(const std::string& code) {
  const auto program = turtle::parse_program(code);
  return classify(code, program ? trace_program(*program).scene : scene::Scene{});
}

TEST(Classify, AgreesWithTheChaptersOfTheBook) {
  std::map<std::string, std::map<std::size_t, int>> wrong;
  std::size_t right = 0;
  const auto programs = test::minted_programs(380, 60);
  for (const test::MintedProgram& minted : programs) {
    const std::size_t category = classified(minted.code).category;
    if (category == minted.category) {
      ++right;
    } else {
      ++wrong[std::string(mint::turtle::kCategories[minted.category]) + " " + minted.family]
             [category];
    }
  }
  std::string families;
  for (const auto& [family, taken] : wrong) families += family + "\n";
  EXPECT_GE(right, programs.size() * 9 / 10) << families;
}

std::string_view category(const std::string& code) {
  return mint::turtle::kCategories[classified(code).category];
}

TEST(Classify, KnowsWhatLoopsDo) {
  const std::string square =
      "for _ in range(4):\n            t.forward(60)\n            t.left(90)\n";
  const std::string loop = "def draw(t):\n    for i in range(6):\n        ";
  EXPECT_EQ(category(loop + square + "        t.left(60)\n"), "rotation");
  EXPECT_EQ(
      category(loop + square + "        t.penup()\n        t.forward(80)\n        t.pendown()\n"),
      "translation");
  EXPECT_EQ(category(loop + "t.circle(20 + 10 * i)\n"), "scaling");
  EXPECT_EQ(category(loop + "t.forward(20 + 10 * i)\n        t.left(60)\n"), "spiral");
  EXPECT_EQ(category(loop + "t.forward(20)\n        t.left(60)\n"), "basic geometry");
}

TEST(Classify, DifficultyGrowsWithTransformationsAndDepth) {
  const auto difficulty = [](const std::string& code) {
    return mint::turtle::kDifficulties[classified(code).difficulty];
  };
  const std::string side = "t.forward(60)\n";
  EXPECT_EQ(
      difficulty("def draw(t):\n    for _ in range(4):\n        " + side + "        t.left(90)\n"),
      "easy");
  EXPECT_EQ(difficulty("def draw(t):\n    for _ in range(5):\n        t.circle(50)\n"
                       "        t.left(72)\n"),
            "medium");
  EXPECT_EQ(difficulty("def draw(t):\n    for _ in range(3):\n        for _ in range(8):\n"
                       "            for _ in range(4):\n                " +
                       side +
                       "                t.left(90)\n            t.left(45)\n"
                       "        t.penup()\n        t.forward(200)\n        t.pendown()\n"),
            "hard");
}

TEST(Classify, AProgramThatDoesNotParseIsJudgedByItsDrawing) {
  EXPECT_EQ(classify("not a program", {}), Classification{});
}

}  // namespace
}  // namespace papert::datagen

#include "datagen/turtle/operators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "datagen/turtle/minted.h"
#include "datagen/turtle/operation.h"
#include "datagen/turtle/trace.h"

namespace papert::datagen {
namespace {

turtle::Program parsed(const std::string& code) {
  auto program = turtle::parse_program(code);
  EXPECT_TRUE(program) << code;
  return program ? *std::move(program) : turtle::Program{};
}

std::string changed(std::string_view name, const std::string& code, ChangeSettings settings = {},
                    std::int64_t seed = 1) {
  Random random(seed);
  const auto result = apply_change({name, std::move(settings)}, parsed(code), random);
  return result ? turtle::print_program(*result) : "nothing";
}

const char* const kSquare =
    "def draw(t):\n    for _ in range(4):\n        t.forward(100)\n        t.left(90)\n";

TEST(Operators, SidesChangeTheCountAndTheTurnTogether) {
  EXPECT_EQ(changed("sides", kSquare, {.numbers = {7}}, 3),
            "def draw(t):\n    for _ in range(7):\n        t.forward(100)\n"
            "        t.left(360 / 7)\n");
}

TEST(Operators, RotateTurnsCopies) {
  EXPECT_EQ(changed("rotate", kSquare, {.numbers = {3}}),
            "def draw(t):\n    for _ in range(3):\n        for _ in range(4):\n"
            "            t.forward(100)\n            t.left(90)\n        t.left(360 / 3)\n");
}

TEST(Operators, MoveKeepsThePenUpBetweenCopies) {
  const std::string moved = changed("move", kSquare, {.numbers = {2, 1}}, 5);
  EXPECT_NE(moved.find("for _ in range(2)"), std::string::npos) << moved;
  EXPECT_NE(moved.find("        t.penup()\n        t.forward("), std::string::npos) << moved;
}

TEST(Operators, ScaleNestsSizes) {
  EXPECT_EQ(changed("scale", kSquare, {.numbers = {1, 0.5}}),
            "def draw(t):\n    for scale in (1, 0.5):\n        for _ in range(4):\n"
            "            t.forward(100 * scale)\n            t.left(90)\n");
}

TEST(Operators, SpiralGrowsWithItsCounter) {
  EXPECT_EQ(changed("spiral", kSquare),
            "def draw(t):\n    for i in range(16):\n        t.forward(100 * (i + 1) / 16)\n"
            "        t.left(90)\n");
}

TEST(Operators, WhatCannotBeSeenIsNoChange) {
  EXPECT_EQ(changed("mirror", "def draw(t):\n    t.dot(50)\n"), "nothing");
  EXPECT_EQ(changed("jitter", kSquare), "nothing") << "a larger square is the same drawing";
  EXPECT_EQ(changed("rotate", "def paint(t):\n    t.circle(9)\n"), "nothing");
  EXPECT_EQ(changed("no such change", kSquare), "nothing");
}

TEST(Operators, TheSameRandomNumbersGiveTheSameProgram) {
  for (const test::MintedProgram& minted : test::minted_programs(20, 40)) {
    for (const std::string_view name : change_names()) {
      EXPECT_EQ(changed(name, minted.code, {}, 9), changed(name, minted.code, {}, 9));
    }
  }
}

TEST(Operators, ResultsStayWithinBoundsAndAreNamedRightly) {
  struct Tally {
    int results = 0;
    int named = 0;
    std::map<std::string, int> taken_for;
  };
  std::map<std::string_view, Tally> tallies;
  std::int64_t seed = 0;
  for (const test::MintedProgram& minted : test::minted_programs(95, 200)) {
    const turtle::Program program = parsed(minted.code);
    for (const std::string_view name : change_names()) {
      Random random(++seed);
      const auto result = apply_change({name, {}}, program, random);
      if (!result) continue;
      Tally& tally = tallies[name];
      ++tally.results;
      EXPECT_LE(detail::line_count(*result), 60U);
      EXPECT_LE(detail::deepest_loops(*result), 4);
      EXPECT_LE(trace_program(*result).vertices, 20'000U);
      const std::string text = turtle::print_program(*result);
      EXPECT_EQ(parsed(text), *result);
      const auto found = describe_change(program, *result);
      const std::string first = found.empty() ? "nothing" : std::string(found[0].name);
      if (first == name) ++tally.named;
      if (first != name) ++tally.taken_for[first];
    }
  }
  for (const std::string_view name : change_names()) {
    const Tally& tally = tallies[name];
    std::string others;
    for (const auto& [other, count] : tally.taken_for)
      others += other + ":" + std::to_string(count) + " ";
    EXPECT_GE(tally.results, 40) << name;
    EXPECT_GE(tally.named, tally.results * 9 / 10) << name << " is taken for " << others;
  }
}

TEST(DescribeChange, NamesSettings) {
  const auto after = [&](const char* code) {
    return describe_change(parsed(kSquare), parsed(code));
  };
  const auto sides = after(
      "def draw(t):\n    for _ in range(6):\n        t.forward(100)\n"
      "        t.left(360 / 6)\n");
  ASSERT_EQ(sides.size(), 1U);
  EXPECT_EQ(sides[0].name, "sides");
  EXPECT_EQ(sides[0].settings.numbers, std::vector<double>{6});
  const auto pen = after(
      "def draw(t):\n    t.pencolor(\"red\")\n    for _ in range(4):\n"
      "        t.forward(100)\n        t.left(90)\n");
  ASSERT_EQ(pen.size(), 1U);
  EXPECT_EQ(pen[0].name, "edge_colour");
  EXPECT_EQ(pen[0].settings.colours, std::vector<std::string>{"red"});
  EXPECT_TRUE(after(kSquare).empty());
}

TEST(DescribeChange, FindsSomethingInProgramsThatHaveLittleInCommon) {
  const auto found = describe_change(
      parsed(kSquare),
      parsed("def petal(t, size):\n    t.circle(size, 60)\n\n\ndef draw(t):\n"
             "    t.color(\"red\", \"tan\")\n    for _ in range(6):\n        t.begin_fill()\n"
             "        petal(t, 80)\n        t.end_fill()\n        t.left(360 / 6)\n"));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].name, "rotate");
  EXPECT_EQ(found[0].settings.numbers, std::vector<double>{6});
}

}  // namespace
}  // namespace papert::datagen

// What teachers ask of programs.

#include "lang/turtle/host/requirement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::lang::turtle {
namespace {

using testing::HasSubstr;

constexpr const char* kSquare =
    "import turtle\nt = turtle.Turtle()\nt.speed(0)\nfor _ in range(4):\n    t.forward(9)\n"
    "    t.left(90)\nt.hideturtle()\nturtle.done()\n";

std::string unmet_by(const std::string& requirement, const std::string& code) {
  const auto parsed = parse_requirement(requirement, "--require");
  EXPECT_TRUE(parsed) << requirement;
  const auto facts = facts_of(code);
  EXPECT_TRUE(facts);
  return parsed && facts ? unmet(*parsed, *facts) : "?";
}

TEST(Commands, AreWhatDrawsAsItIsWritten) {
  EXPECT_EQ(facts_of(kSquare)->commands, 2U);
  EXPECT_EQ(
      facts_of("from turtle import *\nfd(1); lt(2); pu(); goto(0, 0); write('fd(3)')\n")->commands,
      5U);
  EXPECT_EQ(facts_of("def circle(t):\n    t.circle(5)\ncircle(t)\nt.circle(6)\n")->commands, 2U)
      << "a function of one's own is not a command, a turtle's method is";
  EXPECT_EQ(facts_of("x = t.forward\ny = position()\nprint(t.xcor())\n")->commands, 0U);
  EXPECT_FALSE(facts_of("t.write('open)\n"));
}

TEST(Requirements, EachIsMetOrNamed) {
  const std::string long_square = "fd(9); lt(90); fd(9); lt(90); fd(9); lt(90); fd(9)\n";
  EXPECT_EQ(unmet_by("uses loop", kSquare), "");
  EXPECT_EQ(unmet_by("uses loop", long_square), "uses loop (it has none)");
  EXPECT_EQ(unmet_by("uses nested loop", kSquare), "uses nested loop (no loop lies in another)");
  EXPECT_EQ(unmet_by("uses nested loop", long_square), "uses nested loop (it has no loop)");
  EXPECT_EQ(unmet_by("uses function", kSquare), "uses function (it has none of its own)");
  EXPECT_EQ(unmet_by("uses function", "def side():\n    fd(9)\n"),
            "uses function (the one it has is never called)");
  EXPECT_EQ(unmet_by("uses function", "def side():\n    fd(9)\nside()\n"), "");
  EXPECT_EQ(unmet_by("at most 7 commands", long_square), "");
  EXPECT_EQ(unmet_by("at most 6 commands", long_square), "at most 6 commands (it has 7)");
  EXPECT_EQ(unmet_by("at least 8 commands", long_square), "at least 8 commands (it has 7)");
  EXPECT_EQ(unmet_by("no repetition", long_square),
            "no repetition (a loop would spare 4 statements)");
  EXPECT_EQ(unmet_by("no unused code", "a = 1\nfd(2)\n"), "no unused code (1 unused)");
}

TEST(Requirements, AreReadInAnySpellingOfTheirWords) {
  for (const char* text : {"uses loop", " Uses a  loop. ", "uses loops"}) {
    EXPECT_EQ(parse_requirement(text, "x")->text, "uses loop");
  }
  EXPECT_EQ(parse_requirement("AT MOST 1 Command", "x")->text, "at most 1 command");
  for (const char* text : {"", "uses recursion", "at most commands", "at most -1 commands",
                           "at most 12 words", "at most twelve commands"}) {
    const auto wrong = parse_requirement(text, "--require");
    ASSERT_FALSE(wrong) << text;
    EXPECT_EQ(wrong.error().code, ErrorCode::kUsage);
    EXPECT_THAT(wrong.error().to_string(), HasSubstr("'" + std::string(text) + "'"));
    EXPECT_THAT(wrong.error().to_string(), HasSubstr("uses loop, uses nested loop"));
  }
}

TEST(Requirements, StandInTheReferenceToo) {
  const auto found = requirements_in(
      "# A square.\n# require: uses loop\n  #require: at most 4 commands\nx = 1  # require: no\n",
      "r.py");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[1].text, "at most 4 commands");
  EXPECT_THAT(requirements_in("\n# require: magic\n", "r.py").error().to_string(),
              HasSubstr("r.py:2"));
}

}  // namespace
}  // namespace papert::lang::turtle

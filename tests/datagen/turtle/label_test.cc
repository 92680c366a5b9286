#include "datagen/turtle/label.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "datagen/turtle/minted.h"

namespace papert::datagen {
namespace {

using ::testing::HasSubstr;

const std::string kSquare =
    "def draw(t):\n    t.pencolor(\"blue\")\n    for _ in range(4):\n        t.forward(100)\n"
    "        t.left(90)\n";
const std::string kWords =
    "## The picture\n\nA blue square, standing on one of its sides.\n\n## The steps\n\n1. Draw "
    "it.\n";

std::string fenced(const std::string& code) { return "\n```python\n" + code + "```\n"; }

class LabelTest : public ::testing::Test {
 protected:
  LabelVerdict checked(const std::string& label) {
    const auto drawing = jails_.run(kSquare);
    EXPECT_TRUE(drawing);
    const auto verdict = check_label(jails_, label, {kSquare, drawing->scene});
    EXPECT_TRUE(verdict) << verdict.error().to_string();
    return verdict ? *verdict : LabelVerdict{};
  }

  lang::turtle::JailPool jails_{{}};
};

TEST_F(LabelTest, AcceptsWordsAndAProgramThatDrawsTheSame) {
  const LabelVerdict verdict =
      checked(kWords + fenced("def draw(t):\n    \"\"\"A square.\"\"\"\n    # blue\n"
                              "    t.color(\"blue\")\n    for _ in range(4):\n        t.fd(50)\n"
                              "        t.lt(90)\n"));
  EXPECT_TRUE(verdict.accepted()) << verdict.reason;
  EXPECT_DOUBLE_EQ(verdict.similarity, 1);
}

TEST_F(LabelTest, SaysWhatIsWrong) {
  const auto fault = [&](const std::string& label) {
    const LabelVerdict verdict = checked(label);
    EXPECT_FALSE(verdict.accepted());
    return verdict.reason;
  };
  EXPECT_THAT(fault(kWords), HasSubstr("0 fenced blocks"));
  EXPECT_THAT(fault(kWords + fenced(kSquare) + fenced("def draw(t):\n    t.dot(9)\n")),
              HasSubstr("2 fenced blocks"));
  EXPECT_THAT(fault(kWords + fenced("def paint(t):\n    t.dot(9)\n")), HasSubstr("define draw"));
  EXPECT_THAT(fault(kWords + fenced("def draw(t):\n    t.forward(1 / 0)\n")),
              HasSubstr("does not run"));
  EXPECT_THAT(fault(kWords + fenced("def draw(t):\n    t.circle(50)\n")),
              HasSubstr("draws something else"));
  std::string longer = "def draw(t):\n    t.pencolor(\"blue\")\n";
  for (int i = 0; i < 4; ++i) longer += "    t.forward(100)\n    t.left(90)\n    t.left(0)\n";
  EXPECT_THAT(fault(kWords + fenced(longer)), HasSubstr("lines of code; at most 10"));
  EXPECT_THAT(fault("Fine." + fenced(kSquare)), HasSubstr("hardly any words"));
  const LabelVerdict leak =
      checked(kWords + "As the Given Program shows, it turns.\n" + fenced(kSquare));
  EXPECT_THAT(leak.reason, HasSubstr("'given program'"));
  EXPECT_TRUE(leak.program_accepted);
}

TEST_F(LabelTest, TakesTheOriginalProgramInstead) {
  const std::string label =
      label_with_program(kWords + fenced("def draw(t):\n    t.dot(9)\n"), kSquare);
  EXPECT_TRUE(checked(label).accepted());
  EXPECT_THAT(label, HasSubstr("standing on one of its sides"));
  EXPECT_EQ(label.find("t.dot"), std::string::npos);
}

TEST_F(LabelTest, TemplatesSayWhatIsSeenAndAreAccepted) {
  const auto square = jails_.run(kSquare);
  const std::string label = template_label(kSquare, square->scene);
  EXPECT_THAT(label, HasSubstr("The picture shows a square."));
  EXPECT_THAT(label, HasSubstr("The only colour is blue."));
  EXPECT_THAT(label, HasSubstr("Turned by 90 degrees it looks the same."));
  EXPECT_THAT(label, HasSubstr("2. Repeat 4 times:\n   - Go forward by 100 and turn left by 90"));
  for (const test::MintedProgram& minted : test::minted_programs(95, 11)) {
    const auto drawing = jails_.run(minted.code);
    ASSERT_TRUE(drawing);
    const auto verdict = check_label(jails_, template_label(minted.code, drawing->scene),
                                     {minted.code, drawing->scene});
    ASSERT_TRUE(verdict);
    EXPECT_TRUE(verdict->accepted()) << minted.family << ": " << verdict->reason;
  }
}

TEST_F(LabelTest, ShapesAreNamed) {
  const auto shown = [&](const std::string& body) {
    const std::string code = "def draw(t):\n    " + body + "\n";
    return template_label(code, jails_.run(code)->scene);
  };
  const auto turns = [](int count, double turn) {
    return "for _ in range(" + std::to_string(count) +
           "):\n        t.forward(90)\n        t.left(" + std::to_string(turn) + ")";
  };
  EXPECT_THAT(shown(turns(3, 120)), HasSubstr("shows an equilateral triangle."));
  EXPECT_THAT(shown(turns(5, 72)), HasSubstr("shows a regular pentagon."));
  EXPECT_THAT(shown(turns(5, 144)), HasSubstr("shows a star of 5 points."));
  EXPECT_THAT(shown("t.circle(60)"), HasSubstr("shows a circle."));
  EXPECT_THAT(shown("t.circle(60, 180)"), HasSubstr("shows an arc."));
  EXPECT_THAT(shown("t.forward(9)"), HasSubstr("shows a straight line."));
  EXPECT_THAT(shown("for _ in range(2):\n        t.forward(90)\n        t.left(90)\n"
                    "        t.forward(40)\n        t.left(90)"),
              HasSubstr("shows a figure of 4 sides."));
}

TEST(CodeLines, LeavesOutBlankLinesCommentsAndDocstrings) {
  EXPECT_EQ(code_lines(kSquare), 5U);
  EXPECT_EQ(
      code_lines("# a\n\ndef f(t):\n    \"\"\"A\n    b.\"\"\"\n    t.goto(1,\n           2)\n"),
      3U);
  EXPECT_EQ(code_lines("what is this(\n\n# no\n"), 1U);
}

}  // namespace
}  // namespace papert::datagen

#include "reply/code.h"

#include <gtest/gtest.h>

namespace papert::reply {
namespace {

using Candidates = std::vector<Candidate>;

TEST(CodeReply, FencedBlocksOfAnyTag) {
  EXPECT_EQ(find_code("Here:\n```python\nt.fd(1)\n```\nDone."),
            (Candidates{{"t.fd(1)\n", "fence", "python"}}));
  EXPECT_EQ(find_code("~~~\r\nt.fd(1)\r\n~~~\r\n"), (Candidates{{"t.fd(1)\n", "fence", ""}}));
  EXPECT_EQ(find_code("````md\n```\nx\n```\n````"), (Candidates{{"```\nx\n```\n", "fence", "md"}}));
}

TEST(CodeReply, SeveralBlocksAndAllOfThemTogether) {
  EXPECT_EQ(find_code("```\ndef draw(t):\n  t.fd(1)\n```\nthen\n```py\ndraw(t)\n```"),
            (Candidates{{"def draw(t):\n  t.fd(1)\n", "fence", ""},
                        {"draw(t)\n", "fence", "py"},
                        {"def draw(t):\n  t.fd(1)\ndraw(t)\n", "joined", ""}}));
}

TEST(CodeReply, AnIndentedBlockLosesTheFencesIndentation) {
  EXPECT_EQ(find_code("1. Do this\n   ```\n   for i in x:\n     y()\n   ```"),
            (Candidates{{"for i in x:\n  y()\n", "fence", ""}}));
}

TEST(CodeReply, AnUnclosedBlockIsKeptUnderItsOwnName) {
  EXPECT_EQ(find_code("```python\nt.fd(1)"), (Candidates{{"t.fd(1)\n", "open_fence", "python"}}));
}

TEST(CodeReply, EmptyAndRepeatedBlocksAreLeftOut) {
  EXPECT_EQ(find_code("```\n\n```\n```\na()\n```\n```\na()\n```"),
            (Candidates{{"a()\n", "fence", ""}, {"\na()\na()\n", "joined", ""}}));
}

TEST(CodeReply, BareCode) {
  const std::string code =
      "import turtle\n\nt = turtle.Turtle()\nfor i in range(4):\n    t.fd(9)\n";
  const Candidates found = find_code(code);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].rule, "bare");
  EXPECT_NE(found[0].code.find("t.fd(9)"), std::string::npos);
}

TEST(CodeReply, CodeBetweenProse) {
  const Candidates found = find_code(
      "Sure, for example this draws a square.\n\ndef draw(t):\n    for i in range(4):\n"
      "        t.fd(50)\n        t.lt(90)\n\nI hope this helps, if you need more just ask.");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "lines");
  EXPECT_EQ(found[0].code,
            "def draw(t):\n    for i in range(4):\n        t.fd(50)\n        t.lt(90)\n");
}

TEST(CodeReply, CodeThatGoesOnWithinBrackets) {
  const std::string code =
      "import turtle\nturtle.setup(width=800,\n             height=600)\nsize: int = 100\n"
      "colors = [\n    'red',\n]\nturtle.write('(')\nturtle.color(colors[0])\n";
  const auto found = find_code("Here you are.\n\n" + code + "\nThat is all.\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (Candidate{code, "lines", ""}));
}

TEST(CodeReply, AnIndentedBlockWithoutAFence) {
  const auto found = find_code(
      "The program:\n\n    import turtle\n    for i in range(4):\n"
      "        turtle.fd(9)\n\nDone.\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, "import turtle\nfor i in range(4):\n    turtle.fd(9)\n");
}

TEST(CodeReply, ProseAloneIsNoCode) {
  EXPECT_TRUE(find_code("").empty());
  EXPECT_TRUE(find_code("I cannot see the picture, so I cannot draw it.").empty());
  EXPECT_TRUE(find_code("For example, a square has four sides.\nIf so, it is a square.").empty());
}

TEST(CodeReply, HostileRepliesAreBounded) {
  std::string fences;
  for (int i = 0; i < 200'000; ++i) fences += "```\nx\n```\n";
  EXPECT_LE(find_code(fences).size(), kMaxCodeBlocks + 1);
  EXPECT_TRUE(find_code(std::string(20'000'000, '`')).empty());
  EXPECT_LE(find_code(std::string("a()\n\xff\xfe\0b()\n", 12)).size(), 2U);
}

// --- which program counts

Likeness draws(std::string_view code) {
  if (code.find("fd(") != std::string_view::npos) return Likeness::kProgram;
  return code.find("rt(") != std::string_view::npos ? Likeness::kPart : Likeness::kNone;
}

constexpr ProgramRule kJoining{.likeness = draws, .joins = true, .entry = "draw"};

struct Found {
  const char* text;
  const char* rule;
  std::size_t programs;
};

void expect_found(std::string_view reply, const Found& expected) {
  const Answer answer = find_program(reply, kJoining);
  EXPECT_EQ(answer.first().code, expected.text) << reply;
  EXPECT_EQ(answer.first().rule, expected.rule) << reply;
  EXPECT_EQ(answer.programs, expected.programs) << reply;
}

std::string block(std::string_view code, std::string_view label = "python") {
  return "```" + std::string(label) + "\n" + std::string(code) + "```\n";
}

TEST(FindProgram, TheLastCompleteOne) {
  expect_found(block("fd(1)\n") + "Wait, corrected:\n" + block("fd(2)\n"), {"fd(2)\n", "fence", 2});
  expect_found(block("fd(1)\n") + "or\n```python\nfd(2)\n", {"fd(1)\n", "fence", 2});
  expect_found("```python\nfd(2)\n", {"fd(2)\n", "open_fence", 1});
  expect_found(block("rt(1)\n") + block("x = 1\n"), {"rt(1)\n", "fence", 1});
  expect_found(block("rt(1)\n") + block("fd(1)\n") + block("rt(2)\n"), {"fd(1)\n", "fence", 1});
}

TEST(FindProgram, BlocksThatExplainAreNone) {
  const std::string program = block("import t\nfor i in x:\n    fd(1)\n    rt(2)\nfd(3)\n");
  const Found found{"import t\nfor i in x:\n    fd(1)\n    rt(2)\nfd(3)\n", "fence", 1};
  expect_found(program + block("python3 fd(1).py\n", "bash"), found);
  expect_found(program + block("{\"fd(\": 1}\n", "json"), found);
  expect_found(program + block("Drawing...\n", ""), found);
  expect_found(program + "Here\n" + block("fd(1)\nrt(2)\n") + "turns.\n", found);
  // As many lines as the program's half, but from its beginning: a shorter version of it.
  expect_found(program + block("import t\nfd(3)\n"), {"import t\nfd(3)\n", "fence", 2});
}

TEST(FindProgram, BlocksThatNeedEachOther) {
  const std::string setup = block("import turtle\nt = turtle.Turtle()\n");
  expect_found(setup + "then\n" + block("t.fd(1)\n"),
               {"import turtle\nt = turtle.Turtle()\nt.fd(1)\n", "joined", 1});
  expect_found(block("def side(t, n=3):\n    t.fd(n)\n") + block("def draw(t):\n    side(t)\n"),
               {"def side(t, n=3):\n    t.fd(n)\ndef draw(t):\n    side(t)\n", "joined", 1});
  expect_found(block("def side(t):\n    t.fd(5)\n") + block("def draw(t):\n    side(t)\nfd(1)\n"),
               {"def side(t):\n    t.fd(5)\ndef draw(t):\n    side(t)\nfd(1)\n", "joined", 2});
  expect_found(block("def main():\n    fd(1)\n") + block("main()\n"),
               {"def main():\n    fd(1)\nmain()\n", "joined", 1});
  expect_found(block("from turtle import *\n") + block("fd(1)\n"),
               {"from turtle import *\nfd(1)\n", "joined", 1});
}

TEST(FindProgram, WhatIsCompleteIsNotJoined) {
  const std::string drawing = block("def draw(t):\n    t.fd(1)\n");
  expect_found(drawing + "Call it:\n" + block("draw(t)\n"),
               {"def draw(t):\n    t.fd(1)\n", "fence", 1});
  expect_found(block("def side(n):\n    fd(n)\nside(1)\n") + "larger:\n" + block("side(9)\n"),
               {"def side(n):\n    fd(n)\nside(1)\n", "fence", 1});
  expect_found(block("t = 1\nt.fd(1)\n") + "better:\n" + block("def draw(t):\n    t.fd(2)\n"),
               {"def draw(t):\n    t.fd(2)\n", "fence", 2});
}

TEST(FindProgram, CodeInAQuotation) {
  expect_found("> ```python\n> def draw(t):\n>     t.fd(1)\n> ```\n",
               {"def draw(t):\n    t.fd(1)\n", "fence", 1});
  expect_found("> def draw(t):\n>     t.fd(1)\n", {"def draw(t):\n    t.fd(1)\n", "bare", 1});
}

TEST(FindProgram, CodeOutsideOfBlocksWhereNoBlockIsAProgram) {
  expect_found("def draw(t):\n    t.fd(1)\n\nIt prints\n" + block("done\n", ""),
               {"def draw(t):\n    t.fd(1)\n", "lines", 1});
  expect_found("Words.\n" + block("x = 1\n") + block("ls\n", "sh"), {"x = 1\n", "fence", 0});
  expect_found(block("\n"), {"", "", 0});
  expect_found("Only words.", {"", "", 0});
}

TEST(FindProgram, TheLastOfVeryMany) {
  std::string reply;
  for (int i = 0; i < 20'000; ++i) reply += block("fd(" + std::to_string(i) + ")\n");
  expect_found(reply, {"fd(19999)\n", "fence", 20'000});
}

TEST(FindProgram, StrictlyOneBlock) {
  EXPECT_EQ(find_code_strictly(block("fd(1)\n"), kJoining).first().label, "python");
  EXPECT_EQ(find_code_strictly(block("fd(1)\n"), kJoining).programs, 1U);
  EXPECT_EQ(find_code_strictly(block("fd(1)\n") + block("fd(2)\n"), kJoining).first().code, "");
  EXPECT_EQ(find_code_strictly(block("fd(1)\n") + block("fd(2)\n"), kJoining).programs, 2U);
}

}  // namespace
}  // namespace papert::reply

#include "suite/code_reply.h"

#include <gtest/gtest.h>

namespace papert::suite {
namespace {

using Candidates = std::vector<CodeCandidate>;

TEST(CodeReply, FencedBlocksOfAnyTag) {
  EXPECT_EQ(find_code("Here:\n```python\nt.fd(1)\n```\nDone."),
            (Candidates{{"t.fd(1)\n", "fence"}}));
  EXPECT_EQ(find_code("~~~\r\nt.fd(1)\r\n~~~\r\n"), (Candidates{{"t.fd(1)\n", "fence"}}));
  EXPECT_EQ(find_code("````md\n```\nx\n```\n````"), (Candidates{{"```\nx\n```\n", "fence"}}));
}

TEST(CodeReply, SeveralBlocksAndAllOfThemTogether) {
  EXPECT_EQ(find_code("```\ndef draw(t):\n  t.fd(1)\n```\nthen\n```py\ndraw(t)\n```"),
            (Candidates{{"def draw(t):\n  t.fd(1)\n", "fence"},
                        {"draw(t)\n", "fence"},
                        {"def draw(t):\n  t.fd(1)\ndraw(t)\n", "joined"}}));
}

TEST(CodeReply, AnIndentedBlockLosesTheFencesIndentation) {
  EXPECT_EQ(find_code("1. Do this\n   ```\n   for i in x:\n     y()\n   ```"),
            (Candidates{{"for i in x:\n  y()\n", "fence"}}));
}

TEST(CodeReply, AnUnclosedBlockIsKeptUnderItsOwnName) {
  EXPECT_EQ(find_code("```python\nt.fd(1)"), (Candidates{{"t.fd(1)\n", "open_fence"}}));
}

TEST(CodeReply, EmptyAndRepeatedBlocksAreLeftOut) {
  EXPECT_EQ(find_code("```\n\n```\n```\na()\n```\n```\na()\n```"),
            (Candidates{{"a()\n", "fence"}, {"\na()\na()\n", "joined"}}));
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
  EXPECT_EQ(found[0], (CodeCandidate{code, "lines"}));
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

}  // namespace
}  // namespace papert::suite

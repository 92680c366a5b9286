// How programs are written: blocks, repetition, loops, helpers, unused code.

#include "lang/python/quality.h"

#include <gtest/gtest.h>

#include <string>

namespace papert::lang::python {
namespace {

CodeQuality quality_of(const std::string& code) {
  const auto outline = read_outline(code);
  EXPECT_TRUE(outline) << code;
  return outline ? describe_code(*outline, "draw") : CodeQuality{};
}

/// Every statement's first word, with the number of those inside it.
std::string shape_of(const std::string& code) {
  const auto outline = read_outline(code);
  if (!outline) return "none";
  std::string text;
  for (std::size_t i = 0; i < outline->statements.size(); ++i) {
    const auto tokens = outline->tokens_of(i);
    text += std::string(outline->text_of(tokens.front())) +
            std::to_string(outline->statements[i].end - i - 1) + " ";
  }
  return text;
}

TEST(Outline, BlocksBelowAndOnTheLine) {
  EXPECT_EQ(shape_of("for i in x:\n    a()\n    if b:\n        c()\n    else:\n        d\ne()\n"),
            "for5 a0 if1 c0 else1 d0 e0 ");
  EXPECT_EQ(shape_of("for i in x: a(); b()\nc(); d()\n"), "for2 a0 b0 c0 d0 ");
  EXPECT_EQ(shape_of("def f(a: int = {1: 2}[1]) -> int: return a\nx: int = 1\n"),
            "def1 return0 x0 ");
  EXPECT_EQ(shape_of("while (lambda: 1)() or (lambda: 0): a\n"), "while1 a0 ");
  EXPECT_EQ(shape_of("if lambda: 0: a\nb"), "if1 a0 b0 ");
  EXPECT_EQ(shape_of("f(a,\n  b)\ng()"), "f0 g0 ") << "a bracket goes on on the next line";
  EXPECT_EQ(shape_of(""), "");
}

TEST(Outline, WhatIsNotPythonGivesSomeTreeOrNone) {
  EXPECT_EQ(shape_of("  a()\n"), "none");
  EXPECT_EQ(shape_of(std::string("a\0b", 3)), "none");
  EXPECT_EQ(shape_of("a = '\xff'"), "none");
  EXPECT_EQ(shape_of("a = 'open"), "none");
  std::string nested;
  for (int i = 0; i < 100000; ++i) nested += "if a: ";
  EXPECT_EQ(shape_of(nested), "none") << "no stack is that deep";
  EXPECT_EQ(shape_of("a()\n    b()\nif c: if d: e\n"), "a1 b0 if2 if1 e0 ");
}

TEST(Repetition, IsWhatALoopWouldSpare) {
  const std::string side = "t.forward(100)\nt.left(90)\n";
  EXPECT_EQ(quality_of(side + side).repeated, 0U) << "twice is not yet a loop";
  EXPECT_EQ(quality_of(side + side + side).repeated, 4U);
  EXPECT_EQ(quality_of(side + side + side +
                       "t.forward( 100 )  # the last\n"
                       "t.left(90)")
                .repeated,
            6U)
      << "blanks and comments are not compared";
  EXPECT_EQ(quality_of("t.left(1); t.left(1); t.left(1); t.left(1)").repeated, 3U);
  EXPECT_EQ(quality_of("t.penup()\n" + side + side + side + "t.home()\n").repeated, 4U);
  EXPECT_EQ(quality_of(side + "t.dot()\n" + side + "t.dot()\n" + side).repeated, 0U);
}

TEST(Repetition, NumbersMayGrowByOneStep) {
  EXPECT_EQ(quality_of("t.fd(10)\nt.fd(20)\nt.fd(30)\nt.fd(40)\n").repeated, 3U);
  EXPECT_EQ(quality_of("t.fd(0.1)\nt.fd(0.2)\nt.fd(0.3)\n").repeated, 2U);
  EXPECT_EQ(quality_of("t.goto(0, 0)\nt.goto(10, 5)\nt.goto(30, 7)\n").repeated, 0U);
  EXPECT_EQ(quality_of("t.color('red')\nt.color('green')\nt.color('blue')\n").repeated, 0U);
}

TEST(Repetition, WholeBlocksRepeatAndInnerOnesAreFound) {
  const std::string loop = "for i in range(4):\n    t.fd(9)\n    t.left(90)\n";
  EXPECT_EQ(quality_of(loop + loop + loop).repeated, 6U) << "three statements, twice";
  EXPECT_EQ(quality_of("def draw(t):\n    t.fd(1)\n    t.fd(1)\n    t.fd(1)\n").repeated, 2U);
  EXPECT_EQ(quality_of("if a == 1:\n    b()\nelif a == 2:\n    b()\nelif a == 3:\n    b()\n"
                       "elif a == 4:\n    b()\n")
                .repeated,
            0U);
}

TEST(Repetition, TheLongestIsBounded) {
  std::string body;
  for (std::size_t i = 0; i < kLongestRepeated; ++i) {
    body += "f" + std::string(i + 1, 'x') + "()\n";
  }
  EXPECT_EQ(quality_of(body + body + body).repeated, 2 * kLongestRepeated);
  body += "g()\n";
  EXPECT_EQ(quality_of(body + body + body).repeated, 0U);
}

TEST(Loops, DepthIsWithinOneFunction) {
  EXPECT_EQ(quality_of("t.fd(1)").loop_depth, 0U);
  const CodeQuality two = quality_of(
      "for i in a:\n    if b:\n        while c:\n            d()\nfor e in f:\n    g()\n");
  EXPECT_EQ(two.loop_depth, 2U);
  EXPECT_EQ(two.loops, 3U);
  EXPECT_EQ(
      quality_of("for i in a:\n    def f():\n        for j in b:\n            c()\n").loop_depth,
      1U);
  EXPECT_EQ(quality_of("[t.fd(1) for _ in range(4)]").loop_depth, 1U);
  EXPECT_EQ(quality_of("for x in [y for y in z]:\n    a(x)\n").loop_depth, 1U);
  EXPECT_EQ(quality_of("for x in z:\n    a([y for y in x])\n").loop_depth, 2U);
}

TEST(Helpers, AreUsedOutsideOfThemselves) {
  const CodeQuality one = quality_of(
      "def side(t):\n    t.fd(9)\ndef lost(t):\n    lost(t)\n"
      "def draw(t):\n    side(t)\n    side(t)\n");
  EXPECT_EQ(one.helpers, 1U);
  EXPECT_EQ(one.unused_functions, 1U) << "a call of itself is no use";
  EXPECT_EQ(quality_of("def tick():\n    pass\nscreen.ontimer(tick, 5)\n").helpers, 1U);
  EXPECT_EQ(quality_of("class A:\n    def __init__(self):\n        self.go()\n"
                       "    def go(self):\n        pass\nA()\n")
                .unused(),
            0U);
  EXPECT_EQ(quality_of("class A:\n    pass\n").unused_functions, 1U);
}

TEST(UnusedCode, NamesThatAreReadNowhere) {
  EXPECT_EQ(quality_of("a = 1\nb = a\n").unused_names, 1U);
  EXPECT_EQ(quality_of("a = b = 1\nc, (d, e) = 1, (2, 3)\nf: int = 4\ng += 1\n").unused_names, 7U);
  EXPECT_EQ(quality_of("a = 1\na = 2\n").unused_names, 1U) << "a name counts once";
  EXPECT_EQ(quality_of("x.y = 1\nz[i] = 2\n_ = 3\nfor k in w:\n    pass\n").unused_names, 0U);
  EXPECT_EQ(quality_of("n = 3\nprint(f'{n} sides')\n").unused_names, 0U);
  EXPECT_EQ(quality_of("n = 3\nprint('n sides')\n").unused_names, 1U);
  EXPECT_EQ(quality_of("n = 3\ndraw(n=5)\n").unused_names, 1U) << "a keyword is not the name";
  EXPECT_EQ(quality_of("n = 3\ndef draw(t, n):\n    pass\n").unused_names, 1U);
  EXPECT_EQ(quality_of("n = 3\ndef draw(t, m=n):\n    t.fd(m)\n").unused_names, 0U);
  EXPECT_EQ(quality_of("import math\n").unused(), 0U);
}

TEST(UnusedCode, WhatIsBehindTheEndOfABlock) {
  EXPECT_EQ(quality_of("def draw(t):\n    return 1\n    t.fd(1)\n    t.fd(2)\n").unreachable, 2U);
  EXPECT_EQ(quality_of("while a:\n    if b: break\n    c()\n").unreachable, 0U);
  EXPECT_EQ(quality_of("while a:\n    break; c()\nd()\n").unreachable, 1U);
}

TEST(CodeQualityOfLongPrograms, TakesNoLongerThanTheirLengthAllows) {
  std::string code;
  for (int i = 0; i < 20000; ++i) code += "t.goto(" + std::to_string(i * i) + ", 3)\nv = 1\n";
  const CodeQuality quality = quality_of(code);
  EXPECT_EQ(quality.repeated, 0U);
  EXPECT_EQ(quality.unused_names, 1U);
}

}  // namespace
}  // namespace papert::lang::python

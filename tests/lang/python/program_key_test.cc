// Programs that differ in nothing that is run have one key; all others have their own.

#include "lang/python/program_key.h"

#include <gtest/gtest.h>

namespace papert::lang::python {
namespace {

std::string key(std::string_view text) { return program_key(text).value_or("no key"); }

constexpr std::string_view kPetals =
    "import turtle as t\n"
    "def petal(size, turns=2):\n"
    "    for side in range(turns):\n"
    "        t.circle(size, 60)\n"
    "n = 6\n"
    "while n > 0:\n"
    "    petal(50, turns=2)\n"
    "    n -= 1\n";

TEST(ProgramKey, CommentsSpacingAndOwnNamesDoNotCount) {
  EXPECT_EQ(key(kPetals), key("import turtle as pen   # the pen\n\n"
                              "def leaf( radius, k = 2 ):\n"
                              "\t'''One of six.'''\n"
                              "\tfor i in range( k ):\n"
                              "\t\tpen.circle(radius,\n"
                              "\t\t   60)\n"
                              "count = 6\n"
                              "while count > 0:\n"
                              "\tleaf(50, k=2); count -= 1\n"));
}

TEST(ProgramKey, EverythingElseDoes) {
  const auto changed = [](std::string_view from, std::string_view to) {
    std::string text(kPetals);
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return key(text.replace(place, from.size(), to));
  };
  const std::string original = key(kPetals);
  EXPECT_NE(changed("60", "61"), original);
  EXPECT_NE(changed("circle", "dot"), original) << "what a library provides has its name";
  EXPECT_NE(changed("range", "list"), original);
  EXPECT_NE(changed("t.circle(size, 60)", "t.circle(turns, 60)"), original) << "which name it is";
  EXPECT_NE(changed("n -= 1", "n += 1"), original);
  EXPECT_NE(key("for i in range(3):\n    a()\n    b()\n"),
            key("for i in range(3):\n    a()\nb()\n"))
      << "what stands in which block";
}

TEST(ProgramKey, NamesOfAllKindsAreNumbered) {
  EXPECT_EQ(key("a, (b, *c) = 1, (2, 3)\n"), key("x, (y, *z) = 1, (2, 3)\n"));
  EXPECT_EQ(key("f = lambda u, v=1: u + v\n"), key("g = lambda p, q=1: p + q\n"));
  EXPECT_EQ(key("w = [k * 2 for k in r]\n"), key("w = [j * 2 for j in r]\n"));
  EXPECT_EQ(key("if (n := f()) > 1:\n    p(n)\n"), key("if (m := f()) > 1:\n    p(m)\n"));
  EXPECT_EQ(key("class A:\n    pass\nA()\n"), key("class B:\n    pass\nB()\n"));
  EXPECT_NE(key("a.b = 1\na.b\n"), key("a.c = 1\na.c\n")) << "attributes keep their names";
  EXPECT_NE(key("a[i] = 1\n"), key("a[j] = 1\n")) << "names that are not given here, too";
}

TEST(ProgramKey, WhatIsNoProgramHasNone) {
  EXPECT_FALSE(program_key(""));
  EXPECT_FALSE(program_key("# only a comment\n"));
  EXPECT_FALSE(program_key("'''Only a text.'''\n"));
  EXPECT_FALSE(program_key("t.forward(100"));
  EXPECT_FALSE(program_key("\xff"));
  EXPECT_FALSE(program_key(std::string_view("a\0b", 3)));
  EXPECT_FALSE(program_key("  indented()\n"));
}

TEST(ProgramKey, LongAndDeepProgramsEnd) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
  text += std::string(60, ' ') + "b()\n";
  EXPECT_TRUE(program_key(text));
  EXPECT_FALSE(program_key(std::string(5000, '(') + "a" + std::string(5000, ')')));
  std::string names;
  for (int i = 0; i < 5000; ++i)
    names += "v" + std::to_string(i) + " = " + std::to_string(i) + "\n";
  EXPECT_TRUE(program_key(names));
}

}  // namespace
}  // namespace papert::lang::python

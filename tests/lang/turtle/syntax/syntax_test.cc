#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "lang/turtle/syntax/program.h"
#include "mint/turtle/book.h"

namespace papert::turtle {
namespace {

using ::testing::HasSubstr;

Program parsed(const std::string& text) {
  auto program = parse_program(text);
  EXPECT_TRUE(program) << program.error().to_string() << "\n" << text;
  return program ? *std::move(program) : Program{};
}

std::string reprinted(const std::string& text) { return print_program(parsed(text)); }

TEST(Syntax, PrintsCanonically) {
  const std::string text =
      "def draw(t):\n"
      "    \"\"\"A row.\"\"\"\n"
      "    a, b = 1, (2, 3)\n"
      "    for i in range(4):\n"
      "        t.color(\"red\" if i % 2 == 0 else 'blue', fill=None)\n"
      "        t.forward(-a ** 2 + (b[0] - 3) * 2 / (4 * i))\n"
      "    while a < 3 and not b:\n"
      "        a += 1\n"
      "    if a == 1:\n"
      "        return\n"
      "    elif a not in (1,):\n"
      "        pass\n"
      "    else:\n"
      "        return a, b\n";
  EXPECT_EQ(reprinted(text), text);
}

TEST(Syntax, OneStatementALineAndFourBlanks) {
  EXPECT_EQ(reprinted("import math # why\ndef f(t,n=3): t.left(9) ; t.up()\n\n\n\nf(t)\n"),
            "import math\n\n\ndef f(t, n=3):\n    t.left(9)\n    t.up()\n\n\nf(t)\n");
  EXPECT_EQ(reprinted("if a:\n if b:\n  c()\nelse:\n if d:\n  e()\n"),
            "if a:\n    if b:\n        c()\nelif d:\n    e()\n");
  EXPECT_EQ(reprinted("from math import (sin,\n  cos as c)\n"), "from math import sin, cos as c\n");
  EXPECT_EQ(reprinted("for (x, y) in ((1, 2), (3, 4)): t.goto((x), y)\n"),
            "for x, y in ((1, 2), (3, 4)):\n    t.goto(x, y)\n");
}

TEST(Syntax, BracketsStandWhereTheTreeNeedsThem) {
  for (const char* text : {"a - (b - c)",
                           "a - b - c",
                           "(a + b) * c",
                           "a * b + c",
                           "(-a) ** b",
                           "-a ** b",
                           "a ** -b",
                           "a ** b ** c",
                           "(a ** b) ** c",
                           "a // (b * c)",
                           "not a == b",
                           "(not a) == b",
                           "(a if b else c) if d else e",
                           "a if b else c if d else e",
                           "-(a + b)",
                           "--a",
                           "(a or b) and c",
                           "a or b and c",
                           "(a, b)[0]",
                           "(a + b).c",
                           "f(a)(b)[c].d",
                           "(a < b) < c",
                           "(a,)",
                           "()",
                           "[]",
                           "f(())",
                           "f(a, b=(c, d))"}) {
    const std::string line = std::string("x(") + text + ")\n";
    EXPECT_EQ(reprinted(line), line);
  }
  EXPECT_EQ(reprinted("x = ((a) + ((b)))\n"), "x = a + b\n");
}

TEST(Syntax, NamesTheLineAndTheConstruct) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"class A:\n    pass\n", "line 1: a class is not in the tree"},
      {"x = 1\ny = [a for a in b]\n", "line 2: a comprehension is not in the tree"},
      {"f(lambda: 1)\n", "line 1: a lambda"},
      {"\nx = {1: 2}\n", "line 2: a dictionary or a set"},
      {"x = a[1:2]\n", "a slice"},
      {"x = 1 < a < 2\n", "a chain of comparisons"},
      {"def f(*a):\n    pass\n", "unpacking by '*'"},
      {"def f(a: int):\n    pass\n", "an annotation"},
      {"a = b = 1\n", "several targets"},
      {"for x in y:\n    pass\nelse:\n    pass\n", "the else of a loop"},
      {"a\n", "an expression without an effect"},
      {"f() = 1\n", "nothing can be assigned"},
      {"x = (1\n", "line"},
      {"if a:\nb()\n", "expected an indented block"},
      {"x = 'a' 'b'\n", "a string in several pieces"},
      {std::string("\xff\n"), "UTF-8"},
  };
  for (const auto& [text, message] : cases) {
    const auto program = parse_program(text);
    ASSERT_FALSE(program) << text;
    EXPECT_EQ(program.error().code, ErrorCode::kBadData) << text;
    EXPECT_THAT(program.error().to_string(), HasSubstr(message)) << text;
  }
}

std::string repeated(const std::string& piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

void expect_limit(const std::string& within, const std::string& beyond) {
  const Program program = parsed(within);
  EXPECT_EQ(parsed(print_program(program)), program);
  const auto refused = parse_program(beyond);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kLimit) << refused.error().to_string();
}

TEST(Syntax, LimitsJustBelowAndJustAbove) {
  const auto statements = [](std::size_t count) {
    return repeated("a();", static_cast<int>(count));
  };
  expect_limit(statements(kMaxStatements) + "\n", statements(kMaxStatements + 1) + "\n");
  const auto sum = [](int terms) { return "x = a" + repeated(" + a", terms - 1) + "\n"; };
  expect_limit(sum(kMaxNesting), sum(kMaxNesting + 1));
  const auto nested = [](int lists) {
    return "x = " + repeated("[", lists) + repeated("]", lists) + "\n";
  };
  expect_limit(nested(kMaxNesting), nested(kMaxNesting + 1));
  const auto minus = [](int signs) { return "x = " + repeated("-", signs) + "1\n"; };
  expect_limit(minus(kMaxNesting - 1), minus(kMaxNesting));
  expect_limit(minus(kMaxNesting - 1), minus(5000));
  const auto blocks = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i)
      text += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
    return text + std::string(static_cast<std::size_t>(depth), ' ') + "pass\n";
  };
  expect_limit(blocks(kMaxBlockDepth), blocks(kMaxBlockDepth + 1));
  const auto elifs = [](int count) { return "if a:\n b()\n" + repeated("elif a:\n b()\n", count); };
  expect_limit(elifs(kMaxBlockDepth - 1), elifs(kMaxBlockDepth));
  const auto name = [](std::size_t bytes) { return std::string(bytes, 'a') + "()\n"; };
  expect_limit(name(kMaxWordBytes), name(kMaxWordBytes + 1));
  expect_limit("a()\n", "a()" + std::string(kMaxProgramBytes, ' '));
}

TEST(Syntax, ReadsEveryFamilyOfTheBookAndPrintsWhatItRead) {
  const auto book = mint::turtle::ProgramBook::open();
  ASSERT_TRUE(book);
  std::size_t families = 0;
  for (std::size_t category = 0; category < mint::turtle::kCategories.size(); ++category) {
    for (const mint::turtle::Family& family : book->chapter(category)) {
      ++families;
      for (std::int64_t seed = 0; seed < 5; ++seed) {
        Random random(seed);
        const auto text = book->write(family, random);
        ASSERT_TRUE(text);
        const Program program = parsed(*text);
        EXPECT_EQ(parsed(print_program(program)), program) << family.name;
      }
    }
  }
  EXPECT_EQ(families, 95U);
}

}  // namespace
}  // namespace papert::turtle

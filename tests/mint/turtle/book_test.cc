// The book of programs, and the edits made to its programs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "mint/turtle/book.h"
#include "study/edits.h"

namespace papert::mint::turtle {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TEST(ProgramBook, EveryCategoryHasSeveralFamiliesOfEachDifficulty) {
  const auto book = ProgramBook::open();
  ASSERT_TRUE(book) << book.error().to_string();
  for (std::size_t category = 0; category < kCategories.size(); ++category) {
    std::array<int, kDifficulties.size()> count{};
    for (const Family& family : book->chapter(category)) ++count[family.difficulty];
    for (const int families : count) EXPECT_GE(families, 3) << kCategories[category];
  }
}

TEST(ProgramBook, EveryFamilyIsWrittenWithoutHolesAndDefinesDraw) {
  const auto book = ProgramBook::open();
  ASSERT_TRUE(book);
  for (std::size_t category = 0; category < kCategories.size(); ++category) {
    for (const Family& family : book->chapter(category)) {
      Random random(1);
      const auto code = book->write(family, random);
      ASSERT_TRUE(code) << code.error().to_string();
      EXPECT_THAT(*code, HasSubstr("def draw(t):\n    \"\"\"")) << family.name;
      EXPECT_THAT(*code, Not(HasSubstr("{{"))) << family.name;
      EXPECT_THAT(*code, Not(HasSubstr("\t"))) << family.name;
      EXPECT_EQ(code->back(), '\n') << family.name;
    }
  }
}

TEST(ProgramBook, TheSameSeedWritesTheSameProgram) {
  const auto book = ProgramBook::open();
  ASSERT_TRUE(book);
  std::set<std::string> different;
  for (int seed = 0; seed < 40; ++seed) {
    Random one(seed);
    Random other(seed);
    const auto code = book->write(1, 2, one);
    ASSERT_TRUE(code);
    EXPECT_EQ(*code, *book->write(1, 2, other));
    different.insert(*code);
  }
  EXPECT_GE(different.size(), 35U);
}

TEST(ProgramBook, NoProgramHasSumsThatATeacherWouldNotWrite) {
  const std::regex odd(
      R"(\(\+|range\(1\)|range\((1, )?\d+ [-+*] \d+\)|= \d+ \* \d+\n|(left|right)\(0\))");
  const auto book = ProgramBook::open();
  ASSERT_TRUE(book);
  for (std::size_t category = 0; category < kCategories.size(); ++category) {
    for (const Family& family : book->chapter(category)) {
      for (int seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const std::string code = *book->write(family, random);
        EXPECT_FALSE(std::regex_search(code, odd)) << family.name << "\n" << code;
      }
    }
  }
}

TEST(ProgramBook, RulesOfParameters) {
  const auto families = parse_chapter(
      "=== easy x\nn = 4..4\nstep = 10..19/5\na, b = 7, 2\nink = strong\nlist = colors 2\n"
      "shape = shape ring\n---\n{{n}} {{step}} {{a}}{{b}} {{ink}} [{{list}}] {{shape}}\n");
  ASSERT_TRUE(families) << families.error().to_string();
  const auto book = ProgramBook::open();
  ASSERT_TRUE(book);
  std::set<std::string> steps;
  for (int seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const auto code = book->write(families->front(), random);
    ASSERT_TRUE(code);
    EXPECT_THAT(*code, HasSubstr("def ring(t, size):"));
    const std::string line = code->substr(code->rfind("\n\n") + 2);
    EXPECT_TRUE(line.starts_with("4 10 72 ") || line.starts_with("4 15 72 ")) << line;
    EXPECT_THAT(line, HasSubstr("] ring"));
    steps.insert(line.substr(2, 2));
  }
  EXPECT_THAT(steps, ElementsAre("10", "15"));
}

TEST(ProgramBook, BrokenChaptersAreErrors) {
  EXPECT_FALSE(parse_chapter("=== simple x\n---\n"));
  EXPECT_FALSE(parse_chapter("=== easy\n---\n"));
  EXPECT_FALSE(parse_chapter("=== easy x\nno rule\n---\n"));
  EXPECT_FALSE(parse_chapter("=== easy x\nn = 1..2\n"));
  const auto book = ProgramBook::open();
  ASSERT_TRUE(book);
  for (const char* text :
       {"=== easy x\n---\n{{n}}\n", "=== easy x\nn = 1..2\n---\n{{n\n",
        "=== easy x\na, b = 1, 2, 3\n---\n{{a}}\n", "=== easy x\na =\n---\n{{a}}\n"}) {
    const auto families = parse_chapter(text);
    ASSERT_TRUE(families) << text;
    Random random(1);
    EXPECT_FALSE(book->write(families->front(), random)) << text;
  }
}

constexpr const char* kSquare =
    "def draw(t):\n    t.color(\"red\", \"blue\")\n    t.begin_fill()\n    for _ in range(4):\n"
    "        t.forward(2 * 30)\n        t.left(360 / 4)\n    t.end_fill()\n";

TEST(Edits, OneMoreChangesTheLoopAndWhatDependsOnIt) {
  const std::vector<std::string> edits = study::with_one_more(kSquare);
  ASSERT_THAT(edits, SizeIs(2));
  EXPECT_THAT(edits[0], HasSubstr("range(5)"));
  EXPECT_THAT(edits[0], HasSubstr("360 / 5"));
  EXPECT_THAT(edits[1], HasSubstr("range(5)"));
  EXPECT_THAT(edits[1], HasSubstr("360 / 4"));
  EXPECT_THAT(study::with_one_more("for i in range(n - 1): pass"),
              ElementsAre("for i in range((n - 1) + 1): pass"));
  EXPECT_THAT(study::with_one_more("t.forward(3)"), IsEmpty());
}

TEST(Edits, TurnsSizesColoursAndFills) {
  EXPECT_THAT(study::with_turn_off(kSquare), Contains(HasSubstr("t.left(360 / 4 + 5)")));
  EXPECT_THAT(study::with_turn_off(kSquare), Contains(HasSubstr("t.left(360 / 4 - 5)")));
  EXPECT_THAT(study::with_turn_off("t.circle(9)"), IsEmpty());
  EXPECT_THAT(study::with_turn_off("t.circle(9, 60)"), ElementsAre("t.circle(9, 60 + 5)"));
  EXPECT_THAT(study::with_size_off(kSquare), ElementsAre(HasSubstr("t.forward((2 * 30) * 1.1)")));
  EXPECT_THAT(study::with_size_off("t.goto(f(1, 2), -3)"),
              ElementsAre("t.goto((f(1, 2)) * 1.1, -3)", "t.goto(f(1, 2), (-3) * 1.1)"));
  const std::vector<std::string> colors = study::with_wrong_color(kSquare);
  ASSERT_THAT(colors, SizeIs(2));
  EXPECT_THAT(colors[0], Not(HasSubstr("\"red\"")));
  EXPECT_THAT(colors[0], HasSubstr("\"blue\""));
  EXPECT_THAT(study::with_wrong_fill(kSquare), ElementsAre(HasSubstr("    pass\n    for")));
  EXPECT_THAT(study::with_wrong_fill("def draw(t):\n    t.circle(9)\n"),
              ElementsAre(HasSubstr("draw_lines(t)")));
}

TEST(Edits, AllLengthsAreScaledAndNothingElse) {
  EXPECT_EQ(
      study::with_lengths_scaled("t.forward(30)\nt.left(90)\nt.circle(r + 1, 60)\nt.goto(x, -y)\n"
                                 "t.dot(8, \"red\")\nt.goto(point)\nt.pensize(3)\n",
                                 1.5),
      "t.forward(30 * 1.5)\nt.left(90)\nt.circle((r + 1) * 1.5, 60)\n"
      "t.goto(x * 1.5, (-y) * 1.5)\nt.dot(8 * 1.5, \"red\")\nt.goto(point)\nt.pensize(3)\n");
  EXPECT_EQ(study::with_lengths_scaled("t.forward(", 2), "t.forward(");
}

TEST(Edits, UnfinishedTextIsLeftAlone) {
  EXPECT_THAT(study::with_one_more("range(3"), IsEmpty());
  EXPECT_THAT(study::with_turn_off("t.left((3)"), IsEmpty());
  EXPECT_THAT(study::with_size_off("t.forward("), IsEmpty());
  EXPECT_THAT(study::with_wrong_color("\"red"), IsEmpty());
}

}  // namespace
}  // namespace papert::mint::turtle

// Grades: the table, and reasons that fit a line.

#include "report/grades.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::report {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(Grades, LongReasonsEndAtAWholePartAndNeverInsideACharacter) {
  Grade grade{.reason = "No match: short."};
  EXPECT_EQ(short_reason(grade), grade.reason);
  grade.reason = "No match: 12.3 % of the ink lies apart";
  for (int i = 0; i < 20; ++i) grade.reason += "; missing: black line from (0, 0) to (120, 120)";
  EXPECT_LE(short_reason(grade).size(), kLongestReason);
  EXPECT_THAT(short_reason(grade), EndsWith("(120, 120) ..."));
  grade.reason.clear();
  for (int i = 0; i < 100; ++i) grade.reason += "\u00e4";
  EXPECT_LE(short_reason(grade).size(), kLongestReason);
  EXPECT_EQ((short_reason(grade).size() - 4) % 2, 0U);
  grade.hint = "Did you mean 'turtle'?";
  EXPECT_EQ(short_reason(grade), grade.hint);
}

TEST(Grades, PartsAreNoDatesAndNamesNoFormulas) {
  const std::vector<Grade> grades{
      {.name = "=ann.py", .passed = true, .parts_there = 3, .parts = 4, .similarity = 1}};
  EXPECT_EQ(grades_csv(grades),
            "file,passed,pixel,parts,similarity,status,line,reason\r\n"
            "'=ann.py,yes,no,'3/4,1.0000,,,\r\n");
}

TEST(Grades, WhatIsNotMetIsNamedInACellOfItsOwn) {
  Grade grade{.name = "a.py",
              .draws = true,
              .similarity = 1,
              .reason = "Match.",
              .unmet = {"uses loop (it has none)", "at most 2 commands (it has 8)"}};
  EXPECT_EQ(grades_csv({grade}, RequirementColumn::kUnmet),
            "file,passed,pixel,parts,similarity,status,line,unmet,reason\r\n"
            "a.py,no,no,,1.0000,,,uses loop (it has none); at most 2 commands (it has 8),"
            "Not met: uses loop (it has none); at most 2 commands (it has 8).\r\n");
  grade.draws = false;
  EXPECT_EQ(short_reason(grade), "Match.") << "the drawing comes first";
  const std::string page = grades_html({.rule = "faithful", .required = {"uses loop"}}, {grade});
  EXPECT_THAT(page, HasSubstr("Required of the program: uses loop."));
  EXPECT_THAT(page, HasSubstr("Not met: uses loop (it has none); at most 2"));
}

TEST(Grades, ThePageSaysWhatCounts) {
  EXPECT_THAT(grades_html({.rule = "faithful"}, {}),
              HasSubstr("Where it stands, how large it is, how thick its lines are and its "
                        "background do not count. The reference"));
  EXPECT_THAT(grades_html({.rule = "faithful", .keep = {.size = true}}, {}),
              HasSubstr("Where it stands, how thick its lines are and its background do not count. "
                        "How large it is counts. The reference"));
}

TEST(Grades, ThePageHoldsCodeAsTextAndTheReferenceOnce) {
  Grade grade{.name = "bob.py", .line = 2, .reason = "why", .code = "a = 1 < 2\nprint('</pre>')\n"};
  const std::string page =
      grades_html({.reference_name = "star.py", .rule = "faithful"}, {grade, grade});
  EXPECT_THAT(page, HasSubstr("a = 1 &lt; 2"));
  EXPECT_THAT(page, Not(HasSubstr("print('</pre>')")));
  EXPECT_THAT(page, HasSubstr("<span class=\"bad\">  2  print"));
  EXPECT_EQ(page.find("alt=\"reference\""), page.rfind("alt=\"reference\""));
  EXPECT_THAT(page, HasSubstr("--paper: #15181b")) << "the colours of all pages, dark ones too";
}

}  // namespace
}  // namespace papert::report

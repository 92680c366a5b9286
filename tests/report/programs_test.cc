#include "report/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::report {
namespace {

using analysis::AnsweredProgram;
using analysis::TaskPrograms;
using suite::Verdict;
using testing::HasSubstr;

TEST(ProgramsText, ColumnsStandSideBySideWithTheFailingLineMarked) {
  const TaskPrograms task{
      "t1",
      "",
      {{"m/a", 0, Verdict::kCrashed, "def run():\n    go()\n", 2, "hits the wall, line 2"},
       {"m/b", 0, Verdict::kRight, "def run():\n    stay()\n    go()\n", std::nullopt, ""},
       {"m/c", 0, Verdict::kNoAnswer, "", std::nullopt, "no code"}}};
  EXPECT_EQ(programs_text({task}),
            "task t1\n"
            "m/a              m/b              m/c\n"
            "crashed          right            no_answer\n"
            "   1 def run():     1 def run():  (no program)\n"
            ">  2     go()       2     stay()\n"
            "                    3     go()\n"
            "m/a: hits the wall, line 2\n"
            "m/c: no code\n");
  EXPECT_THAT(programs_text({task}, {.color = true}), HasSubstr("\033[31m>  2     go()\033[0m"));
}

TEST(ProgramsText, WhatIsWideGoesBelowAndLongLinesAreCut) {
  const AnsweredProgram wide{"m/a", 0, Verdict::kWrong, std::string(80, 'x'), std::nullopt, ""};
  const std::string text = programs_text({{"t1", "t0", {wide, wide, wide}}}, {.width = 100});
  EXPECT_THAT(text, HasSubstr("task t1, made from t0\n"));
  EXPECT_THAT(text, HasSubstr(std::string(38, 'x') + "…  "));
  EXPECT_THAT(text, HasSubstr("\n\nm/a\n")) << "two beside each other, the third below";
  const AnsweredProgram hostile{"m/a", 1, Verdict::kWrong, "a\033[2Jb", std::nullopt, ""};
  const std::string safe = programs_text({{"t1", "", {hostile}}});
  EXPECT_EQ(safe.find('\033'), std::string::npos);
  EXPECT_THAT(safe, HasSubstr("m/a, epoch 1"));
}

TEST(ProgramHtml, MarksTheLineAndEscapesTheText) {
  EXPECT_EQ(program_html("a<b\nc\n", 1),
            "<pre class=\"program\" tabindex=\"0\"><mark title=\"it fails at this line\">  1 "
            "a&lt;b</mark>\n"
            "  2 c\n</pre>");
  EXPECT_EQ(program_html("a", std::nullopt).find("<mark"), std::string::npos);
}

}  // namespace
}  // namespace papert::report

// The trace of a program against the jail, which is the judge.

#include "datagen/turtle/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "datagen/turtle/minted.h"
#include "lang/turtle/host/jail_pool.h"
#include "score/faithful.h"

namespace papert::datagen {
namespace {

TEST(Trace, DrawsWhatTheJailDraws) {
  lang::turtle::JailPool jails({});
  std::size_t same = 0;
  const auto programs = test::minted_programs(95, 70);
  for (const test::MintedProgram& minted : programs) {
    const auto program = turtle::parse_program(minted.code);
    ASSERT_TRUE(program);
    const Trace trace = trace_program(*program);
    EXPECT_TRUE(trace.complete) << minted.family << ": " << trace.problem;
    const auto drawing = jails.run(minted.code);
    ASSERT_TRUE(drawing);
    const bool alike = score::compare_faithfully(score::PaintedDrawing(drawing->scene),
                                                 score::PaintedDrawing(trace.scene))
                           .success;
    EXPECT_TRUE(alike) << minted.family;
    same += alike ? 1 : 0;
  }
  EXPECT_EQ(same, programs.size());
}

std::string problem(const std::string& code) {
  const auto program = turtle::parse_program(code);
  EXPECT_TRUE(program) << code;
  const Trace trace = trace_program(*program);
  EXPECT_FALSE(trace.complete) << code;
  return trace.problem;
}

TEST(Trace, SaysWhereItEnds) {
  using ::testing::HasSubstr;
  EXPECT_THAT(problem("t = 1\n"), HasSubstr("no draw(t)"));
  EXPECT_THAT(problem("def draw(t):\n    t.forward(1 / 0)\n"), HasSubstr("division by zero"));
  EXPECT_THAT(problem("def draw(t):\n    while True:\n        t.left(1)\n"), HasSubstr("steps"));
  EXPECT_THAT(problem("def draw(t):\n    for _ in range(3000):\n        t.circle(300)\n"),
              HasSubstr("vertices"));
  EXPECT_THAT(problem("def draw(t):\n    draw(t)\n"), HasSubstr("calls"));
  EXPECT_THAT(problem("import random\n\n\ndef draw(t):\n    t.dot(9)\n"),
              HasSubstr("import random"));
  EXPECT_THAT(problem("def draw(t):\n    t.write(5)\n"), HasSubstr("the method write"));
  EXPECT_THAT(problem("def draw(t):\n    t.forward(9e300)\n"), HasSubstr("the number"));
  EXPECT_THAT(problem("def draw(t):\n    t.pencolor(\"no colour\")\n"), HasSubstr("the colour"));
}

TEST(Trace, NotesWhatStatementsAndLoopsDo) {
  const auto program = turtle::parse_program(
      "def draw(t):\n    for _ in range(4):\n        t.forward(10)\n        t.left(90)\n"
      "    t.penup()\n    t.goto(5, 5)\n");
  ASSERT_TRUE(program);
  const Trace trace = trace_program(*program);
  ASSERT_TRUE(trace.complete);
  const auto& body = program->statements[0].body;
  EXPECT_TRUE(trace.effects.at(&body[0]).is_closed());
  EXPECT_FALSE(trace.effects.at(&body[0]).absolute);
  EXPECT_EQ(trace.effects.at(&body[0]).marks, 4U);
  EXPECT_TRUE(trace.effects.at(&body[2]).absolute);
  ASSERT_EQ(trace.loops.size(), 1U);
  EXPECT_EQ(trace.loops[0].rounds.size(), 4U);
  EXPECT_DOUBLE_EQ(trace.loops[0].rounds[1].length, 10);
  EXPECT_DOUBLE_EQ(trace.loops[0].rounds[1].first.heading, 90);
  EXPECT_EQ(trace.loop_depth, 1);
}

}  // namespace
}  // namespace papert::datagen

// What beginners' programs are reported. Runs programs in the jail.

#include "lang/turtle/host/hint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/turtle/host/jail_pool.h"

namespace papert::lang::turtle {
namespace {

TEST(Hint, NamesWhatABeginnerDidWrong) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"import turtel\nturtel.forward(10)\n",
       "There is no module 'turtel'. Did you mean 'turtle'?"},
      {"from Turtle import *\nforward(10)\n",
       "There is no module 'Turtle'. Did you mean 'turtle'?"},
      {"import pygame\n",
       "The module 'pygame' cannot be used here; a drawing needs turtle, math and random."},
      {"n = int(input('how many? '))\n",
       "The program asks with input(), but nobody is there to answer: use a fixed value."},
      {"def haus(t):\n    t.forward(10)\n", "The function 'haus' is defined but never called."},
      {"from turtle import *\nforwrd(10)\n",
       "'forwrd' is not known there: is it spelt right, defined and imported?"},
      {"x = 1\n", "The program draws nothing: is the pen down, and does the turtle move?"},
      {"from turtle import *\nforward(10)\n", ""},
      {"from turtle import *\nforward(10)\n1 / 0\n", ""},
  };
  JailPool jails({});
  for (const auto& [code, hint] : cases) {
    const auto drawing = jails.run(code);
    ASSERT_TRUE(drawing) << drawing.error().to_string();
    EXPECT_EQ(hint_for(code, *drawing), hint) << code << drawing->outcome.reason;
    EXPECT_LE(hint.size(), 120U);
  }
}

TEST(Hint, AnEndlessLoopIsNamedWhetherItDrawsOrNot) {
  JailPool jails({});
  for (const std::string body : {"    forward(1)\n", "    pass\n"}) {
    const std::string code = "from turtle import *\nwhile True:\n" + body;
    const auto drawing = jails.run(code);
    ASSERT_TRUE(drawing);
    EXPECT_THAT(hint_for(code, *drawing), testing::HasSubstr("The loop 'while True' never ends"));
    EXPECT_LE(hint_for(code, *drawing).size(), 120U);
  }
}

}  // namespace
}  // namespace papert::lang::turtle

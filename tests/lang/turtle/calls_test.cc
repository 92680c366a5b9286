#include "lang/turtle/host/calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::lang::turtle {
namespace {

using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(TurtleCalls, GoByTheirFullNamesWhateverTheyAreCalledOn) {
  EXPECT_THAT(count_calls("import turtle as t\n"
                          "pen = t.Turtle()\n"
                          "for i in range(4):\n"
                          "    pen.fd(10); t.forward (20)\n"
                          "    rt(90)  # fd(1)\n"
                          "t.pu()\n"),
              UnorderedElementsAre(Pair("forward", 2), Pair("right", 1), Pair("penup", 1)));
}

TEST(TurtleCalls, DefinitionsTextsAndOtherNamesDoNotCount) {
  EXPECT_THAT(count_calls("def circle(r):\n    print('left(3)', left)\nposition()\n"), IsEmpty());
}

TEST(TurtleCalls, AreCountedUpToWhatIsNotPython) {
  EXPECT_THAT(count_calls("fd(1)\nlt(2)\n'open\nfd(3)\n"),
              UnorderedElementsAre(Pair("forward", 1), Pair("left", 1)));
  EXPECT_THAT(count_calls("fd(1)\xff"), IsEmpty());
}

}  // namespace
}  // namespace papert::lang::turtle

#include "reply/turtle_code.h"

#include <gtest/gtest.h>

namespace papert::reply {
namespace {

TEST(CodeLines, BlankLinesAndCommentsDoNotCount) {
  EXPECT_EQ(count_code_lines(""), 0U);
  EXPECT_EQ(count_code_lines("# all\n\n   # comments\n \t\n"), 0U);
  EXPECT_EQ(count_code_lines("def draw(t):  # a turtle\n    t.dot()\r\n\r\n"), 2U);
}

}  // namespace
}  // namespace papert::reply

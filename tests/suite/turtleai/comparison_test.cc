// What is visibly different.

#include <gtest/gtest.h>

#include "study/variants.h"
#include "support/scenes.h"

namespace papert::suite::turtleai {
namespace {

using test::kRed;
using test::moved;
using test::squares;

TEST(VisiblyDifferent, TakesNoticeOfPartsNotOfPixels) {
  EXPECT_FALSE(study::visibly_different(squares(5), squares(5)));
  EXPECT_FALSE(study::visibly_different(squares(5), moved(squares(5), 0.6, 12.34)));
  EXPECT_TRUE(study::visibly_different(squares(5), squares(5, true)));
  EXPECT_TRUE(study::visibly_different(squares(5), squares(6)));
  EXPECT_TRUE(study::visibly_different(squares(5), squares(5, false, kRed)));
}

}  // namespace
}  // namespace papert::suite::turtleai

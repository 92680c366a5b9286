// What is visibly different, and the pictures a model is shown.

#include <gtest/gtest.h>

#include "study/variants.h"
#include "suite/turtleai/picture.h"
#include "support/scenes.h"

namespace papert::suite::turtleai {
namespace {

using scene::Scene;
using scene::Stroke;

using test::kBlue;
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

bool has_ink_at_edge(const raster::Image& image) {
  for (int i = 0; i < image.width(); ++i) {
    for (const auto& [x, y] :
         {std::pair(i, 0), {i, image.height() - 1}, {0, i}, {image.width() - 1, i}}) {
      const std::uint8_t* pixel = image.row(y) + 3 * x;
      if (pixel[0] != 255 || pixel[1] != 255 || pixel[2] != 255) return true;
    }
  }
  return false;
}

TEST(Picture, TheWholeDrawingIsShownWithAMargin) {
  for (const double size : {0.1, 1.0, 40.0}) {
    const raster::Image image = clean_picture(moved(squares(4), size, 500));
    EXPECT_EQ(image.width(), kPictureSide);
    EXPECT_EQ(image.height(), kPictureSide);
    EXPECT_FALSE(has_ink_at_edge(image));
    EXPECT_NE(image, clean_picture({}));
  }
}

TEST(Picture, TheHandIsSteadyInItsUnsteadiness) {
  Scene scene = squares(3);
  scene.items.push_back(scene::Fill{{{0, 0}, {20, 0}, {20, 20}}, kRed});
  scene.items.push_back(scene::Dot{{5, 5}, 9, kBlue});
  const raster::Image drawn = hand_drawn_picture(scene, 7);
  EXPECT_EQ(drawn, hand_drawn_picture(scene, 7));
  EXPECT_NE(drawn, hand_drawn_picture(scene, 8));
  EXPECT_EQ(drawn.width(), kPictureSide);
  // Paper is toned, not white.
  EXPECT_LT(drawn.row(0)[2], 250);
  EXPECT_GT(drawn.row(0)[0], 200);
}

TEST(Picture, NothingToDrawIsPaper) { EXPECT_EQ(hand_drawn_picture({}, 1).height(), kPictureSide); }

}  // namespace
}  // namespace papert::suite::turtleai

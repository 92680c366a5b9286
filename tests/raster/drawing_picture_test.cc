// The pictures of a drawing that a model is shown.

#include "raster/drawing_picture.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace papert::raster {
namespace {

using test::kBlue;
using test::kRed;
using test::moved;
using test::squares;

bool has_ink_at_edge(const Image& image) {
  for (int i = 0; i < image.width(); ++i) {
    for (const auto& [x, y] :
         {std::pair(i, 0), {i, image.height() - 1}, {0, i}, {image.width() - 1, i}}) {
      const std::uint8_t* pixel = image.row(y) + 3 * x;
      if (pixel[0] != 255 || pixel[1] != 255 || pixel[2] != 255) return true;
    }
  }
  return false;
}

TEST(DrawingPicture, TheWholeDrawingIsShownWithAMargin) {
  for (const double size : {0.1, 1.0, 40.0}) {
    const Image image = clean_picture(moved(squares(4), size, 500));
    EXPECT_EQ(image.width(), kPictureSide);
    EXPECT_EQ(image.height(), kPictureSide);
    EXPECT_FALSE(has_ink_at_edge(image));
    EXPECT_NE(image, clean_picture({}));
  }
}

TEST(DrawingPicture, TheHandIsSteadyInItsUnsteadiness) {
  scene::Scene scene = squares(3);
  scene.items.push_back(scene::Fill{{{0, 0}, {20, 0}, {20, 20}}, kRed});
  scene.items.push_back(scene::Dot{{5, 5}, 9, kBlue});
  const Image drawn = hand_drawn_picture(scene, 7);
  EXPECT_EQ(drawn, hand_drawn_picture(scene, 7));
  EXPECT_NE(drawn, hand_drawn_picture(scene, 8));
  EXPECT_EQ(drawn.width(), kPictureSide);
  // Paper is toned, not white.
  EXPECT_LT(drawn.row(0)[2], 250);
  EXPECT_GT(drawn.row(0)[0], 200);
}

TEST(DrawingPicture, NothingToDrawIsPaper) {
  EXPECT_EQ(hand_drawn_picture({}, 1).height(), kPictureSide);
}

}  // namespace
}  // namespace papert::raster

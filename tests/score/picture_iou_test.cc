#include "score/picture_iou.h"

#include <gtest/gtest.h>

namespace papert::score {
namespace {

constexpr raster::Color kWhite{255, 255, 255};
constexpr raster::Color kRed{200, 30, 30};
constexpr raster::Color kBlue{30, 30, 200};

/// A sheet with a square of `side` pixels at (x, y).
raster::Image square(raster::Color ground, raster::Color color, int side, int x = 0, int y = 0) {
  raster::Image image(20, 20, raster::PixelFormat::kRgb);
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 20; ++column) {
      const bool in = column >= x && column < x + side && row >= y && row < y + side;
      const raster::Color c = in ? color : ground;
      std::uint8_t* pixel = image.row(row) + std::ptrdiff_t{3} * column;
      pixel[0] = c.r;
      pixel[1] = c.g;
      pixel[2] = c.b;
    }
  }
  return image;
}

TEST(PictureIou, CopiesAndBlankSheets) {
  const raster::Image truth = square(kWhite, kRed, 10);
  EXPECT_EQ(picture_iou(truth, truth), 1);
  EXPECT_EQ(picture_iou(truth, square(kWhite, kWhite, 0)), 0);
  EXPECT_EQ(picture_iou(square(kWhite, kWhite, 0), square(kWhite, kWhite, 0)), 1);
  EXPECT_EQ(picture_iou(square(kWhite, kWhite, 0), truth), 0);
}

TEST(PictureIou, PlaceAndColourCount) {
  const raster::Image truth = square(kWhite, kRed, 10);
  EXPECT_DOUBLE_EQ(picture_iou(truth, square(kWhite, kRed, 10, 5)), 50.0 / 150);
  EXPECT_EQ(picture_iou(truth, square(kWhite, kBlue, 10)), 0);
  EXPECT_EQ(picture_iou(truth, square(kWhite, {230, 30, 30}, 10)), 1) << "nearly the same colour";
  EXPECT_EQ(picture_iou(truth, square(kWhite, {240, 30, 30}, 10)), 0);
}

TEST(PictureIou, TheGroundIsNoAchievement) {
  const raster::Image truth = square(kBlue, kRed, 5);
  EXPECT_EQ(picture_iou(truth, square(kBlue, kBlue, 0)), 0) << "the ground alone";
  EXPECT_DOUBLE_EQ(picture_iou(truth, square(kWhite, kRed, 5)), 25.0 / 400) << "another ground";
}

TEST(PictureIou, OtherSizesAndFormatsHaveNothingInCommon) {
  EXPECT_EQ(picture_iou(square(kWhite, kRed, 5), raster::Image(5, 5, raster::PixelFormat::kRgb)),
            0);
  EXPECT_EQ(picture_iou(square(kWhite, kRed, 5), raster::Image(20, 20)), 0);
}

}  // namespace
}  // namespace papert::score

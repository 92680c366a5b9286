#include "raster/image.h"

#include <gtest/gtest.h>

namespace papert::raster {
namespace {

TEST(Image, StartsWhiteAndGray) {
  const Image image(3, 2);
  EXPECT_EQ(image.width(), 3);
  EXPECT_EQ(image.height(), 2);
  EXPECT_EQ(image.format(), PixelFormat::kGray);
  EXPECT_EQ(image.channels(), 1);
  ASSERT_EQ(image.data().size(), 6U);
  for (const std::uint8_t sample : image.data()) EXPECT_EQ(sample, 255);
}

TEST(Image, RowsFollowEachOther) {
  Image image(5, 4, PixelFormat::kRgb, 7);
  EXPECT_EQ(image.channels(), 3);
  ASSERT_EQ(image.data().size(), 60U);
  EXPECT_EQ(image.row(3) - image.row(0), 45);
  image.row(2)[14] = 9;
  EXPECT_EQ(image.data()[2 * 15 + 14], 9);
}

TEST(Image, EqualityLooksAtSizeFormatAndSamples) {
  Image image(4, 3);
  EXPECT_EQ(image, Image(4, 3));
  EXPECT_NE(image, Image(3, 4));
  EXPECT_NE(Image(3, 1, PixelFormat::kGray), Image(1, 1, PixelFormat::kRgb));
  image.row(2)[3] = 254;
  EXPECT_NE(image, Image(4, 3));
}

TEST(Image, EmptySizesHoldNothing) {
  EXPECT_EQ(Image().data().size(), 0U);
  EXPECT_EQ(Image(0, 5).data().size(), 0U);
  EXPECT_EQ(Image(5, 0, PixelFormat::kRgb).data().size(), 0U);
}

TEST(Image, GrayWeighsTheColoursLikePillow) {
  // What Image.new("RGB", (1, 1), color).convert("L") gives.
  struct Case {
    Color color;
    int gray;
  };
  const Case cases[] = {{{255, 255, 255}, 255}, {{0, 0, 0}, 0},      {{255, 0, 0}, 76},
                        {{0, 255, 0}, 150},     {{0, 0, 255}, 29},   {{1, 2, 3}, 2},
                        {{200, 100, 50}, 124},  {{13, 240, 77}, 154}};
  for (const Case& c : cases) {
    Image rgb(1, 1, PixelFormat::kRgb);
    rgb.row(0)[0] = c.color.r;
    rgb.row(0)[1] = c.color.g;
    rgb.row(0)[2] = c.color.b;
    EXPECT_EQ(int{to_gray(rgb).row(0)[0]}, c.gray)
        << int{c.color.r} << ' ' << int{c.color.g} << ' ' << int{c.color.b};
  }
  const Image gray(3, 3, PixelFormat::kGray, 88);
  EXPECT_EQ(to_gray(gray), gray);
}

}  // namespace
}  // namespace papert::raster

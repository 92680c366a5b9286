// The published measure, JPEG files and contours.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "base/random.h"
#include "raster/contours.h"
#include "raster/jpeg.h"
#include "score/box_iou.h"

namespace papert {
namespace {

using raster::Bitmap;
using testing::HasSubstr;

/// A gray picture of 16 x 8, the left half black.
constexpr std::string_view kHalfBlack =
    "ffd8ffe000104a46494600010100000100010000ffdb004300030202030202030303030403030405"
    "0805050404050a070706080c0a0c0c0b0a0b0b0d0e12100d0e110e0b0b1016101113141515150c0f"
    "171816141812141514ffc0000b080008001001011100ffc400150001010000000000000000000000"
    "000000090affc40014100100000000000000000000000000000000ffda0008010100003f002a9550"
    "ffd9";
/// A red picture of 8 x 8, progressive.
constexpr std::string_view kRed =
    "ffd8ffe000104a46494600010100000100010000ffdb004300030202030202030303030403030405"
    "0805050404050a070706080c0a0c0c0b0a0b0b0d0e12100d0e110e0b0b1016101113141515150c0f"
    "171816141812141514ffdb00430103040405040509050509140d0b0d141414141414141414141414"
    "1414141414141414141414141414141414141414141414141414141414141414141414141414ffc2"
    "0011080008000803011100021101031101ffc40014000100000000000000000000000000000007ff"
    "c4001501010100000000000000000000000000000608ffda000c03010002100310000001390b54ff"
    "00ffc40014100100000000000000000000000000000000ffda00080101000105027fffc400141101"
    "00000000000000000000000000000000ffda0008010301013f017fffc40014110100000000000000"
    "000000000000000000ffda0008010201013f017fffc4001410010000000000000000000000000000"
    "0000ffda0008010100063f027fffc40014100100000000000000000000000000000000ffda000801"
    "0100013f217fffda000c03010002000300000010ff00ffc400141101000000000000000000000000"
    "00000000ffda0008010301013f107fffc40014110100000000000000000000000000000000ffda00"
    "08010201013f107fffc40014100100000000000000000000000000000000ffda0008010100013f10"
    "7fffd9";

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

Bitmap box(int width, int height, int x0, int y0, int x1, int y1) {
  Bitmap bitmap(width, height);
  for (int y = y0; y <= y1; ++y) bitmap.fill_span(y, x0, x1);
  return bitmap;
}

/// An outline, `pen` pixels thick.
Bitmap frame(int size, int pen) {
  Bitmap bitmap(size, size);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const int edge = std::min(std::min(x, y), std::min(size - 1 - x, size - 1 - y));
      if (edge < pen) bitmap.set(x, y);
    }
  }
  return bitmap;
}

TEST(BoxIou, EqualShapesWhereverTheyStand) {
  EXPECT_EQ(score::box_iou(frame(30, 3), frame(30, 3)), 1);
  EXPECT_EQ(score::box_iou(box(200, 100, 3, 4, 80, 20), box(90, 90, 10, 60, 87, 76)), 1);
}

TEST(BoxIou, SizeAndProportionsDoNotCount) {
  EXPECT_EQ(score::box_iou(box(50, 50, 0, 0, 9, 9), box(200, 200, 5, 5, 150, 44)), 1);
}

TEST(BoxIou, NothingIsLikeNothing) {
  EXPECT_EQ(score::box_iou(Bitmap(), Bitmap()), 0);
  EXPECT_EQ(score::box_iou(Bitmap(10, 10), box(10, 10, 1, 1, 2, 2)), 0);
}

TEST(BoxIou, OnePixelIsStretchedOverEverything) {
  EXPECT_EQ(score::box_iou(box(5, 5, 2, 2, 2, 2), box(70, 70, 0, 0, 69, 69)), 1);
  // The frame against a full box: one way the pixel becomes a full box, the other way too.
  EXPECT_LT(score::box_iou(frame(64, 2), box(64, 64, 0, 0, 63, 63)), 0.2);
}

TEST(BoxIou, CutsAcrossWords) {
  for (const int x : {0, 1, 63, 64, 65, 127, 128}) {
    const Bitmap cut = score::cut_to_ink(box(300, 20, x, 3, x + 70, 9));
    ASSERT_EQ(cut.width(), 71);
    ASSERT_EQ(cut.height(), 7);
    EXPECT_EQ(cut.count(), 71 * 7);
  }
  EXPECT_EQ(score::cut_to_ink(Bitmap(10, 10)).width(), 0);
}

Bitmap scribble(Random& random, int width, int height) {
  Bitmap bitmap(width, height);
  // Corners, so that the box is the whole picture.
  bitmap.set(0, 0);
  bitmap.set(width - 1, height - 1);
  for (int i = 0; i < 12; ++i) {
    const auto x = static_cast<int>(random.randint(0, width - 1));
    const auto y = static_cast<int>(random.randint(0, height - 1));
    for (int k = 0; k < 9; ++k) bitmap.fill_span(y + k % 3, x, x + k);
  }
  return bitmap;
}

cv::Mat mat_of(const Bitmap& bitmap) {
  cv::Mat mat(bitmap.height(), bitmap.width(), CV_8UC1);
  for (int y = 0; y < bitmap.height(); ++y) {
    for (int x = 0; x < bitmap.width(); ++x)
      mat.at<unsigned char>(y, x) = bitmap.get(x, y) ? 255 : 0;
  }
  return mat;
}

double opencv_iou(const Bitmap& a, const Bitmap& b) {
  cv::Mat resized;
  cv::resize(mat_of(a), resized, {b.width(), b.height()});
  const cv::Mat other = mat_of(b);
  return static_cast<double>(cv::countNonZero(resized & other)) /
         static_cast<double>(cv::countNonZero(resized | other));
}

TEST(BoxIou, StretchesAsOpenCvDoes) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const auto side = [&] { return static_cast<int>(random.randint(2, 150)); };
    const Bitmap a = scribble(random, side(), side());
    const Bitmap b = scribble(random, side(), side());
    EXPECT_EQ(score::box_iou(a, b), std::max(opencv_iou(a, b), opencv_iou(b, a)))
        << a.width() << " x " << a.height() << " and " << b.width() << " x " << b.height();
  }
}

TEST(Jpeg, ReadsGrayAndColour) {
  const auto gray = raster::decode_jpeg(bytes_of(kHalfBlack));
  ASSERT_TRUE(gray) << gray.error().to_string();
  EXPECT_EQ(gray->format(), raster::PixelFormat::kGray);
  EXPECT_EQ(gray->width(), 16);
  EXPECT_EQ(gray->height(), 8);
  EXPECT_LT(gray->row(4)[2], 10);
  EXPECT_GT(gray->row(4)[13], 245);
  const auto red = raster::decode_jpeg(bytes_of(kRed));
  ASSERT_TRUE(red) << red.error().to_string();
  EXPECT_EQ(red->format(), raster::PixelFormat::kRgb);
  EXPECT_GT(red->row(3)[9], 245);
  EXPECT_LT(red->row(3)[10], 10);
}

TEST(Jpeg, EveryCutIsAnError) {
  for (const std::string_view hex : {kHalfBlack, kRed}) {
    const std::string whole = bytes_of(hex);
    for (std::size_t size = 0; size + 2 <= whole.size(); ++size) {
      EXPECT_FALSE(raster::decode_jpeg(whole.substr(0, size))) << size;
    }
  }
}

TEST(Jpeg, DamageNeverCrashes) {
  Random random(1);
  const std::string whole = bytes_of(kRed);
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = whole;
    damaged[random.randbelow(damaged.size())] = static_cast<char>(random.randbelow(256));
    const auto image = raster::decode_jpeg(damaged, {.max_side = 100});
    if (image) {
      EXPECT_LE(image->width(), 100);
    }
  }
}

TEST(Jpeg, LimitsAndStrangers) {
  const std::string whole = bytes_of(kHalfBlack);
  EXPECT_TRUE(raster::decode_jpeg(whole, {.max_bytes = whole.size(), .max_side = 16}));
  EXPECT_FALSE(raster::decode_jpeg(whole, {.max_bytes = whole.size() - 1}));
  EXPECT_EQ(raster::decode_jpeg(whole, {.max_side = 15}).error().code, ErrorCode::kLimit);
  EXPECT_EQ(raster::decode_jpeg(whole, {.max_pixels = 127}).error().code, ErrorCode::kLimit);
  EXPECT_THAT(raster::decode_jpeg("\x89PNG").error().message, HasSubstr("not a JPEG"));
}

TEST(Contours, OutlinesAndHoles) {
  EXPECT_EQ(raster::count_contours(raster::Image()), 0);
  EXPECT_EQ(raster::count_contours(raster::Image(20, 20)), 0);
  EXPECT_EQ(raster::count_contours(raster::to_image(box(40, 40, 5, 5, 30, 30))), 1);
  // A thin outline has two borders of nearly one area, a thick one two that differ.
  Bitmap outline(120, 120);
  for (int y = 10; y < 110; ++y) {
    for (int x = 10; x < 110; ++x) {
      if (x < 12 || x >= 108 || y < 12 || y >= 108) outline.set(x, y);
    }
  }
  EXPECT_EQ(raster::count_contours(raster::to_image(outline)), 1);
  Bitmap dots(40, 40);
  for (const int x : {4, 14, 24}) dots.fill_span(20, x, x + 3);
  EXPECT_EQ(raster::count_contours(raster::to_image(dots)), 3);
}

TEST(Contours, InkIsWhatIs240OrDarker) {
  raster::Image image(20, 20, raster::PixelFormat::kGray, 255);
  image.row(10)[10] = 241;
  EXPECT_EQ(raster::count_contours(image), 0);
  image.row(10)[10] = 240;
  EXPECT_EQ(raster::count_contours(image), 1);
}

}  // namespace
}  // namespace papert

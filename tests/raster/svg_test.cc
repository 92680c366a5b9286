// SVG to pixels: exact colours of flat areas, placement, white paper, and documents that are
// broken, too large, or try to read other files.
#include "raster/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "raster/png.h"

namespace papert::raster {
namespace {

using testing::HasSubstr;

std::string document(const std::string& inside, const std::string& box = "0 0 10 10") {
  return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
         "viewBox='" +
         box + "'>" + inside + "</svg>";
}

Color pixel(const Image& image, int x, int y) {
  const std::uint8_t* p = image.row(y) + 3 * x;
  return {p[0], p[1], p[2]};
}

constexpr Color kWhite{255, 255, 255};

TEST(Svg, PaintsColoursOnWhite) {
  const auto image =
      render_svg(document("<rect x='0' y='0' width='5' height='5' fill='#D61E08'/>"), 20, 20);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->format(), PixelFormat::kRgb);
  EXPECT_EQ(image->width(), 20);
  EXPECT_EQ(image->height(), 20);
  EXPECT_EQ(pixel(*image, 0, 0), (Color{0xD6, 0x1E, 0x08}));
  EXPECT_EQ(pixel(*image, 9, 9), (Color{0xD6, 0x1E, 0x08}));
  EXPECT_EQ(pixel(*image, 10, 9), kWhite);
  EXPECT_EQ(pixel(*image, 9, 10), kWhite);
}

TEST(Svg, TransparencyShowsThePaper) {
  const auto image =
      render_svg(document("<rect width='10' height='10' fill='black' opacity='0.5'/>"), 4, 4);
  ASSERT_TRUE(image);
  EXPECT_NEAR(pixel(*image, 2, 2).r, 128, 1);
}

TEST(Svg, AnInchIs96Units) {
  const auto image =
      render_svg(document("<rect width='1in' height='1in' fill='blue'/>", "0 0 192 192"), 192, 192);
  ASSERT_TRUE(image);
  EXPECT_EQ(pixel(*image, 95, 95), (Color{0, 0, 255}));
  EXPECT_EQ(pixel(*image, 96, 95), kWhite);
}

TEST(Svg, AWidePictureIsCentred) {
  const auto image = render_svg(document("<rect width='10' height='10' fill='blue'/>"), 30, 10);
  ASSERT_TRUE(image);
  EXPECT_EQ(pixel(*image, 9, 5), kWhite);
  EXPECT_EQ(pixel(*image, 10, 5), (Color{0, 0, 255}));
  EXPECT_EQ(pixel(*image, 19, 5), (Color{0, 0, 255}));
  EXPECT_EQ(pixel(*image, 20, 5), kWhite);
}

TEST(Svg, SameTextSamePixels) {
  const std::string svg = document("<circle cx='5' cy='5' r='4.3' fill='teal'/>");
  EXPECT_EQ(*render_svg(svg, 64, 64), *render_svg(svg, 64, 64));
}

TEST(Svg, BrokenTextIsBadData) {
  const std::vector<std::string> broken{"",
                                        "hello",
                                        "<svg",
                                        "<html></html>",
                                        "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>",
                                        std::string("\0\xff\xfe", 3)};
  for (const std::string& text : broken) {
    const auto image = render_svg(text, 10, 10);
    ASSERT_FALSE(image) << text;
    EXPECT_EQ(image.error().code, ErrorCode::kBadData) << text;
    EXPECT_THAT(image.error().message, HasSubstr("not an SVG document")) << text;
  }
}

TEST(Svg, SidesHaveLimits) {
  const std::string svg = document("");
  for (const int bad : {0, -1}) {
    EXPECT_EQ(render_svg(svg, bad, 10).error().code, ErrorCode::kUsage);
    EXPECT_EQ(render_svg(svg, 10, bad).error().code, ErrorCode::kUsage);
  }
  EXPECT_TRUE(render_svg(svg, kMaxSvgSide, 1));
  EXPECT_TRUE(render_svg(svg, 1, kMaxSvgSide));
  EXPECT_EQ(render_svg(svg, kMaxSvgSide + 1, 1).error().code, ErrorCode::kLimit);
  EXPECT_EQ(render_svg(svg, 1, kMaxSvgSide + 1).error().code, ErrorCode::kLimit);
}

TEST(Svg, BytesHaveALimit) {
  const std::size_t around = document("<!---->").size();
  const std::string longest = document("<!--" + std::string(kMaxSvgBytes - around, 'x') + "-->");
  ASSERT_EQ(longest.size(), kMaxSvgBytes);
  EXPECT_TRUE(render_svg(longest, 4, 4));
  const auto over = render_svg(longest + " ", 4, 4);
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, ErrorCode::kLimit);
}

TEST(Svg, OtherFilesAreNotRead) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "papert_svg_test";
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / "black.png";
  std::ofstream(file, std::ios::binary) << encode_png(Image(8, 8, PixelFormat::kRgb, 0));
  const std::string path = file.string();
  const std::vector<std::string> attempts{
      "<image width='10' height='10' xlink:href='" + path + "'/>",
      "<image width='10' height='10' xlink:href='file://" + path + "'/>",
      "<image width='10' height='10' href='file://" + path + "'/>",
      "<style>@import url('file://" + path + "');</style>"};
  for (const std::string& attempt : attempts) {
    const auto image = render_svg(document(attempt), 10, 10);
    ASSERT_TRUE(image) << attempt;
    EXPECT_EQ(*image, Image(10, 10, PixelFormat::kRgb)) << attempt;
  }
  std::filesystem::remove_all(folder);
}

TEST(Svg, EntitiesOfOtherFilesAreNotRead) {
  const std::string text =
      "<!DOCTYPE svg [<!ENTITY secret SYSTEM 'file:///etc/hostname'>]>"
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><text y='9'>&secret;</text>"
      "</svg>";
  const auto image = render_svg(text, 10, 10);
  if (image) {
    EXPECT_EQ(*image, Image(10, 10, PixelFormat::kRgb));
  } else {
    EXPECT_EQ(image.error().code, ErrorCode::kBadData);
  }
}

}  // namespace
}  // namespace papert::raster

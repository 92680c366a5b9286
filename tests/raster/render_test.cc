// Scenes to pixels, against the published programs and their hashes.
#include "raster/render.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "base/file.h"
#include "base/sha256.h"
#include "raster/png.h"
#include "support/published_data.h"

namespace papert::raster {
namespace {

constexpr int kSide = 512;

std::string hash_of(const Image& image) {
  const auto data = image.data();
  return sha256_hex({reinterpret_cast<const char*>(data.data()), data.size()});
}

scene::Box circle_box(int cx, int cy, int radius) {
  return {cx - radius, cy - radius, cx + radius, cy + radius};
}

scene::Box square_box(int cx, int cy, int size) {
  const int left = cx - size / 2;
  const int top = cy - size / 2;
  return {left, top, left + size - 1, top + size - 1};
}

/// One canonical line; the language itself is tested elsewhere.
std::optional<scene::PixelItem> parse_line(const std::string& text) {
  int x = 0;
  int y = 0;
  int extent = 0;
  int stroke = 0;
  if (std::sscanf(text.c_str(), "filled_circle(cx=%d, cy=%d, radius=%d)", &x, &y, &extent) == 3) {
    return scene::Ellipse{circle_box(x, y, extent), 0};
  }
  if (std::sscanf(text.c_str(), "circle(cx=%d, cy=%d, radius=%d, stroke=%d)", &x, &y, &extent,
                  &stroke) == 4) {
    return scene::Ellipse{circle_box(x, y, extent), stroke};
  }
  if (std::sscanf(text.c_str(), "filled_square(cx=%d, cy=%d, size=%d)", &x, &y, &extent) == 3) {
    return scene::Rectangle{square_box(x, y, extent), 0};
  }
  if (std::sscanf(text.c_str(), "square(cx=%d, cy=%d, size=%d, stroke=%d)", &x, &y, &extent,
                  &stroke) == 4) {
    return scene::Rectangle{square_box(x, y, extent), stroke};
  }
  return std::nullopt;
}

std::optional<scene::PixelScene> parse_program(const std::string& program) {
  scene::PixelScene scene{kSide, kSide, {}};
  std::istringstream lines(program);
  for (std::string text; std::getline(lines, text);) {
    const auto item = parse_line(text);
    if (!item) return std::nullopt;
    scene.items.push_back(*item);
  }
  return scene;
}

/// The value of a string member in a line of flat JSON whose only escape is \n.
std::string string_member(const std::string& json, const std::string& key) {
  const std::string opening = "\"" + key + "\": \"";
  const std::size_t begin = json.find(opening);
  if (begin == std::string::npos) return {};
  std::string value;
  for (std::size_t i = begin + opening.size(); i < json.size() && json[i] != '"'; ++i) {
    if (json[i] == '\\') {
      ++i;
      value += '\n';
    } else {
      value += json[i];
    }
  }
  return value;
}

TEST(Render, EveryPublishedProgramHasItsHash) {
  PAPERT_NEED_PUBLISHED(path, "shapecodebench/oracle_render.jsonl");
  std::ifstream file(path);
  int programs = 0;
  int wrong = 0;
  for (std::string text; std::getline(file, text);) {
    const std::string program = string_member(text, "program");
    const auto scene = parse_program(program);
    ASSERT_TRUE(scene) << text;
    ++programs;
    const bool right = hash_of(to_image(render(*scene))) == string_member(text, "raster_sha256");
    if (!right && ++wrong <= 5) ADD_FAILURE() << program;
  }
  EXPECT_EQ(programs, 13'502);
  EXPECT_EQ(wrong, 0);
}

TEST(Render, PublishedPicturesDecodeToTheirHash) {
  PAPERT_NEED_PUBLISHED(table, "shapecodebench/raster_sha256.tsv");
  PAPERT_NEED_PUBLISHED(pictures, "shapecodebench/eval_v1/eval");
  std::ifstream file(table);
  std::string text;
  std::getline(file, text);  // column names
  int count = 0;
  while (std::getline(file, text)) {
    std::istringstream fields(text);
    std::string tier;
    std::string seed;
    std::string rendered;
    std::string shipped;
    fields >> tier >> seed >> rendered >> shipped;
    const std::string number = std::string(8 - seed.size(), '0') + seed;
    const auto path = pictures / tier / ("eval-" + tier + "-" + number + ".png");
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes) << path;
    const auto image = decode_png(*bytes);
    ASSERT_TRUE(image) << image.error().to_string();
    EXPECT_EQ(image->format(), PixelFormat::kGray);
    EXPECT_EQ(hash_of(*image), shipped) << path;
    EXPECT_EQ(decode_png(encode_png(*image)).value(), *image);
    EXPECT_EQ(encode_png(pixels_equal(*image, 0)), encode_png(*image));
    ++count;
  }
  EXPECT_EQ(count, 150);
}

TEST(Render, PaintsOverWhatIsThere) {
  scene::PixelScene scene{10, 10, {scene::Rectangle{{0, 0, 1, 1}, 0}}};
  Bitmap canvas(10, 10);
  canvas.set(9, 9);
  paint(scene, canvas);
  EXPECT_EQ(canvas.count(), 5);
  scene.items.clear();
  EXPECT_EQ(render(scene).count(), 0);
}

TEST(Render, EmptyBoxesAndNegativeStrokesPaintNothing) {
  const scene::PixelScene scene{
      20,
      20,
      {scene::Rectangle{{9, 3, 4, 8}, 0}, scene::Rectangle{{3, 9, 8, 4}, 2},
       scene::Ellipse{{9, 3, 4, 8}, 0}, scene::Ellipse{{3, 9, 8, 4}, 2},
       scene::Rectangle{{3, 3, 8, 8}, -1}, scene::Ellipse{{3, 3, 8, 8}, -1}}};
  EXPECT_EQ(render(scene).count(), 0);
}

TEST(Render, NothingIsPaintedOutsideOfThePaintedRows) {
  for (const int size : {-2, 0, 1, 2, 3, 9, 80}) {
    for (const int outline : {-1, 0, 1, 2, 3, 5, 40}) {
      for (const int y : {-90, -1, 0, 30, 63, 70}) {
        const scene::Box box{5, y, 5 + size, y + size};
        for (const scene::PixelItem& item : {scene::PixelItem(scene::Ellipse{box, outline}),
                                             scene::PixelItem(scene::Rectangle{box, outline})}) {
          const scene::PixelScene scene{64, 64, {item}};
          const Rows rows = painted_rows(scene);
          ASSERT_LE(0, rows.top);
          ASSERT_LE(rows.top, rows.bottom);
          ASSERT_LE(rows.bottom, 64);
          Bitmap canvas = render(scene);
          canvas.clear(rows);
          EXPECT_EQ(canvas.count(), 0) << size << " " << outline << " " << y;
        }
      }
    }
  }
}

TEST(Render, SceneOfNoSizeIsAnEmptyBitmap) {
  const scene::PixelScene scene{0, 0, {scene::Rectangle{{0, 0, 5, 5}, 0}}};
  EXPECT_EQ(render(scene), Bitmap(0, 0));
}

Color pixel(const Image& image, int x, int y) {
  const std::uint8_t* at = image.row(y) + 3 * x;
  return {at[0], at[1], at[2]};
}

TEST(Render, DifferencePictureNamesEachKindOfPixel) {
  Bitmap expected(70, 2);
  Bitmap actual(70, 2);
  expected.fill_span(0, 0, 65);
  actual.fill_span(0, 65, 69);
  const Image picture = difference_picture(expected, actual);
  EXPECT_EQ(picture.format(), PixelFormat::kRgb);
  EXPECT_EQ(pixel(picture, 0, 0), kMissingColor);
  EXPECT_EQ(pixel(picture, 64, 0), kMissingColor);
  EXPECT_EQ(pixel(picture, 65, 0), kSharedColor);
  EXPECT_EQ(pixel(picture, 66, 0), kExtraColor);
  EXPECT_EQ(pixel(picture, 69, 0), kExtraColor);
  EXPECT_EQ(pixel(picture, 30, 1), (Color{255, 255, 255}));
}

TEST(Render, DifferencePictureOfUnequalSizesCoversBoth) {
  Bitmap expected(3, 8);
  Bitmap actual(8, 3);
  expected.set(0, 7);
  actual.set(7, 0);
  const Image picture = difference_picture(expected, actual);
  ASSERT_EQ(picture.width(), 8);
  ASSERT_EQ(picture.height(), 8);
  EXPECT_EQ(pixel(picture, 0, 7), kMissingColor);
  EXPECT_EQ(pixel(picture, 7, 0), kExtraColor);
  EXPECT_EQ(pixel(picture, 7, 7), (Color{255, 255, 255}));
}

}  // namespace
}  // namespace papert::raster

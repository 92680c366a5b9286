// What readers see of a comparison is what was compared.

#include "score/compared_pictures.h"

#include <gtest/gtest.h>

#include "score/box_iou.h"
#include "score/faithful.h"
#include "support/scenes.h"

namespace papert::score {
namespace {

using scene::Dot;
using scene::Fill;
using scene::Scene;
using scene::Stroke;
using scene::Text;
using test::kRed;
using test::kWhite;
using test::moved;
using test::squares;

bool is_blank(const raster::Image& image) {
  return image == raster::Image(image.width(), image.height(), image.format());
}

TEST(ComparedPictures, PlaceSizeAndPensAreGone) {
  Scene other = moved(squares(3), 2, 64);
  for (scene::Item& item : other.items) std::get<Stroke>(item).width = 3;
  const PaintedDrawing reference(squares(3));
  for (const auto& make : {canonical_pictures, faithful_pictures}) {
    const ComparedPictures same = make(reference, PaintedDrawing(other));
    EXPECT_EQ(same.reference.width(), scene::kCanonicalSize);
    EXPECT_FALSE(is_blank(same.reference));
    EXPECT_EQ(same.reference, same.answer);
    const ComparedPictures red = make(reference, PaintedDrawing(squares(3, false, kRed)));
    EXPECT_NE(red.reference, red.answer);
  }
}

TEST(ComparedPictures, TextsThatDoNotCountAreNotShown) {
  Scene written = squares(3);
  written.items.push_back(Text{{20, 10}, "hello", "left", "Arial", 8, "normal", {}});
  const PaintedDrawing reference(squares(3));
  const ComparedPictures faithful = faithful_pictures(reference, PaintedDrawing(written));
  EXPECT_EQ(faithful.reference, faithful.answer);
  EXPECT_GT(faithful.same_color, 0);
  const ComparedPictures pixels = canonical_pictures(reference, PaintedDrawing(written));
  EXPECT_NE(pixels.reference, pixels.answer);
  EXPECT_EQ(pixels.same_color, 0);
}

TEST(ComparedPictures, WhiteInkOnDarkPaperIsSeen) {
  Scene dark = squares(2);
  dark.background = {0, 0, 40};
  for (scene::Item& item : dark.items) std::get<Stroke>(item).color = kWhite;
  const ComparedPictures shown =
      faithful_pictures(PaintedDrawing(squares(2)), PaintedDrawing(dark));
  EXPECT_FALSE(is_blank(shown.answer));
  EXPECT_NE(shown.reference, shown.answer);
}

TEST(ComparedPictures, LinesThatStandForAnAreaAreShownAsThick) {
  const Scene area =
      test::scene_of({Fill{{{0, -30}, {300, -30}, {300, 90}, {0, 90}, {0, -30}}, {}},
                      Dot{{0, 0}, 60, {}}, Dot{{300, 0}, 60, {}}, Dot{{0, 60}, 60, {}},
                      Dot{{300, 60}, 60, {}}, Dot{{0, 30}, 60, {}}, Dot{{300, 30}, 60, {}}});
  const Scene line =
      test::scene_of({Stroke{{{0, 0}, {300, 0}}, 60, {}}, Stroke{{{0, 60}, {300, 60}}, 60, {}},
                      Stroke{{{0, 30}, {300, 30}}, 60, {}}});
  const PaintedDrawing reference(area);
  const PaintedDrawing answer(line);
  const ComparedPictures shown = faithful_pictures(reference, answer);
  const auto ink = [](const raster::Image& image) {
    std::size_t count = 0;
    for (const std::uint8_t sample : image.data()) count += sample < 128 ? 1 : 0;
    return static_cast<double>(count);
  };
  ASSERT_TRUE(compare_faithfully(reference, answer).success);
  EXPECT_NEAR(ink(shown.answer) / ink(shown.reference), 1, 0.1);
}

TEST(ComparedPictures, TheBoxMeasureCountsWhatIsShown) {
  raster::Bitmap small(40, 30);
  raster::Bitmap large(90, 90);
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x <= y; ++x) small.set(7 + x, 5 + y);
  }
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 30 - y / 2; ++x) large.set(40 + x, 50 + y);
  }
  const BoxPair pair = laid_over(small, large);
  const raster::Overlap shared = raster::overlap(pair.a, pair.b);
  const double share = static_cast<double>(shared.both) / static_cast<double>(shared.either);
  EXPECT_DOUBLE_EQ(share, box_iou(small, large));
  EXPECT_LT(share, 1);
  const ComparedPictures shown = box_pictures(small, large);
  EXPECT_EQ(shown.reference, raster::to_image(pair.a));
  EXPECT_EQ(shown.reference.width(), shown.answer.width());
  EXPECT_EQ(box_pictures(small, small).reference, box_pictures(small, small).answer);
  EXPECT_EQ(box_pictures(small, raster::Bitmap(9, 9)).reference.width(), 0);
}

}  // namespace
}  // namespace papert::score

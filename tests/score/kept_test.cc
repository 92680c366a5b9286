// Place, size and pens where they count.

#include "score/kept.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "score/faithful.h"
#include "support/scenes.h"

namespace papert::score {
namespace {

using scene::Scene;
using scene::Stroke;
using test::moved;
using test::squares;
using testing::HasSubstr;
using testing::Not;

constexpr Keep kAll{.place = true, .size = true, .width = true};

Scene square(double side, double width = 1) {
  return {.items = {Stroke{{{0, 0}, {side, 0}, {side, side}, {0, side}, {0, 0}}, width, {}}}};
}

/// A square whose upper side has a pen of its own.
Scene two_pens(double sides, double roof) {
  return {.items = {Stroke{{{0, 150}, {0, 0}, {150, 0}, {150, 150}}, sides, {}},
                    Stroke{{{0, 150}, {150, 150}}, roof, {}}}};
}

NotKept not_kept(const Scene& reference, const Scene& answer, Keep keep = kAll) {
  return find_not_kept(PaintedDrawing(reference), PaintedDrawing(answer), keep);
}

TEST(Kept, ByDefaultNothingIs) {
  const PaintedDrawing reference(square(100));
  const PaintedDrawing other(moved(square(100, 5), 3, 70));
  EXPECT_TRUE(compare_faithfully(reference, other).success);
  EXPECT_TRUE(compare_drawings(reference, other).success);
  EXPECT_FALSE(not_kept(square(100), square(100)).any());
  EXPECT_FALSE(not_kept(square(100), moved(square(100, 5), 3, 70), {}).any());
}

TEST(Kept, APlaceGiveOrTakeTwoOfThreeHundredPixels) {
  const Keep place{.place = true};
  EXPECT_FALSE(not_kept(square(300), moved(square(300), 1, 1.4), place).any());
  EXPECT_TRUE(not_kept(square(300), moved(square(300), 1, 1.5), place).any());
  EXPECT_FALSE(not_kept(square(10), moved(square(10), 1, 0.3), place).any()) << "half a step";
  EXPECT_TRUE(not_kept(square(10), moved(square(10), 1, 0.6), place).any());
  Scene right = square(100);
  for (scene::Point& point : std::get<Stroke>(right.items[0]).points) point.x += 50;
  EXPECT_EQ(not_kept(square(100), right).sentence, "the drawing is 50 steps too far to the right");
  EXPECT_EQ(not_kept(right, square(100)).sentence, "the drawing is 50 steps too far to the left");
  EXPECT_EQ(not_kept(square(100), moved(square(100), 1, -20)).sentence,
            "the drawing is 20 steps too far to the left and 20 steps too far up");
}

TEST(Kept, WhatIsLargerFromOneCornerOnIsNotElsewhere) {
  EXPECT_EQ(not_kept(square(100), square(150)).sentence, "the drawing is 1.50 times as large");
  EXPECT_FALSE(not_kept(square(100), square(150), {.place = true}).any());
  EXPECT_EQ(not_kept(square(100), moved(square(100), 0.5, 200)).sentence,
            "the drawing is 0.50 times as large, 150 steps too far to the right and 200 steps too "
            "far down");
}

TEST(Kept, ASizeGiveOrTakeTwoPixelsAtEitherEnd) {
  const Keep size{.size = true};
  EXPECT_FALSE(not_kept(square(300), square(303.9), size).any());
  EXPECT_TRUE(not_kept(square(300), square(304.1), size).any());
  EXPECT_TRUE(not_kept(square(300), square(295.9), size).any());
  const NotKept larger = not_kept(square(100), square(150), size);
  EXPECT_EQ(larger.factors, size);
  EXPECT_EQ(larger.sentence, "the drawing is 1.50 times as large");
  EXPECT_FALSE(not_kept(square(100), moved(square(100), 1, 40), size).any());
}

TEST(Kept, TheWidthOfThePen) {
  const Keep width{.width = true};
  EXPECT_EQ(not_kept(square(100, 1), square(100, 3), width).sentence, "pen width 3 instead of 1");
  EXPECT_FALSE(not_kept(square(100, 1), square(100, 1.4), width).any());
  EXPECT_TRUE(not_kept(square(100, 1), square(100, 1.5), width).any());
  EXPECT_FALSE(not_kept(square(100, 2), square(200, 2), width).any()) << "it does not grow along";
}

TEST(Kept, PensBelongToTheirLines) {
  const Keep width{.width = true};
  EXPECT_FALSE(not_kept(two_pens(1, 5), two_pens(1, 5), width).any());
  EXPECT_EQ(not_kept(two_pens(1, 5), two_pens(5, 1), width).sentence,
            "pen width 5 instead of 1 in some lines");
  EXPECT_EQ(not_kept(two_pens(1, 1), two_pens(1, 5), width).sentence,
            "pen width 5 instead of 1 in some lines");
  Scene twice = two_pens(1, 5);
  twice.items.push_back(Stroke{{{0, 150}, {150, 150}}, 1, {}});
  EXPECT_FALSE(not_kept(two_pens(1, 5), twice, width).any()) << "the thickest line is seen";
  Scene unseen = square(100, 1);
  unseen.items.push_back(Stroke{{{0, 0}, {80, 80}}, 9, {255, 255, 255}});
  EXPECT_FALSE(not_kept(square(100, 1), unseen, width).any());
}

TEST(Kept, CirclesAreRoundWhateverTheirCorners) {
  const auto circle = [](int corners, double radius) {
    Stroke stroke;
    for (int i = 0; i <= corners; ++i) {
      const double angle = 0.1 + 2 * 3.14159265358979 * i / corners;
      stroke.points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return Scene{.items = {stroke}};
  };
  EXPECT_FALSE(not_kept(circle(14, 50), circle(360, 50)).any());
  EXPECT_TRUE(not_kept(circle(14, 50), circle(360, 53)).any());
}

TEST(Kept, BothRulesSayWhichFactorItWas) {
  const PaintedDrawing reference(square(100));
  const PaintedDrawing larger(moved(square(100), 1.5, 0));
  const FaithfulComparison faithful = compare_faithfully(reference, larger, {.size = true});
  EXPECT_FALSE(faithful.success);
  EXPECT_TRUE(faithful.not_kept.factors.size);
  EXPECT_EQ(faithful.difference(), 0);
  const std::string words = explain_faithfully(reference, larger, faithful, true).sentence;
  EXPECT_THAT(words, HasSubstr("No match: the drawing is 1.50 times as large"));
  EXPECT_THAT(words, HasSubstr("overlooked: moved by (25, 25)"));
  EXPECT_THAT(words, Not(HasSubstr("size x")));
  const DrawingComparison pixels = compare_drawings(reference, larger, {.keep = {.size = true}});
  EXPECT_FALSE(pixels.success);
  EXPECT_EQ(pixels.difference, 0);
  EXPECT_THAT(pixels.explanation.sentence, HasSubstr("No match: the drawing is 1.50 times"));
  EXPECT_TRUE(compare_drawings(reference, larger, {.keep = {.width = true}}).success);
}

TEST(Kept, WhatIsDrawnWronglyIsNotMeasured) {
  const FaithfulComparison other = compare_faithfully(
      PaintedDrawing(square(100)), PaintedDrawing(moved(squares(5), 3, 50)), kAll);
  EXPECT_FALSE(other.success);
  EXPECT_FALSE(other.not_kept.any());
  EXPECT_FALSE(not_kept(square(100), {}).any());
}

TEST(Kept, NamesInAnyOrder) {
  EXPECT_EQ(*parse_keep("none"), Keep{});
  EXPECT_EQ(*parse_keep("width,place"), (Keep{.place = true, .width = true}));
  const auto unknown = parse_keep("place,colour");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message,
              HasSubstr("'colour' cannot be kept; there are: place, size"));
}

}  // namespace
}  // namespace papert::score

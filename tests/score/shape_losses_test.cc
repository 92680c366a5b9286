#include "score/shape_losses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace papert::score {
namespace {

using scene::PixelItem;
using scene::PixelScene;

PixelItem circle(int cx, int cy, int radius, int stroke = 0) {
  return scene::Ellipse{{cx - radius, cy - radius, cx + radius, cy + radius}, stroke};
}

PixelItem square(int cx, int cy, int size, int stroke = 0) {
  const int left = cx - size / 2;
  const int top = cy - size / 2;
  return scene::Rectangle{{left, top, left + size - 1, top + size - 1}, stroke};
}

PixelScene scene_of(std::vector<PixelItem> items) { return {512, 512, std::move(items)}; }

ShapeLosses losses(std::vector<PixelItem> reference, std::vector<PixelItem> answer) {
  return shape_losses(scene_of(std::move(reference)), scene_of(std::move(answer)));
}

std::vector<ShapeFate> fates(const ShapeLosses& losses) {
  std::vector<ShapeFate> list;
  for (const ReferenceShape& shape : losses.reference) list.push_back(shape.fate);
  return list;
}

TEST(ShapeLosses, EqualShapesMatchInAnyOrder) {
  const auto found = losses({circle(100, 100, 50, 3), square(300, 300, 41)},
                            {square(300, 300, 41), circle(100, 100, 50, 3)});
  EXPECT_EQ(fates(found), (std::vector{ShapeFate::kMatched, ShapeFate::kMatched}));
  EXPECT_EQ(found.extra, 0U);
}

TEST(ShapeLosses, TellTheLargestErrorInPixels) {
  const auto found =
      losses({circle(100, 100, 50, 3), square(300, 300, 40, 2), square(400, 100, 41)},
             {circle(102, 97, 50, 4), square(300, 301, 46, 2), square(401, 100, 42)});
  EXPECT_EQ(found.reference[0], (ReferenceShape{ShapeFate::kParametersOff, 3, 0}));
  EXPECT_EQ(found.reference[1], (ReferenceShape{ShapeFate::kParametersOff, 6, 0}));
  EXPECT_EQ(found.reference[2], (ReferenceShape{ShapeFate::kParametersOff, 1, 0}));
}

TEST(ShapeLosses, ConfusedKindsComeBeforeParameters) {
  const auto found = losses({circle(100, 100, 50, 3), square(300, 300, 100)},
                            {circle(101, 100, 51), circle(300, 300, 50)});
  EXPECT_EQ(fates(found), (std::vector{ShapeFate::kHollowFilled, ShapeFate::kCircleSquare}));
  EXPECT_EQ(found.extra, 0U);
}

TEST(ShapeLosses, WhatDiffersInFormAndInkIsAnotherShape) {
  const auto found = losses({circle(100, 100, 50, 3)}, {square(100, 100, 100)});
  EXPECT_EQ(fates(found), std::vector{ShapeFate::kMissed});
  EXPECT_EQ(found.extra, 1U);
  EXPECT_GT(found.reference[0].visible, 0.999);
}

TEST(ShapeLosses, AFarShapeIsMissedAndExtra) {
  const auto found = losses({circle(100, 100, 20)}, {circle(300, 300, 20)});
  EXPECT_EQ(fates(found), std::vector{ShapeFate::kMissed});
  EXPECT_EQ(found.extra, 1U);
}

TEST(ShapeLosses, ShapesOfOneKindAreAssignedTogether) {
  // Taken one by one, the first would take what fits the second far better.
  const auto found = losses({square(100, 100, 100), square(130, 100, 100)},
                            {square(128, 100, 100), square(170, 100, 100)});
  EXPECT_EQ(found.reference[0].largest_error, 70);
  EXPECT_EQ(found.reference[1].largest_error, 2);
  EXPECT_EQ(found.extra, 0U);
}

TEST(ShapeLosses, EqualShapesCountOnce) {
  const PixelItem ring = circle(100, 100, 50, 3);
  EXPECT_EQ(losses({ring, ring}, {ring}).reference[1].fate, ShapeFate::kMissed);
  EXPECT_EQ(losses({ring}, {ring, ring, ring}).extra, 2U);
  EXPECT_EQ(losses({ring, ring}, {ring, ring}).extra, 0U);
}

TEST(ShapeLosses, HiddenShapesLeaveNoTrace) {
  const auto found = losses({circle(256, 256, 100), circle(256, 256, 20)}, {circle(256, 256, 100)});
  EXPECT_EQ(found.reference[0].fate, ShapeFate::kMatched);
  EXPECT_EQ(found.reference[1], (ReferenceShape{ShapeFate::kMissed, 0, 0.0}));
}

TEST(ShapeLosses, WhatLiesBeyondThePictureIsNotVisible) {
  // Of 101 columns, 51 are in the picture.
  const auto found = losses({square(0, 256, 101)}, {});
  EXPECT_DOUBLE_EQ(found.reference[0].visible, 51.0 / 101);
  // A third of it lies under the other.
  const auto under = losses({square(100, 100, 90), square(160, 100, 90)}, {square(100, 100, 90)});
  EXPECT_DOUBLE_EQ(under.reference[1].visible, 60.0 / 90);
}

TEST(ShapeLosses, AnOutlineBeyondItsBoxIsCountedWhole) {
  EXPECT_DOUBLE_EQ(losses({square(100, 100, 1, 1)}, {}).reference[0].visible, 1);
}

TEST(ShapeLosses, EmptyScenes) {
  EXPECT_TRUE(losses({}, {}).reference.empty());
  EXPECT_EQ(losses({}, {circle(1, 1, 1)}).extra, 1U);
  EXPECT_EQ(fates(losses({circle(1, 1, 1)}, {})), std::vector{ShapeFate::kMissed});
}

TEST(ShapeLosses, OneSquarePerPixelIsExtra) {
  std::vector<PixelItem> answer;
  for (int i = 0; i < 262'144; ++i) answer.push_back(square(i % 512, i / 512, 1));
  std::vector<PixelItem> reference;
  for (int i = 0; i < 10; ++i) reference.push_back(circle(100 + 20 * i, 100, 40, 3));
  const auto found = losses(reference, answer);
  EXPECT_EQ(found.extra, answer.size());
  EXPECT_EQ(std::ranges::count(fates(found), ShapeFate::kMissed), 10);
}

TEST(ShapeLosses, ManyShapesInOnePlaceLeaveOneEach) {
  std::vector<PixelItem> answer(200'000, circle(101, 100, 40));
  const auto found = losses({circle(100, 100, 40), circle(100, 101, 40)}, answer);
  EXPECT_EQ(fates(found), (std::vector{ShapeFate::kParametersOff, ShapeFate::kParametersOff}));
  EXPECT_EQ(found.extra, answer.size() - 2);
}

TEST(ShapeLosses, ThousandsOfReferencesStayBounded) {
  Random random(3);
  std::vector<PixelItem> reference;
  std::vector<PixelItem> answer;
  for (int i = 0; i < 5000; ++i) {
    const auto x = static_cast<int>(random.randint(0, 511));
    const auto y = static_cast<int>(random.randint(0, 511));
    reference.push_back(circle(x, y, 60, 2));
    answer.push_back(circle(x, y, 61, 2));
  }
  const auto found = losses(reference, answer);
  EXPECT_EQ(found.reference.size(), 5000U);
  EXPECT_GT(std::ranges::count(fates(found), ShapeFate::kParametersOff), 2000);
}

}  // namespace
}  // namespace papert::score

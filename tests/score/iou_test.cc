#include "score/iou.h"

#include <gtest/gtest.h>

namespace papert::score {
namespace {

TEST(MaskScores, CountsPixels) {
  raster::Bitmap a(100, 10);
  raster::Bitmap b(100, 10);
  a.fill_span(0, 0, 9);
  b.fill_span(0, 5, 14);
  const MaskScores scores = mask_scores(raster::overlap(a, b), 1000);
  EXPECT_FALSE(scores.exact);
  EXPECT_EQ(scores.pixel_accuracy, 990.0 / 1000.0);
  EXPECT_EQ(scores.foreground_iou, 5.0 / 15.0);
}

TEST(MaskScores, Extremes) {
  const raster::Bitmap empty(8, 8);
  raster::Bitmap full(8, 8);
  for (int y = 0; y < 8; ++y) full.fill_span(y, 0, 7);
  const MaskScores both_empty = mask_scores(raster::overlap(empty, empty), 64);
  EXPECT_TRUE(both_empty.exact);
  EXPECT_EQ(both_empty.pixel_accuracy, 1.0);
  EXPECT_EQ(both_empty.foreground_iou, 1.0);
  const MaskScores nothing_right = mask_scores(raster::overlap(empty, full), 64);
  EXPECT_FALSE(nothing_right.exact);
  EXPECT_EQ(nothing_right.pixel_accuracy, 0.0);
  EXPECT_EQ(nothing_right.foreground_iou, 0.0);
  const MaskScores same = mask_scores(raster::overlap(full, full), 64);
  EXPECT_TRUE(same.exact);
  EXPECT_EQ(same.foreground_iou, 1.0);
  EXPECT_EQ(mask_scores({}, 0).pixel_accuracy, 1.0);
}

}  // namespace
}  // namespace papert::score

#include "score/hint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::score {
namespace {

using testing::HasSubstr;
using testing::Not;

scene::Stroke line(double x, double y) {
  scene::Stroke stroke;
  stroke.points = {{0, 0}, {x, y}};
  return stroke;
}

PaintedDrawing drawing(std::vector<scene::Item> items) {
  scene::Scene scene;
  scene.items = std::move(items);
  return PaintedDrawing(std::move(scene));
}

TEST(DifferenceHint, CountsWhatIsMissingAndNeverSaysWhere) {
  const PaintedDrawing reference = drawing({line(123, 0), line(0, 77), line(123, 77)});
  const PaintedDrawing answer = drawing({line(123, 0), line(0, 77)});
  const std::string hint = difference_hint(reference, answer);
  EXPECT_THAT(hint, HasSubstr("% of the ink differs"));
  EXPECT_THAT(hint, HasSubstr("1 part is missing"));
  for (const char* coordinate : {"123", "77", "("}) EXPECT_THAT(hint, Not(HasSubstr(coordinate)));
}

TEST(DifferenceHint, AnEmptyDrawingIsNamed) {
  EXPECT_EQ(difference_hint(drawing({line(10, 0)}), drawing({})), "nothing was drawn");
}

TEST(DifferenceHint, WhatWasToBeKeptIsTold) {
  const PaintedDrawing reference = drawing({line(100, 0), line(0, 100)});
  const PaintedDrawing answer = drawing({line(150, 0), line(0, 150)});
  EXPECT_EQ(difference_hint(reference, answer), "");
  EXPECT_THAT(difference_hint(reference, answer, {.size = true}), HasSubstr("1.50 times as large"));
}

}  // namespace
}  // namespace papert::score

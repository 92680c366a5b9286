// Which drawings may be tasks.

#include "mint/turtle/drawing.h"

#include <gtest/gtest.h>

namespace papert::mint::turtle {
namespace {

TEST(CheckDrawing, RefusesWhatIsNoTask) {
  const auto stroke = [](std::vector<scene::Point> points) {
    scene::Scene scene;
    scene.items.push_back(scene::Stroke{std::move(points), 1, {}});
    return scene;
  };
  EXPECT_FALSE(check_drawing({}));
  EXPECT_FALSE(check_drawing(stroke({{0, 0}, {200, 0}})));
  EXPECT_FALSE(check_drawing(stroke({{0, 0}, {30, 0}, {30, 30}})));
  EXPECT_TRUE(check_drawing(stroke({{0, 0}, {400, 0}, {0, 400}})));
  EXPECT_FALSE(check_drawing(stroke({{0, 0}, {401, 0}, {0, 300}})));
}

}  // namespace
}  // namespace papert::mint::turtle

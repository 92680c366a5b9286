#include "lang/shapes/program.h"

#include <gtest/gtest.h>

namespace papert::lang::shapes {
namespace {

using scene::Box;
using scene::Ellipse;
using scene::Rectangle;

TEST(Program, SerialisesCanonically) {
  const Program program = {{{Kind::kFilledCircle, 1, 2, 3, 0},
                            {Kind::kCircle, 4, 5, 6, 1},
                            {Kind::kFilledSquare, 0, 511, 512, 0},
                            {Kind::kSquare, 7, 8, 9, 5}}};
  EXPECT_EQ(serialise(program),
            "filled_circle(cx=1, cy=2, radius=3)\n"
            "circle(cx=4, cy=5, radius=6, stroke=1)\n"
            "filled_square(cx=0, cy=511, size=512)\n"
            "square(cx=7, cy=8, size=9, stroke=5)");
  EXPECT_EQ(serialise({}), "");
}

TEST(Program, NamesAndKinds) {
  EXPECT_EQ(kind_name(Kind::kFilledCircle), "filled_circle");
  EXPECT_EQ(kind_name(Kind::kCircle), "circle");
  EXPECT_EQ(kind_name(Kind::kFilledSquare), "filled_square");
  EXPECT_EQ(kind_name(Kind::kSquare), "square");
  EXPECT_TRUE(is_outlined(Kind::kSquare));
  EXPECT_FALSE(is_outlined(Kind::kFilledCircle));
}

TEST(Program, WidestStroke) {
  EXPECT_EQ(max_stroke(Kind::kCircle, 1), 1);
  EXPECT_EQ(max_stroke(Kind::kCircle, 512), 512);
  EXPECT_EQ(max_stroke(Kind::kSquare, 1), 1);
  EXPECT_EQ(max_stroke(Kind::kSquare, 2), 1);
  EXPECT_EQ(max_stroke(Kind::kSquare, 3), 2);
  EXPECT_EQ(max_stroke(Kind::kSquare, 512), 256);
}

TEST(Program, BoundsAreInclusive) {
  EXPECT_EQ(bounds({Kind::kCircle, 10, 20, 3, 1}), (Box{7, 17, 13, 23}));
  EXPECT_EQ(bounds({Kind::kFilledCircle, 0, 0, 5, 0}), (Box{-5, -5, 5, 5}));
  EXPECT_EQ(bounds({Kind::kSquare, 10, 20, 1, 1}), (Box{10, 20, 10, 20}));
  EXPECT_EQ(bounds({Kind::kFilledSquare, 10, 20, 4, 0}), (Box{8, 18, 11, 21}));
  EXPECT_EQ(bounds({Kind::kFilledSquare, 10, 20, 5, 0}), (Box{8, 18, 12, 22}));
  EXPECT_EQ(bounds({Kind::kFilledSquare, 0, 0, 512, 0}), (Box{-256, -256, 255, 255}));
}

TEST(Program, SceneKeepsOrderAndStrokes) {
  const Program program = {{{Kind::kSquare, 10, 20, 5, 2}, {Kind::kFilledCircle, 1, 2, 3, 0}}};
  scene::PixelScene scene = to_scene(program);
  EXPECT_EQ(scene.width, kCanvasSize);
  EXPECT_EQ(scene.height, kCanvasSize);
  ASSERT_EQ(scene.items.size(), 2u);
  EXPECT_EQ(std::get<Rectangle>(scene.items[0]), (Rectangle{{8, 18, 12, 22}, 2}));
  EXPECT_EQ(std::get<Ellipse>(scene.items[1]), (Ellipse{{-2, -1, 4, 5}, 0}));
}

TEST(Program, SceneStorageIsReused) {
  scene::PixelScene scene =
      to_scene({{{Kind::kSquare, 10, 20, 5, 2}, {Kind::kCircle, 1, 2, 3, 1}}});
  const void* const storage = scene.items.data();
  to_scene({{{Kind::kFilledCircle, 1, 2, 3, 0}}}, scene);
  ASSERT_EQ(scene.items.size(), 1u);
  EXPECT_EQ(scene.items.data(), storage);
  to_scene({}, scene);
  EXPECT_TRUE(scene.items.empty());
}

}  // namespace
}  // namespace papert::lang::shapes

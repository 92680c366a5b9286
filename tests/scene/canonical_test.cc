#include "scene/canonical.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scene/frame_fitter.h"
#include "scene/sample_scenes.h"
#include "support/scenes.h"

namespace papert::scene {
namespace {

using ::papert::test::scene_of;

TEST(Bounds, WhatCounts) {
  EXPECT_EQ(painted_bounds({}), std::nullopt);
  const Scene stroke = scene_of({Stroke{{{0, 0}, {10, 5}}, 4, {}}});
  EXPECT_EQ(painted_bounds(stroke), (Bounds{0, 0, 10, 5}));
  EXPECT_EQ(painted_bounds(stroke, true), (Bounds{-2, -2, 12, 7}));
  EXPECT_EQ(painted_bounds(scene_of({Stroke{{{0, 0}, {10, 5}}, -4, {}}}), true),
            (Bounds{0, 0, 10, 5}));
  EXPECT_EQ(painted_bounds(scene_of({Fill{{{1, 2}, {3, 9}, {-1, 4}}, {}}}), true),
            (Bounds{-1, 2, 3, 9}));
  EXPECT_EQ(painted_bounds(scene_of({Dot{{5, 5}, 10, {}}})), (Bounds{0, 0, 10, 10}));
  EXPECT_EQ(painted_bounds(scene_of({Dot{{5, 5}, -10, {}}})), (Bounds{5, 5, 5, 5}));
  EXPECT_EQ(painted_bounds(scene_of({Dot{{5, 5}, 2, {255, 255, 255}}})), (Bounds{4, 4, 6, 6}));
  const std::vector<Point> triangle{{0, 0}, {4, 0}, {0, 4}};
  EXPECT_EQ(painted_bounds(scene_of({Stamp{triangle, std::nullopt, std::nullopt, 2}})),
            std::nullopt);
  EXPECT_EQ(painted_bounds(scene_of({Stamp{triangle, Color{}, std::nullopt, 2}}), true),
            (Bounds{0, 0, 4, 4}));
  EXPECT_EQ(painted_bounds(scene_of({Stamp{triangle, std::nullopt, Color{}, 2}}), true),
            (Bounds{-1, -1, 5, 5}));
}

TEST(Bounds, TextHasANominalBox) {
  Text text{{100, 50}, "abcd", "left", "Whatever", 10, "bold", {}};
  EXPECT_EQ(text_box(text), (Bounds{100, 50, 124, 62}));
  text.align = "center";
  EXPECT_EQ(text_box(text), (Bounds{88, 50, 112, 62}));
  text.align = "right";
  EXPECT_EQ(text_box(text), (Bounds{76, 50, 100, 62}));
  text.font_size = -10;
  EXPECT_EQ(text_box(text), (Bounds{76, 50, 100, 62}));
  text = {{0, 0}, "\xc3\xa9\n\xf0\x9f\x90\xa2z", "left", "", 10, "", {}};
  EXPECT_EQ(text_box(text), (Bounds{0, 0, 12, 24}));
  text.text = "";
  EXPECT_EQ(text_box(text), (Bounds{0, 0, 0, 12}));
}

TEST(Bounds, TextBlocksStandInTheBox) {
  const Text text{{0, 0}, "a b\nc", "right", "", 10, "", {}};
  const std::vector<Bounds> blocks = text_blocks(text);
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_DOUBLE_EQ(blocks[0].x0, -17.5);
  EXPECT_DOUBLE_EQ(blocks[0].x1, -12.5);
  EXPECT_DOUBLE_EQ(blocks[0].y0, 15);
  EXPECT_DOUBLE_EQ(blocks[0].y1, 22);
  EXPECT_DOUBLE_EQ(blocks[1].x0, -5.5);
  EXPECT_DOUBLE_EQ(blocks[2].x0, -5.5);
  EXPECT_DOUBLE_EQ(blocks[2].y0, 3);
}

TEST(Canonical, LongerSideBecomes300AroundTheMiddle) {
  Scene scene =
      scene_of({Stroke{{{-20, 10}, {40, 10}, {40, 40}}, 7, {1, 2, 3}}, Dot{{10, 20}, 6, {}}});
  scene.background = {9, 9, 9};
  const Canonical canonical = canonicalise(scene);
  EXPECT_EQ(canonical.scale, 5);
  EXPECT_EQ(canonical.center, (Point{10, 25}));
  const Scene expected =
      scene_of({Stroke{{{10, 85}, {310, 85}, {310, 235}}, 1, {1, 2, 3}}, Dot{{160, 135}, 30, {}}});
  EXPECT_EQ(canonical.scene, expected);
}

TEST(Canonical, DrawingsWithoutAnExtent) {
  EXPECT_EQ(canonicalise({}).scene, Scene{});
  EXPECT_EQ(canonicalise({}).scale, 1);
  EXPECT_EQ(canonicalise(scene_of({Stroke{{{7, 8}, {7, 8}}, 3, {}}})).scene,
            scene_of({Stroke{{{160, 160}, {160, 160}}, 1, {}}}));
  EXPECT_EQ(canonicalise(scene_of({Dot{{7, 8}, 0, {}}})).scene, scene_of({Dot{{160, 160}, 0, {}}}));
  EXPECT_EQ(canonicalise(scene_of({Stroke{{{7, 8}, {9, 8}}, 3, {}}})).scene,
            scene_of({Stroke{{{10, 160}, {310, 160}}, 1, {}}}));
  EXPECT_EQ(canonicalise(scene_of({Stroke{{{7, 9}, {7, 8}}, 3, {}}})).scene,
            scene_of({Stroke{{{160, 310}, {160, 10}}, 1, {}}}));
  EXPECT_EQ(canonicalise(scene_of({Dot{{7, 8}, 5, {}}})).scene,
            scene_of({Dot{{160, 160}, 300, {}}}));
  const Scene tiny = canonicalise(scene_of({Stroke{{{0, 0}, {5e-324, 0}}, 1, {}}})).scene;
  EXPECT_EQ(std::get<Stroke>(tiny.items[0]).points[1], (Point{160, 160}));
}

TEST(Canonical, TextSetsTheBoundsByItsBox) {
  const Text text{{0, 0}, "abcde", "left", "", 10, "", {}};  // 30 x 12
  const Canonical canonical = canonicalise(scene_of({text}));
  EXPECT_EQ(canonical.scale, 10);
  const Text& placed = std::get<Text>(canonical.scene.items[0]);
  EXPECT_EQ(placed.position, (Point{10, 100}));
  EXPECT_EQ(placed.font_size, 100);
}

TEST(Canonical, RoundingErrorsDisappear) {
  Stroke walked{{{0, 0}}, 1, {}};
  double x = 0;
  for (int i = 0; i < 10; ++i) walked.points.push_back({x += 0.1, 0});
  Stroke exact{{{0, 0}}, 1, {}};
  for (int i = 1; i <= 10; ++i) exact.points.push_back({i / 10.0, 0});
  ASSERT_NE(walked, exact);
  EXPECT_EQ(canonicalise(scene_of({walked})).scene, canonicalise(scene_of({exact})).scene);
}

TEST(Canonical, AlwaysFitsTheSheet) {
  test::RandomScenes random(3);
  int checked = 0;
  for (int i = 0; i < 500; ++i) {
    const Scene scene = random.next();
    const auto before = painted_bounds(scene);
    if (!before) continue;
    const double longest = std::max(before->width(), before->height());
    // A drawing that is tiny beside its distance from the origin has no precise size.
    if (longest < 1e-6 * std::hypot(before->x1, before->y1) || longest < 1e-200) continue;
    ++checked;
    const auto bounds = painted_bounds(canonicalise(scene).scene);
    ASSERT_TRUE(bounds);
    EXPECT_NEAR(bounds->center().x, 160, 0.1);
    EXPECT_NEAR(bounds->center().y, 160, 0.1);
    EXPECT_NEAR(std::max(bounds->width(), bounds->height()), 300, 0.2);
  }
  EXPECT_GT(checked, 200);
}

TEST(Turned, RightAnglesAreExact) {
  const Scene scene = scene_of({Stroke{{{0.1, 0.2}, {3, 4}}, 1, {}}, Dot{{1, 0}, 2, {}}});
  const auto stroke = [&scene](Turn turn) {
    return std::get<Stroke>(turned(scene, turn).items[0]).points[0];
  };
  EXPECT_EQ(stroke({0, false}), (Point{0.1, 0.2}));
  EXPECT_EQ(stroke({90, false}), (Point{-0.2, 0.1}));
  EXPECT_EQ(stroke({180, false}), (Point{-0.1, -0.2}));
  EXPECT_EQ(stroke({270, false}), (Point{0.2, -0.1}));
  EXPECT_EQ(stroke({-90, false}), (Point{0.2, -0.1}));
  EXPECT_EQ(stroke({0, true}), (Point{-0.1, 0.2}));
  EXPECT_EQ(stroke({90, true}), (Point{-0.2, -0.1}));
  const Point turned30 = std::get<Dot>(turned(scene, {30, false}).items[1]).center;
  EXPECT_DOUBLE_EQ(turned30.x, std::sqrt(3) / 2);
  EXPECT_DOUBLE_EQ(turned30.y, 0.5);
}

TEST(PaintingRows, CountsWhatPaintingVisits) {
  EXPECT_EQ(painting_rows({}), 0);
  // One drawing of 640 sets the scale to 1.001; a segment costs 8, twice its pen, and its height.
  const Item frame = Stroke{{{0, 0}, {640, 0}}, 1, {}};
  const double empty = painting_rows(scene_of({frame}));
  EXPECT_NEAR(empty, 8 + 2 + 1, 0.01);
  const auto cost = [&](const Item& item) {
    return painting_rows(scene_of({frame, item})) - empty;
  };
  EXPECT_NEAR(cost(Stroke{{{0, 0}, {5, 100}, {5, 0}}, 10, {}}), 2 * (8 + 20 + 100), 1);
  EXPECT_NEAR(cost(Fill{{{0, 0}, {100, 0}, {100, 100}}, {}}), 3 * 8 + 2 * (1 + 100 + 100) + 100, 1);
  EXPECT_NEAR(cost(Dot{{5, 50}, 100, {}}), 8 + 200, 1);
  EXPECT_NEAR(cost(Text{{0, 0}, "abcd", "left", "", 100, "", {}}), 4 * (8 + 70), 1);
  EXPECT_EQ(cost(Stamp{{{0, 0}, {1, 1}, {2, 2}}, std::nullopt, std::nullopt, 1}), 0);
  EXPECT_EQ(cost(Stamp{{}, Color{}, Color{}, 1}), 0);
  // Clipped to the tallest picture, and a small drawing counts as large as it is shown.
  EXPECT_NEAR(cost(Dot{{5, 50}, 1e9, {}}), 8 + 2 * 836, 1);
  EXPECT_NEAR(painting_rows(scene_of({Stroke{{{0, 0}, {0, 1e-3}}, 0, {}}})), 8 + 2 + 640, 1);
  EXPECT_NEAR(painting_rows(scene_of({Stroke{{{7, 7}, {7, 7}}, 1, {}}})), 8 + 2 + 1, 1);
}

TEST(FrameFitter, GivesTheItemsOfTheCanonicalDrawing) {
  const Scene scene = test::one_of_each();
  for (const Bounds& frame : {Bounds{0, 0, 100, 40}, Bounds{-7, 3, 9, 800}, Bounds{}}) {
    const Canonical canonical = canonicalise(scene, frame);
    FrameFitter fitter(frame);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < scene.items.size(); ++i) {
        EXPECT_EQ(fitter.fit(scene.items[i]), canonical.scene.items[i]) << i;
      }
    }
  }
}

}  // namespace
}  // namespace papert::scene

// Polygons that are circles become round.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/arcs.h"
#include "scene/canonical.h"

namespace papert::scene {
namespace {

/// A regular polygon around (5, 7), from its first corner round to it again; `sides` of them drawn.
Stroke polygon(int corners, double radius, int sides, double direction = 1) {
  Stroke stroke;
  for (int i = 0; i <= sides; ++i) {
    const double angle = direction * 2 * std::numbers::pi * i / corners;
    stroke.points.push_back({5 + radius * std::cos(angle), 7 + radius * std::sin(angle)});
  }
  return stroke;
}

void expect_round(const Stroke& stroke, double radius) {
  for (const Point& point : stroke.points) {
    EXPECT_NEAR(std::hypot(point.x - 5, point.y - 7), radius, 1e-9 * radius);
  }
}

TEST(Arcs, CirclesOfAnyNumberOfCornersAreOneCircle) {
  for (const int corners : {13, 14, 23, 36, 60}) {
    for (const double direction : {1.0, -1.0}) {
      Scene scene{.items = {polygon(corners, 40, corners, direction)}};
      EXPECT_TRUE(round_arcs(scene));
      const auto& stroke = std::get<Stroke>(scene.items[0]);
      EXPECT_GE(stroke.points.size(), 73U) << corners;
      expect_round(stroke, 40);
      EXPECT_NEAR(painted_bounds(scene)->width(), 80, 0.1) << corners;
    }
  }
}

TEST(Arcs, CornersThatAreMeantStay) {
  for (const int corners : {3, 4, 8, 12}) {
    Scene scene{.items = {polygon(corners, 40, corners)}};
    const Scene before = scene;
    EXPECT_FALSE(round_arcs(scene)) << corners;
    EXPECT_EQ(scene, before);
  }
  // Two sides are a bend, not an arc.
  Scene bend{.items = {polygon(20, 40, 2)}};
  EXPECT_FALSE(round_arcs(bend));
}

TEST(Arcs, AnArcKeepsItsEndsAndWhatComesBeforeAndAfter) {
  Stroke stroke = polygon(20, 30, 5);
  stroke.points.insert(stroke.points.begin(), {100, 100});
  stroke.points.push_back({-100, -90});
  Scene scene{.items = {stroke}};
  EXPECT_TRUE(round_arcs(scene));
  const auto& points = std::get<Stroke>(scene.items[0]).points;
  EXPECT_EQ(points.front(), stroke.points.front());
  EXPECT_EQ(points[1], stroke.points[1]);
  EXPECT_EQ(points[points.size() - 2], stroke.points[6]);
  EXPECT_EQ(points.back(), stroke.points.back());
  EXPECT_EQ(points.size(), 8U + 5 * 3) << "a turn of 18 degrees is made in four";
}

TEST(Arcs, AnArcGoesOnInAnotherLineAndAnAreaBeginsAnywhereInIt) {
  const Stroke whole = polygon(20, 40, 20);
  for (const int cut : {1, 2, 9, 19}) {
    const auto middle = whole.points.begin() + cut;
    const Stroke first{{whole.points.begin(), middle + 1}, 1, {}};
    Stroke second{{middle, whole.points.end()}, 1, {}};
    Scene scene{.items = {second, first}};
    EXPECT_TRUE(round_arcs(scene));
    for (const Item& item : scene.items) expect_round(std::get<Stroke>(item), 40);
    EXPECT_EQ(std::get<Stroke>(scene.items[1]).points.size(),
              static_cast<std::size_t>(4 * cut + 1));
    second.color = {255, 0, 0};
    Scene colored{.items = {second, first}};
    round_arcs(colored);
    EXPECT_EQ(std::get<Stroke>(colored.items[1]).points.size(),
              static_cast<std::size_t>(cut >= 3 ? 4 * cut + 1 : cut + 1));
  }
  Fill fill{whole.points, {}};
  fill.points.pop_back();
  std::rotate(fill.points.begin(), fill.points.begin() + 7, fill.points.end());
  Scene scene{.items = {fill}};
  EXPECT_TRUE(round_arcs(scene));
  EXPECT_EQ(std::get<Fill>(scene.items[0]).points.size(), 81U);
}

TEST(Arcs, FillsAreRoundedAndSpiralsAreNot) {
  Scene filled{.items = {Fill{polygon(16, 25, 16).points, {}}}};
  EXPECT_TRUE(round_arcs(filled));
  EXPECT_GT(std::get<Fill>(filled.items[0]).points.size(), 60U);
  Stroke spiral;
  for (int i = 0; i < 60; ++i) {
    const double angle = std::numbers::pi * i / 9;
    spiral.points.push_back({i * std::cos(angle), i * std::sin(angle)});
  }
  Scene scene{.items = {spiral}};
  EXPECT_FALSE(round_arcs(scene));
}

TEST(Arcs, PointsWithoutALineBetweenThemAreHarmless) {
  Scene scene{
      .items = {Stroke{{{1, 1}, {1, 1}}, 1, {}}, Stroke{{{1, 1}, {1, 1}, {1, 1}, {1, 1}}, 1, {}}}};
  EXPECT_FALSE(round_arcs(scene));
}

}  // namespace
}  // namespace papert::scene

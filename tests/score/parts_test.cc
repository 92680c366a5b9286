// Partial credit, and the picture of the difference.

#include "score/parts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "raster/render.h"
#include "support/scenes.h"

namespace papert::score {
namespace {

using scene::Dot;
using scene::Fill;
using scene::Stroke;
using test::kBlack;
using test::kBlue;
using test::kRed;
using test::scene_of;

const Stroke kSquare{{{0, 0}, {100, 0}, {100, 100}, {0, 100}, {0, 0}}, 1, kBlack};
const Stroke kRoof{{{0, 100}, {50, 150}, {100, 100}}, 1, kBlack};
const Stroke kOpen{{{0, 0}, {100, 0}, {100, 100}, {0, 100}}, 1, kBlack};

PartsComparison compare(const scene::Scene& reference, const scene::Scene& answer) {
  return compare_parts(PaintedDrawing(reference), PaintedDrawing(answer));
}

std::pair<std::size_t, std::size_t> parts(const scene::Scene& reference,
                                          const scene::Scene& answer) {
  const PartsComparison result = compare(reference, answer);
  return {result.there, result.parts};
}

using Pair = std::pair<std::size_t, std::size_t>;

TEST(Parts, LinesFromCornerToCornerAreCountedOnce) {
  EXPECT_EQ(parts(scene_of({kSquare, kRoof}), scene_of({kSquare, kRoof})), Pair(6, 6));
  EXPECT_EQ(parts(scene_of({kSquare, kRoof}), scene_of({kSquare})), Pair(4, 6));
  EXPECT_EQ(parts(scene_of({kSquare, kSquare, kRoof}), scene_of({kOpen, kRoof})), Pair(5, 6));
  EXPECT_EQ(parts(scene_of({kSquare}), {}), Pair(0, 4));
}

TEST(Parts, ACircleIsOneAndAreasAndDotsAre) {
  Stroke circle;
  for (int i = 0; i <= 30; ++i) {
    const double angle = std::numbers::pi * i / 15;
    circle.points.push_back({50 + 30 * std::cos(angle), 50 + 30 * std::sin(angle)});
  }
  const scene::Scene face =
      scene_of({Fill{kSquare.points, kRed}, circle, Dot{{50, 50}, 10, kBlue}});
  EXPECT_EQ(parts(face, face), Pair(3, 3));
  EXPECT_EQ(parts(face, scene_of({Fill{kSquare.points, kRed}, circle})), Pair(2, 3));
  EXPECT_EQ(parts(face, scene_of({Fill{kSquare.points, kBlue}, circle, Dot{{50, 50}, 10, kBlue}})),
            Pair(2, 3));
}

TEST(Parts, APartTooManyDoesNotHideTheOthers) {
  const Stroke tower{{{100, 0}, {400, 0}}, 1, kBlack};
  EXPECT_EQ(parts(scene_of({kSquare}), scene_of({kSquare, tower})), Pair(4, 4));
  Stroke moved = kSquare;
  for (scene::Point& point : moved.points) point = {point.x + 37, point.y - 11};
  Stroke moved_tower = tower;
  for (scene::Point& point : moved_tower.points) point = {point.x + 37, point.y - 11};
  EXPECT_EQ(parts(scene_of({kSquare}), scene_of({moved, moved_tower})), Pair(4, 4));
}

TEST(Parts, TheDifferenceShowsMissingExtraAndOtherColours) {
  const Stroke mark{{{20, 50}, {80, 50}}, 1, kBlack};
  const Stroke red_mark{{{20, 50}, {80, 50}}, 1, kRed};
  const auto has = [](const raster::Image& image, raster::Color color) {
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const std::uint8_t* pixel = image.row(y) + 3 * static_cast<std::ptrdiff_t>(x);
        if (raster::Color{pixel[0], pixel[1], pixel[2]} == color) return true;
      }
    }
    return false;
  };
  const raster::Image missing = compare(scene_of({kSquare, mark}), scene_of({kSquare})).difference;
  EXPECT_TRUE(has(missing, raster::kSharedColor));
  EXPECT_TRUE(has(missing, raster::kMissingColor));
  EXPECT_FALSE(has(missing, raster::kExtraColor));
  const raster::Image extra = compare(scene_of({kSquare}), scene_of({kSquare, mark})).difference;
  EXPECT_TRUE(has(extra, raster::kExtraColor));
  EXPECT_FALSE(has(extra, raster::kMissingColor));
  const raster::Image other =
      compare(scene_of({kSquare, mark}), scene_of({kSquare, red_mark})).difference;
  EXPECT_TRUE(has(other, kRecoloredColor));
  EXPECT_FALSE(has(other, raster::kMissingColor));
}

}  // namespace
}  // namespace papert::score

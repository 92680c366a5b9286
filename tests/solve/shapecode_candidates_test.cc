#include "solve/shapecode_candidates.h"

#include <gtest/gtest.h>

#include <vector>

#include "mint/shapes/generate.h"
#include "raster/raster.h"
#include "solve/shapecode_cover.h"
#include "solve/shapecode_solver.h"

namespace papert::solve::shapecode {
namespace {

using lang::shapes::Program;
using lang::shapes::Shape;

raster::Bitmap picture_of(const std::vector<Shape>& shapes) {
  return raster::render(lang::shapes::to_scene({shapes}));
}

// What searches leave out rests on this: a circle holds the one smaller by 1 a pixel aside, and the
// one smaller by 2 a pixel aside both ways; and so do holes.
TEST(ShapecodeCandidates, CirclesHoldTheSmallerOnesOfNeighbours) {
  const Circles& table = circles();
  for (int radius = 1; radius + 2 <= kMaxRadius; ++radius) {
    for (int dy = 0; dy <= radius; ++dy) {
      const int outer = table.outer(radius, dy);
      ASSERT_GE(table.outer(radius + 1, dy), outer + 1) << radius << ' ' << dy;
      ASSERT_GE(table.outer(radius + 1, dy + 1), outer) << radius << ' ' << dy;
      ASSERT_GE(table.outer(radius + 2, dy + 1), outer + 1) << radius << ' ' << dy;
      const int inner = table.inner(radius, dy);
      if (inner == 0) continue;
      ASSERT_GE(table.inner(radius + 1, dy), inner + 1) << radius << ' ' << dy;
      ASSERT_GE(table.inner(radius + 1, dy + 1), inner) << radius << ' ' << dy;
      ASSERT_GE(table.inner(radius + 2, dy + 1), inner + 1) << radius << ' ' << dy;
    }
  }
}

TEST(ShapecodeCandidates, RowsOfShapesAreThoseOfTheRaster) {
  for (const Shape& shape : std::vector<Shape>{{lang::shapes::Kind::kFilledCircle, 5, 500, 40, 0},
                                               {lang::shapes::Kind::kCircle, 250, 260, 300, 17},
                                               {lang::shapes::Kind::kCircle, 100, 100, 9, 1},
                                               {lang::shapes::Kind::kFilledSquare, 511, 0, 77, 0},
                                               {lang::shapes::Kind::kSquare, 30, 470, 120, 11}}) {
    const raster::Bitmap picture = picture_of({shape});
    raster::Bitmap rest = picture;
    EXPECT_EQ(count_covered(picture, shape), picture.count());
    remove_covered(rest, shape);
    EXPECT_EQ(rest.count(), 0);
    for (int y = 0; y < kSize; y += 3) {
      for (int x = 0; x < kSize; ++x) ASSERT_EQ(covers(shape, x, y), picture.get(x, y));
    }
  }
}

// Nothing white is painted, and whatever is inside the black is inside a candidate.
TEST(ShapecodeCandidates, AreInsideTheBlackAndHoldTheShapesOfTheScene) {
  for (const mint::shapes::Tier tier : mint::shapes::kTiers) {
    const Program reference = mint::shapes::generate(tier, 42'001).value();
    const raster::Bitmap black = picture_of(reference.shapes);
    const std::vector<Shape> candidates = find_shapes(black).candidates;
    for (std::size_t i = 0; i < candidates.size(); i += 7) {
      const raster::Bitmap one = picture_of({candidates[i]});
      ASSERT_EQ(raster::overlap(one, black).both, one.count())
          << lang::shapes::serialise({{candidates[i]}});
    }
    for (const Shape& shape : reference.shapes) {
      const raster::Bitmap one = picture_of({shape});
      const bool held = std::any_of(candidates.begin(), candidates.end(), [&](const Shape& other) {
        return count_covered(one, other) == one.count();
      });
      EXPECT_TRUE(held) << lang::shapes::serialise({{shape}});
    }
  }
}

}  // namespace
}  // namespace papert::solve::shapecode

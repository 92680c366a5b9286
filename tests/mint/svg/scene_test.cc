// Scenes: what is hidden, figures, and pixels that tell shapes and hues.

#include "mint/svg/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <set>

#include "mint/svg/check.h"
#include "mint/svg/figures.h"
#include "mint/svg/hide.h"
#include "mint/svg/pixels.h"
#include "mint/svg/view.h"
#include "raster/svg.h"

namespace papert::mint::svg {
namespace {

Part part(Shape shape, Hue hue, scene::Point center, double rx, double ry, double angle = 0) {
  Random random(1);
  return make_part(shape, hue, center, {rx, ry}, random, angle);
}

TEST(Scene, HiddenPartsHaveNoPixels) {
  const std::vector<Part> parts{part(Shape::kStar, Hue::kRed, {100, 100}, 10, 10),
                                part(Shape::kCircle, Hue::kBlue, {100, 100}, 30, 30),
                                part(Shape::kSquare, Hue::kGreen, {140, 100}, 20, 20)};
  const auto views = view_parts(parts);
  EXPECT_TRUE(views[0].hidden());
  EXPECT_GT(views[0].area, 0U);
  EXPECT_FALSE(views[1].hidden());
  EXPECT_FALSE(views[1].whole());
  EXPECT_TRUE(views[2].whole());
  EXPECT_EQ(views[2].area, 80U * 80U);
  EXPECT_NEAR(static_cast<double>(views[1].area), std::numbers::pi * 60 * 60, 100);
  EXPECT_TRUE(is_clear(parts, views));
  EXPECT_FALSE(is_clear(parts, views, 1));
}

TEST(Scene, NearlyHiddenIsNotClear) {
  const std::vector<Part> parts{part(Shape::kSquare, Hue::kRed, {100, 100}, 20, 20),
                                part(Shape::kSquare, Hue::kBlue, {102, 100}, 20, 20)};
  EXPECT_FALSE(is_clear(parts, view_parts(parts)));
  const std::vector<Part> outside{part(Shape::kSquare, Hue::kRed, {10, 100}, 20, 20)};
  EXPECT_FALSE(is_clear(outside, view_parts(outside)));
  const std::vector<Part> same{part(Shape::kSquare, Hue::kRed, {60, 100}, 20, 20),
                               part(Shape::kCircle, Hue::kRed, {102, 100}, 20, 20)};
  EXPECT_FALSE(is_clear(same, view_parts(same)));
}

TEST(Scene, WhatIsHiddenLeavesNoTrace) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<Part> parts{part(Shape::kHexagon, Hue::kRed, {60, 60}, 30, 30),
                            part(Shape::kStar, Hue::kBlue, {140, 130}, 30, 30)};
    const auto before = view_parts(parts);
    std::vector<Look> looks;
    for (std::size_t i = 0; i < kShapeNames.size(); ++i) {
      looks.push_back({static_cast<Shape>(i), static_cast<Hue>(i)});
    }
    std::vector<Part> all = parts;
    hide_parts(all, looks, random);
    const auto after = view_parts(all);
    std::vector<Part> seen;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!after[i].hidden()) seen.push_back(all[i]);
    }
    ASSERT_EQ(seen.size(), 2U) << seed;
    EXPECT_GE(all.size(), 12U);
    // The program shows nothing but the two parts, in the real renderer too.
    const Minted minted{Language::kSvg, write_program(all, random), "figure", {}};
    EXPECT_TRUE(picture_proves(minted, write_plain(parts)).value()) << minted.program;
    EXPECT_FALSE(picture_proves(minted, write_plain({parts[0]})).value());
  }
}

TEST(Scene, CornersOfAPolygonAreNotItsPoints) {
  for (const Shape shape : {Shape::kTriangle, Shape::kSquare, Shape::kPentagon, Shape::kHexagon}) {
    for (int seed = 0; seed < 12; ++seed) {
      Random random(seed);
      const std::string program =
          write_program({part(shape, Hue::kRed, {100, 100}, 30, 30)}, random);
      const std::size_t at = program.find(" points=\"");
      if (at == std::string::npos) continue;
      const std::string points = program.substr(at + 9, program.find('"', at + 9) - at - 9);
      EXPECT_GE(std::count(points.begin(), points.end(), ','), 10) << program;
    }
  }
}

TEST(Figure, NothingFollowsFromItsKind) {
  for (std::size_t kind = 0; kind < kFigureKinds; ++kind) {
    std::set<Shape> badges;
    for (int seed = 0; seed < 12; ++seed) {
      Random random(seed);
      FigureLook look;
      for (std::size_t i = 0; i < 6; ++i) look.hues.push_back(static_cast<Hue>(i));
      look.count = 3 + static_cast<std::size_t>(seed) % 3;
      look.badge = seed % 2 == 0 ? Shape::kStar : Shape::kSquare;
      const Figure figure = make_figure(kind, look, random);
      const Hue counted = look.hues[figure.counted_color];
      EXPECT_EQ(std::count_if(figure.parts.begin(), figure.parts.end(),
                              [&](const Part& each) { return each.hue == counted; }),
                static_cast<std::ptrdiff_t>(look.count))
          << figure.name;
      badges.insert(figure.parts[figure.named.back().part].shape);
      for (const Part& each : figure.parts) {
        for (const scene::Point corner : polygon_of(each)) {
          EXPECT_GE(std::min(corner.x, corner.y), 0) << figure.name;
          EXPECT_LE(std::max(corner.x, corner.y), kSheet) << figure.name;
        }
      }
    }
    EXPECT_EQ(badges.size(), 2U);
  }
}

TEST(Pixels, TellEveryShapeAndHueAtAnyAngle) {
  for (std::size_t shape = 0; shape < kShapeNames.size(); ++shape) {
    for (const double angle : {0.0, 17.0, 45.0, -30.0}) {
      const auto hue = static_cast<Hue>(shape);
      Random random(7);
      const std::string program =
          write_program({part(static_cast<Shape>(shape), hue, {100, 100}, 30, 18, angle)}, random);
      const auto regions = find_regions(raster::render_svg(program, 512, 512).value());
      ASSERT_EQ(regions.size(), 1U) << program;
      EXPECT_EQ(regions[0].hue, hue) << program;
      ASSERT_TRUE(regions[0].shape.has_value()) << program;
      EXPECT_EQ(name_of(*regions[0].shape), kShapeNames[shape]) << program;
      EXPECT_TRUE(regions[0].certain());
    }
  }
}

TEST(Pixels, EveryShadeHasItsName) {
  for (std::size_t hue = 0; hue < kHueNames.size(); ++hue) {
    for (int seed = 0; seed < 12; ++seed) {
      Random random(seed);
      const std::string shade = shade_of(static_cast<Hue>(hue), random);
      const auto value = static_cast<unsigned>(std::stoul(shade.substr(1), nullptr, 16));
      const raster::Color color{static_cast<std::uint8_t>(value >> 16),
                                static_cast<std::uint8_t>(value >> 8 & 255U),
                                static_cast<std::uint8_t>(value & 255U)};
      EXPECT_EQ(hue_of(color), static_cast<Hue>(hue)) << shade;
    }
  }
  EXPECT_EQ(hue_of({255, 255, 255}), std::nullopt);
}

}  // namespace
}  // namespace papert::mint::svg

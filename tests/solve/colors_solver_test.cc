// Pictures of the second shape dialect, solved from their pixels alone.

#include "solve/colors/colors_solver.h"

#include <gtest/gtest.h>

#include "lang/shapes/v2_parse.h"
#include "mint/shapes/generate_v2.h"
#include "raster/color_plane.h"
#include "raster/png.h"
#include "solve/colors/evidence.h"
#include "solve/colors/scene.h"

namespace papert::solve::colors {
namespace {

using lang::shapes::v2::Program;

raster::ColorPlane painted(const Program& program) {
  return raster::render(lang::shapes::v2::to_scene(program));
}

bool is_solved(std::string_view text) {
  const raster::ColorPlane picture = painted(lang::shapes::v2::parse(text).value());
  const Found found = find_program(picture);
  EXPECT_EQ(found.exact, painted(found.program) == picture);
  return found.exact;
}

TEST(ColorsSolver, EasyScenesAreExact) {
  for (std::int64_t seed = 42'000; seed < 42'003; ++seed) {
    const Program scene = mint::shapes::v2::generate(mint::shapes::Tier::kEasy, seed).value();
    EXPECT_TRUE(is_solved(lang::shapes::v2::serialise(scene))) << seed;
  }
}

TEST(ColorsSolver, WhatLiesOnTopComesLater) {
  EXPECT_TRUE(
      is_solved("rectangle(x=100, y=100, width=200, height=120, stroke=0, color='red')\n"
                "circle(cx=220, cy=200, radius=60, stroke=0, color='blue')\n"
                "line(x1=80, y1=90, x2=330, y2=260, stroke=7, color='black')"));
}

TEST(ColorsSolver, AClearIsFoundByWhatItTakesAway) {
  EXPECT_TRUE(
      is_solved("circle(cx=200, cy=200, radius=80, stroke=0, color='green')\n"
                "clear(x=180, y=90, width=40, height=70)\n"
                "square(cx=300, cy=300, size=80, stroke=9, color='pink')"));
}

TEST(ColorsSolver, ArcsAndOutlinesAreFound) {
  EXPECT_TRUE(
      is_solved("arc(cx=120, cy=120, radius=70, start=200, sweep=210, stroke=8, color='brown')\n"
                "polygon(points=[(300, 300), (420, 330), (350, 430)], stroke=6, color='orange')"));
}

TEST(ColorsSolver, AnEmptyPictureIsAnEmptyProgram) {
  const Found found = find_program(raster::ColorPlane(kSize, kSize));
  EXPECT_TRUE(found.exact);
  EXPECT_TRUE(found.program.shapes.empty());
}

TEST(ColorsSolver, AHullHasItsCornersAlone) {
  const std::vector<PixelPoint> square{{0, 0}, {2, 0}, {1, 1}, {1, 0}, {2, 2}, {0, 2}, {0, 0}};
  const std::vector<PixelPoint> corners{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  EXPECT_EQ(convex_hull(square), corners);
}

TEST(ColorsSolver, PicturesAloneAreToldApartByTheirColours) {
  raster::Image picture(kSize, kSize, raster::PixelFormat::kRgb);
  EXPECT_FALSE(is_colored({}, picture));
  picture.row(3)[0] = 0xdc;
  picture.row(3)[1] = 0x26;
  picture.row(3)[2] = 0x26;
  EXPECT_TRUE(is_colored({}, picture));
  picture.row(3)[3] = 1;
  EXPECT_FALSE(is_colored({}, picture)) << "a colour that is not the dialect's";
  EXPECT_EQ(solve_colors(picture, false).error().message,
            "the pixel at x=1, y=3 has the colour #01ffff, which is none of the shape language's");
}

}  // namespace
}  // namespace papert::solve::colors

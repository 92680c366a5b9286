#include "solve/shapecode_solver.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "data/shapecode/layout.h"
#include "lang/shapes/parse.h"
#include "mint/shapes/generate.h"
#include "raster/raster.h"
#include "solve/shapecode_cover.h"
#include "support/published_data.h"
#include "support/slowdown.h"

namespace papert::solve {
namespace {

using lang::shapes::Kind;
using lang::shapes::Program;
using lang::shapes::Shape;

constexpr int kSide = lang::shapes::kCanvasSize;

raster::Bitmap paint_program(const Program& program) {
  return raster::render(lang::shapes::to_scene(program));
}

Result<Solution> solve_picture(const std::string& png, bool with_stages = false) {
  const std::vector<std::string> images = {png};
  return solve("shapecode", {.images = images, .with_stages = with_stages});
}

/// The program that a reply holds, as the suite reads it.
Program program_in(const std::string& reply) {
  std::string text = reply;
  if (text.starts_with("```python\n")) text = text.substr(10, text.size() - 10 - 4);
  return lang::shapes::parse(text).value();
}

/// Solves the picture of a program; the answer must paint the same.
Program expect_exact(const Program& program) {
  const raster::Bitmap picture = paint_program(program);
  const auto solution = solve_picture(raster::encode_png(picture));
  EXPECT_TRUE(solution) << solution.error().to_string();
  if (!solution) return {};
  Program found = program_in(solution->reply);
  EXPECT_EQ(paint_program(found), picture) << lang::shapes::serialise(program);
  return found;
}

raster::Bitmap all_black() {
  raster::Bitmap picture(kSide, kSide);
  for (int y = 0; y < kSide; ++y) picture.fill_span(y, 0, kSide - 1);
  return picture;
}

TEST(ShapecodeSolver, ScenesOfEveryTierAreExactWithNoMoreShapesThanTheReference) {
  for (const mint::shapes::Tier tier : mint::shapes::kTiers) {
    for (std::int64_t seed = 41'000; seed < 41'000 + 1 + 11 / test::kSlowdown; ++seed) {
      const Program reference = mint::shapes::generate(tier, seed).value();
      const Program found = expect_exact(reference);
      EXPECT_LE(found.shapes.size(), reference.shapes.size())
          << mint::shapes::tier_name(tier) << ' ' << seed;
    }
  }
}

TEST(ShapecodeSolver, PublishedScenesAreExact) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench/eval_v1");
  const auto manifest = data::shapecode::read_manifest(folder).value();
  ASSERT_EQ(manifest.keys.size(), 150u);
  for (const auto& key : manifest.keys) {
    const auto sample = data::shapecode::read_sample(folder, key).value();
    const auto solution = solve_picture(sample.png);
    ASSERT_TRUE(solution) << key.id() << ": " << solution.error().to_string();
    const Program found = program_in(solution->reply);
    const Program reference = lang::shapes::parse(sample.program).value();
    EXPECT_EQ(paint_program(found), paint_program(reference)) << key.id();
    EXPECT_LE(found.shapes.size(), reference.shapes.size()) << key.id();
  }
}

// One shape of each kind, small and large, on the canvas and over its border, is found as itself or
// as one that looks the same.
TEST(ShapecodeSolver, SingleShapesNeedOneShape) {
  Random rng(5);
  for (int round = 0; round < 40; ++round) {
    Shape shape;
    shape.kind = lang::shapes::kKinds[static_cast<std::size_t>(round) % 4];
    shape.extent = static_cast<int>(rng.randint(2, round < 20 ? 30 : 250));
    shape.cx = static_cast<int>(rng.randint(0, kSide - 1));
    shape.cy = static_cast<int>(rng.randint(0, kSide - 1));
    if (lang::shapes::is_outlined(shape.kind)) {
      const int widest = lang::shapes::max_stroke(shape.kind, shape.extent);
      shape.stroke = static_cast<int>(rng.randint(1, widest));
    }
    const Program found = expect_exact({{shape}});
    EXPECT_LE(found.shapes.size(), 1u) << lang::shapes::serialise({{shape}});
  }
}

TEST(ShapecodeSolver, ThirtyShapes) {
  Random rng(8);
  Program program;
  for (int i = 0; i < 30; ++i) {
    Shape shape;
    shape.kind = rng.choice(lang::shapes::kKinds);
    shape.extent = static_cast<int>(rng.randint(16, 100));
    shape.cx = static_cast<int>(rng.randint(0, kSide - 1));
    shape.cy = static_cast<int>(rng.randint(0, kSide - 1));
    if (lang::shapes::is_outlined(shape.kind)) shape.stroke = static_cast<int>(rng.randint(1, 8));
    program.shapes.push_back(shape);
  }
  EXPECT_LE(expect_exact(program).shapes.size(), 30u);
}

TEST(ShapecodeSolver, WhiteBlackAndOnePixel) {
  EXPECT_TRUE(expect_exact({}).shapes.empty());
  const auto black = solve_picture(raster::encode_png(all_black()));
  EXPECT_EQ(black.value().reply, "```python\nfilled_square(cx=256, cy=256, size=512)\n```");
  for (const auto& [x, y] : {std::pair{0, 0}, {511, 511}, {17, 300}}) {
    const Program found = expect_exact({{{Kind::kFilledSquare, x, y, 1, 0}}});
    EXPECT_EQ(found.shapes.size(), 1u);
  }
}

raster::Bitmap noise(double density) {
  Random rng(3);
  raster::Bitmap picture(kSide, kSide);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      if (rng.random() < density) picture.set(x, y);
    }
  }
  return picture;
}

TEST(ShapecodeSolver, NoiseEndsAndIsExact) {
  const raster::Bitmap picture = noise(0.5);
  const auto solution = solve_picture(raster::encode_png(picture));
  ASSERT_TRUE(solution) << solution.error().to_string();
  EXPECT_EQ(paint_program(program_in(solution->reply)), picture);
  for (const double density : {0.02, 0.97}) {
    const raster::Bitmap other = noise(density);
    EXPECT_EQ(paint_program(find_shapes(other, kShapeSteps / 20).program), other) << density;
  }
}

// Around a single white pixel nearly every ring and frame is black.
TEST(ShapecodeSolver, BlackButForOnePixelEndsAndIsExact) {
  raster::Bitmap picture = all_black();
  picture.row(250)[4] &= ~(std::uint64_t{1} << 7);
  const Program found = find_shapes(picture).program;
  EXPECT_EQ(paint_program(found), picture);
  EXPECT_LE(found.shapes.size(), 20u);
}

// Every frame has many others around it that may cover it: the looks at them are counted, and the
// steps are spent once.
TEST(ShapecodeSolver, ManySingleWhitePixelsEndAndAreExact) {
  raster::Bitmap picture = all_black();
  for (int y = 0; y < kSide; y += 40) {
    for (std::size_t x = 0; x < kSide; x += 40) {
      picture.row(y)[x / 64] &= ~(std::uint64_t{1} << (x % 64));
    }
  }
  const ShapeSearch search = find_shapes(picture, kShapeSteps / 10);
  EXPECT_FALSE(search.complete);
  EXPECT_EQ(paint_program(search.program), picture);
  EXPECT_TRUE(find_shapes(all_black()).complete);
}

// Where the steps are few, the answer is long but right.
TEST(ShapecodeSolver, EveryBudgetGivesAnExactAnswer) {
  const raster::Bitmap picture =
      paint_program(mint::shapes::generate(mint::shapes::Tier::kHard, 41'100).value());
  for (const std::int64_t steps : {0, 1'000, 100'000, 3'000'000}) {
    EXPECT_EQ(paint_program(find_shapes(picture, steps).program), picture) << steps;
  }
}

TEST(ShapecodeSolver, OtherPicturesAreRefusedWithAReason) {
  const auto refusal = [](const raster::Image& image) {
    const auto solution = solve_picture(raster::encode_png(image));
    return solution ? std::string() : solution.error().message;
  };
  EXPECT_EQ(refusal(raster::Image(1, 1, raster::PixelFormat::kGray, 0)),
            "the picture has 1 x 1 pixels; the shape language paints 512 x 512");
  EXPECT_NE(refusal(raster::Image(5000, 4000)).find("the PNG has 5000 x 4000 pixels; at most 512"),
            std::string::npos);
  raster::Image grey(kSide, kSide);
  grey.row(7)[3] = 128;
  EXPECT_EQ(refusal(grey),
            "the pixel at x=3, y=7 is neither black nor white (red 128, green 128, blue 128); the "
            "shape language paints black on white");
  raster::Image colour(kSide, kSide, raster::PixelFormat::kRgb);
  colour.row(0)[1] = 0;
  EXPECT_NE(refusal(colour).find("x=0, y=0 is neither black nor white (red 255, green 0"),
            std::string::npos);
  EXPECT_FALSE(solve_picture("no picture"));
  EXPECT_FALSE(solve("shapecode", {}));
}

TEST(ShapecodeSolver, BlackOnWhiteInColourIsReadAsWell) {
  raster::Image image(kSide, kSide, raster::PixelFormat::kRgb);
  raster::fill_rectangle(image, {10, 10, 29, 29}, {0, 0, 0});
  EXPECT_EQ(solve_picture(raster::encode_png(image)).value().reply,
            "```python\nfilled_square(cx=20, cy=20, size=20)\n```");
}

// Worked examples of a prompt come first.
TEST(ShapecodeSolver, TheLastPictureIsTheTask) {
  const std::vector<std::string> images = {
      raster::encode_png(all_black()),
      raster::encode_png(paint_program({{{Kind::kFilledCircle, 100, 90, 40, 0}}}))};
  EXPECT_EQ(solve("shapecode", {.images = images}).value().reply,
            "```python\nfilled_circle(cx=100, cy=90, radius=40)\n```");
}

TEST(ShapecodeSolver, StagesShowTheWay) {
  const Program program = {
      {{Kind::kFilledCircle, 100, 90, 40, 0}, {Kind::kSquare, 300, 300, 81, 4}}};
  const raster::Bitmap picture = paint_program(program);
  const auto solution = solve_picture(raster::encode_png(picture), true).value();
  ASSERT_EQ(solution.stages.size(), 4u);
  EXPECT_EQ(solution.stages[0].name, "picture");
  EXPECT_EQ(solution.stages[0].picture, raster::to_image(picture));
  EXPECT_EQ(solution.stages[1].name, "candidates");
  EXPECT_EQ(solution.stages[1].picture.row(0)[0], 255);
  EXPECT_LT(solution.stages[1].picture.row(90)[100], 100);
  EXPECT_EQ(solution.stages[2].name, "shapes");
  EXPECT_EQ(solution.stages[2].picture.format(), raster::PixelFormat::kRgb);
  EXPECT_EQ(solution.stages[3].name, "difference");
  EXPECT_EQ(solution.stages[3].picture, raster::difference_picture(picture, picture));
}

}  // namespace
}  // namespace papert::solve

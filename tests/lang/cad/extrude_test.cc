// The grid notation: what is read, what is refused and why, and what it means in space.

#include "lang/cad/extrude.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <random>

#include "lang/cad/programs.h"

namespace papert::lang::cad {
namespace {

using test::hole;
using test::plate;
using testing::HasSubstr;

constexpr const char* kTriangle = "SOL; Line:(223,128); Line:(200,200); Line:(128,128); ";
constexpr const char* kExt = "Ext:(128,128,128,128,128,128,128,160,128,Newbody,One-sided); ";

std::string triangle() { return std::string(kTriangle) + kExt; }

Error error_of(const std::string& text, const ExtrudeLimits& limits = {}) {
  const auto program = parse_extrude(text, limits);
  EXPECT_FALSE(program) << text;
  return program ? Error{} : program.error();
}

TEST(ExtrudeText, ReadsEveryCommand) {
  const auto program = parse_extrude(
      "SOL; Line:(1,2); Arc:(3,4,64,1); Arc:(5,6,32,0); SOL; Circle:(7,8,9); "
      "Ext:(10,11,12,13,14,15,16,17,18,Intersect,Two-sided); EOS");
  ASSERT_TRUE(program) << program.error().to_string();
  ASSERT_EQ(program->steps.size(), 1U);
  const ExtrudeStep& step = program->steps[0];
  EXPECT_EQ(step.loops[0],
            (GridLoop{GridLine{1, 2}, GridArc{3, 4, 64, true}, GridArc{5, 6, 32, false}}));
  EXPECT_EQ(step.loops[1], (GridLoop{GridCircle{7, 8, 9}}));
  EXPECT_EQ(step.theta, 10);
  EXPECT_EQ(step.gamma, 12);
  EXPECT_EQ(step.px, 13);
  EXPECT_EQ(step.scale, 16);
  EXPECT_EQ(step.e1, 17);
  EXPECT_EQ(step.e2, 18);
  EXPECT_EQ(step.operation, Operation::kIntersect);
  EXPECT_EQ(step.extent, Extent::kTwoSided);
}

TEST(ExtrudeText, SpacingAndColonsDoNotMatter) {
  const auto usual = parse_extrude(triangle() + "EOS");
  const auto loose = parse_extrude(
      "  SOL\n Line ( 223 , 128 )\nLine:( 200,200 );Line(128,128)\n\n;"
      "Ext(128,128,128,128,128,128,128,160,128, newbody, ONE_SIDED)\tEOS\n");
  ASSERT_TRUE(usual && loose) << (loose ? "" : loose.error().to_string());
  EXPECT_EQ(*usual, *loose);
}

TEST(ExtrudeText, RoundTrip) {
  std::mt19937 random(7);
  const auto level = [&](int low = 0) {
    return low + static_cast<int>(random() % (256U - static_cast<unsigned>(low)));
  };
  for (int i = 0; i < 200; ++i) {
    ExtrudeProgram program;
    for (std::size_t s = 0; s <= random() % 3; ++s) {
      ExtrudeStep step{.theta = level(),
                       .phi = level(),
                       .gamma = level(),
                       .px = level(),
                       .py = level(),
                       .pz = level(),
                       .scale = level(),
                       .e1 = level(),
                       .e2 = level(),
                       .operation = static_cast<Operation>(random() % 4),
                       .extent = static_cast<Extent>(random() % 3)};
      step.loops.push_back({GridCircle{level(), level(), level(1)}});
      step.loops.push_back(
          {GridLine{level(), level()}, GridArc{level(), level(), level(), random() % 2 == 0}});
      program.steps.push_back(step);
    }
    const std::string text = to_text(program);
    const auto again = parse_extrude(text);
    ASSERT_TRUE(again) << text << "\n" << again.error().to_string();
    EXPECT_EQ(*again, program) << text;
    EXPECT_EQ(to_text(*again), text);
  }
}

TEST(ExtrudeText, ErrorsNameCommandAndText) {
  const Error field_count = error_of("SOL; Line:(1,2,3); EOS");
  EXPECT_EQ(field_count.code, ErrorCode::kBadData);
  EXPECT_THAT(field_count.message, HasSubstr("'Line' has 3 fields, not 2"));
  EXPECT_EQ(field_count.where, "command 2, line 1");
  EXPECT_THAT(error_of("SOL;\nBezier:(1,2); EOS").to_string(),
              HasSubstr("command 2, line 2: 'Bezier' is not one of"));
  EXPECT_THAT(error_of("SOL; Line:(256,2); EOS").message, HasSubstr("'256'"));
  EXPECT_THAT(error_of("SOL; Line:(-1,2); EOS").message, HasSubstr("'-1'"));
  EXPECT_THAT(error_of("SOL; Line:(1.5,2); EOS").message, HasSubstr("'1.5'"));
  EXPECT_THAT(error_of("SOL; Line:(x=1,2); EOS").message, HasSubstr("whole number"));
  EXPECT_THAT(error_of("SOL; Line:((1),2); EOS").message, HasSubstr("whole number"));
  EXPECT_THAT(error_of("SOL; Line:(99999999999999999999,2); EOS").message, HasSubstr("999"));
  EXPECT_THAT(error_of("SOL; Arc:(1,2,3,2); EOS").message, HasSubstr("from 0 to 1"));
  EXPECT_THAT(error_of("SOL; Circle:(1,2,0); EOS").message, HasSubstr("from 1 to 255"));
  EXPECT_THAT(
      error_of(std::string(kTriangle) + "Ext:(1,2,3,4,5,6,7,8,9,Weld,One-sided); EOS").message,
      HasSubstr("'Weld'"));
  EXPECT_THAT(error_of(std::string(kTriangle) + "Ext:(1,2,3,4,5,6,7,8,9,Cut,Both); EOS").message,
              HasSubstr("'Both'"));
  EXPECT_THAT(error_of(std::string(kTriangle) + "Ext:(1,2,3,4,5,6,7,8,Cut,One-sided); EOS").message,
              HasSubstr("has 10 fields, not 11"));
}

TEST(ExtrudeText, RefusesBrokenStructure) {
  for (const char* text :
       {"", "   ", "EOS", "SOL; EOS", "Line:(1,2); EOS", "SOL; SOL; Circle:(1,2,3); EOS",
        "SOL; Circle:(128,128,5); EOS", "SOL; Circle:(1,2,3); Line:(1,2); EOS",
        "SOL; Line:(1,2); Circle:(1,2,3); EOS", "SOL(1); EOS", "SOL; Line:(1,2", "SOL; Line:(1",
        "SOL; Line:1,2; EOS", "SOL; Line:(1;2); EOS", "SOL; Line:(1,2]; EOS", "\"SOL", ")", "((((",
        "SOL; Line:((((((((((1)))))))))); EOS"}) {
    error_of(text);
  }
  error_of(std::string(kExt) + "EOS");
  error_of(triangle());
  error_of(triangle() + "EOS; SOL");
  error_of(triangle() + "SOL; " + kExt + "EOS");
  error_of(std::string("SOL; Line:(1,2); \0 EOS", 22));
  EXPECT_TRUE(parse_extrude(triangle() + "EOS"));
}

TEST(ExtrudeText, LimitsJustBelowAndAbove) {
  const auto repeat = [](const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  const std::string circle = "SOL; Circle:(128,128,9); ";
  const auto extrusions = [&](int n) { return repeat(circle + kExt, n) + "EOS"; };
  EXPECT_TRUE(parse_extrude(extrusions(10)));
  EXPECT_EQ(error_of(extrusions(11)).code, ErrorCode::kLimit);
  const auto loops = [&](int n) { return repeat(circle, n) + kExt + "EOS"; };
  EXPECT_TRUE(parse_extrude(loops(6)));
  EXPECT_EQ(error_of(loops(7)).code, ErrorCode::kLimit);
  const auto curves = [&](int n) { return "SOL; " + repeat("Line:(1,2); ", n) + kExt + "EOS"; };
  EXPECT_TRUE(parse_extrude(curves(15)));
  EXPECT_EQ(error_of(curves(16)).code, ErrorCode::kLimit);
  // SOL, 14 lines, Ext: 16 commands; three of them, then SOL, n lines, Ext, EOS.
  const auto commands = [&](int n) {
    return repeat("SOL; " + repeat("Line:(1,2); ", 14) + kExt, 3) + "SOL; " +
           repeat("Line:(1,2); ", n) + kExt + "EOS";
  };
  EXPECT_TRUE(parse_extrude(commands(9)));
  EXPECT_EQ(error_of(commands(10)).code, ErrorCode::kLimit);
  EXPECT_TRUE(parse_extrude(commands(10), ExtrudeLimits::large()));
  ExtrudeLimits small;
  small.max_bytes = triangle().size() + 3;
  EXPECT_TRUE(parse_extrude(triangle() + "EOS", small));
  EXPECT_EQ(error_of(triangle() + "EOS ", small).code, ErrorCode::kLimit);
}

TEST(ExtrudeText, AHundredThousandCommandsEndEarly) {
  std::string text = "SOL; ";
  for (int i = 0; i < 100'000; ++i) text += "Line:(1,2);";
  EXPECT_EQ(error_of(text).code, ErrorCode::kLimit);
  EXPECT_EQ(error_of(text, ExtrudeLimits::large()).code, ErrorCode::kLimit);
}

Recipe recipe_of(const std::string& text) {
  const auto program = parse_extrude(text);
  EXPECT_TRUE(program) << program.error().to_string();
  auto recipe = to_recipe(*program);
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *recipe;
}

TEST(ExtrudeMeaning, ALoopStartsWhereItEnds) {
  const Recipe recipe = recipe_of(triangle() + "EOS");
  const Loop& loop = recipe.extrusions[0].profiles[0].outer;
  ASSERT_EQ(loop.size(), 3U);
  const auto& first = std::get<LineCurve>(loop[0]);
  EXPECT_EQ(first.start, (Point{0, 0}));
  EXPECT_NEAR(first.end.x, 1, 1e-12);
  EXPECT_EQ(std::get<LineCurve>(loop[2]).end, (Point{0, 0}));
}

TEST(ExtrudeMeaning, ArcFlagOneIsCounterClockwise) {
  for (const bool counter_clockwise : {true, false}) {
    // Half a turn from (128,128) to (128,148): counter-clockwise it bulges to the right.
    const Recipe recipe =
        recipe_of(std::string("SOL; Arc:(128,148,128,") + (counter_clockwise ? "1" : "0") +
                  "); Line:(128,128); " + kExt + "EOS");
    const auto& arc = std::get<ArcCurve>(recipe.extrusions[0].profiles[0].outer[0]);
    const double unit = 1.0 / 95;
    EXPECT_NEAR(arc.middle.x, (counter_clockwise ? 10 : -10) * unit, 1e-12);
    EXPECT_NEAR(arc.middle.y, 10 * unit, 1e-12);
  }
}

TEST(ExtrudeMeaning, SweepSetsTheRadius) {
  for (const int sweep : {1, 32, 64, 127, 128, 129, 192, 255}) {
    const Recipe recipe = recipe_of("SOL; Arc:(168,128," + std::to_string(sweep) +
                                    ",1); Line:(128,128); " + kExt + "EOS");
    const auto& arc = std::get<ArcCurve>(recipe.extrusions[0].profiles[0].outer[0]);
    const double angle = sweep / 256.0 * 2 * std::numbers::pi;
    // The sagitta of an arc on a chord of 40.
    const double sagitta = 20 * std::tan(angle / 4) / 95;
    EXPECT_NEAR(arc.middle.y, -sagitta, 1e-9 * (1 + sagitta)) << sweep;
    EXPECT_NEAR(arc.middle.x, 20.0 / 95, 1e-9);
  }
}

TEST(ExtrudeMeaning, TheLoopAtTheLowestCornerIsTheOuterOne) {
  const Recipe recipe =
      recipe_of("SOL; Circle:(150,150,5); " + std::string(kTriangle) + kExt + "EOS");
  const Profile& profile = recipe.extrusions[0].profiles[0];
  EXPECT_EQ(profile.outer.size(), 3U);
  ASSERT_EQ(profile.holes.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<CircleCurve>(profile.holes[0][0]));
  // An arc reaches further than its ends: the half circle to the left of x = 128 is outside.
  const Recipe bulge = recipe_of(
      "SOL; Line:(127,140); Line:(130,150); Line:(127,130);"
      "SOL; Arc:(128,108,128,1); Line:(128,148); " +
      std::string(kExt) + "EOS");
  EXPECT_EQ(bulge.extrusions[0].profiles[0].outer.size(), 2U);
}

TEST(ExtrudeMeaning, KnownPlanes) {
  struct Case {
    int theta, phi, gamma;
    Point3 normal;
  };
  for (const Case& c : {Case{128, 128, 128, {0, 0, 1}}, Case{192, 64, 192, {0, -1, 0}},
                        Case{192, 192, 192, {0, 1, 0}}, Case{192, 128, 192, {1, 0, 0}}}) {
    const auto recipe = to_recipe({{{.loops = {{GridCircle{128, 128, 9}}},
                                     .theta = c.theta,
                                     .phi = c.phi,
                                     .gamma = c.gamma,
                                     .e1 = 160}}});
    ASSERT_TRUE(recipe);
    const Frame& frame = recipe->extrusions[0].frame;
    EXPECT_NEAR(frame.z.x, c.normal.x, 1e-12);
    EXPECT_NEAR(frame.z.y, c.normal.y, 1e-12);
    EXPECT_NEAR(frame.z.z, c.normal.z, 1e-12);
  }
}

TEST(ExtrudeMeaning, Extents) {
  const auto ends = [](int e1, int e2, Extent extent) {
    const auto recipe =
        to_recipe({{{.loops = {{GridCircle{128, 128, 9}}}, .e1 = e1, .e2 = e2, .extent = extent}}});
    EXPECT_TRUE(recipe);
    return std::pair(recipe->extrusions[0].low, recipe->extrusions[0].high);
  };
  EXPECT_EQ(ends(192, 128, Extent::kOneSided), std::pair(0.0, 0.5));
  EXPECT_EQ(ends(64, 128, Extent::kOneSided), std::pair(-0.5, 0.0));
  EXPECT_EQ(ends(192, 128, Extent::kSymmetric), std::pair(-0.5, 0.5));
  EXPECT_EQ(ends(192, 160, Extent::kTwoSided), std::pair(-0.25, 0.5));
}

TEST(ExtrudeMeaning, ErrorsOfBuildingNameCommandAndLine) {
  const auto program = parse_extrude(
      "SOL\nCircle:(128,128,9)\nExt:(128,128,128,128,128,128,128,200,128,Cut,One-sided)\nEOS");
  ASSERT_TRUE(program) << program.error().to_string();
  const auto recipe = to_recipe(*program);
  ASSERT_TRUE(recipe);
  EXPECT_EQ(recipe->extrusions[0].where, "command 3, line 3, extrusion 1");
}

TEST(ExtrudeMeaning, RefusesWhatHasNoSize) {
  const auto refuse = [](const ExtrudeStep& step) {
    const auto recipe = to_recipe({{step}});
    ASSERT_FALSE(recipe);
    EXPECT_EQ(recipe.error().code, ErrorCode::kBadData);
    EXPECT_EQ(recipe.error().where, "extrusion 1");
  };
  const GridLoop circle{GridCircle{128, 128, 9}};
  refuse({.loops = {circle}, .e1 = 128});
  refuse({.loops = {circle}, .scale = 0, .e1 = 200});
  refuse({.loops = {circle}, .e1 = 160, .e2 = 96, .extent = Extent::kTwoSided});
  refuse({.loops = {{GridLine{5, 5}}}, .e1 = 200});
  refuse({.loops = {{GridArc{5, 5, 64, true}, GridLine{5, 5}}}, .e1 = 200});
  refuse({.loops = {}, .e1 = 200});
  refuse({.loops = {{}}, .e1 = 200});
}

}  // namespace
}  // namespace papert::lang::cad

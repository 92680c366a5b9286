// Path data: the lexer's corners, absolute coordinates, arcs under every kind of map, boxes.
#include "lang/svg/path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

std::string absolute(std::string_view text) {
  const auto path = parse_path(text);
  return path ? write_path(*path, 4) : "error: " + path.error().message;
}

TEST(SvgPath, ReadsEveryCommandAsAbsolute) {
  EXPECT_EQ(absolute(""), "");
  EXPECT_EQ(absolute("  M1 2 "), "M1,2");
  EXPECT_EQ(absolute("m1 1h2v2H0V0z"), "M1,1L3,1L3,3L0,3L0,0Z");
  EXPECT_EQ(absolute("m1,1 2,2 3,3"), "M1,1L3,3L6,6");
  EXPECT_EQ(absolute("M1,1 2,2 3,3"), "M1,1L2,2L3,3");
  EXPECT_EQ(absolute("M1 1c1 1 2 2 3 3s1 1 2 2"), "M1,1C2,2 3,3 4,4S5,5 6,6");
  EXPECT_EQ(absolute("M1 1q1 1 2 2t1 1T9 9"), "M1,1Q2,2 3,3T4,4T9,9");
  EXPECT_EQ(absolute("m5 5l1 0 0 1zl1 1"), "M5,5L6,5L6,6ZL6,6");
  EXPECT_EQ(absolute("m1 1l1 1zm1 1l1 1z"), "M1,1L2,2ZM2,2L3,3Z");
}

TEST(SvgPath, NumbersAreGluedBySignPointAndExponent) {
  EXPECT_EQ(absolute("M1.5.5"), "M1.5,0.5");
  EXPECT_EQ(absolute("M-1-2"), "M-1,-2");
  EXPECT_EQ(absolute("M+1e1-2E-1"), "M10,-0.2");
  EXPECT_EQ(absolute("M.5e1 5."), "M5,5");
  EXPECT_EQ(absolute("M1,-0"), "M1,0");
  EXPECT_EQ(absolute("M1e-400 1"), "M0,1");
}

TEST(SvgPath, ArcFlagsAreOneCharacter) {
  EXPECT_EQ(absolute("M0 0a1 1 0 01.5.5"), "M0,0A1,1 0 0,1 0.5,0.5");
  EXPECT_EQ(absolute("M0 0a1 2 30 1,0 .5-.5 1 1 0 111 2"),
            "M0,0A1,2 30 1,0 0.5,-0.5A1,1 0 1,1 1.5,1.5");
  EXPECT_EQ(absolute("M0 0A-3 3 0 00 3 4"), "M0,0A3,3 0 0,0 3,4");
}

TEST(SvgPath, WhatIsNoPathNamesThePlace) {
  for (const char* text : {"L1 1",
                           "1 1",
                           "M",
                           "M1",
                           "M1 1L",
                           "M1 1 2",
                           "M1 1x",
                           "M1,,1",
                           "M1 1,",
                           "M1 1z1 1",
                           ",M1 1",
                           "M0 0a1 1 0 2 1 1 1",
                           "M0 0a1 1 0 0 1 1",
                           "Mnan 1",
                           "Minf 1",
                           "M1e999 1",
                           "M0x1 1",
                           "M1 1 e 5",
                           "M 1e 1",
                           "M1 1L1%2"}) {
    const auto path = parse_path(text);
    ASSERT_FALSE(path) << text << " -> " << write_path(*path, 3);
    EXPECT_EQ(path.error().code, ErrorCode::kBadData);
    EXPECT_THAT(path.error().message, testing::HasSubstr("at byte"));
  }
  EXPECT_FALSE(parse_path("m1e308 0 1e308 0"));
}

TEST(SvgPath, CommandLimitFromBothSides) {
  std::string text = "M0 0";
  for (std::size_t i = 1; i < kMaxPathCommands; ++i) text += "h1";
  EXPECT_TRUE(parse_path(text));
  const auto over = parse_path(text + "h1");
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, ErrorCode::kLimit);
}

/// A point of an arc at share t of its way, by its centre: the recipe of the SVG specification,
/// independent of the code under test.
Point on_arc(Point from, const PathCommand& arc, double t) {
  const double phi = arc.angle_degrees * std::numbers::pi / 180;
  const Point to = arc.points[2];
  const double dx = (from.x - to.x) / 2;
  const double dy = (from.y - to.y) / 2;
  const double x1 = std::cos(phi) * dx + std::sin(phi) * dy;
  const double y1 = -std::sin(phi) * dx + std::cos(phi) * dy;
  double rx = arc.rx;
  double ry = arc.ry;
  const double lambda = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry);
  if (lambda > 1) {
    rx *= std::sqrt(lambda);
    ry *= std::sqrt(lambda);
  }
  const double q = rx * rx * y1 * y1 + ry * ry * x1 * x1;
  double root = std::sqrt(std::fmax(0, (rx * rx * ry * ry - q) / q));
  if (arc.large == arc.sweep) root = -root;
  const double cx1 = root * rx * y1 / ry;
  const double cy1 = -root * ry * x1 / rx;
  const Point center{std::cos(phi) * cx1 - std::sin(phi) * cy1 + (from.x + to.x) / 2,
                     std::sin(phi) * cx1 + std::cos(phi) * cy1 + (from.y + to.y) / 2};
  const double start = std::atan2((y1 - cy1) / ry, (x1 - cx1) / rx);
  double span = std::atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - start;
  if (arc.sweep && span < 0) span += 2 * std::numbers::pi;
  if (!arc.sweep && span > 0) span -= 2 * std::numbers::pi;
  const double a = start + span * t;
  return {center.x + rx * std::cos(a) * std::cos(phi) - ry * std::sin(a) * std::sin(phi),
          center.y + rx * std::cos(a) * std::sin(phi) + ry * std::sin(a) * std::cos(phi)};
}

/// How far a point is from an arc, by many samples.
double distance_to(Point p, Point from, const PathCommand& arc) {
  double best = 1e9;
  for (int i = 0; i <= 1500; ++i) {
    const Point q = on_arc(from, arc, i / 1500.0);
    best = std::min(best, std::hypot(p.x - q.x, p.y - q.y));
  }
  return best;
}

TEST(SvgPath, ArcsUnderEveryKindOfMap) {
  const std::vector<Affine> maps{
      rotation(30),     scaling(2, 2) * rotation(-100),  scaling(3, 0.5),
      scaling(-1, 1),   Affine{1, 0.2, 0.7, 1.3, 4, -5}, Affine{0, 2, 1, 0, 0, 0},
      translation(5, 6)};
  for (const char* text : {"M3 4A5 2 20 0 1 8 5", "M3 4A5 2 20 1 0 8 5", "M3 4A1 2 -70 1 1 8 5",
                           "M3 4A3 3 0 0 0 8 5", "M0 0A5 5 0 0 1 10 0"}) {
    const Path path = *parse_path(text);
    for (const Affine& map : maps) {
      const Path mapped = map_path(path, map);
      for (const double t : {0.1, 0.35, 0.5, 0.8}) {
        const Point expected = map(on_arc(path[0].points[2], path[1], t));
        EXPECT_LT(distance_to(expected, mapped[0].points[2], mapped[1]), 0.03)
            << text << " -> " << write_path(mapped, 4);
      }
    }
  }
}

TEST(SvgPath, AnArcWithoutARadiusIsALine) {
  EXPECT_EQ(write_path(map_path(*parse_path("M0 0A0 5 0 0 1 3 3"), rotation(90)), 3), "M0,0L-3,3");
}

TEST(SvgPath, BoxesAreTight) {
  const auto box = [](std::string_view text) { return bounds_of(*parse_path(text)); };
  const Bounds circle = box("M9 5A4 4 0 0 1 1 5A4 4 0 0 1 9 5Z");
  EXPECT_NEAR(circle.left, 1, 1e-9);
  EXPECT_NEAR(circle.top, 1, 1e-9);
  EXPECT_NEAR(circle.right, 9, 1e-9);
  EXPECT_NEAR(circle.bottom, 9, 1e-9);
  const Bounds curve = box("M0 0C0 4 4 4 4 0");
  EXPECT_NEAR(curve.bottom, 3, 1e-9);
  const Bounds quad = box("M0 0Q2 4 4 0T8 0");
  EXPECT_NEAR(quad.bottom, 2, 1e-9);
  EXPECT_NEAR(quad.top, -2, 1e-9);
  EXPECT_TRUE(box("M3 3").empty);
  for (const char* text : {"M3 4A5 2 20 0 1 8 5", "M3 4A5 2 20 1 0 8 5", "M3 4A1 2 -70 1 1 8 5"}) {
    const Path path = *parse_path(text);
    Bounds sampled;
    for (int i = 0; i <= 5000; ++i) {
      sampled.include(on_arc(path[0].points[2], path[1], i / 5000.0));
    }
    const Bounds exact = bounds_of(path);
    EXPECT_NEAR(exact.left, sampled.left, 1e-4) << text;
    EXPECT_NEAR(exact.right, sampled.right, 1e-4) << text;
    EXPECT_NEAR(exact.top, sampled.top, 1e-4) << text;
    EXPECT_NEAR(exact.bottom, sampled.bottom, 1e-4) << text;
  }
}

TEST(SvgNumbers, FormatsShort) {
  EXPECT_EQ(format_number(1.5, 4), "1.5");
  EXPECT_EQ(format_number(-0.00001, 4), "0");
  EXPECT_EQ(format_number(100, 0), "100");
  EXPECT_EQ(format_number(99.99996, 4), "100");
  EXPECT_EQ(format_number(0.1 + 0.2, 6), "0.3");
}

TEST(SvgNumbers, LengthsAndTransforms) {
  EXPECT_EQ(parse_length("1in")->value, 96);
  EXPECT_TRUE(parse_length("50%")->percent);
  for (const char* text : {"", "em", "1em", "2ex", "1 px", "nan", "1e400", "1,2"}) {
    EXPECT_FALSE(parse_length(text)) << text;
  }
  const auto turned = parse_transform(" translate(1,2) rotate( 90 ) ,scale(2)");
  ASSERT_TRUE(turned);
  const Point p = (*turned)({1, 0});
  EXPECT_NEAR(p.x, 1, 1e-12);
  EXPECT_NEAR(p.y, 4, 1e-12);
  EXPECT_TRUE(parse_transform(""));
  for (const char* text : {"rotate(1 2)", "turn(1)", "scale(", "scale(1) x", "matrix(1 0 0 1 0)",
                           "translate(1e999)", "rotate(nan)", ")("}) {
    EXPECT_FALSE(parse_transform(text)) << text;
  }
}

// Written with five decimals, the chord of a half circle is often shorter than its diameter by a
// millionth; a radius that is then too large by as much moves the centre by a thousandth.
TEST(SvgPath, HalfCirclesStayWholeWhenRounded) {
  const Path circle = *parse_path("M21 12A9 9 0 0 1 3 12A9 9 0 0 1 21 12");
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const double turn = random.uniform(0, 360);
    const double shift = random.uniform(-1, 1);
    const Path moved = map_path(circle, translation(shift, shift / 3) * rotation(turn));
    const Path read = *parse_path(write_path(moved, 5));
    follow_path(read, [](const PathCommand& command, Point from, Point, Point, Point to) {
      if (command.letter != 'A') return;
      const double half = std::hypot(to.x - from.x, to.y - from.y) / 2;
      EXPECT_LE(command.rx, half * (1 + 1e-12));
      EXPECT_GT(command.rx, half - 1e-5);
    });
  }
  EXPECT_EQ(absolute("M0 0A5 5 0 0 1 5 5"), "M0,0A5,5 0 0,1 5,5") << "a quarter keeps its radius";
}

}  // namespace
}  // namespace papert::lang::svg

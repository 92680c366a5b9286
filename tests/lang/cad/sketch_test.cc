// Flat sketches: both forms, round trips, drawings, and what is refused.

#include "lang/cad/sketch.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "lang/cad/sketch_parts.h"
#include "raster/svg.h"

namespace papert::lang::cad {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kEverything = R"(Point(x=0.01, y=-0.02)
Line(dir=(0.6,0.8), pnt=(0,0), startParam=-0.05, endParam=0.05, isConstruction=true)
Circle(center=(0.01,0.02), dir=(1,0), radius=0.03, clockwise=false)
Arc(center=(0,0), dir=(0,1), radius=0.02, clockwise=true, startParam=0.5, endParam=7)
Ellipse(center=(0,0), dir=(1,1), radius=0.04, minorRadius=0.01, clockwise=false)
Ellipse(center=(0,0), dir=(1,0), radius=0.04, minorRadius=0.01, clockwise=true, startParam=0, endParam=1)
Spline(degree=2, points=((0,0),(0.01,0.02),(0.02,0)), knots=(0,0,0,1,1,1), weights=(1,0.5,1))
InterpolatedSpline(points=((0,0),(0.01,0.01),(0.02,0)), startDerivative=(0.1,0), endDerivative=(0,0), periodic=false, startParam=0, endParam=0.5)
Coincident(2.start, 1)
Distance(1, 3.center, 0, length="25 mm", direction=MINIMUM)
Length(2, 0.1)
Horizontal()
)";

Sketch sketch_of(const std::string& text) {
  auto sketch = parse_sketch(text);
  EXPECT_TRUE(sketch) << sketch.error().to_string();
  return sketch ? *sketch : Sketch{};
}

std::string error_of(const std::string& text) {
  const auto sketch = parse_sketch(text);
  EXPECT_FALSE(sketch) << text;
  return sketch ? std::string() : sketch.error().to_string();
}

TEST(SketchText, CanonicalTextIsKept) {
  const Sketch sketch = sketch_of(kEverything);
  EXPECT_EQ(sketch.primitives.size(), 8U);
  EXPECT_EQ(sketch.constraints.size(), 4U);
  EXPECT_EQ(to_text(sketch), kEverything);
}

TEST(SketchText, WaysToWriteFields) {
  const Sketch sketch = sketch_of(
      "Line(1, 0, 0.5, 0.25, -1, 1) Line((1,0), (0.5,0.25), -1, 1); "
      "Line(dirX=1, dirY=0, pntX=0.5, pntY=0.25, startParam=-1, endParam=1),"
      "Line:{\"dirX\": 1, 'dirY': 0, pnt: [0.5, 0.25], startParam: -1, endParam: 1}");
  ASSERT_EQ(sketch.primitives.size(), 4U);
  for (const Primitive& primitive : sketch.primitives) {
    EXPECT_EQ(primitive, sketch.primitives[0]);
  }
  EXPECT_EQ(std::get<SketchLine>(sketch.primitives[0].shape),
            (SketchLine{{1, 0}, {0.5, 0.25}, -1, 1}));
  const Sketch circles = sketch_of("Circle(0,0,1,0,2,1) Circle((0,0),(1,0),2,True)");
  EXPECT_EQ(circles.primitives[0], circles.primitives[1]);
  EXPECT_TRUE(std::get<SketchCircle>(circles.primitives[0].shape).clockwise);
}

TEST(SketchText, ConstraintsMayComeFirst) {
  const Sketch sketch = sketch_of(
      "COINCIDENT(1.end, 2.start) circular_pattern(1) "
      "Line(1,0,0,0,0,1) Line(0,1,1,0,0,1)");
  EXPECT_EQ(sketch.constraints[0].type, "Coincident");
  EXPECT_THAT(sketch.constraints[0].references,
              ElementsAre(Reference{1, "end"}, Reference{2, "start"}));
  EXPECT_EQ(sketch.constraints[1].type, "Circular_Pattern");
}

TEST(SketchText, ErrorsNameCommandAndText) {
  EXPECT_THAT(error_of("Point(0,0)\nBlob(1)"),
              HasSubstr("command 2, line 2: 'Blob' is not a known primitive or constraint"));
  EXPECT_THAT(error_of("Point(0)"), HasSubstr("no 'y'"));
  EXPECT_THAT(error_of("Point(0,0,0)"), HasSubstr("too many fields"));
  EXPECT_THAT(error_of("Point(0,up)"), HasSubstr("'y' is 'up', not a number"));
  EXPECT_THAT(error_of("Point(x=0,y=nan)"), HasSubstr("not a number"));
  EXPECT_THAT(error_of("Point(x=0,y=1e999)"), HasSubstr("not a number"));
  EXPECT_THAT(error_of("Point(x=0,x=1,y=0)"), HasSubstr("given twice"));
  EXPECT_THAT(error_of("Point(x=0,y=0,z=0)"), HasSubstr("no field 'z'"));
  EXPECT_THAT(error_of("Point(x=0,y=0,isConstruction=maybe)"), HasSubstr("not true or false"));
  EXPECT_THAT(error_of("Point(2e6,0)"), HasSubstr("too large"));
  EXPECT_THAT(error_of("Circle(0,0,1,0,0,false)"), HasSubstr("not above 0"));
  EXPECT_THAT(error_of("Circle(0,0,0,0,1,false)"), HasSubstr("direction"));
  EXPECT_THAT(error_of("Arc(0,0,1,0,1,false)"), HasSubstr("no 'endParam'"));
  EXPECT_THAT(error_of("Line(dir=3, pnt=(0,0), startParam=0, endParam=1)"), HasSubstr("pair"));
  EXPECT_THAT(error_of("Line(center=(0,0))"), HasSubstr("no field 'center'"));
  EXPECT_THAT(error_of("Spline(degree=3, points=((0,0),(1,1)), knots=(0,1))"),
              HasSubstr("do not fit together"));
  EXPECT_THAT(error_of("Spline(degree=1, points=((0,0),(1,1)), knots=(0,0,0,0))"),
              HasSubstr("range"));
  EXPECT_THAT(error_of("InterpolatedSpline(points=((0,0)))"), HasSubstr("fewer than two"));
  EXPECT_THAT(error_of("Point(0,0) Coincident(1, 2)"), HasSubstr("there is no primitive 2"));
  EXPECT_THAT(error_of("Coincident((1,2))"), HasSubstr("a list"));
  EXPECT_THAT(error_of("Point(0,0"), HasSubstr("ends before"));
}

TEST(SketchText, Limits) {
  SketchLimits limits;
  limits.max_primitives = 2;
  limits.max_constraints = 1;
  EXPECT_TRUE(parse_sketch("Point(0,0) Point(1,1) Coincident(1,2)", limits));
  for (const char* text : {"Point(0,0) Point(1,1) Point(2,2)", "Fix(0) Fix(0)"}) {
    const auto sketch = parse_sketch(text, limits);
    ASSERT_FALSE(sketch);
    EXPECT_EQ(sketch.error().code, ErrorCode::kLimit);
  }
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "Point(0,0) ";
  const auto sketch = parse_sketch(many);
  ASSERT_FALSE(sketch);
  EXPECT_EQ(sketch.error().code, ErrorCode::kLimit);
}

constexpr const char* kJson = R"([{"name": "Sketch 1", "entities": [
  {"typeName": "BTMSketchCurveSegment", "message": {"entityId": "a", "startPointId": "a.start",
    "endPointId": "a.end", "startParam": -0.01, "endParam": 0.02, "isConstruction": true,
    "geometry": {"typeName": "BTCurveGeometryLine",
      "message": {"dirX": 1.0, "dirY": 0.0, "pntX": 0.5, "pntY": 0.25}}}},
  {"typeName": "BTMSketchCurve", "message": {"entityId": "b.c", "centerId": "b.c.center",
    "geometry": {"typeName": "BTCurveGeometryCircle", "message": {"clockwise": false, "radius": 0.1,
      "xCenter": 0.0, "yCenter": 0.0, "xDir": 1.0, "yDir": 0.0}}}},
  {"typeName": "BTMSketchTextEntity", "message": {}},
  {"typeName": "BTMSketchPoint", "message": {"entityId": "p", "x": 1, "y": 2}}],
  "constraints": [{"message": {"constraintType": "COINCIDENT", "parameters": [
    {"message": {"parameterId": "localFirst", "value": "a.end"}},
    {"message": {"parameterId": "localSecond", "value": "b.c.center"}},
    {"message": {"parameterId": "externalThird", "queries": []}},
    {"message": {"parameterId": "length", "expression": "2 \"in\"", "value": 0.0}},
    {"message": {"parameterId": "aligned", "value": true}}]}}]}])";

TEST(SketchJson, ReadsEntitiesAndConstraints) {
  const auto sketches = parse_sketches_json(kJson);
  ASSERT_TRUE(sketches) << sketches.error().to_string();
  ASSERT_EQ(sketches->size(), 1U);
  Sketch sketch = sketches->front();
  ASSERT_EQ(sketch.primitives.size(), 3U);
  EXPECT_TRUE(sketch.primitives[0].construction);
  EXPECT_EQ(std::get<SketchLine>(sketch.primitives[0].shape),
            (SketchLine{{1, 0}, {0.5, 0.25}, -0.01, 0.02}));
  EXPECT_FALSE(std::get<SketchCircle>(sketch.primitives[1].shape).range);
  EXPECT_THAT(sketch.skipped, ElementsAre("BTMSketchTextEntity"));
  const Constraint& constraint = sketch.constraints.at(0);
  EXPECT_THAT(constraint.references,
              ElementsAre(Reference{1, "end"}, Reference{2, "center"}, Reference{}));
  EXPECT_THAT(constraint.parameters,
              ElementsAre(std::pair<std::string, std::string>("length", "2 'in'"),
                          std::pair<std::string, std::string>("aligned", "true")));
  sketch.skipped.clear();
  EXPECT_EQ(sketch_of(to_text(sketch)), sketch);
}

TEST(SketchJson, Refuses) {
  const auto error = [](std::string text, const std::string& from = {},
                        const std::string& to = {}) {
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    const auto sketches = parse_sketches_json(text);
    EXPECT_FALSE(sketches) << text;
    return sketches ? std::string() : sketches.error().to_string();
  };
  EXPECT_THAT(error(kJson, "\"dirX\": 1.0, ", ""), HasSubstr("sketch 0, entity 0"));
  EXPECT_THAT(error(kJson, "COINCIDENT", "GLUED"), HasSubstr("'GLUED'"));
  EXPECT_THAT(error(kJson, "BTCurveGeometryLine", "BTCurveGeometryFoo"), HasSubstr("Foo"));
  EXPECT_THAT(error(kJson, "\"radius\": 0.1", "\"radius\": -0.1"), HasSubstr("not above 0"));
  for (const char* text :
       {"", "{", "3", "{}", "[3]", "[[]]", R"({"entities": []})",
        R"({"entities": [1], "constraints": []})", R"({"entities": {}, "constraints": []})"}) {
    error(text);
  }
}

TEST(SketchSvg, FitsAndDashes) {
  const std::vector<Sketch> sketch{sketch_of(kEverything)};
  const std::string svg = to_svg(sketch, {.width = 400, .height = 300});
  EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 400 300\""));
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray"));
  const auto image = raster::render_svg(svg, 400, 300);
  ASSERT_TRUE(image) << image.error().to_string();
  // Nothing is drawn in the margin.
  for (int y = 0; y < 300; ++y) {
    for (const int x : {0, 5, 394, 399}) EXPECT_GT(image->row(y)[x * 3], 0xf0) << x << " " << y;
  }
}

TEST(SketchSvg, ArcsTurnTheRightWay) {
  // A quarter counter-clockwise from +x: above the x axis, so in the upper right.
  const auto dark = [](const char* text, bool right, bool upper) {
    const std::vector<Sketch> sketch{sketch_of(std::string("Point(-1,-1) Point(1,1) ") + text)};
    const auto image = raster::render_svg(to_svg(sketch, {.width = 200, .height = 200}), 200, 200);
    int count = 0;
    for (int y = upper ? 30 : 110; y < (upper ? 90 : 170); ++y) {
      for (int x = right ? 110 : 30; x < (right ? 170 : 90); ++x) {
        count += image->row(y)[x * 3] < 0x60 ? 1 : 0;
      }
    }
    return count > 20;
  };
  const char* left = "Arc(0,0,1,0,0.8,false,0,1.5708)";
  EXPECT_TRUE(dark(left, true, true));
  EXPECT_FALSE(dark(left, true, false) || dark(left, false, true) || dark(left, false, false));
  const char* right = "Arc(0,0,1,0,0.8,true,0,1.5708)";
  EXPECT_TRUE(dark(right, true, false));
  EXPECT_FALSE(dark(right, true, true) || dark(right, false, true) || dark(right, false, false));
  // End before start: three quarters, through a full turn.
  const char* around = "Arc(0,0,1,0,0.8,false,1.5708,0)";
  EXPECT_FALSE(dark(around, true, true));
  EXPECT_TRUE(dark(around, true, false) && dark(around, false, true) && dark(around, false, false));
}

TEST(SketchSvg, DegenerateSketchesAreDrawn) {
  for (const char* text :
       {"", "Point(3,4)", "Line(1,0,5,5,0,0)", "Line(0,0,5,5,0,1)", "Line(1,0,0,0,-1,1)",
        "Circle(1e6,1e6,1,0,1e-9,false)", "InterpolatedSpline(points=((1,1),(1,1)))",
        "InterpolatedSpline(points=((0,0),(1,1)), periodic=true)",
        "InterpolatedSpline(points=((0,0),(1,1),(1,1),(2,0)), periodic=true)"}) {
    const std::vector<Sketch> sketch{sketch_of(text)};
    const std::string svg = to_svg(sketch);
    EXPECT_EQ(svg.find("nan"), std::string::npos) << text;
    EXPECT_EQ(svg.find("inf"), std::string::npos) << text;
    EXPECT_TRUE(raster::render_svg(svg, 64, 64)) << text;
  }
  const std::vector<Sketch> five(5);
  EXPECT_TRUE(raster::render_svg(to_svg(five), 64, 64));
  EXPECT_TRUE(raster::render_svg(to_svg({}), 64, 64));
}

TEST(SketchCurves, SplinesPassWhereTheyShould) {
  const SketchSpline quarter{
      2, {{1, 0}, {1, 1}, {0, 1}}, {0, 0, 0, 1, 1, 1}, {1, std::sqrt(0.5), 1}, {}};
  for (const Point& p : detail::sample(quarter)) EXPECT_NEAR(std::hypot(p.x, p.y), 1, 1e-12);
  const SketchSpline line{1, {{0, 0}, {1, 2}, {3, 2}}, {0, 0, 1, 2, 2}, {}, Range{0.5, 1.5}};
  EXPECT_EQ(detail::sample(line).front(), (Point{0.5, 1}));
  EXPECT_EQ(detail::sample(line).back(), (Point{2, 2}));
}

/// From a point to a polyline.
double distance(const Point& p, const std::vector<Point>& curve) {
  double nearest = 1e9;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const Point a = curve[i - 1];
    const Point d{curve[i].x - a.x, curve[i].y - a.y};
    const double along = ((p.x - a.x) * d.x + (p.y - a.y) * d.y) / (d.x * d.x + d.y * d.y);
    const double t = std::clamp(along, 0.0, 1.0);
    nearest = std::min(nearest, std::hypot(a.x + t * d.x - p.x, a.y + t * d.y - p.y));
  }
  return nearest;
}

TEST(SketchCurves, FitsGoThroughTheirPoints) {
  const std::vector<Point> points{{0, 0}, {1, 2}, {3, 1}, {4, 4}};
  for (const bool periodic : {false, true}) {
    const auto curve = detail::sample(SketchFit{points, {}, {}, periodic, {}});
    for (const Point& p : points) EXPECT_LT(distance(p, curve), 0.02);
    EXPECT_NEAR(
        std::hypot(curve.back().x - (periodic ? 0 : 4), curve.back().y - (periodic ? 0 : 4)), 0,
        1e-9);
  }
  // A straight line, with its own speed at both ends, stays one.
  for (const Point& p :
       detail::sample(SketchFit{{{0, 0}, {1, 1}, {4, 4}}, {4, 4}, {4, 4}, false, {}})) {
    EXPECT_NEAR(p.x, p.y, 1e-12);
  }
}

}  // namespace
}  // namespace papert::lang::cad

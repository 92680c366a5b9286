// Reconstruction sequences, as JSON and as text: every curve and extent against hand calculation,
// and everything that must be refused.

#include "lang/cad/reconstruction.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numbers>

#include "lang/cad/solid.h"

namespace papert::lang::cad {
namespace {

using testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

constexpr const char* kSquare = R"(
  {"type": "Line3D", "start_point": {"x": 2, "y": 0, "z": 0}, "end_point": {"x": 2, "y": 2, "z": 0}},
  {"type": "Line3D", "start_point": {"x": 0, "y": 0, "z": 0}, "end_point": {"x": 2, "y": 0, "z": 0}},
  {"type": "Line3D", "start_point": {"x": 0, "y": 2, "z": 0}, "end_point": {"x": 2, "y": 2, "z": 0}},
  {"type": "Line3D", "start_point": {"x": 0, "y": 0, "z": 0}, "end_point": {"x": 0, "y": 2, "z": 0}})";

std::string loop(const std::string& curves, bool outer) {
  return fmt::format(R"({{"is_outer": {}, "profile_curves": [{}]}})", outer, curves);
}

struct File {
  std::string loops = loop(kSquare, true);
  std::string operation = "NewBodyFeatureOperation";
  std::string start = R"({"type": "ProfilePlaneStartDefinition"})";
  std::string extent_type = "OneSideFeatureExtentType";
  std::string one =
      R"({"distance": {"type": "ModelParameter", "value": 3.0}, "taper_angle": {"value": 0.0}})";
  std::string two = "null";
  std::string sketch_more;
  std::string z_axis = R"({"x": 0, "y": 0, "z": 1})";
  std::string properties = "{}";

  [[nodiscard]] std::string text() const {
    return fmt::format(
        R"({{"timeline": [{{"index": 0, "entity": "s"}}, {{"index": 1, "entity": "e"}}],
        "entities": {{"s": {{"type": "Sketch", "name": "Sketch1", {} "transform": {{
          "origin": {{"x": 0, "y": 0, "z": 0}}, "x_axis": {{"x": 1, "y": 0, "z": 0}},
          "y_axis": {{"x": 0, "y": 1, "z": 0}}, "z_axis": {}}},
          "profiles": {{"p": {{"loops": [{}]}}}}}},
        "e": {{"type": "ExtrudeFeature", "profiles": [{{"profile": "p", "sketch": "s"}}],
          "operation": "{}", "start_extent": {}, "extent_type": "{}", "extent_one": {},
          "extent_two": {}}}}},
        "properties": {}}})",
        sketch_more, z_axis, loops, operation, start, extent_type, one, two, properties);
  }
};

Measures measures_of(const File& file) {
  const auto parsed = parse_reconstruction_json(file.text());
  EXPECT_TRUE(parsed) << parsed.error().to_string();
  if (!parsed) return {};
  const auto solid = build(parsed->recipe);
  EXPECT_TRUE(solid) << solid.error().to_string();
  return solid ? solid->measures() : Measures{};
}

std::string error_of(const std::string& text) {
  const auto parsed = parse_reconstruction_json(text);
  EXPECT_FALSE(parsed) << text;
  return parsed ? std::string() : parsed.error().to_string();
}

TEST(ReconstructionJson, AnUnorderedSquareWithAHoleThatComesFirst) {
  const std::string circle =
      R"({"type": "Circle3D", "center_point": {"x": 1, "y": 1, "z": 0}, "radius": 0.5})";
  File file{.loops = loop(circle, false) + "," + loop(kSquare, true)};
  file.properties = R"({"volume": 9.6, "area": 1.5, "face_count": 7, "edge_count": 14})";
  const Measures measures = measures_of(file);
  EXPECT_NEAR(measures.volume, 3 * (4 - kPi / 4), 1e-9);
  EXPECT_EQ(measures.faces, 7U);
  EXPECT_EQ(measures.edges, 14U);
  const auto parsed = parse_reconstruction_json(file.text());
  EXPECT_EQ(parsed->stated.volume, 9.6);
  EXPECT_EQ(parsed->stated.area, 1.5);
  EXPECT_EQ(parsed->stated.faces, 7U);
  EXPECT_EQ(parsed->stated.edges, 14U);
}

TEST(ReconstructionJson, Extents) {
  const auto box = [](const File& file) {
    const Measures measures = measures_of(file);
    return std::pair(measures.box.low.z, measures.box.high.z);
  };
  const auto near = [](std::pair<double, double> range, double low, double high) {
    EXPECT_NEAR(range.first, low, 1e-6);
    EXPECT_NEAR(range.second, high, 1e-6);
  };
  near(box({}), 0, 3);
  near(box({.one = R"({"distance": {"value": -2}})"}), -2, 0);
  near(box({.extent_type = "SymmetricFeatureExtentType"}), -3, 3);
  near(box({.extent_type = "SymmetricFeatureExtentType",
            .one = R"({"distance": {"value": 3}, "is_full_length": true})"}),
       -1.5, 1.5);
  near(box({.extent_type = "TwoSidesFeatureExtentType", .two = R"({"distance": {"value": 1}})"}),
       -1, 3);
  near(box({.start = R"({"type": "OffsetStartDefinition", "offset": {"value": 0.5}})"}), 0.5, 3.5);
}

TEST(ReconstructionJson, ArcsOfBothSenses) {
  // A half disc of radius 1 about (1, 0), above y = 0, written with a normal up and a normal down.
  for (const bool up : {true, false}) {
    const std::string curves = fmt::format(
        R"({{"type": "Arc3D", "start_point": {{"x": {}, "y": 0, "z": 0}},
        "end_point": {{"x": {}, "y": 0, "z": 0}}, "center_point": {{"x": 1, "y": 0, "z": 0}},
        "radius": 1, "normal": {{"x": 0, "y": 0, "z": {}}}, "start_angle": 0,
        "end_angle": 3.141592653589793, "reference_vector": {{"x": {}, "y": 0, "z": 0}}}},
        {{"type": "Line3D", "start_point": {{"x": 0, "y": 0, "z": 0}},
        "end_point": {{"x": 2, "y": 0, "z": 0}}}})",
        up ? 2 : 0, up ? 0 : 2, up ? 1 : -1, up ? 1 : -1);
    const Measures measures = measures_of({.loops = loop(curves, true)});
    EXPECT_NEAR(measures.volume, 1.5 * kPi, 1e-9);
    EXPECT_NEAR(measures.box.low.y, 0, 1e-6);
    EXPECT_NEAR(measures.box.high.y, 1, 1e-6);
  }
}

TEST(ReconstructionJson, EllipsesAndSplines) {
  const std::string ellipse = R"({"type": "Ellipse3D", "center_point": {"x": 0, "y": 0, "z": 0},
    "major_axis": {"x": 0, "y": 1, "z": 0}, "major_axis_radius": 2, "minor_axis_radius": 1,
    "normal": {"x": 0, "y": 0, "z": 1}})";
  EXPECT_NEAR(measures_of({.loops = loop(ellipse, true)}).volume, 6 * kPi, 1e-6);
  const std::string arc = R"({"type": "EllipticalArc3D", "center_point": {"x": 0, "y": 0, "z": 0},
    "major_axis": {"x": 1, "y": 0, "z": 0}, "major_axis_radius": 2, "minor_axis_radius": 1,
    "normal": {"x": 0, "y": 0, "z": -1}, "start_angle": 0, "end_angle": 3.141592653589793},
    {"type": "Line3D", "start_point": {"x": -2, "y": 0, "z": 0}, "end_point": {"x": 2, "y": 0}})";
  const Measures half = measures_of({.loops = loop(arc, true)});
  EXPECT_NEAR(half.volume, 3 * kPi, 1e-6);
  EXPECT_NEAR(half.box.low.y, -1, 1e-4) << "the normal points down";
  const std::string spline = R"({"type": "NurbsCurve3D", "degree": 2, "knots": [0, 0, 0, 1, 1, 1],
    "rational": false, "control_points": [{"x": 0, "y": 0, "z": 0}, {"x": 1, "y": 2, "z": 0},
    {"x": 2, "y": 0, "z": 0}], "weights": [], "periodic": false},
    {"type": "Line3D", "start_point": {"x": 2, "y": 0}, "end_point": {"x": 0, "y": 0}})";
  EXPECT_NEAR(measures_of({.loops = loop(spline, true)}).volume, 3 * 4.0 / 3, 1e-6);
}

TEST(ReconstructionJson, SeveralProfilesAreFused) {
  std::string text = File{}.text();
  const std::string one = R"([{"profile": "p", "sketch": "s"}])";
  text.replace(text.find(one), one.size(),
               R"([{"profile": "p", "sketch": "s"}, {"profile": "p", "sketch": "s"}])");
  const auto parsed = parse_reconstruction_json(text);
  ASSERT_TRUE(parsed) << parsed.error().to_string();
  const auto solid = build(parsed->recipe);
  ASSERT_TRUE(solid) << solid.error().to_string();
  EXPECT_NEAR(solid->measures().volume, 12, 1e-9);
}

// DeepCAD's files differ from Fusion's in the name of the list that orders the entities.
TEST(ReconstructionJson, ASequenceIsATimeline) {
  std::string text = File{}.text();
  text.replace(text.find("timeline"), 8, "sequence");
  const auto parsed = parse_reconstruction_json(text);
  ASSERT_TRUE(parsed) << parsed.error().to_string();
  const auto solid = build(parsed->recipe);
  ASSERT_TRUE(solid) << solid.error().to_string();
  EXPECT_NEAR(solid->measures().volume, 12, 1e-9);
  text = File{.operation = "WeldFeatureOperation"}.text();
  text.replace(text.find("timeline"), 8, "sequence");
  EXPECT_THAT(error_of(text), HasSubstr("sequence 1, entity 'e'"));
}

TEST(ReconstructionJson, RefusesWithTheEntity) {
  EXPECT_THAT(error_of(File{.operation = "WeldFeatureOperation"}.text()),
              HasSubstr("timeline 1, entity 'e': 'WeldFeatureOperation'"));
  EXPECT_THAT(
      error_of(File{.one = R"({"distance": {"value": 1}, "taper_angle": {"value": 0.1}})"}.text()),
      HasSubstr("tapered"));
  EXPECT_THAT(error_of(File{.one = R"({"type": "ThroughAllExtentDefinition"})"}.text()),
              HasSubstr("'ThroughAllExtentDefinition' is not supported"));
  EXPECT_THAT(error_of(File{.one = "null"}.text()), HasSubstr("extent_one"));
  EXPECT_THAT(error_of(File{.extent_type = "TwoSidesFeatureExtentType"}.text()),
              HasSubstr("extent_two"));
  EXPECT_THAT(error_of(File{.extent_type = "Sideways"}.text()), HasSubstr("'Sideways'"));
  EXPECT_THAT(error_of(File{.start = R"({"type": "FromEntityStartDefinition"})"}.text()),
              HasSubstr("FromEntity"));
  EXPECT_THAT(error_of(File{.loops = ""}.text()), HasSubstr("without an outer loop"));
  EXPECT_THAT(error_of(File{.loops = loop("", true)}.text()), HasSubstr("without curves"));
  EXPECT_THAT(error_of(File{.loops = loop(kSquare, true) + "," + loop(kSquare, true)}.text()),
              HasSubstr("two outer loops"));
  EXPECT_THAT(error_of(File{.loops = loop(R"({"type": "Spiral3D"})", true)}.text()),
              HasSubstr("'Spiral'"));
  EXPECT_THAT(error_of(File{.loops = loop(R"({"type": "Circle3D", "radius": 1,
                "center_point": {"x": 0, "y": 0, "z": 0.1}})",
                                          true)}
                           .text()),
              HasSubstr("off the plane"));
  EXPECT_THAT(error_of(File{.loops = loop(R"({"type": "EllipticalArc3D", "major_axis": [1, 0],
                "center_point": [0, 0], "major_axis_radius": 2, "minor_axis_radius": 1})",
                                          true)}
                           .text()),
              HasSubstr("without its angles"));
}

TEST(ReconstructionJson, RefusesWhatRefersToNothing) {
  std::string text = File{}.text();
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string copy = text;
    copy.replace(copy.find(from), from.size(), to);
    return copy;
  };
  EXPECT_THAT(error_of(replaced(R"("entity": "e")", R"("entity": "x")")),
              HasSubstr("no entity 'x'"));
  EXPECT_THAT(error_of(replaced(R"("profile": "p")", R"("profile": "x")")),
              HasSubstr("no profile 'x'"));
  EXPECT_THAT(error_of(replaced(R"("sketch": "s")", R"("sketch": "x")")),
              HasSubstr("no sketch 'x'"));
  EXPECT_THAT(error_of(replaced(R"("type": "ExtrudeFeature")", R"("type": "Fillet")")),
              HasSubstr("'Fillet'"));
  EXPECT_THAT(error_of(replaced(R"({"index": 0, "entity": "s"}, )", "")), HasSubstr("no sketch"));
  const std::string dangling = R"("points": {"a": {"x": 0, "y": 0, "z": 0}},
    "curves": {"c": {"type": "SketchLine", "start_point": "a", "end_point": "b"}},)";
  EXPECT_THAT(error_of(File{.sketch_more = dangling}.text()),
              HasSubstr("the end_point of curve 'c' is 'b', which is not among the points"));
  // Left-handed axes parse, and are refused when built.
  const auto left =
      parse_reconstruction_json(File{.z_axis = R"({"x": 0, "y": 0, "z": -1})"}.text());
  ASSERT_TRUE(left);
  EXPECT_FALSE(build(left->recipe));
}

TEST(ReconstructionJson, HostileInput) {
  for (const char* text :
       {"", "{", "[]", "null", "{}", R"({"timeline": []})", R"({"timeline": [], "entities": {}})",
        R"({"timeline": [1], "entities": {}})", R"({"timeline": [{"entity": 3}], "entities": {}})",
        R"({"timeline": [{"entity": "a"}], "entities": {"a": 1}})",
        R"({"timeline": [{"entity": "a"}], "entities": {"a": {"type": "Sketch"}}})"}) {
    error_of(text);
  }
  std::string text = File{}.text();
  const std::string one = R"({"profile": "p", "sketch": "s"})";
  std::string many = one;
  for (int i = 0; i < 100'000; ++i) many += "," + one;
  text.replace(text.find(one), one.size(), many);
  const auto parsed = parse_reconstruction_json(text);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, ErrorCode::kLimit) << parsed.error().to_string();
}

TEST(ReconstructionText, BothWaysOfNamingFields) {
  const char* named = R"(LOOP
    Line(start_point: (0,0,0), end_point: (4,0,0)), Line(start_point=(4,0,0), end_point=(4,2,0))
    Line([4,2,0], [0,2,0]); Line({x: 0, y: 2, z: 0}, {x: 0, y: 0, z: 0})
    LOOP Circle(center_point=(1,1,0), radius=0.5, normal=(0,0,1))
    LOOP Circle:((3,1), 0.25)
    ExtrudeFeature(operation=NewBodyFeatureOperation, start_extent=ProfilePlaneStartDefinition,
      extent_type=OneSideFeatureExtentType, extent_one={distance: {value: 2}, taper_angle: 0})
    LOOP Circle((1,1,0), 0.5)
    ExtrudeFeature("JoinFeatureOperation", OffsetStartDefinition(-1), "SymmetricFeatureExtentType",
      1, None))";
  const auto parsed = parse_reconstruction_text(named);
  ASSERT_TRUE(parsed) << parsed.error().to_string();
  ASSERT_EQ(parsed->recipe.extrusions.size(), 2U);
  EXPECT_EQ(parsed->recipe.extrusions[0].profiles.size(), 1U);
  EXPECT_EQ(parsed->recipe.extrusions[0].profiles[0].holes.size(), 2U);
  EXPECT_EQ(parsed->recipe.extrusions[1].low, -2);
  EXPECT_EQ(parsed->recipe.extrusions[1].high, 0);
  const auto solid = build(parsed->recipe);
  ASSERT_TRUE(solid) << solid.error().to_string();
  EXPECT_NEAR(solid->measures().volume, 2 * (8 - kPi * 0.25 - kPi * 0.0625) + 2 * kPi * 0.25, 1e-9);
}

TEST(ReconstructionText, LoopsSideBySideAreProfiles) {
  const auto parsed = parse_reconstruction_text(
      "LOOP Circle((0,0,0), 1) LOOP Circle((5,0,0), 2) LOOP Circle((5,0,0), 1) "
      "ExtrudeFeature(NewBody, ProfilePlaneStart, OneSide, 1)");
  ASSERT_TRUE(parsed) << parsed.error().to_string();
  const auto& profiles = parsed->recipe.extrusions[0].profiles;
  ASSERT_EQ(profiles.size(), 2U);
  EXPECT_EQ(profiles[0].holes.size(), 1U);
  EXPECT_EQ(profiles[1].holes.size(), 0U);
}

TEST(ReconstructionText, Refuses) {
  const auto error = [](const std::string& text) {
    const auto parsed = parse_reconstruction_text(text);
    EXPECT_FALSE(parsed) << text;
    return parsed ? std::string() : parsed.error().to_string();
  };
  const std::string extrude = " ExtrudeFeature(NewBody, ProfilePlaneStart, OneSide, 1)";
  EXPECT_THAT(error(""), HasSubstr("without an extrusion"));
  EXPECT_THAT(error("LOOP Circle((0,0,0), 1)"), HasSubstr("never extruded"));
  EXPECT_THAT(error("Circle((0,0,0), 1)"), HasSubstr("without LOOP"));
  EXPECT_THAT(error(extrude), HasSubstr("without LOOP"));
  EXPECT_THAT(error("LOOP LOOP Circle((0,0,0), 1)"), HasSubstr("without curves"));
  EXPECT_THAT(error("LOOP" + extrude), HasSubstr("without curves"));
  EXPECT_THAT(error("LOOP Helix(1)" + extrude), HasSubstr("'Helix' is not a known command"));
  EXPECT_THAT(error("LOOP Circle((0,0,0), 1, (0,0,1), 7)" + extrude), HasSubstr("too many fields"));
  EXPECT_THAT(error("LOOP Circle((0,0,0), big)" + extrude), HasSubstr("radius"));
  EXPECT_THAT(error("LOOP EllipticalArc((1,0,0), 2, 1, (0,0,0), (0,0,1))" + extrude),
              HasSubstr("command 2, line 1: an elliptical arc without its angles"));
  EXPECT_THAT(error("LOOP Circle((0,0,0), 1) ExtrudeFeature(Weld, ProfilePlaneStart, OneSide, 1)"),
              HasSubstr("'Weld'"));
  std::string many = "LOOP ";
  for (int i = 0; i < 100'000; ++i) many += "Line((0,0,0),(1,0,0)) ";
  EXPECT_THAT(error(many), HasSubstr("commands"));
}

}  // namespace
}  // namespace papert::lang::cad

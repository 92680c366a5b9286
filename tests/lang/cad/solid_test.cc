// Solids against hand calculation, what is refused, and that work is bounded.

#include "lang/cad/solid.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "lang/cad/extrude.h"
#include "lang/cad/programs.h"

namespace papert::lang::cad {
namespace {

using test::hole;
using test::plate;
using testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

Result<Solid> solid_of(const std::string& text) {
  return build(TRY(to_recipe(TRY(parse_extrude(text + "EOS")))));
}

Measures measures_of(const std::string& text) {
  const auto solid = solid_of(text);
  EXPECT_TRUE(solid) << solid.error().to_string();
  return solid ? solid->measures() : Measures{};
}

Loop box_loop(double x, double y, double width, double height) {
  return {LineCurve{{x, y}, {x + width, y}}, LineCurve{{x + width, y}, {x + width, y + height}},
          LineCurve{{x + width, y + height}, {x, y + height}}, LineCurve{{x, y + height}, {x, y}}};
}

Recipe extruded(Loop outer, std::vector<Loop> holes = {}, double height = 1) {
  Recipe recipe;
  recipe.extrusions.push_back(
      {.profiles = {{std::move(outer), std::move(holes)}}, .high = height, .where = "extrusion 1"});
  return recipe;
}

std::string error_of(const Recipe& recipe, const BuildLimits& limits = {}) {
  const auto solid = build(recipe, limits);
  EXPECT_FALSE(solid);
  if (solid) return {};
  EXPECT_NE(solid.error().code, ErrorCode::kInternal);
  return solid.error().to_string();
}

TEST(Solid, Plate) {
  const Measures plate_only = measures_of(plate());
  EXPECT_NEAR(plate_only.volume, 0.25, 1e-9);
  EXPECT_NEAR(plate_only.area, 2 + 4 * 0.25, 1e-9);
  EXPECT_EQ(plate_only.faces, 6U);
  EXPECT_EQ(plate_only.edges, 12U);
  EXPECT_EQ(plate_only.bodies, 1U);
  EXPECT_TRUE(plate_only.valid);
  EXPECT_NEAR(plate_only.box.low.x, -0.5, 1e-6);
  EXPECT_NEAR(plate_only.box.high.x, 0.5, 1e-6);
  EXPECT_NEAR(plate_only.box.high.z, 0.25, 1e-6);
}

TEST(Solid, HolesThroughAndBlind) {
  const double radius = 48 * 0.5 / 95;
  const Measures through = measures_of(plate() + hole());
  EXPECT_NEAR(through.volume, 0.25 - kPi * radius * radius * 0.25, 1e-9);
  EXPECT_EQ(through.faces, 7U);
  EXPECT_EQ(through.edges, 14U) << "two circles, and no seam";
  const Measures blind = measures_of(plate() + hole(144));
  EXPECT_NEAR(blind.volume, 0.25 - kPi * radius * radius * 0.125, 1e-9);
  EXPECT_EQ(blind.faces, 8U);
  EXPECT_TRUE(through.valid && blind.valid);
}

TEST(Solid, JoinIntersectAndDisjointBodies) {
  const double radius = 48 * 0.5 / 95;
  const Measures boss = measures_of(plate() + hole(192, 48, "Join"));
  EXPECT_NEAR(boss.volume, 0.25 + kPi * radius * radius * 0.25, 1e-9);
  const Measures disc = measures_of(plate() + hole(192, 48, "Intersect"));
  EXPECT_NEAR(disc.volume, kPi * radius * radius * 0.25, 1e-9);
  EXPECT_EQ(disc.faces, 3U);
  EXPECT_EQ(disc.edges, 2U);
  const Measures two =
      measures_of(plate() +
                  "SOL; Circle:(128,128,9); Ext:(128,128,128,128,128,250,64,252,128,Newbody,"
                  "One-sided); ");
  EXPECT_EQ(two.bodies, 2U);
}

TEST(Solid, CoplanarFacesAreUnited) {
  // Two halves of one box.
  const Measures box = measures_of(
      "SOL; Line:(175,128); Line:(175,223); Line:(128,223); Line:(128,128); "
      "Ext:(128,128,128,64,64,128,128,160,128,Newbody,One-sided); "
      "SOL; Line:(223,128); Line:(223,223); Line:(175,223); Line:(175,128); "
      "Ext:(128,128,128,64,64,128,128,160,128,Join,One-sided); ");
  EXPECT_EQ(box.faces, 6U);
  EXPECT_EQ(box.edges, 12U);
  EXPECT_NEAR(box.volume, 0.25, 1e-9);
}

TEST(Solid, SlotPlateByHand) {
  const double unit = 60.0 / 128 / 95;
  const Measures slot = measures_of(
      "SOL; Line:(208,128); Arc:(208,168,128,1); Line:(128,168); Arc:(128,128,128,1); "
      "SOL; Circle:(128,148,8); Ext:(192,128,192,128,128,128,60,142,128,Newbody,Symmetric); ");
  const double area = 80 * 40 + kPi * 400 - kPi * 64;
  EXPECT_NEAR(slot.volume, area * unit * unit * 2 * 14 / 128.0, 1e-9);
  EXPECT_EQ(slot.faces, 7U);
  EXPECT_TRUE(slot.valid);
}

TEST(Solid, EllipsesAndSplines) {
  const auto ellipse = build(extruded(
      {EllipseCurve{.center = {1, 2}, .major = {1, 1}, .major_radius = 3, .minor_radius = 1}}));
  ASSERT_TRUE(ellipse) << ellipse.error().to_string();
  EXPECT_NEAR(ellipse->measures().volume, 3 * kPi, 1e-6);
  const auto half = build(extruded(
      {EllipseCurve{.major = {1, 0}, .major_radius = 3, .minor_radius = 1, .end_angle = kPi},
       LineCurve{{-3, 0}, {3, 0}}}));
  ASSERT_TRUE(half) << half.error().to_string();
  EXPECT_NEAR(half->measures().volume, 1.5 * kPi, 1e-6);
  // A quarter circle as a rational spline.
  const auto quarter = build(
      extruded({NurbsCurve{2, {0, 0, 0, 1, 1, 1}, {{2, 0}, {2, 2}, {0, 2}}, {1, std::sqrt(0.5), 1}},
                LineCurve{{0, 0}, {2, 0}}, LineCurve{{0, 2}, {0, 0}}}));
  ASSERT_TRUE(quarter) << quarter.error().to_string();
  EXPECT_NEAR(quarter->measures().volume, kPi, 1e-6);
}

TEST(Solid, CurvesMayComeInAnyOrderAndDirection) {
  Loop loop = box_loop(0, 0, 2, 3);
  std::swap(loop[0], loop[2]);
  auto& line = std::get<LineCurve>(loop[1]);
  std::swap(line.start, line.end);
  const auto solid = build(extruded(loop, {{CircleCurve{{1, 1}, 0.5}}}));
  ASSERT_TRUE(solid) << solid.error().to_string();
  EXPECT_NEAR(solid->measures().volume, 6 - kPi / 4, 1e-9);
}

TEST(Solid, RefusesWhatIsNoSolid) {
  EXPECT_THAT(error_of({}), HasSubstr("without extrusions"));
  EXPECT_THAT(error_of(extruded({LineCurve{{0, 0}, {1, 0}}, LineCurve{{1, 0}, {1, 1}}})),
              HasSubstr("extrusion 1: a loop that does not close"));
  EXPECT_THAT(error_of(extruded({LineCurve{{0, 0}, {1, 1}}, LineCurve{{1, 1}, {1, 0}},
                                 LineCurve{{1, 0}, {0, 1.5}}, LineCurve{{0, 1.5}, {0, 0}}})),
              HasSubstr("extrusion 1"))
      << "a bow tie";
  EXPECT_THAT(error_of(extruded({LineCurve{{0, 0}, {1, 0}}, LineCurve{{1, 0}, {0, 0}}})),
              HasSubstr("extrusion 1"))
      << "there and back";
  EXPECT_THAT(error_of(extruded({ArcCurve{{0, 0}, {1, 0}, {2, 0}}, LineCurve{{2, 0}, {0, 0}}})),
              HasSubstr("arc"));
  EXPECT_THAT(error_of(extruded({CircleCurve{{0, 0}, 0}})), HasSubstr("circle"));
  EXPECT_THAT(error_of(extruded({CircleCurve{{0, 0}, -1}})), HasSubstr("circle"));
  EXPECT_THAT(error_of(extruded({LineCurve{{1, 1}, {1, 1}}})), HasSubstr("without length"));
  EXPECT_THAT(error_of(extruded({})), HasSubstr("without length"));
  EXPECT_THAT(error_of(extruded(box_loop(0, 0, 2, 2), {{CircleCurve{{2, 1}, 0.5}}})),
              HasSubstr("cross"))
      << "a hole over the edge";
  EXPECT_THAT(error_of(extruded(box_loop(0, 0, 2, 2), {{CircleCurve{{9, 1}, 0.5}}})),
              HasSubstr("extrusion 1"))
      << "a hole outside";
  EXPECT_THAT(error_of(extruded(box_loop(0, 0, 2, 2), {}, 0)), HasSubstr("no height"));
  EXPECT_THAT(error_of(extruded({NurbsCurve{3, {0, 0, 1, 1}, {{0, 0}, {1, 1}}, {}}})),
              HasSubstr("do not fit together"));
  Recipe tilted = extruded(box_loop(0, 0, 1, 1));
  tilted.extrusions[0].frame.z = {0, 0, -1};
  EXPECT_THAT(error_of(tilted), HasSubstr("right-handed"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(error_of(extruded(box_loop(nan, 0, 1, 1))), HasSubstr("not a number"));
  EXPECT_THAT(error_of(extruded(box_loop(0, 0, 1e9, 1))), HasSubstr("too large"));
  EXPECT_THAT(error_of(extruded(box_loop(0, 0, 1, 1), {}, nan)), HasSubstr("not a number"));
}

TEST(Solid, RefusesOperationsWithoutABody) {
  const auto cut_first = solid_of(hole());
  ASSERT_FALSE(cut_first);
  EXPECT_THAT(cut_first.error().message, HasSubstr("must make a body"));
  const auto nothing = solid_of(plate() +
                                "SOL; Circle:(128,128,9); "
                                "Ext:(128,128,128,0,0,250,64,252,128,Intersect,One-sided); ");
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().where, "command 9, line 1, extrusion 2");
  EXPECT_THAT(nothing.error().message, HasSubstr("nothing is left"));
}

TEST(Solid, LimitsJustBelowAndAbove) {
  Recipe recipe = extruded(box_loop(0, 0, 2, 2), {{CircleCurve{{1, 1}, 0.5}}});
  BuildLimits limits;
  limits.max_curves = 5;
  limits.max_loop_curves = 4;
  EXPECT_TRUE(build(recipe, limits));
  limits.max_curves = 4;
  EXPECT_THAT(error_of(recipe, limits), HasSubstr("more than 4 curves"));
  limits.max_curves = 5;
  limits.max_loop_curves = 3;
  EXPECT_THAT(error_of(recipe, limits), HasSubstr("more than 3 curves in a loop"));
  recipe.extrusions.push_back(recipe.extrusions[0]);
  recipe.extrusions[1].high = 2;
  limits = {};
  limits.max_extrusions = 2;
  limits.max_faces = 14;
  EXPECT_TRUE(build(recipe, limits));
  limits.max_faces = 13;
  EXPECT_THAT(error_of(recipe, limits), HasSubstr("more than 13 faces"));
  limits.max_extrusions = 1;
  EXPECT_THAT(error_of(recipe, limits), HasSubstr("more than 1 extrusions"));
  limits = {};
  limits.max_cpu_seconds = 0;
  EXPECT_THAT(error_of(recipe, limits), HasSubstr("too long"));
}

// Building them would take hours.
TEST(Solid, HugeProgramsEndEarly) {
  Recipe many;
  for (int i = 0; i < 100'000; ++i) {
    many.extrusions.push_back(extruded(box_loop(i, 0, 1, 1)).extrusions[0]);
  }
  EXPECT_THAT(error_of(many), HasSubstr("extrusions"));
  Loop curves;
  for (int i = 0; i < 100'000; ++i) curves.push_back(LineCurve{{i * 1.0, 0}, {i + 1.0, 1}});
  EXPECT_THAT(error_of(extruded(std::move(curves))), HasSubstr("curves in a loop"));
}

/// The volume enclosed by the triangles.
double volume_of(const scene::Mesh& mesh) {
  double six = 0;
  for (const scene::Triangle& triangle : mesh.triangles) {
    const Point3& a = mesh.points[triangle.corners[0]];
    const Point3& b = mesh.points[triangle.corners[1]];
    const Point3& c = mesh.points[triangle.corners[2]];
    six += a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) +
           a.z * (b.x * c.y - b.y * c.x);
  }
  return six / 6;
}

TEST(SolidMesh, EnclosesTheSolid) {
  for (const std::string& text :
       {plate(), plate() + hole(), plate() + hole(144), plate() + hole(192, 48, "Intersect")}) {
    const auto solid = solid_of(text);
    ASSERT_TRUE(solid);
    const auto mesh = to_mesh(*solid);
    ASSERT_TRUE(mesh);
    EXPECT_NEAR(volume_of(*mesh), solid->measures().volume, 0.005 * solid->measures().volume);
    EXPECT_EQ(mesh->edges.size(), solid->measures().edges);
    std::set<std::uint32_t> faces;
    for (const scene::Triangle& triangle : mesh->triangles) {
      faces.insert(triangle.face);
      EXPECT_NEAR(std::hypot(triangle.normal.x, triangle.normal.y, triangle.normal.z), 1, 1e-12);
    }
    EXPECT_EQ(faces.size(), solid->measures().faces);
  }
}

TEST(SolidMesh, RoundFacesAreClosed) {
  const auto mesh = to_mesh(*solid_of(plate() + hole(192, 48, "Intersect")));
  ASSERT_TRUE(mesh);
  // Sides that only one triangle has are the two rims, on the round face and on a flat one.
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (const scene::Triangle& triangle : mesh->triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(triangle.corners[i], triangle.corners[(i + 1) % 3]);
      ++uses[{low, high}];
    }
  }
  const auto open = std::ranges::count_if(uses, [](const auto& use) { return use.second == 1; });
  ASSERT_EQ(mesh->edges.size(), 2U);
  EXPECT_EQ(open, 2 * static_cast<std::ptrdiff_t>(mesh->edges[0].points.size() - 1 +
                                                  mesh->edges[1].points.size() - 1));
}

TEST(SolidMesh, IsTheSameEveryTime) {
  const auto once = to_mesh(*solid_of(plate() + hole()));
  const auto solid = solid_of(plate() + hole());
  ASSERT_TRUE(once && solid);
  EXPECT_EQ(*once, *to_mesh(*solid));
  EXPECT_EQ(*once, *to_mesh(*solid)) << "meshing must not change the solid";
}

TEST(SolidMesh, TangentEdgesAreSmooth) {
  const auto solid = solid_of(
      "SOL; Line:(208,128); Arc:(208,168,128,1); Line:(128,168); Arc:(128,128,128,1); "
      "Ext:(128,128,128,128,128,128,60,142,128,Newbody,One-sided); ");
  ASSERT_TRUE(solid);
  const auto mesh = to_mesh(*solid);
  ASSERT_TRUE(mesh);
  std::size_t smooth = 0;
  for (const scene::FeatureEdge& edge : mesh->edges) smooth += edge.smooth ? 1U : 0U;
  EXPECT_EQ(smooth, 4U);
}

TEST(SolidMesh, Limits) {
  const auto solid = solid_of(plate());
  ASSERT_TRUE(solid);
  EXPECT_TRUE(to_mesh(*solid, {.max_triangles = 12}));
  const auto mesh = to_mesh(*solid, {.max_triangles = 11});
  ASSERT_FALSE(mesh);
  EXPECT_EQ(mesh.error().code, ErrorCode::kLimit);
}

}  // namespace
}  // namespace papert::lang::cad

// The painter of solids on meshes made by hand.

#include "raster/paint_mesh.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

namespace papert::raster {
namespace {

using scene::Mesh;
using scene::Point3;

/// Adds a flat face of four corners, counter-clockwise seen from outside, and its outline.
void add_quad(Mesh& mesh, const std::array<Point3, 4>& corners, const Point3& normal) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  const auto face = static_cast<std::uint32_t>(mesh.edges.size());
  mesh.points.insert(mesh.points.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({{first, first + 1, first + 2}, face, normal});
  mesh.triangles.push_back({{first, first + 2, first + 3}, face, normal});
  mesh.edges.push_back({{corners[0], corners[1], corners[2], corners[3], corners[0]}, false});
}

/// From `low` to `high`.
void add_box(Mesh& mesh, const Point3& low, const Point3& high) {
  const auto& [a, b, c] = low;
  const auto& [x, y, z] = high;
  add_quad(mesh, {{{a, b, c}, {x, b, c}, {x, b, z}, {a, b, z}}}, {0, -1, 0});
  add_quad(mesh, {{{x, y, c}, {a, y, c}, {a, y, z}, {x, y, z}}}, {0, 1, 0});
  add_quad(mesh, {{{x, b, c}, {x, y, c}, {x, y, z}, {x, b, z}}}, {1, 0, 0});
  add_quad(mesh, {{{a, y, c}, {a, b, c}, {a, b, z}, {a, y, z}}}, {-1, 0, 0});
  add_quad(mesh, {{{a, b, z}, {x, b, z}, {x, y, z}, {a, y, z}}}, {0, 0, 1});
  add_quad(mesh, {{{a, y, c}, {x, y, c}, {x, b, c}, {a, b, c}}}, {0, 0, -1});
}

Color at(const Image& image, int x, int y) {
  const std::uint8_t* pixel = image.row(y) + x * 3;
  return {pixel[0], pixel[1], pixel[2]};
}

bool is_background(const Color& color) { return color.r > 0xf8 && color.g > 0xf8; }
bool is_line(const Color& color) { return color.r < 0x50 && color.g < 0x50 && color.b < 0x60; }

TEST(PaintMesh, ACubeShowsThreeSidesApart) {
  Mesh cube;
  add_box(cube, {0, 0, 0}, {1, 1, 1});
  for (const MeshView view : {MeshView::kIsoFront, MeshView::kIsoBack}) {
    const auto image = paint_mesh(cube, view, 200, 200);
    ASSERT_TRUE(image);
    const Color top = at(*image, 100, 40);
    const Color left = at(*image, 60, 130);
    const Color right = at(*image, 140, 130);
    for (const Color& side : {top, left, right}) {
      EXPECT_FALSE(is_background(side) || is_line(side));
    }
    EXPECT_GT(top.r, left.r + 20);
    EXPECT_GT(left.r, right.r + 20);
    EXPECT_TRUE(is_background(at(*image, 3, 3)));
    // The near corner, where three edges meet; the far one is hidden behind it.
    bool line_in_the_middle = false;
    for (int y = 60; y < 110; ++y) line_in_the_middle |= is_line(at(*image, 100, y));
    EXPECT_TRUE(line_in_the_middle);
  }
}

TEST(PaintMesh, FrontAndBackAreMirrored) {
  Mesh step;
  add_box(step, {0, 0, 0}, {4, 1, 2});
  add_box(step, {0, 0, 2}, {2, 1, 4});
  const auto front = paint_mesh(step, MeshView::kFront, 200, 200);
  const auto back = paint_mesh(step, MeshView::kBack, 200, 200);
  ASSERT_TRUE(front && back);
  EXPECT_FALSE(is_background(at(*front, 50, 50)));
  EXPECT_TRUE(is_background(at(*front, 150, 50)));
  EXPECT_TRUE(is_background(at(*back, 50, 50)));
  EXPECT_FALSE(is_background(at(*back, 150, 50)));
}

TEST(PaintMesh, NearerHidesFartherWhateverTheOrder) {
  Mesh near_first;
  add_box(near_first, {0, 0, 0}, {1, 1, 1});
  add_box(near_first, {-1, 5, -1}, {2, 6, 2});
  Mesh far_first;
  add_box(far_first, {-1, 5, -1}, {2, 6, 2});
  add_box(far_first, {0, 0, 0}, {1, 1, 1});
  for (const MeshView view : kMeshViews) {
    EXPECT_EQ(*paint_mesh(near_first, view, 150, 150), *paint_mesh(far_first, view, 150, 150));
  }
  // Seen from behind, the small box and its lines are hidden.
  Mesh wall;
  add_box(wall, {-1, 5, -1}, {2, 6, 2});
  EXPECT_EQ(*paint_mesh(near_first, MeshView::kBack, 150, 150),
            *paint_mesh(wall, MeshView::kBack, 150, 150));
}

TEST(PaintMesh, CurvedFacesGetAnOutline) {
  // Two sides of a prism that belong to one face: where it turns away there is no edge, but a line.
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 2}, {0, 0, 2}, {1, 1, 0}, {1, 1, 2}};
  mesh.triangles = {{{0, 1, 2}, 0, {0, -1, 0}},
                    {{0, 2, 3}, 0, {0, -1, 0}},
                    {{1, 4, 5}, 0, {1, 0, 0}},
                    {{1, 5, 2}, 0, {1, 0, 0}}};
  const auto image = paint_mesh(mesh, MeshView::kFront, 100, 100);
  ASSERT_TRUE(image);
  int lines = 0;
  for (int x = 0; x < 100; ++x) lines += is_line(at(*image, x, 50)) ? 1 : 0;
  EXPECT_GE(lines, 1);
  EXPECT_LE(lines, 3);
}

TEST(PaintMesh, SheetHoldsTheFourViews) {
  Mesh cube;
  add_box(cube, {0, 0, 0}, {1, 2, 3});
  const auto sheet = paint_mesh_sheet(cube, 200, 160);
  ASSERT_TRUE(sheet);
  for (std::size_t i = 0; i < kMeshViews.size(); ++i) {
    const auto view = paint_mesh(cube, kMeshViews[i], 100, 80);
    ASSERT_TRUE(view);
    const int left = i % 2 == 1 ? 100 : 0;
    const int top = i / 2 == 1 ? 80 : 0;
    for (int y = 1; y < 80; ++y) {
      for (int x = 1; x < 100; ++x) {
        ASSERT_EQ(at(*view, x, y), at(*sheet, left + x, top + y)) << i << ": " << x << "," << y;
      }
    }
  }
}

TEST(PaintMesh, EmptyAndFlatMeshes) {
  const auto blank = paint_mesh({}, MeshView::kIsoFront, 64, 64);
  ASSERT_TRUE(blank);
  EXPECT_TRUE(std::ranges::all_of(blank->data(), [](std::uint8_t v) { return v > 0xf0; }));
  Mesh sheet;  // seen exactly from the side
  add_quad(sheet, {{{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}}, {0, 0, 1});
  EXPECT_TRUE(paint_mesh(sheet, MeshView::kFront, 64, 64));
  Mesh dot;
  dot.points = {{5, 5, 5}};
  EXPECT_TRUE(paint_mesh(dot, MeshView::kFront, 64, 64));
}

TEST(PaintMesh, SizesJustBelowAndAbove) {
  Mesh cube;
  add_box(cube, {0, 0, 0}, {1, 1, 1});
  EXPECT_TRUE(paint_mesh(cube, MeshView::kFront, kMinMeshSide, kMinMeshSide));
  EXPECT_TRUE(paint_mesh(cube, MeshView::kFront, kMaxMeshSide, kMinMeshSide));
  for (const auto& [width, height] :
       {std::pair(kMinMeshSide - 1, 64), std::pair(64, kMinMeshSide - 1),
        std::pair(kMaxMeshSide + 1, 64), std::pair(0, 64), std::pair(-5, 64)}) {
    const auto image = paint_mesh(cube, MeshView::kFront, width, height);
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, ErrorCode::kUsage);
  }
  EXPECT_FALSE(paint_mesh_sheet(cube, 2 * kMinMeshSide - 1, 64));
}

}  // namespace
}  // namespace papert::raster

// The hub type of solids: flat triangles and the lines worth drawing. A language resolves its
// program into a Mesh; raster paints it and does not know which program made it.
//
// Coordinates are right-handed with z upwards; the unit is the language's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace papert::scene {

struct Point3 {
  double x = 0;
  double y = 0;
  double z = 0;

  friend bool operator==(const Point3&, const Point3&) = default;
};

/// Corners counter-clockwise seen from outside.
struct Triangle {
  std::array<std::uint32_t, 3> corners{};  // indices into Mesh::points
  std::uint32_t face = 0;                  // triangles of one surface share a number
  Point3 normal;                           // unit length, outwards

  friend bool operator==(const Triangle&, const Triangle&) = default;
};

/// A line where two surfaces meet, as a polyline of at least two points.
struct FeatureEdge {
  std::vector<Point3> points;
  bool smooth = false;  // the surfaces meet without a crease

  friend bool operator==(const FeatureEdge&, const FeatureEdge&) = default;
};

struct Box3 {
  Point3 low;
  Point3 high;

  friend bool operator==(const Box3&, const Box3&) = default;
};

/// Triangles of one face that touch share the numbers of their points; those of two faces do not.
struct Mesh {
  std::vector<Point3> points;
  std::vector<Triangle> triangles;
  std::vector<FeatureEdge> edges;
  Box3 box;

  friend bool operator==(const Mesh&, const Mesh&) = default;
};

}  // namespace papert::scene

// A solid to triangles, on a copy so that a Solid stays as it was built. The mesher runs on one
// thread and faces are visited in the order of the shape, so the triangles are always the same.
//
// Which edges are smooth (a plane running into the round of a slot) is the kernel's judgement from
// the surface normals along the edge.

#include <BRepBuilderAPI_Copy.hxx>
#include <BRepLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopTools_IndexedDataMapOfShapeListOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <array>
#include <cmath>
#include <gp_Trsf.hxx>
#include <map>
#include <vector>

#include "lang/cad/kernel.h"

namespace papert::lang::cad {
namespace {

constexpr double kSmoothAngle = 0.02;  // radians; quantised arcs meet lines only nearly tangent

Point3 to_point(const gp_Pnt& p) { return {p.X(), p.Y(), p.Z()}; }

/// The zero vector for a triangle without area.
Point3 unit_normal(const Point3& a, const Point3& b, const Point3& c) {
  const Point3 u{b.x - a.x, b.y - a.y, b.z - a.z};
  const Point3 v{c.x - a.x, c.y - a.y, c.z - a.z};
  const Point3 n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
  const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
  if (!(length > 0)) return {};
  return {n.x / length, n.y / length, n.z / length};
}

/// The points of a face, each once: where a round surface closes, the mesher has them twice.
std::vector<std::uint32_t> add_points(const Poly_Triangulation& triangles, const gp_Trsf& move,
                                      scene::Mesh& mesh) {
  std::map<std::array<double, 3>, std::uint32_t> known;
  std::vector<std::uint32_t> numbers;
  for (int i = 1; i <= triangles.NbNodes(); ++i) {
    const Point3 p = to_point(triangles.Node(i).Transformed(move));
    const auto next = static_cast<std::uint32_t>(mesh.points.size());
    const auto [place, is_new] = known.try_emplace({p.x, p.y, p.z}, next);
    if (is_new) mesh.points.push_back(p);
    numbers.push_back(place->second);
  }
  return numbers;
}

void add_face(const TopoDS_Face& face, std::uint32_t number, scene::Mesh& mesh) {
  TopLoc_Location location;
  const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
  if (triangles.IsNull()) return;
  const std::vector<std::uint32_t> numbers =
      add_points(*triangles, location.Transformation(), mesh);
  for (int i = 1; i <= triangles->NbTriangles(); ++i) {
    int a = 0;
    int b = 0;
    int c = 0;
    triangles->Triangle(i).Get(a, b, c);
    if (face.Orientation() == TopAbs_REVERSED) std::swap(b, c);
    const auto corner = [&](int node) { return numbers[static_cast<std::size_t>(node - 1)]; };
    scene::Triangle triangle{.corners = {corner(a), corner(b), corner(c)}, .face = number};
    triangle.normal =
        unit_normal(mesh.points[triangle.corners[0]], mesh.points[triangle.corners[1]],
                    mesh.points[triangle.corners[2]]);
    if (triangle.normal != Point3{}) mesh.triangles.push_back(triangle);
  }
}

void add_edge(const TopoDS_Edge& edge, const TopTools_ListOfShape& faces, scene::Mesh& mesh) {
  const TopoDS_Face& face = TopoDS::Face(faces.First());
  if (BRep_Tool::Degenerated(edge) || BRep_Tool::IsClosed(edge, face)) return;
  TopLoc_Location location;
  const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
  if (triangles.IsNull()) return;
  const Handle(Poly_PolygonOnTriangulation) polygon =
      BRep_Tool::PolygonOnTriangulation(edge, triangles, location);
  if (polygon.IsNull() || polygon->NbNodes() < 2) return;
  scene::FeatureEdge line;
  for (int i = 1; i <= polygon->NbNodes(); ++i) {
    line.points.push_back(
        to_point(triangles->Node(polygon->Node(i)).Transformed(location.Transformation())));
  }
  line.smooth = faces.Extent() == 2 &&
                BRep_Tool::Continuity(edge, face, TopoDS::Face(faces.Last())) > GeomAbs_C0;
  mesh.edges.push_back(std::move(line));
}

double diagonal(const scene::Box3& box) {
  const double x = box.high.x - box.low.x;
  const double y = box.high.y - box.low.y;
  const double z = box.high.z - box.low.z;
  return std::sqrt(x * x + y * y + z * z);
}

Result<scene::Mesh> mesh_of(const Solid& solid, const MeshOptions& options) {
  const TopoDS_Shape shape = BRepBuilderAPI_Copy(solid.shape().shape).Shape();
  IMeshTools_Parameters parameters;
  parameters.Deflection = options.deflection * diagonal(solid.measures().box);
  parameters.Angle = options.angle;
  parameters.InParallel = Standard_False;
  parameters.Relative = Standard_False;
  parameters.InternalVerticesMode = Standard_False;
  parameters.ControlSurfaceDeflection = Standard_False;
  BRepMesh_IncrementalMesh mesher;
  mesher.SetShape(shape);
  mesher.ChangeParameters() = parameters;
  const Handle(detail::Deadline) deadline = new detail::Deadline(options.max_cpu_seconds);
  mesher.Perform(deadline->Start());
  if (deadline->UserBreak()) return fail(ErrorCode::kLimit, "cutting into triangles took too long");
  BRepLib::EncodeRegularity(shape, kSmoothAngle);
  scene::Mesh mesh;
  mesh.box = solid.measures().box;
  std::uint32_t number = 0;
  for (TopExp_Explorer face(shape, TopAbs_FACE); face.More(); face.Next()) {
    add_face(TopoDS::Face(face.Current()), number++, mesh);
    if (mesh.triangles.size() > options.max_triangles) {
      return fail(ErrorCode::kLimit,
                  "more than " + std::to_string(options.max_triangles) + " triangles");
    }
  }
  TopTools_IndexedDataMapOfShapeListOfShape faces_of_edge;
  TopExp::MapShapesAndAncestors(shape, TopAbs_EDGE, TopAbs_FACE, faces_of_edge);
  for (int i = 1; i <= faces_of_edge.Extent(); ++i) {
    if (faces_of_edge(i).IsEmpty()) continue;
    add_edge(TopoDS::Edge(faces_of_edge.FindKey(i)), faces_of_edge(i), mesh);
  }
  return mesh;
}

}  // namespace

Result<scene::Mesh> to_mesh(const Solid& solid, const MeshOptions& options) {
  return detail::guarded("", [&] { return mesh_of(solid, options); });
}

}  // namespace papert::lang::cad

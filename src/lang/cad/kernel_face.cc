// A profile to a planar face: edges, a wire for each loop, a face, holes turned the right way, and
// the kernel's check, which finds loops that cross themselves or each other.
//
// Curves come in any order and direction. The kernel chains a list of edges by their ends within a
// tolerance; a chain that does not close, or that leaves edges over, is an error here.

#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepGProp.hxx>
#include <BRep_Tool.hxx>
#include <GC_MakeArcOfCircle.hxx>
#include <GProp_GProps.hxx>
#include <Geom_BSplineCurve.hxx>
#include <ShapeFix_Face.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_ListOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Wire.hxx>
#include <algorithm>
#include <cmath>
#include <gp_Circ.hxx>
#include <gp_Elips.hxx>
#include <gp_Pln.hxx>
#include <numbers>

#include "lang/cad/kernel.h"

namespace papert::lang::cad::detail {
namespace {

constexpr double kSamePoint = 1e-7;
constexpr int kMaxDegree = 25;

gp_Dir direction(const Point3& p) { return {p.x, p.y, p.z}; }

/// Curves of one frame as the kernel's edges.
class EdgeMaker {
 public:
  EdgeMaker(const Frame& frame, const BuildLimits& limits, const std::string& where)
      : frame_(frame), limits_(limits), where_(where) {}

  Result<void> add(const Curve& curve, TopTools_ListOfShape& edges) const {
    return std::visit([&](const auto& c) { return make(c, edges); }, curve);
  }

 private:
  [[nodiscard]] gp_Pnt place(const Point& p) const {
    return {frame_.origin.x + p.x * frame_.x.x + p.y * frame_.y.x,
            frame_.origin.y + p.x * frame_.x.y + p.y * frame_.y.y,
            frame_.origin.z + p.x * frame_.x.z + p.y * frame_.y.z};
  }

  [[nodiscard]] tl::unexpected<Error> bad(std::string message) const {
    return fail(ErrorCode::kBadData, std::move(message), where_);
  }

  Result<void> make(const LineCurve& line, TopTools_ListOfShape& edges) const {
    const gp_Pnt a = place(line.start);
    const gp_Pnt b = place(line.end);
    if (a.Distance(b) <= kSamePoint) return {};
    return keep(BRepBuilderAPI_MakeEdge(a, b), edges);
  }

  Result<void> make(const ArcCurve& arc, TopTools_ListOfShape& edges) const {
    GC_MakeArcOfCircle maker(place(arc.start), place(arc.middle), place(arc.end));
    if (!maker.IsDone()) return bad("an arc without size or with its points on a line");
    return keep(BRepBuilderAPI_MakeEdge(maker.Value()), edges);
  }

  Result<void> make(const CircleCurve& circle, TopTools_ListOfShape& edges) const {
    if (!(circle.radius > kSamePoint)) return bad("a circle without size");
    const gp_Ax2 axes(place(circle.center), direction(frame_.z), direction(frame_.x));
    return keep(BRepBuilderAPI_MakeEdge(gp_Circ(axes, circle.radius)), edges);
  }

  Result<void> make(const EllipseCurve& ellipse, TopTools_ListOfShape& edges) const {
    const double length = std::hypot(ellipse.major.x, ellipse.major.y);
    if (!(length > 0 && ellipse.minor_radius > kSamePoint &&
          ellipse.major_radius >= ellipse.minor_radius)) {
      return bad("an ellipse without size, or with its minor radius above the major one");
    }
    const gp_Vec axis(place({0, 0}), place({ellipse.major.x / length, ellipse.major.y / length}));
    const gp_Ax2 axes(place(ellipse.center), direction(frame_.z), gp_Dir(axis));
    const gp_Elips elips(axes, ellipse.major_radius, ellipse.minor_radius);
    if (ellipse.start_angle == ellipse.end_angle) {
      return keep(BRepBuilderAPI_MakeEdge(elips), edges);
    }
    return keep(BRepBuilderAPI_MakeEdge(elips, ellipse.start_angle, ellipse.end_angle), edges);
  }

  Result<void> make(const NurbsCurve& nurbs, TopTools_ListOfShape& edges) const {
    if (nurbs.poles.size() > limits_.max_poles) {
      return fail(ErrorCode::kLimit, "a spline with too many control points", where_);
    }
    const std::size_t poles = nurbs.poles.size();
    if (nurbs.degree < 1 || nurbs.degree > kMaxDegree || poles < 2 ||
        nurbs.knots.size() != poles + static_cast<std::size_t>(nurbs.degree) + 1 ||
        (!nurbs.weights.empty() && nurbs.weights.size() != poles) ||
        !std::ranges::is_sorted(nurbs.knots)) {
      return bad("a spline whose degree, knots, control points and weights do not fit together");
    }
    const auto count = static_cast<int>(poles);
    TColgp_Array1OfPnt points(1, count);
    TColStd_Array1OfReal weights(1, count);
    for (int i = 0; i < count; ++i) {
      const auto index = static_cast<std::size_t>(i);
      points(i + 1) = place(nurbs.poles[index]);
      weights(i + 1) = nurbs.weights.empty() ? 1 : nurbs.weights[index];
    }
    std::vector<std::pair<double, int>> knots;
    for (const double knot : nurbs.knots) {
      if (knots.empty() || knot > knots.back().first) knots.emplace_back(knot, 0);
      ++knots.back().second;
    }
    TColStd_Array1OfReal values(1, static_cast<int>(knots.size()));
    TColStd_Array1OfInteger multiplicities(1, static_cast<int>(knots.size()));
    for (int i = 0; i < values.Length(); ++i) {
      values(i + 1) = knots[static_cast<std::size_t>(i)].first;
      multiplicities(i + 1) = knots[static_cast<std::size_t>(i)].second;
    }
    Handle(Geom_BSplineCurve) curve =
        new Geom_BSplineCurve(points, weights, values, multiplicities, nurbs.degree);
    return keep(BRepBuilderAPI_MakeEdge(curve), edges);
  }

  Result<void> keep(BRepBuilderAPI_MakeEdge maker, TopTools_ListOfShape& edges) const {
    if (!maker.IsDone()) return bad("a curve without size");
    edges.Append(maker.Edge());
    return {};
  }

  const Frame& frame_;
  const BuildLimits& limits_;
  const std::string& where_;
};

int count_edges(const TopoDS_Shape& shape) {
  int count = 0;
  for (TopExp_Explorer edge(shape, TopAbs_EDGE); edge.More(); edge.Next()) ++count;
  return count;
}

Result<TopoDS_Wire> make_wire(const Loop& loop, const EdgeMaker& maker, const std::string& where) {
  TopTools_ListOfShape edges;
  for (const Curve& curve : loop) TRY(maker.add(curve, edges));
  if (edges.IsEmpty()) return fail(ErrorCode::kBadData, "a loop without length", where);
  const int wanted = edges.Extent();
  BRepBuilderAPI_MakeWire wire;
  wire.Add(edges);
  if (!wire.IsDone() || !BRep_Tool::IsClosed(wire.Wire()) || count_edges(wire.Wire()) != wanted) {
    return fail(ErrorCode::kBadData, "a loop that does not close", where);
  }
  return wire.Wire();
}

}  // namespace

Result<TopoDS_Shape> make_face(const Profile& profile, const Frame& frame,
                               const BuildLimits& limits, const std::string& where) {
  const EdgeMaker maker(frame, limits, where);
  const TopoDS_Wire outer = TRY(make_wire(profile.outer, maker, where));
  const gp_Pln plane(gp_Ax3(gp_Pnt(frame.origin.x, frame.origin.y, frame.origin.z),
                            direction(frame.z), direction(frame.x)));
  BRepBuilderAPI_MakeFace face(plane, outer, Standard_True);
  for (const Loop& hole : profile.holes) {
    const TopoDS_Wire wire = TRY(make_wire(hole, maker, where));
    if (face.IsDone()) face.Add(wire);
  }
  if (!face.IsDone()) return fail(ErrorCode::kBadData, "a profile that is not a flat face", where);
  ShapeFix_Face fix(face.Face());
  fix.FixOrientation();
  const TopoDS_Face result = fix.Face();
  GProp_GProps properties;
  BRepGProp::SurfaceProperties(result, properties);
  if (result.IsNull() || !(properties.Mass() > kSamePoint * kSamePoint)) {
    return fail(ErrorCode::kBadData, "a profile without area", where);
  }
  if (!BRepCheck_Analyzer(result).IsValid()) {
    return fail(ErrorCode::kBadData, "a profile whose loops cross themselves or each other", where);
  }
  return TopoDS_Shape(result);
}

}  // namespace papert::lang::cad::detail

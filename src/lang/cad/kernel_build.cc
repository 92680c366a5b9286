// A recipe to a solid: for each extrusion its faces swept into prisms, which are then fused with,
// taken from or intersected with the body so far.
//
// Sweeps always run upwards from the lower end, so prisms are never inside out. Booleans are the
// only step whose time is not a small polynomial of the curves; they are bounded twice: the faces
// of both sides are counted before, and a progress indicator stops the kernel when the processor
// time is spent. The kernel asks it between its phases and within the longer ones.

#include <BRepAlgoAPI_BooleanOperation.hxx>
#include <BRepBndLib.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepGProp.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <GProp_GProps.hxx>
#include <ShapeUpgrade_UnifySameDomain.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedDataMapOfShapeListOfShape.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopTools_ListOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <algorithm>
#include <cmath>
#include <gp_Trsf.hxx>
#include <gp_Vec.hxx>

#include "lang/cad/kernel.h"

namespace papert::lang::cad {
namespace {

std::size_t count(const TopoDS_Shape& shape, TopAbs_ShapeEnum kind) {
  TopTools_IndexedMapOfShape map;
  TopExp::MapShapes(shape, kind, map);
  return static_cast<std::size_t>(map.Extent());
}

std::size_t count_faces(const TopTools_ListOfShape& shapes) {
  std::size_t faces = 0;
  for (TopTools_ListOfShape::Iterator shape(shapes); shape.More(); shape.Next()) {
    faces += count(shape.Value(), TopAbs_FACE);
  }
  return faces;
}

using detail::Deadline;

class Builder {
 public:
  explicit Builder(const BuildLimits& limits)
      : limits_(limits), deadline_(new Deadline(limits.max_cpu_seconds)) {}

  Result<void> add(const Extrusion& extrusion) {
    TopTools_ListOfShape prisms;
    for (const Profile& profile : extrusion.profiles) {
      const TopoDS_Shape face =
          TRY(detail::make_face(profile, extrusion.frame, limits_, extrusion.where));
      prisms.Append(sweep(face, extrusion));
      TRY(check_time(extrusion.where));
    }
    if (prisms.IsEmpty()) return fail(ErrorCode::kBadData, "no profile", extrusion.where);
    if (body_.IsNull()) return start(prisms, extrusion);
    TopoDS_Shape tool = TRY(fuse(prisms, extrusion.where));
    TopTools_ListOfShape body;
    TopTools_ListOfShape tools;
    body.Append(body_);
    tools.Append(tool);
    body_ = TRY(combine(body, tools, kernel_operation(extrusion.operation), extrusion.where));
    return {};
  }

  Result<TopoDS_Shape> finish() {
    ShapeUpgrade_UnifySameDomain unify(body_);
    unify.Build();
    TRY(check_time({}));
    return unify.Shape();
  }

 private:
  static BOPAlgo_Operation kernel_operation(Operation operation) {
    if (operation == Operation::kCut) return BOPAlgo_CUT;
    return operation == Operation::kIntersect ? BOPAlgo_COMMON : BOPAlgo_FUSE;
  }

  Result<void> check_time(const std::string& where) const {
    if (!deadline_->UserBreak()) return {};
    return fail(ErrorCode::kLimit, "building took too long", where);
  }

  static TopoDS_Shape sweep(const TopoDS_Shape& face, const Extrusion& extrusion) {
    const gp_Vec axis(extrusion.frame.z.x, extrusion.frame.z.y, extrusion.frame.z.z);
    gp_Trsf move;
    move.SetTranslation(axis * extrusion.low);
    const TopoDS_Shape base = BRepBuilderAPI_Transform(face, move, Standard_True).Shape();
    return BRepPrimAPI_MakePrism(base, axis * (extrusion.high - extrusion.low)).Shape();
  }

  Result<void> start(TopTools_ListOfShape& prisms, const Extrusion& extrusion) {
    if (extrusion.operation == Operation::kCut || extrusion.operation == Operation::kIntersect) {
      return fail(ErrorCode::kBadData, "the first extrusion must make a body", extrusion.where);
    }
    body_ = TRY(fuse(prisms, extrusion.where));
    return {};
  }

  Result<TopoDS_Shape> fuse(TopTools_ListOfShape& shapes, const std::string& where) {
    TopoDS_Shape first = shapes.First();
    shapes.RemoveFirst();
    if (shapes.IsEmpty()) return first;
    TopTools_ListOfShape arguments;
    arguments.Append(first);
    return combine(arguments, shapes, BOPAlgo_FUSE, where);
  }

  Result<TopoDS_Shape> combine(const TopTools_ListOfShape& arguments,
                               const TopTools_ListOfShape& tools, BOPAlgo_Operation operation,
                               const std::string& where) {
    if (count_faces(arguments) + count_faces(tools) > limits_.max_faces) {
      return fail(ErrorCode::kLimit,
                  "bodies of more than " + std::to_string(limits_.max_faces) + " faces", where);
    }
    BRepAlgoAPI_BooleanOperation boolean;
    boolean.SetArguments(arguments);
    boolean.SetTools(tools);
    boolean.SetOperation(operation);
    boolean.SetRunParallel(Standard_False);
    boolean.Build(deadline_->Start());
    TRY(check_time(where));
    if (!boolean.IsDone() || boolean.HasErrors()) {
      return fail(ErrorCode::kBadData, "the bodies cannot be combined", where);
    }
    const TopoDS_Shape& result = boolean.Shape();
    if (count(result, TopAbs_SOLID) == 0) {
      return fail(ErrorCode::kBadData, "nothing is left of the body", where);
    }
    return result;
  }

  BuildLimits limits_;
  Handle(Deadline) deadline_;
  TopoDS_Shape body_;
};

/// Edges a drawing shows: not the seam that closes a round surface, not the point of a cone.
std::size_t count_drawn_edges(const TopoDS_Shape& shape) {
  TopTools_IndexedDataMapOfShapeListOfShape faces_of_edge;
  TopExp::MapShapesAndAncestors(shape, TopAbs_EDGE, TopAbs_FACE, faces_of_edge);
  std::size_t edges = 0;
  for (int i = 1; i <= faces_of_edge.Extent(); ++i) {
    const TopoDS_Edge& edge = TopoDS::Edge(faces_of_edge.FindKey(i));
    const TopoDS_Face& face = TopoDS::Face(faces_of_edge(i).First());
    if (!BRep_Tool::Degenerated(edge) && !BRep_Tool::IsClosed(edge, face)) ++edges;
  }
  return edges;
}

Measures measure(const TopoDS_Shape& shape) {
  Measures measures;
  GProp_GProps volume;
  BRepGProp::VolumeProperties(shape, volume);
  GProp_GProps area;
  BRepGProp::SurfaceProperties(shape, area);
  measures.volume = volume.Mass();
  measures.area = area.Mass();
  measures.faces = count(shape, TopAbs_FACE);
  measures.edges = count_drawn_edges(shape);
  measures.bodies = count(shape, TopAbs_SOLID);
  measures.valid = BRepCheck_Analyzer(shape).IsValid();
  Bnd_Box box;
  BRepBndLib::AddOptimal(shape, box, Standard_False, Standard_False);
  scene::Box3& b = measures.box;
  box.Get(b.low.x, b.low.y, b.low.z, b.high.x, b.high.y, b.high.z);
  return measures;
}

bool within(const Point& p, double limit) {
  return std::abs(p.x) <= limit && std::abs(p.y) <= limit;  // false for NaN
}

bool within(const Curve& curve, double limit) {
  struct {
    double limit;
    bool operator()(const LineCurve& c) const {
      return within(c.start, limit) && within(c.end, limit);
    }
    bool operator()(const ArcCurve& c) const {
      return within(c.start, limit) && within(c.middle, limit) && within(c.end, limit);
    }
    bool operator()(const CircleCurve& c) const {
      return within(c.center, limit) && within({c.radius, 0}, limit);
    }
    bool operator()(const EllipseCurve& c) const {
      return within(c.center, limit) && within(c.major, limit) &&
             within({c.major_radius, c.minor_radius}, limit) &&
             within({c.start_angle, c.end_angle}, limit);
    }
    bool operator()(const NurbsCurve& c) const {
      const auto small = [this](double v) { return std::abs(v) <= limit; };
      return std::ranges::all_of(c.poles, [this](const Point& p) { return within(p, limit); }) &&
             std::ranges::all_of(c.knots, small) &&
             std::ranges::all_of(c.weights, [&](double w) { return small(w) && w > 0; });
    }
  } check{limit};
  return std::visit(check, curve);
}

/// Adds the loop's curves to `curves`.
Result<void> check_loop(const Loop& loop, const BuildLimits& limits, std::size_t& curves,
                        const std::string& where) {
  curves += loop.size();
  if (loop.size() > limits.max_loop_curves || curves > limits.max_curves) {
    return fail(ErrorCode::kLimit,
                loop.size() > limits.max_loop_curves
                    ? "more than " + std::to_string(limits.max_loop_curves) + " curves in a loop"
                    : "more than " + std::to_string(limits.max_curves) + " curves",
                where);
  }
  for (const Curve& curve : loop) {
    if (!within(curve, limits.max_coordinate)) {
      return fail(ErrorCode::kLimit, "a coordinate is too large, or not a number", where);
    }
  }
  return {};
}

bool is_frame(const Frame& frame, double limit) {
  const auto dot = [](const Point3& a, const Point3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  };
  const Point3& x = frame.x;
  const Point3& y = frame.y;
  const Point3 cross{x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x};
  constexpr double kTolerance = 1e-6;
  return std::abs(dot(x, x) - 1) < kTolerance && std::abs(dot(y, y) - 1) < kTolerance &&
         std::abs(dot(x, y)) < kTolerance && std::abs(dot(cross, frame.z) - 1) < kTolerance &&
         within({frame.origin.x, frame.origin.y}, limit) && within({frame.origin.z, 0}, limit);
}

Result<void> check(const Recipe& recipe, const BuildLimits& limits) {
  if (recipe.extrusions.empty()) return fail(ErrorCode::kBadData, "a program without extrusions");
  if (recipe.extrusions.size() > limits.max_extrusions) {
    return fail(ErrorCode::kLimit,
                "more than " + std::to_string(limits.max_extrusions) + " extrusions");
  }
  std::size_t curves = 0;
  for (const Extrusion& extrusion : recipe.extrusions) {
    const std::string& where = extrusion.where;
    if (!is_frame(extrusion.frame, limits.max_coordinate)) {
      return fail(ErrorCode::kBadData, "axes that are not a right-handed frame", where);
    }
    if (!within({extrusion.low, extrusion.high}, limits.max_coordinate)) {
      return fail(ErrorCode::kLimit, "a distance is too large, or not a number", where);
    }
    if (!(extrusion.high - extrusion.low > 1e-7)) {
      return fail(ErrorCode::kBadData, "the extrusion has no height", where);
    }
    for (const Profile& profile : extrusion.profiles) {
      TRY(check_loop(profile.outer, limits, curves, where));
      for (const Loop& hole : profile.holes) TRY(check_loop(hole, limits, curves, where));
    }
  }
  return {};
}

}  // namespace

bool has_kernel() { return true; }

Result<Solid> build(const Recipe& recipe, const BuildLimits& limits) {
  TRY(check(recipe, limits));
  Builder builder(limits);
  for (const Extrusion& extrusion : recipe.extrusions) {
    TRY(detail::guarded(extrusion.where, [&] { return builder.add(extrusion); }));
  }
  return detail::guarded("", [&]() -> Result<Solid> {
    auto shape = std::make_shared<Solid::Shape>();
    shape->shape = TRY(builder.finish());
    const Measures measures = measure(shape->shape);
    if (!(measures.volume > 0)) return fail(ErrorCode::kBadData, "a body without volume");
    return Solid(std::move(shape), measures);
  });
}

}  // namespace papert::lang::cad

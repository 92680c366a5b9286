// What a grid program means.
//
// A loop starts where its last curve ends. An arc from s to e with sweep a has radius
// (|se|/2) / sin(a/2); going counter-clockwise, its centre lies to the left of s -> e for sweeps
// below half a turn and its middle to the right:
//
//     centre = middle of se - right * R * cos(a/2),   right = (dy, -dx) / |se|
//     middle of the arc = centre + right * R
//
// for clockwise arcs the mirror image. Of a profile's loops the one with the smallest corner of its
// bounding box (x, then y) is the outer one. Grid (128, 128) is the sketch's start point, which the
// extrusion puts at p; one grid unit is (s/128)/95.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "lang/cad/extrude.h"

namespace papert::lang::cad {
namespace {

constexpr double kHalf = 128.0;
constexpr double kSketchSize = 95.0;  // grid units that the larger side of a sketch is scaled to

Point grid_end(const GridCurve& curve) {
  return std::visit(
      [](const auto& c) { return Point{static_cast<double>(c.x), static_cast<double>(c.y)}; },
      curve);
}

/// With the point `middle` of the arc; s and e differ.
ArcCurve resolve_arc(const Point& s, const GridArc& arc) {
  const Point e{static_cast<double>(arc.x), static_cast<double>(arc.y)};
  const double sweep = std::clamp(arc.sweep, 1, kGridLevels - 1) / 256.0 * 2 * std::numbers::pi;
  const double chord = std::hypot(e.x - s.x, e.y - s.y);
  const double radius = chord / 2 / std::sin(sweep / 2);
  const double side = arc.counter_clockwise ? 1 : -1;
  const Point out{side * (e.y - s.y) / chord, -side * (e.x - s.x) / chord};
  const double rise = radius - radius * std::cos(sweep / 2);
  return {s, {(s.x + e.x) / 2 + out.x * rise, (s.y + e.y) / 2 + out.y * rise}, e};
}

Loop resolve_loop(const GridLoop& grid) {
  Loop loop;
  if (grid.empty()) return loop;
  if (const auto* circle = std::get_if<GridCircle>(&grid.front())) {
    loop.emplace_back(CircleCurve{grid_end(*circle), static_cast<double>(circle->radius)});
    return loop;
  }
  Point from = grid_end(grid.back());
  for (const GridCurve& curve : grid) {
    const Point to = grid_end(curve);
    if (to == from) continue;
    if (const auto* arc = std::get_if<GridArc>(&curve)) {
      loop.emplace_back(resolve_arc(from, *arc));
    } else {
      loop.emplace_back(LineCurve{from, to});
    }
    from = to;
  }
  return loop;
}

/// Of the circle through three points that do not lie on a line.
CircleCurve circle_of(const ArcCurve& arc) {
  const double bx = arc.middle.x - arc.start.x;
  const double by = arc.middle.y - arc.start.y;
  const double cx = arc.end.x - arc.start.x;
  const double cy = arc.end.y - arc.start.y;
  const double d = 2 * (bx * cy - by * cx);
  const double b2 = bx * bx + by * by;
  const double c2 = cx * cx + cy * cy;
  const double ux = (cy * b2 - by * c2) / d;
  const double uy = (bx * c2 - cx * b2) / d;
  return {{arc.start.x + ux, arc.start.y + uy}, std::hypot(ux, uy)};
}

/// The smallest x and y of an arc: its ends, or the circle's where the arc passes it.
Point low_corner(const ArcCurve& arc) {
  Point low{std::min({arc.start.x, arc.middle.x, arc.end.x}),
            std::min({arc.start.y, arc.middle.y, arc.end.y})};
  const CircleCurve circle = circle_of(arc);
  // A point of the circle lies on the arc if it is on the same side of the chord as the middle.
  const auto side = [&](const Point& p) {
    return (arc.end.x - arc.start.x) * (p.y - arc.start.y) -
           (arc.end.y - arc.start.y) * (p.x - arc.start.x);
  };
  const Point left{circle.center.x - circle.radius, circle.center.y};
  const Point bottom{circle.center.x, circle.center.y - circle.radius};
  if (side(left) * side(arc.middle) > 0) low.x = std::min(low.x, left.x);
  if (side(bottom) * side(arc.middle) > 0) low.y = std::min(low.y, bottom.y);
  return low;
}

Point low_corner(const Loop& loop) {
  constexpr double kFar = std::numeric_limits<double>::max();
  Point low{kFar, kFar};
  for (const Curve& curve : loop) {
    Point corner;
    if (const auto* line = std::get_if<LineCurve>(&curve)) {
      corner = {std::min(line->start.x, line->end.x), std::min(line->start.y, line->end.y)};
    } else if (const auto* circle = std::get_if<CircleCurve>(&curve)) {
      corner = {circle->center.x - circle->radius, circle->center.y - circle->radius};
    } else {
      corner = low_corner(std::get<ArcCurve>(curve));
    }
    low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
  }
  return low;
}

void scale_loop(Loop& loop, double unit) {
  const auto local = [&](const Point& p) {
    return Point{(p.x - kHalf) * unit, (p.y - kHalf) * unit};
  };
  for (Curve& curve : loop) {
    if (auto* line = std::get_if<LineCurve>(&curve)) {
      *line = {local(line->start), local(line->end)};
    } else if (auto* circle = std::get_if<CircleCurve>(&curve)) {
      *circle = {local(circle->center), circle->radius * unit};
    } else {
      auto& arc = std::get<ArcCurve>(curve);
      arc = {local(arc.start), local(arc.middle), local(arc.end)};
    }
  }
}

Point3 cross(const Point3& a, const Point3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double signed_level(int q) { return q / kHalf - 1; }

Frame frame_of(const ExtrudeStep& step) {
  const double theta = signed_level(step.theta) * std::numbers::pi;
  const double phi = signed_level(step.phi) * std::numbers::pi;
  const double gamma = signed_level(step.gamma) * std::numbers::pi;
  const double st = std::sin(theta);
  const double ct = std::cos(theta);
  const double sp = std::sin(phi);
  const double cp = std::cos(phi);
  const Point3 z{st * cp, st * sp, ct};
  const Point3 x0{cp * ct, sp * ct, -st};
  const Point3 y0 = cross(z, x0);
  const double sg = std::sin(gamma);
  const double cg = std::cos(gamma);
  const Point3 x{x0.x * cg + y0.x * sg, x0.y * cg + y0.y * sg, x0.z * cg + y0.z * sg};
  return {{signed_level(step.px), signed_level(step.py), signed_level(step.pz)}, x, cross(z, x), z};
}

void set_heights(const ExtrudeStep& step, Extrusion& extrusion) {
  const double e1 = signed_level(step.e1);
  switch (step.extent) {
    case Extent::kOneSided:
      extrusion.low = std::min(0.0, e1);
      extrusion.high = std::max(0.0, e1);
      break;
    case Extent::kSymmetric:
      extrusion.low = -std::abs(e1);
      extrusion.high = std::abs(e1);
      break;
    case Extent::kTwoSided: {
      const double e2 = -signed_level(step.e2);
      extrusion.low = std::min(e1, e2);
      extrusion.high = std::max(e1, e2);
      break;
    }
  }
}

/// Of loops that are not empty: the one with the lowest corner is the outline, the others are
/// holes.
Profile profile_of(std::vector<Loop> loops, double scale) {
  const auto outer = std::ranges::min_element(loops, [](const Loop& a, const Loop& b) {
    const Point p = low_corner(a);
    const Point q = low_corner(b);
    return p.x != q.x ? p.x < q.x : p.y < q.y;
  });
  std::rotate(loops.begin(), outer, outer + 1);
  for (Loop& loop : loops) scale_loop(loop, scale);
  Profile profile{std::move(loops.front()), {}};
  profile.holes.assign(std::make_move_iterator(loops.begin() + 1),
                       std::make_move_iterator(loops.end()));
  return profile;
}

Result<Extrusion> resolve(const ExtrudeStep& step, std::size_t number) {
  Extrusion extrusion{.frame = frame_of(step),
                      .operation = step.operation,
                      .where = step.place.text.empty()
                                   ? fmt::format("extrusion {}", number)
                                   : fmt::format("{}, extrusion {}", step.place.text, number)};
  set_heights(step, extrusion);
  if (extrusion.low == extrusion.high || step.scale == 0) {
    return fail(ErrorCode::kBadData,
                step.scale == 0 ? "the sketch has a scale of 0" : "the extrusion has no height",
                extrusion.where);
  }
  if (step.loops.empty()) return fail(ErrorCode::kBadData, "no profile", extrusion.where);
  std::vector<Loop> loops;
  for (const GridLoop& grid : step.loops) {
    loops.push_back(resolve_loop(grid));
    if (loops.back().empty()) {
      return fail(ErrorCode::kBadData, "a loop without length", extrusion.where);
    }
  }
  extrusion.profiles.push_back(profile_of(std::move(loops), step.scale / kHalf / kSketchSize));
  return extrusion;
}

}  // namespace

Result<Recipe> to_recipe(const ExtrudeProgram& program) {
  Recipe recipe;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    recipe.extrusions.push_back(TRY(resolve(program.steps[i], i + 1)));
  }
  return recipe;
}

}  // namespace papert::lang::cad

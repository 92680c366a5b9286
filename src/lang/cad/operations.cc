#include "lang/cad/operations.h"

#include <array>

#include "lang/cad/cad.h"

namespace papert::lang::cad {
namespace {

using Counts = std::map<std::string, std::int64_t>;

// By the alternatives of Curve and of Primitive::shape.
constexpr std::array<const char*, 5> kCurves{"Line", "Arc", "Circle", "Ellipse", "Nurbs"};
constexpr std::array<const char*, 6> kShapes{"Point", "Line", "Circle", "Ellipse", "Spline", "Fit"};

void count_loop(const Loop& loop, Counts& counts) {
  for (const Curve& curve : loop) ++counts[kCurves[curve.index()]];
}

Counts count_recipe(const Recipe& recipe) {
  Counts counts;
  for (const Extrusion& extrusion : recipe.extrusions) {
    ++counts["Extrude"];
    for (const Profile& profile : extrusion.profiles) {
      count_loop(profile.outer, counts);
      for (const Loop& hole : profile.holes) count_loop(hole, counts);
    }
  }
  return counts;
}

Counts count_sketches(const std::vector<Sketch>& sketches) {
  Counts counts;
  for (const Sketch& sketch : sketches) {
    for (const Primitive& primitive : sketch.primitives) {
      const auto* circle = std::get_if<SketchCircle>(&primitive.shape);
      const bool arc = circle != nullptr && circle->range.has_value();
      ++counts[arc ? "Arc" : kShapes[primitive.shape.index()]];
    }
    for (const Constraint& constraint : sketch.constraints) ++counts[constraint.type];
  }
  return counts;
}

}  // namespace

Result<Counts> count_operations(std::string_view text) {
  const auto notation = detect(text);
  if (!notation) return fail(ErrorCode::kBadData, "this is not a CAD program");
  if (is_flat(*notation)) {
    const std::vector<Sketch> sketches = TRY(read_sketches(text, *notation));
    return count_sketches(sketches);
  }
  const Recipe recipe = TRY(read_recipe(text, *notation, ExtrudeLimits::large()));
  return count_recipe(recipe);
}

}  // namespace papert::lang::cad

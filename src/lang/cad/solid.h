// Solids: a recipe built, measured and cut into triangles. No header of the geometry kernel is
// needed to use it.
#pragma once

#include <cstddef>
#include <memory>

#include "base/result.h"
#include "lang/cad/recipe.h"
#include "scene/mesh.h"

namespace papert::lang::cad {

/// Bounds on the work of building. Combining two bodies costs up to the product of their faces, so
/// faces are counted before; what is left is bounded by the processor time.
struct BuildLimits {
  std::size_t max_extrusions = 100;
  std::size_t max_curves = 2'000;  // of all profiles together
  std::size_t max_loop_curves = 500;
  std::size_t max_poles = 1'000;  // of one spline
  std::size_t max_faces = 1'500;  // of the body and what is combined with it
  double max_cpu_seconds = 20;
  double max_coordinate = 1e5;  // of anything, either way
};

struct Measures {
  double volume = 0;
  double area = 0;
  std::size_t faces = 0;  // after faces that lie on one surface were united
  std::size_t edges = 0;  // those a drawing shows: no seams of closed surfaces
  std::size_t bodies = 0;
  bool valid = false;  // the kernel's own check of the result
  scene::Box3 box;
};

class Solid {
 public:
  struct Shape;  // the kernel's

  Solid(std::shared_ptr<const Shape> shape, const Measures& measures)
      : shape_(std::move(shape)), measures_(measures) {}

  [[nodiscard]] const Measures& measures() const { return measures_; }
  [[nodiscard]] const Shape& shape() const { return *shape_; }

 private:
  std::shared_ptr<const Shape> shape_;
  Measures measures_;
};

/// Whether this build has the geometry kernel. Where it has not, nothing can be built (kUsage).
[[nodiscard]] bool has_kernel();

/// kBadData, with the extrusion, for what is not a solid: a loop that does not close, crosses
/// itself or lies outside, a first extrusion that takes away, a body of which nothing is left.
/// kLimit past the limits. kInternal is never given: whatever the kernel raises is one of these.
[[nodiscard]] Result<Solid> build(const Recipe& recipe, const BuildLimits& limits = {});

struct MeshOptions {
  double deflection = 0.0003;  // from the true surface, as a part of the box's diagonal
  double angle = 0.2;          // between neighbouring triangles of a curved surface, radians
  std::size_t max_triangles = 500'000;
  double max_cpu_seconds = 20;
};

/// The same solid gives the same triangles in the same order. kLimit past the limits.
[[nodiscard]] Result<scene::Mesh> to_mesh(const Solid& solid, const MeshOptions& options = {});

}  // namespace papert::lang::cad

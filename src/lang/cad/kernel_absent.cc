// Stands in for the kernel_*.cc files in a build without OpenCASCADE: programs are read and
// written, but not built.
#include "lang/cad/solid.h"

namespace papert::lang::cad {
namespace {

tl::unexpected<Error> absent() {
  return fail(ErrorCode::kUsage,
              "this build has no OpenCASCADE, so it builds no solids: configure it with "
              "-DPAPERT_CAD=ON");
}

}  // namespace

struct Solid::Shape {};

bool has_kernel() { return false; }

Result<Solid> build(const Recipe& /*recipe*/, const BuildLimits& /*limits*/) { return absent(); }

Result<scene::Mesh> to_mesh(const Solid& /*solid*/, const MeshOptions& /*options*/) {
  return absent();
}

}  // namespace papert::lang::cad

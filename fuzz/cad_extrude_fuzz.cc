// Any text as a grid program. What is accepted must be written and read back unchanged, and small
// programs must build, mesh and paint twice to the same picture or be refused twice alike.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "lang/cad/extrude.h"
#include "lang/cad/solid.h"
#include "raster/paint_mesh.h"

namespace {

using namespace papert::lang::cad;

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_small(const ExtrudeProgram& program) {
  std::size_t curves = 0;
  for (const ExtrudeStep& step : program.steps) {
    for (const GridLoop& loop : step.loops) curves += loop.size();
  }
  return program.steps.size() <= 2 && curves <= 12;
}

papert::Result<papert::raster::Image> picture(const Recipe& recipe) {
  const Solid solid = TRY(build(recipe, {.max_cpu_seconds = 5}));
  const auto mesh = TRY(to_mesh(solid));
  return papert::raster::paint_mesh(mesh, papert::raster::MeshView::kIsoFront, 32, 32);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto program = parse_extrude(text, ExtrudeLimits::large());
  if (!program) {
    require(!program.error().message.empty() && papert::is_valid_utf8(program.error().to_string()));
    return 0;
  }
  const auto again = parse_extrude(to_text(*program), ExtrudeLimits::large());
  require(again && *again == *program);
  const auto recipe = to_recipe(*program);
  if (!recipe || !is_small(*program)) return 0;
  const auto first = picture(*recipe);
  const auto second = picture(*recipe);
  require(first.has_value() == second.has_value());
  require(!first || *first == *second);
  return 0;
}

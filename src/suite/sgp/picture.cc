#include "suite/sgp/picture.h"

#include "lang/cad/cad.h"
#include "lang/svg/render_check.h"
#include "raster/paint_mesh.h"
#include "raster/svg.h"

namespace papert::sgp {
namespace {

Result<raster::Image> cad_image(std::string_view program, int size) {
  const auto notation = cad::detect(program);
  if (!notation) return fail(ErrorCode::kBadData, "no CAD program");
  if (cad::is_flat(*notation)) {
    const auto sketches = TRY(cad::read_sketches(program, *notation));
    return raster::render_svg(cad::to_svg(sketches, {.width = size, .height = size}), size, size);
  }
  const cad::Solid solid =
      TRY(cad::build(TRY(cad::read_recipe(program, *notation, cad::ExtrudeLimits::large()))));
  return raster::paint_mesh_sheet(TRY(cad::to_mesh(solid)), size, size);
}

}  // namespace

Result<raster::Image> svg_image(const svg::Document& document, int size) {
  TRY(svg::check_render(document));
  return raster::render_svg(svg::to_text(document), size, size);
}

Result<raster::Image> program_image(const Question& question, int size) {
  if (question.language != Language::kSvg) return cad_image(question.program, size);
  return svg_image(TRY(svg::parse(question.program)), size);
}

}  // namespace papert::sgp

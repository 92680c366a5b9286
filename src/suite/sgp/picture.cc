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

double share_off(const raster::Image& a, const raster::Image& b) {
  const auto channels = static_cast<std::size_t>(a.channels());
  const std::size_t pixels = a.data().size() / channels;
  std::size_t off = 0;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    int most = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      const std::size_t at = pixel * channels + c;
      most = std::max(most, std::abs(int{a.data()[at]} - int{b.data()[at]}));
    }
    if (most > kOffBy) ++off;
  }
  return static_cast<double>(off) / static_cast<double>(pixels);
}

}  // namespace papert::sgp

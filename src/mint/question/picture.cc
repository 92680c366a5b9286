#include "mint/question/picture.h"

#include "lang/cad/cad.h"
#include "mint/svg/image.h"
#include "raster/paint_mesh.h"
#include "raster/svg.h"

namespace papert::mint {
namespace {

Result<lang::cad::Solid> solid_of(std::string_view program, lang::cad::Notation notation,
                                  const lang::cad::BuildLimits& limits = {}) {
  const lang::cad::Recipe recipe =
      TRY(lang::cad::read_recipe(program, notation, lang::cad::ExtrudeLimits::large()));
  return lang::cad::build(recipe, limits);
}

Result<ProgramPicture> cad_picture(std::string_view program, int size, double solid_seconds) {
  const auto notation = lang::cad::detect(program);
  if (!notation) return fail(ErrorCode::kBadData, "not a CAD program of a known notation");
  if (lang::cad::is_flat(*notation)) {
    const auto sketches = TRY(lang::cad::read_sketches(program, *notation));
    const std::string text = lang::cad::to_svg(sketches, {.width = size, .height = size});
    raster::Image image = TRY(raster::render_svg(text, size, size));
    return ProgramPicture{std::move(image), {}};
  }
  const lang::cad::Solid solid =
      TRY(solid_of(program, *notation, {.max_cpu_seconds = solid_seconds}));
  const scene::Mesh mesh = TRY(lang::cad::to_mesh(solid, {.max_cpu_seconds = solid_seconds}));
  raster::Image image = TRY(raster::paint_mesh_sheet(mesh, size, size));
  ProgramPicture picture{std::move(image), {}};
  picture.warning = warning_of(solid.measures());
  return picture;
}

}  // namespace

std::string warning_of(const lang::cad::Measures& measures) {
  if (measures.valid) return {};
  return "the geometry kernel calls the solid invalid (surfaces that cross or do not close), so "
         "the "
         "picture may be wrong";
}

Result<ProgramPicture> program_picture(const Question& question, int size, double solid_seconds) {
  if (question.language != Language::kSvg) {
    return cad_picture(question.program, size, solid_seconds);
  }
  const lang::svg::Document document = TRY(lang::svg::parse(question.program));
  raster::Image image = TRY(mint::svg::svg_image(document, size));
  return ProgramPicture{std::move(image), {}};
}

Result<raster::Image> program_image(const Question& question, int size) {
  return TRY(program_picture(question, size)).image;
}

Result<std::vector<raster::Image>> program_views(const Question& question, int size) {
  std::vector<raster::Image> views;
  const auto notation =
      question.language == Language::kSvg ? std::nullopt : lang::cad::detect(question.program);
  if (!notation || lang::cad::is_flat(*notation)) {
    raster::Image image = TRY(program_image(question, size));
    views.push_back(std::move(image));
    return views;
  }
  const lang::cad::Solid solid = TRY(solid_of(question.program, *notation));
  const scene::Mesh mesh = TRY(lang::cad::to_mesh(solid));
  for (const raster::MeshView view : {raster::MeshView::kIsoFront, raster::MeshView::kIsoBack}) {
    raster::Image image = TRY(raster::paint_mesh(mesh, view, size, size));
    views.push_back(std::move(image));
  }
  return views;
}

}  // namespace papert::mint

// Every step is painted from the beginning, so long programs get fewer of them: the work stays that
// of a few megabytes of text, or a few tens of solids.
#include "replay/graphics.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "lang/cad/cad.h"
#include "lang/cad/places.h"
#include "lang/svg/places.h"
#include "mint/question/picture.h"
#include "mint/svg/image.h"
#include "raster/paint_mesh.h"
#include "raster/svg.h"
#include "replay/steps.h"

namespace papert::replay {
namespace {

constexpr std::size_t kBytesInAll = std::size_t{6} << 20;
constexpr std::size_t kFewestSteps = 8;
constexpr std::size_t kMaxSolids = 24;
constexpr double kSolidSeconds = 4;

std::size_t steps_for(std::size_t bytes) {
  return std::clamp(kBytesInAll / std::max<std::size_t>(bytes, 1), kFewestSteps, kMaxPictureSteps);
}

Result<scene::Replay> replay_svg(std::string_view text) {
  const lang::svg::Document document = TRY(lang::svg::parse(text));
  const auto elements = lang::svg::painting_elements(document);
  const auto tags = lang::svg::tag_places(text);
  scene::Replay replay;
  replay.language = "svg";
  const auto paint = [&](std::size_t count) -> Result<void> {
    const raster::Image image =
        TRY(mint::svg::svg_image(lang::svg::first_elements(document, count), mint::kPictureSize));
    add_picture(replay, image);
    return {};
  };
  TRY(paint(0));
  const auto shown = shown_steps(elements.size(), steps_for(text.size()));
  replay.cut = shown.size() < elements.size();
  for (const std::size_t step : shown) {
    const std::size_t number = elements[step - 1];
    replay.steps.push_back(number < tags.size()
                               ? step_at(text, tags[number].begin, tags[number].end)
                               : scene::ReplayStep{});
    TRY(paint(step));
  }
  return replay;
}

/// Where the n-th of `count` commands stands, if the text tells them apart.
scene::ReplayStep place_of(std::string_view text,
                           const std::vector<lang::cad::CommandPlace>& places, std::size_t step,
                           std::size_t count) {
  if (places.size() != count) return {};
  return step_at(text, places[step - 1].begin, places[step - 1].end);
}

Result<scene::Replay> replay_sketches(std::string_view text, lang::cad::Notation notation) {
  const auto sketches = TRY(lang::cad::read_sketches(text, notation));
  const auto places = lang::cad::command_places(text, notation);
  std::size_t count = 0;
  for (const lang::cad::Sketch& sketch : sketches) count += sketch.primitives.size();
  scene::Replay replay;
  const auto paint = [&](std::size_t primitives) -> Result<void> {
    constexpr int kSide = mint::kPictureSize;
    const std::string svg =
        lang::cad::to_svg(sketches, {.width = kSide, .height = kSide, .primitives = primitives});
    const raster::Image image = TRY(raster::render_svg(svg, kSide, kSide));
    add_picture(replay, image);
    return {};
  };
  TRY(paint(0));
  const auto shown = shown_steps(count, steps_for(text.size()));
  replay.cut = shown.size() < count;
  for (const std::size_t step : shown) {
    replay.steps.push_back(place_of(text, places, step, count));
    TRY(paint(step));
  }
  return replay;
}

Result<raster::Image> solid_image(const lang::cad::Recipe& recipe) {
  const lang::cad::Solid solid = TRY(lang::cad::build(recipe, {.max_cpu_seconds = kSolidSeconds}));
  const scene::Mesh mesh = TRY(lang::cad::to_mesh(solid, {.max_cpu_seconds = kSolidSeconds}));
  return raster::paint_mesh_sheet(mesh, mint::kPictureSize, mint::kPictureSize);
}

Result<scene::Replay> replay_solid(std::string_view text, lang::cad::Notation notation) {
  const lang::cad::Recipe recipe =
      TRY(lang::cad::read_recipe(text, notation, lang::cad::ExtrudeLimits::large()));
  const auto places = lang::cad::command_places(text, notation);
  scene::Replay replay;
  add_picture(replay,
              raster::Image(mint::kPictureSize, mint::kPictureSize, raster::PixelFormat::kRgb));
  const std::size_t count = recipe.extrusions.size();
  const auto shown = shown_steps(count, kMaxSolids);
  replay.cut = shown.size() < count;
  for (const std::size_t step : shown) {
    lang::cad::Recipe part;
    part.extrusions.assign(recipe.extrusions.begin(),
                           recipe.extrusions.begin() + static_cast<std::ptrdiff_t>(step));
    const auto image = solid_image(part);
    // On the way there may be no solid yet; at the end there has to be one.
    if (!image && step == count) return fail(image.error());
    replay.steps.push_back(place_of(text, places, step, count));
    if (image) add_picture(replay, *image);
  }
  return replay;
}

}  // namespace

Result<scene::Replay> replay_graphics(std::string_view program) {
  const auto make = [&]() -> Result<scene::Replay> {
    if (trim(program).starts_with('<')) return replay_svg(program);
    const auto notation = lang::cad::detect(program);
    if (!notation) {
      return fail(ErrorCode::kBadData, "neither SVG nor a CAD program of a known notation");
    }
    scene::Replay replay = TRY(lang::cad::is_flat(*notation) ? replay_sketches(program, *notation)
                                                             : replay_solid(program, *notation));
    replay.language = "cad";
    return replay;
  };
  scene::Replay replay = TRY(make());
  scene::set_source(replay, std::string(program));
  return replay;
}

}  // namespace papert::replay

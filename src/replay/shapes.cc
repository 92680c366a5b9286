#include "replay/shapes.h"

#include <string>

#include "lang/shapes/parse.h"
#include "lang/shapes/places.h"
#include "raster/raster.h"
#include "replay/steps.h"

namespace papert::replay {

Result<scene::Replay> replay_shapes(std::string_view text) {
  const auto program = lang::shapes::parse(text);
  if (!program) {
    return fail(ErrorCode::kBadData, program.error().message,
                "line " + std::to_string(program.error().line));
  }
  const auto places = lang::shapes::statement_places(text);
  const scene::PixelScene whole = lang::shapes::to_scene(*program);
  scene::Replay replay;
  replay.language = "shapes";
  scene::PixelScene part{whole.width, whole.height, {}};
  raster::Bitmap sheet = raster::render(part);
  add_picture(replay, raster::to_image(sheet));
  const auto shown = shown_steps(whole.items.size());
  replay.cut = shown.size() < whole.items.size();
  std::size_t painted = 0;
  for (const std::size_t step : shown) {
    part.items.assign(whole.items.begin() + static_cast<std::ptrdiff_t>(painted),
                      whole.items.begin() + static_cast<std::ptrdiff_t>(step));
    raster::paint(part, sheet);
    painted = step;
    const bool known = places.size() == whole.items.size();
    replay.steps.push_back(known ? step_at(text, places[step - 1].begin, places[step - 1].end)
                                 : scene::ReplayStep{});
    add_picture(replay, raster::to_image(sheet));
  }
  scene::set_source(replay, std::string(text));
  return replay;
}

}  // namespace papert::replay

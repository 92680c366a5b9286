#include "replay/grid.h"

#include <algorithm>

#include "mint/xlogo/image.h"
#include "replay/steps.h"

namespace papert::replay {
namespace {

using lang::xlogo::State;
using lang::xlogo::Trace;

/// "#D60000"; a pen without a colour draws black.
scene::Color color_of(const lang::xlogo::Pen& pen) {
  if (!pen) return {};
  const auto& hex = lang::xlogo::kColors[static_cast<std::size_t>(*pen)].hex;
  const auto sample = [&](std::size_t at) {
    return static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(at, 2)), nullptr, 16));
  };
  return {sample(1), sample(3), sample(5)};
}

int pen_number(scene::Replay& replay, const State& state) {
  scene::ReplayPen pen;
  pen.color = color_of(state.pen);
  const auto found = std::find(replay.pens.begin(), replay.pens.end(), pen);
  if (found != replay.pens.end()) return static_cast<int>(found - replay.pens.begin());
  replay.pens.push_back(pen);
  return static_cast<int>(replay.pens.size()) - 1;
}

/// Right is 0 degrees, up 90.
double degrees_of(lang::xlogo::Direction heading) {
  return static_cast<double>((90 + 270 * static_cast<int>(heading)) % 360);
}

scene::ReplayStep step_of(scene::Replay& replay, std::uint32_t line, const State& state) {
  scene::ReplayStep step;
  step.line = static_cast<int>(line);
  step.position = {static_cast<double>(state.x), static_cast<double>(state.y)};
  step.heading = degrees_of(state.heading);
  step.pen = pen_number(replay, state);
  return step;
}

/// line_of(block) is 0 where there is none.
template <class LineOf>
Result<scene::Replay> replay_path(const lang::xlogo::Task& task, const Trace& path, LineOf line_of,
                                  std::string source,
                                  std::optional<lang::xlogo::PathStyle> style = std::nullopt) {
  const auto usual = task.draws() ? lang::xlogo::PathStyle::kPen : lang::xlogo::PathStyle::kArrows;
  scene::Replay replay;
  replay.language = "xlogo";
  Trace part{path.start, {}, std::nullopt};
  const auto show = [&](const State& turtle) -> Result<void> {
    const lang::xlogo::PictureOptions options{
        .path = &part, .style = style.value_or(usual), .turtle = turtle};
    const raster::Image image = TRY(mint::xlogo::task_image(task, options));
    add_picture(replay, image);
    return {};
  };
  TRY(show(path.start));
  const auto shown = shown_steps(path.steps.size());
  replay.cut = shown.size() < path.steps.size();
  State now = path.start;
  for (const std::size_t step : shown) {
    part.steps.assign(path.steps.begin(), path.steps.begin() + static_cast<std::ptrdiff_t>(step));
    now = path.steps[step - 1].after;
    replay.steps.push_back(step_of(replay, line_of(path.steps[step - 1].block), now));
    TRY(show(now));
  }
  if (path.crash) {
    part.crash = path.crash;
    replay.steps.push_back(step_of(replay, line_of(path.crash->block), now));
    TRY(show(now));
  }
  scene::set_source(replay, std::move(source));
  return replay;
}

}  // namespace

Result<scene::Replay> replay_grid(const lang::xlogo::Task& task,
                                  const lang::xlogo::Program& program, std::string source,
                                  std::optional<lang::xlogo::PathStyle> style) {
  const auto line_of = [&](std::uint32_t block) {
    return block < program.blocks.size() ? program.blocks[block].line : 0U;
  };
  return replay_path(task, lang::xlogo::trace(task.world, program), line_of, std::move(source),
                     style);
}

Result<scene::Replay> replay_grid(const lang::xlogo::Task& task,
                                  const lang::xlogo::v2::Program& program, std::string source) {
  const auto line_of = [&](std::uint32_t block) {
    return lang::xlogo::v2::line_of(program, block);
  };
  return replay_path(task, lang::xlogo::trace(task.world, program), line_of, std::move(source));
}

}  // namespace papert::replay

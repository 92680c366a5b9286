#include "serve/app/grid_program.h"

#include <fmt/format.h>

namespace papert::serve::app {
namespace {

constexpr int kGridSide = 9;

}  // namespace

lang::xlogo::Parsed<lang::xlogo::Program> read_grid_program(std::string_view code) {
  const bool python = code.find('(') != std::string_view::npos;
  return python ? lang::xlogo::parse_python(code, lang::xlogo::PythonForm::kForgiving)
                : lang::xlogo::parse_dsl(code);
}

lang::xlogo::Task empty_grid() {
  lang::xlogo::Task task;
  lang::xlogo::World& world = task.world;
  world.width = kGridSide;
  world.height = kGridSide;
  world.tiles.resize(std::size_t{kGridSide} * kGridSide, {.present = true, .allowed = true});
  world.turtle_x = kGridSide / 2;
  world.turtle_y = kGridSide / 2;
  return task;
}

lang::xlogo::PathStyle grid_style(const lang::xlogo::Program& program) {
  const bool pens = lang::xlogo::facts(program).uses(lang::xlogo::BlockType::kSetPen);
  return pens ? lang::xlogo::PathStyle::kPen : lang::xlogo::PathStyle::kArrows;
}

std::string crash_words(const lang::xlogo::Crash& crash) {
  if (crash.kind == lang::xlogo::CrashKind::kExceedMaxCalls) {
    return fmt::format("more than {} commands are executed", lang::xlogo::kMaxCalls);
  }
  return fmt::format("command {} leaves the grid of {} x {} cells", crash.call, kGridSide,
                     kGridSide);
}

}  // namespace papert::serve::app

#include "serve/app/shown_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"
#include "lang/shapes/parse.h"
#include "lang/svg/document.h"
#include "lang/turtle/host/hint.h"
#include "lang/turtle/host/jail_pool.h"
#include "lang/xlogo/emulator.h"
#include "mint/question/picture.h"
#include "mint/xlogo/image.h"
#include "raster/paint_scene.h"
#include "raster/render.h"
#include "serve/app/grid_program.h"

namespace papert::serve::app {
namespace {

ShownProgram failed(std::string outcome, Fault fault) {
  ShownProgram shown;
  shown.outcome = std::move(outcome);
  shown.fault = std::move(fault);
  return shown;
}

ShownProgram not_a_program(Fault fault) { return failed("syntax_error", std::move(fault)); }

Result<ShownProgram> show_turtle(std::string_view code, int side, const Deadline& deadline) {
  lang::turtle::JailPool jails({});
  const lang::turtle::Drawing drawing = TRY(jails.run(code, kPlayLimits, deadline));
  const sandbox::Outcome& outcome = drawing.outcome;
  ShownProgram shown;
  shown.outcome = sandbox::status_name(outcome.status);
  shown.printed = outcome.printed;
  shown.steps = outcome.steps;
  shown.drawing = raster::paint_tk(drawing.scene, raster::fit_view(drawing.scene, side, side));
  if (outcome.status == sandbox::Status::kOk) return shown;
  shown.fault =
      Fault{.type = outcome.exception_type.empty() ? shown.outcome : outcome.exception_type,
            .message = outcome.reason,
            .hint = lang::turtle::hint_for(code, drawing),
            .line = outcome.line};
  return shown;
}

Result<ShownProgram> show_shapes(std::string_view code) {
  const auto program = lang::shapes::parse(code);
  if (!program) {
    const lang::shapes::ParseError& error = program.error();
    return not_a_program({.type = std::string(lang::shapes::error_name(error.name)),
                          .message = error.message,
                          .line = static_cast<int>(error.line)});
  }
  ShownProgram shown;
  shown.drawing = raster::to_image(raster::render(lang::shapes::to_scene(*program)));
  return shown;
}

Result<ShownProgram> show_xlogo(std::string_view code, int side) {
  const auto program = read_grid_program(code);
  if (!program) {
    return not_a_program({.type = "invalid_program",
                          .message = program.error().message,
                          .line = program.error().line});
  }
  const lang::xlogo::Task task = empty_grid();
  const lang::xlogo::Trace path = lang::xlogo::trace(task.world, *program);
  const lang::xlogo::PictureOptions options{.path = &path, .style = grid_style(*program)};
  ShownProgram shown;
  shown.drawing = TRY(mint::xlogo::task_image(task, options, side));
  shown.steps = path.steps.size();
  if (!path.crash) return shown;
  shown.outcome = "exception";
  const std::uint32_t block = path.crash->block;
  const auto line = block < program->blocks.size() ? program->blocks[block].line : 0;
  shown.fault = Fault{
      .type = std::string(lang::xlogo::kCrashNames[static_cast<std::size_t>(path.crash->kind)]),
      .message = crash_words(*path.crash),
      .line = static_cast<int>(line)};
  return shown;
}

/// The line and column of a byte.
void place_at(std::string_view text, std::size_t byte, Fault& fault) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t start = before.rfind('\n');
  fault.line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::string_view line = start == std::string_view::npos ? before : before.substr(start + 1);
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  fault.column = static_cast<int>(std::count_if(line.begin(), line.end(), begins)) + 1;
}

/// "command 3, line 7" -> 7.
int line_in(std::string_view where) {
  constexpr std::string_view kMark = "line ";
  const std::size_t at = where.rfind(kMark);
  if (at == std::string_view::npos) return 0;
  return parse_number<int>(where.substr(at + kMark.size())).value_or(0);
}

Result<ShownProgram> show_graphics(Language language, std::string_view code, int side) {
  const bool svg = language == Language::kSvg;
  mint::Question question;
  question.language = svg ? mint::Language::kSvg : mint::Language::kCad3d;
  question.program = code;
  auto picture = mint::program_picture(question, side, kPlaySolidSeconds);
  if (!picture) {
    const Error& error = picture.error();
    if (error.code == ErrorCode::kInternal || error.code == ErrorCode::kIo) return fail(error);
    const bool limit = error.code == ErrorCode::kLimit;
    Fault fault{.type = limit ? "limit" : "invalid_program",
                .message = error.message,
                .line = line_in(error.where)};
    const auto byte = svg ? lang::svg::broken_at(code) : std::nullopt;
    if (byte) place_at(code, *byte, fault);
    return failed(limit ? "step_limit" : "syntax_error", std::move(fault));
  }
  ShownProgram shown;
  shown.drawing = std::move(picture->image);
  if (!picture->warning.empty()) shown.notes.push_back(picture->warning);
  return shown;
}

}  // namespace

Result<ShownProgram> show_program(Language language, std::string_view code, int side,
                                  const Deadline& deadline) {
  switch (language) {
    case Language::kTurtle:
      return show_turtle(code, side, deadline);
    case Language::kShapes:
      return show_shapes(code);
    case Language::kXlogo:
      return show_xlogo(code, side);
    case Language::kSvg:
    case Language::kCad:
      break;
  }
  return show_graphics(language, code, side);
}

}  // namespace papert::serve::app

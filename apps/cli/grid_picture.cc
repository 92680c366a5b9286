#include "grid_picture.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "raster/apng.h"
#include "raster/raster.h"
#include "reply/reasoning.h"
#include "suite/xlogo/extract.h"
#include "suite/xlogo/load.h"
#include "suite/xlogo/picture.h"

namespace papert::cli {
namespace {

constexpr std::size_t kMaxProgramBytes = std::size_t{4} << 20;
constexpr int kFrameMs = 500;

Result<lang::xlogo::Task> find_task(const GridPicture& picture) {
  const std::filesystem::path path = picture.file;
  suite::xlogo::StoredTasks stored =
      TRY(std::filesystem::is_directory(path) ? suite::xlogo::read_tasks(path)
                                              : suite::xlogo::read_task_lines(path));
  if (picture.id.empty() && stored.tasks.size() == 1) return std::move(stored.tasks.front().task);
  for (suite::xlogo::StoredTask& each : stored.tasks) {
    if (each.task.id == picture.id) return std::move(each.task);
  }
  // A task that was named and cannot be read explains more than one that is missing.
  if (!stored.problems.empty()) return fail(stored.problems.front());
  return fail(ErrorCode::kUsage,
              picture.id.empty()
                  ? fmt::format("there are {} tasks: give --id ID", stored.tasks.size())
                  : "there is no task '" + picture.id + "'",
              picture.file);
}

/// A Python program, a reply with one in it, or the short form (fd rt repeat 4 [fd]).
Result<lang::xlogo::Program> read_program(const std::string& path) {
  const std::string text = TRY(read_file(path, kMaxProgramBytes));
  if (auto short_form = lang::xlogo::parse_dsl(text)) return std::move(*short_form);
  const reply::Answer answer = suite::xlogo::extract_program(reply::split_reasoning(text).answer,
                                                             reply::Extraction::kLenient);
  auto program = lang::xlogo::parse_python(answer.text, lang::xlogo::PythonForm::kForgiving);
  if (program) return std::move(*program);
  return fail(ErrorCode::kBadData, program.error().message,
              fmt::format("{}:{}", path, program.error().line));
}

}  // namespace

Result<std::string> grid_picture(const GridPicture& picture) {
  const std::string extension = std::filesystem::path(picture.out).extension().string();
  if (extension != ".png" && extension != ".svg" && extension != ".apng" && picture.out != "-") {
    return fail(ErrorCode::kUsage, "the name must end with .png, .svg or .apng", picture.out);
  }
  const lang::xlogo::Task task = TRY(find_task(picture));
  suite::xlogo::PictureOptions options;
  lang::xlogo::Trace path;
  if (!picture.program.empty()) {
    const auto program = TRY(read_program(picture.program));
    path = lang::xlogo::trace(task.world, program);
    options.path = &path;
  }
  if (extension == ".svg") return suite::xlogo::task_svg(task, options);
  if (extension == ".apng") {
    if (picture.program.empty()) path = lang::xlogo::trace(task.world, task.solution);
    const auto frames = TRY(suite::xlogo::animation_frames(task, path, picture.size));
    return raster::encode_apng(frames, {.delay_ms = kFrameMs});
  }
  return raster::encode_png(TRY(suite::xlogo::task_image(task, options, picture.size)));
}

}  // namespace papert::cli

#include "render_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "raster/apng.h"
#include "raster/film.h"
#include "raster/gif.h"
#include "raster/png.h"
#include "report/replay_page.h"
#include "scene/svg.h"
#include "suite/own_modes.h"
#include "suite/replay.h"

namespace papert::cli {
namespace {

constexpr std::size_t kMaxProgramBytes = std::size_t{4} << 20;
constexpr int kFilmMs = 12'000;  // about as long as a film takes, without its last frame
constexpr int kFastestMs = 40;
constexpr int kSlowestMs = 500;

/// Of a data folder: the answer that was given, or the reference.
Result<scene::Replay> replay_task(const suite::Suite& suite, const suite::PaintOptions& options) {
  suite::LoadOptions load;
  load.modes = TRY(suite::modes_for(suite, options.file));
  load.jobs = available_processors();
  const auto folder = is_folder(options.file) ? options.file : options.file.parent_path();
  const auto tasks = TRY(suite.load(folder.empty() ? "." : folder, load));
  const auto* replayed = dynamic_cast<const suite::ReplayedTasks*>(tasks.get());
  if (replayed == nullptr) {
    return fail(ErrorCode::kUsage, std::string(suite.name()) + " has no steps to show");
  }
  std::size_t index = 0;
  while (index < tasks->size() && tasks->id(index) != options.id) ++index;
  if (options.id.empty() && tasks->size() == 1) index = 0;
  if (index == tasks->size()) {
    return fail(
        ErrorCode::kUsage,
        options.id.empty() ? "say which task: --id ID" : "there is no task '" + options.id + "'",
        options.file.string());
  }
  const std::string text = options.program.empty()
                               ? tasks->reference(index)
                               : TRY(read_file(options.program, kMaxProgramBytes));
  return replayed->replay(index, suite::read_answer(*tasks, text, reply::Extraction::kLenient));
}

Result<scene::Replay> make_replay(const suite::Suite& suite, const suite::PaintOptions& options) {
  const auto* replayer = dynamic_cast<const suite::Replayer*>(&suite);
  if (options.is_data || replayer == nullptr) return replay_task(suite, options);
  const auto languages = suite.painter()->languages();
  const std::string_view language =
      options.language.empty() && !languages.empty() ? languages[0] : options.language;
  const std::string text = TRY(read_file(options.file, kMaxProgramBytes));
  auto replay = replayer->replay(language, text);
  if (replay) return replay;
  const Error& error = replay.error();
  return fail(error.code, error.message,
              options.file.string() + (error.where.empty() ? "" : ", " + error.where));
}

Result<std::string> film(const scene::Replay& replay, const suite::PaintOptions& options) {
  raster::FilmOptions film;
  if (options.size) film.side = options.size->longer();
  const auto frames = TRY(raster::film_frames(replay, film));
  const int delay =
      std::clamp(kFilmMs / static_cast<int>(frames.size()), kFastestMs, kSlowestMs) / 10 * 10;
  if (options.format() == ".gif") return raster::encode_gif(frames, {.delay_ms = delay});
  return raster::encode_apng(frames, {.delay_ms = delay});
}

Result<std::string> one_step(const scene::Replay& replay, std::size_t step,
                             const suite::PaintOptions& options) {
  if (step > replay.steps.size()) {
    return fail(ErrorCode::kUsage, fmt::format("the program has {} steps", replay.steps.size()),
                "--step");
  }
  if (options.format() == ".svg" && scene::picture_at(replay, step) == nullptr) {
    return scene::to_svg(scene::scene_at(replay, step), scene::replay_view(replay));
  }
  constexpr std::string_view kFormats[] = {".png", ".svg"};
  TRY(suite::check_format(options, kFormats));
  if (options.format() == ".svg") {
    return fail(ErrorCode::kUsage, "a step of this language is a .png", options.out);
  }
  raster::FilmOptions film{.turtles = false};
  if (options.size) film.side = options.size->longer();
  return raster::encode_png(TRY(raster::step_image(replay, step, film)));
}

}  // namespace

bool wants_replay(const suite::Suite& suite, const suite::PaintOptions& options,
                  const std::optional<std::size_t>& step) {
  const std::string format = options.format();
  if (step || format == ".html" || format == ".gif") return true;
  // Grid worlds paint their own.
  return format == ".apng" && dynamic_cast<const suite::Replayer*>(&suite) != nullptr;
}

Result<suite::Painted> paint_replay(const suite::Suite& suite, const suite::PaintOptions& options,
                                    const std::optional<std::size_t>& step) {
  const scene::Replay replay = TRY(make_replay(suite, options));
  suite::Painted painted;
  if (step) {
    painted.bytes = TRY(one_step(replay, *step, options));
  } else if (options.format() == ".html") {
    const auto name = options.id.empty() ? options.file.filename().string() : options.id;
    painted.bytes = TRY(report::replay_html(replay, name));
  } else {
    painted.bytes = TRY(film(replay, options));
  }
  painted.extent = fmt::format("{} step{}, {} bytes", replay.steps.size(),
                               replay.steps.size() == 1 ? "" : "s", painted.bytes.size());
  if (replay.cut) painted.notes.emplace_back("there are more steps than are shown one by one");
  if (!replay.problem.empty()) {
    painted.problem = {ErrorCode::kBadData, replay.problem, options.file.string()};
  }
  return painted;
}

}  // namespace papert::cli

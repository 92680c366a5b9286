#include "suite/paint.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "raster/png.h"
#include "suite/suite.h"

namespace papert::suite {
namespace {

constexpr std::size_t kMaxProgramBytes = 64U << 20;

/// ".png", ".png or .svg", ".png, .svg or .apng".
std::string listed(std::span<const std::string_view> formats) {
  std::string text;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (i > 0) text += i + 1 == formats.size() ? " or " : ", ";
    text += formats[i];
  }
  return text;
}

}  // namespace

Result<void> check_format(const PaintOptions& options, std::span<const std::string_view> formats) {
  if (options.out == "-") return {};
  if (std::find(formats.begin(), formats.end(), options.format()) != formats.end()) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("the {} must end with {}",
                          formats.size() == 1 ? "picture's name" : "name", listed(formats)),
              options.out);
}

Painted painted_png(const raster::Image& image) {
  Painted painted;
  painted.bytes = raster::encode_png(image);
  return painted;
}

Result<Painted> paint_task(const Suite& suite, const PaintOptions& options) {
  constexpr std::string_view kFormats[] = {".png", ".html", ".apng", ".gif"};
  TRY(check_format(options, kFormats));
  const bool folder = is_folder(options.file);
  LoadOptions load;
  load.modes = TRY(resolve_modes(suite, {}));
  load.jobs = available_processors();
  const auto tasks = TRY(suite.load(folder ? options.file : options.file.parent_path(), load));
  std::size_t index = 0;
  while (index < tasks->size() && tasks->id(index) != options.id) ++index;
  if (index == tasks->size()) {
    std::string message =
        options.id.empty() ? "say which task: --id ID" : "there is no task '" + options.id + "'";
    if (!options.id.empty() && !tasks->problems().empty()) {
      message += fmt::format("; {} could not be read, the first: {}", tasks->problems().size(),
                             tasks->problems().front().to_string());
    }
    return fail(ErrorCode::kUsage, message, options.file.string());
  }
  Judged judged;
  if (!options.program.empty()) {
    const std::string text = TRY(read_file(options.program, kMaxProgramBytes));
    judged = tasks->judge(index, read_answer(*tasks, text, reply::Extraction::kLenient));
  }
  const std::vector<Picture> pictures = tasks->pictures(index, judged);
  const std::size_t place = options.program.empty() ? 0 : 1;
  if (pictures.size() > place) return painted_png(pictures[place].image);
  return fail(ErrorCode::kBadData, "nothing is drawn; papert score says why",
              options.program.empty() ? options.file.string() : options.program.string());
}

}  // namespace papert::suite

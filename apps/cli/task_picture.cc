#include "task_picture.h"

#include <filesystem>

#include "base/file.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "raster/png.h"
#include "reply/reasoning.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr std::size_t kMaxProgramBytes = 64U << 20;

std::filesystem::path folder_of(const std::string& path) {
  const std::filesystem::path given(path);
  return std::filesystem::is_directory(given) ? given : given.parent_path();
}

}  // namespace

Result<std::string> task_picture(const TaskPicture& wanted) {
  const auto suite = TRY(suite::find_suite(wanted.suite));
  suite::LoadOptions options;
  options.modes = TRY(suite::resolve_modes(*suite, {}));
  options.jobs = available_processors();
  const auto tasks = TRY(suite->load(folder_of(wanted.path), options));
  std::size_t index = 0;
  while (index < tasks->size() && tasks->task(index).id != wanted.id) ++index;
  if (index == tasks->size()) {
    report_problems(tasks->problems());
    return fail(
        ErrorCode::kUsage,
        wanted.id.empty() ? "say which task: --id ID" : "there is no task '" + wanted.id + "'",
        wanted.path);
  }
  reply::Answer answer;
  if (!wanted.program.empty()) {
    const std::string text = TRY(read_file(wanted.program, kMaxProgramBytes));
    answer = suite::read_answer(*tasks, text, reply::Extraction::kLenient);
  }
  const std::vector<suite::Picture> pictures = tasks->pictures(index, answer);
  const std::size_t place = wanted.program.empty() ? 0 : 1;
  if (pictures.size() > place) return raster::encode_png(pictures[place].image);
  return fail(ErrorCode::kBadData, "nothing is drawn; papert score says why",
              wanted.program.empty() ? wanted.path : wanted.program);
}

}  // namespace papert::cli

#include "run/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace papert::run {
namespace {

constexpr std::size_t kMaxConfigBytes = 16U << 20;

std::filesystem::path config_path(const std::filesystem::path& folder) {
  return folder / "run.json";
}

std::string safe_in_a_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_'; }, '-');
  return text.substr(0, 60);
}

std::filesystem::path find_by_id(const std::filesystem::path& log_dir, const std::string& id) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(log_dir, ignored)) {
    if (entry.path().filename().string().ends_with("-" + id)) return entry.path();
  }
  return {};
}

}  // namespace

Result<RunFolder> RunFolder::open_or_create(const std::filesystem::path& log_dir,
                                            const RunConfig& config, std::string_view time_stamp) {
  const std::string id = config.id();
  std::filesystem::path folder = find_by_id(log_dir, id);
  if (folder.empty()) {
    folder = log_dir / (std::string(time_stamp) + "-" + config.suite + "-" +
                        safe_in_a_name(config.model) + "-" + id);
  }
  TRY(make_directories(images_path(folder)));
  const std::filesystem::path file = config_path(folder);
  FileDescriptor lock = TRY(open_file(file, O_RDWR | O_CREAT));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::kUsage, "another process is running this run; wait for it or stop it",
                folder.string());
  }
  // The file is rewritten in place, not renamed over: the lock belongs to this very file.
  const bool resumed = std::filesystem::exists(samples_path(folder));
  RunConfig whole = config;
  if (const auto earlier = read_config(folder)) whole.widen(*earlier);
  const std::string text = dump_json_pretty(whole.to_json()) + "\n";
  if (::ftruncate(lock.get(), 0) != 0 ||
      ::pwrite(lock.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    return fail(ErrorCode::kIo, std::strerror(errno), file.string());
  }
  return RunFolder(std::move(folder), std::move(lock), resumed);
}

std::filesystem::path samples_path(const std::filesystem::path& folder) {
  return folder / "samples.jsonl";
}
std::filesystem::path summary_path(const std::filesystem::path& folder) {
  return folder / "summary.json";
}
std::filesystem::path images_path(const std::filesystem::path& folder) { return folder / "images"; }

Result<RunConfig> read_config(const std::filesystem::path& folder) {
  const std::filesystem::path path = config_path(folder);
  const std::string text = TRY(read_file(path, kMaxConfigBytes));
  return RunConfig::from_json(TRY(parse_json(text, path.string())), path.string());
}

Result<std::filesystem::path> find_run(const std::string& name,
                                       const std::filesystem::path& log_dir) {
  for (const std::filesystem::path& candidate : {std::filesystem::path(name), log_dir / name}) {
    if (std::filesystem::exists(config_path(candidate))) return candidate;
  }
  return fail(ErrorCode::kUsage, "there is no run '" + name + "' here or in " + log_dir.string() +
                                     " (papert list runs shows what there is)");
}

std::vector<std::filesystem::path> list_runs(const std::filesystem::path& log_dir) {
  std::vector<std::filesystem::path> runs;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(log_dir, ignored)) {
    if (std::filesystem::exists(config_path(entry.path()))) runs.push_back(entry.path());
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

}  // namespace papert::run

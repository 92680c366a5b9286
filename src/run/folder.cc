#include "run/folder.h"

#include <algorithm>
#include <utility>

#include "base/folder_lock.h"
#include "base/paths.h"

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

/// `ending`: the run's id, and its shard where it is one.
std::filesystem::path find_by_ending(const std::filesystem::path& log_dir,
                                     const std::string& ending) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(log_dir, ignored)) {
    if (entry.path().filename().string().ends_with("-" + ending)) return entry.path();
  }
  return {};
}

/// The folder of the run, if there is one. Folders made before addresses were part of a run have an
/// id without it: such a run belongs to the first server that continues it.
std::filesystem::path find_folder(const std::filesystem::path& log_dir, const RunConfig& config) {
  const std::string id = config.id();
  const std::string shard = config.shard.suffix();
  std::filesystem::path folder = find_by_ending(log_dir, id + shard);
  const std::string old_id = config.id_without_address();
  if (!folder.empty() || old_id == id) return folder;
  folder = find_by_ending(log_dir, old_id + shard);
  if (folder.empty()) return folder;
  const auto earlier = read_config(folder);
  const auto fits = [](const std::string& recorded, const std::string& now) {
    return recorded.empty() || recorded == now;
  };
  const bool ours = earlier && fits(earlier->address, config.address) &&
                    fits(earlier->judge_address, config.judge_address);
  return ours ? folder : std::filesystem::path();
}

}  // namespace

Result<RunFolder> RunFolder::open_or_create(const std::filesystem::path& log_dir,
                                            const RunConfig& config, std::string_view time_stamp) {
  std::filesystem::path folder = find_folder(log_dir, config);
  const bool fresh = folder.empty();
  if (fresh) {
    folder = log_dir / (std::string(time_stamp) + "-" + config.suite + "-" +
                        safe_in_a_name(config.model) + "-" + config.id() + config.shard.suffix());
  }
  TRY(make_directories(folder));
  FileDescriptor lock =
      TRY(lock_folder(folder, "another process is running this run; wait for it or stop it"));
  remove_unfinished(folder);
  RunFolder opened(std::move(folder), std::move(lock), config);
  opened.created_ = fresh;
  if (const auto earlier = read_config(opened.path_)) {
    opened.covers_earlier_ = config.covers(*earlier);
    opened.covered_earlier_ = earlier->covers(config);
    opened.config_.widen(*earlier);
    opened.config_.planned = earlier->planned;
    opened.config_.ended = earlier->ended;
  }
  TRY(opened.write_config(Durability::kUnsynced));
  return opened;
}

// Which samples earlier invocations asked for is known only by the log and by how many they were.
// Where neither this invocation asks for all of those nor they for all of these, what they lack is
// added: at most that many.
Result<void> RunFolder::plan(const Ledger& ledger, const std::vector<std::size_t>& tasks) {
  const auto wanted = static_cast<std::int64_t>(ledger.samples_with(tasks, asked_.epochs));
  const std::int64_t lacking =
      std::max<std::int64_t>(config_.planned - static_cast<std::int64_t>(ledger.samples()), 0);
  if (covers_earlier_) {
    config_.planned = wanted;
  } else if (covered_earlier_) {
    config_.planned = std::max(config_.planned, wanted);
  } else {
    config_.planned = wanted + lacking;
  }
  config_.ended.clear();
  return write_config(Durability::kSynced);
}

Result<void> RunFolder::end(const std::string& time) {
  config_.ended = time;
  return write_config(Durability::kSynced);
}

// Nothing to write, and to sync, where a run is continued as it was asked for before.
Result<void> RunFolder::write_config(Durability durability) const {
  const std::string text = dump_json_pretty(config_.to_json()) + "\n";
  if (const auto known = read_file(config_path(path_), kMaxConfigBytes); known && *known == text) {
    return {};
  }
  return write_file(config_path(path_), text, durability);
}

void RunFolder::discard_if_empty() {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(samples_path(path_), ignored);
  const bool empty = ignored || size == 0;
  if (created_ && empty) std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path samples_path(const std::filesystem::path& folder) {
  return folder / "samples.jsonl";
}
std::filesystem::path summary_path(const std::filesystem::path& folder) {
  return folder / "summary.json";
}
std::filesystem::path images_path(const std::filesystem::path& folder) { return folder / "images"; }

bool is_picture_hash(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::filesystem::path picture_path(const std::filesystem::path& folder, const std::string& hash) {
  const std::filesystem::path images = images_path(folder);
  std::filesystem::path path = images / hash.substr(0, 2) / (hash + ".png");
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) return path;
  const std::filesystem::path flat = images / (hash + ".png");
  return std::filesystem::exists(flat, ignored) ? flat : path;
}

Result<RunConfig> read_config(const std::filesystem::path& folder) {
  const std::filesystem::path path = config_path(folder);
  const std::string text = TRY(read_file(path, kMaxConfigBytes));
  return RunConfig::from_json(TRY(parse_json(text, path.string())), path.string());
}

Result<std::string> recorded_version(const std::filesystem::path& folder) {
  const std::filesystem::path path = config_path(folder);
  const Json json = TRY(parse_json(TRY(read_file(path, kMaxConfigBytes)), path.string()));
  return get_string(json, "papert", path.string());
}

Result<void> write_config(const std::filesystem::path& folder, const RunConfig& config) {
  return write_file(config_path(folder), dump_json_pretty(config.to_json()) + "\n");
}

Result<std::filesystem::path> find_run(const std::string& name,
                                       const std::filesystem::path& log_dir) {
  std::error_code unknown;
  for (const std::filesystem::path& candidate : {std::filesystem::path(name), log_dir / name}) {
    if (std::filesystem::exists(config_path(candidate), unknown)) return candidate;
  }
  return fail(ErrorCode::kUsage, "there is no run '" + name + "' here or in " + log_dir.string() +
                                     " (papert list runs shows what there is)");
}

std::vector<std::filesystem::path> list_runs(const std::filesystem::path& log_dir) {
  std::vector<std::filesystem::path> runs;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(log_dir, ignored)) {
    if (std::filesystem::exists(config_path(entry.path()), ignored)) runs.push_back(entry.path());
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

}  // namespace papert::run

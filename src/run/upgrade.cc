#include "run/upgrade.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "base/folder_lock.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "run/folder.h"
#include "run/record.h"

namespace papert::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxUpgradedJson = std::size_t{64} << 20;
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kListedLines = 50;

Result<Json> read_object(const fs::path& path) {
  const std::string text = TRY(read_file(path, kMaxUpgradedJson));
  Json json = TRY(parse_json(text, path.string()));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", path.string());
  TRY(refuse_later_format(json, path.string()));
  return json;
}

/// run.json as it would be written today, with what this program does not know behind it.
Result<Json> config_of_today(const Json& recorded, const std::string& where) {
  const RunConfig config = TRY(RunConfig::from_json(recorded, where));
  Json json = config.to_json();
  const std::string id = TRY(get_string(recorded, "id", where));
  if (json["id"] != id) {
    return fail(ErrorCode::kBadData,
                fmt::format("the run's id is {}, and by what the file says it would be {}: it was "
                            "changed by hand, and is left as it is",
                            id, json["id"].get<std::string>()),
                where);
  }
  for (const auto& [key, value] : recorded.items()) {
    if (key == "papert" || !json.contains(key)) json[key] = value;
  }
  return json;
}

/// The file's object with its format in front; nothing where it has one.
std::optional<Json> with_format_first(const Json& json) {
  if (json.contains("format")) return std::nullopt;
  Json now{{"format", kFormat}};
  for (const auto& [key, value] : json.items()) now[key] = value;
  return now;
}

/// A line of the log with its format; nothing where it has one, or is no sample.
class LineUpgrader {
 public:
  Result<std::optional<std::string>> upgraded(const Line& line, const std::string& where,
                                              Upgrade& upgrade) {
    if (line.blank()) return std::optional<std::string>();
    ++upgrade.of_lines;
    auto record = reader_.read(line.text);
    if (!record || !*record) {
      const auto json = parse_json(line.text, where);
      if (json) TRY(refuse_later_format(*json, where));
      if (upgrade.damaged.size() < kListedLines) {
        upgrade.damaged.push_back(
            {ErrorCode::kBadData, "is not a sample; it stays as it is", where});
      }
      return std::optional<std::string>();
    }
    const std::size_t open = line.text.find('{');
    const auto json = parse_json(line.text, where);
    if (!json || json->contains("format") || open == std::string::npos) {
      return std::optional<std::string>();
    }
    ++upgrade.lines;
    return std::optional(with_format(std::string_view(line.text).substr(open)));
  }

 private:
  RecordReader reader_{Part::kOutcome};
};

class RunUpgrade {
 public:
  RunUpgrade(const fs::path& folder, const UpgradeOptions& options)
      : folder_(folder), options_(options) {}

  Result<Upgrade> run() {
    const fs::path config = folder_ / "run.json";
    const Json recorded = TRY(read_object(config));
    const Json today = TRY(config_of_today(recorded, config.string()));
    const FileDescriptor lock =
        TRY(lock_folder(folder_, "another process is writing to this run; wait for it or stop it"));
    if (!options_.dry_run) remove_unfinished(folder_);
    // All that may be refused comes before anything is changed.
    const Json summary = TRY(read_summary());
    TRY(each_line_of_log(nullptr));
    TRY(pictures());
    TRY(log());
    TRY(write_summary(summary));
    upgrade_.config = dump_json(recorded) != dump_json(today);
    if (upgrade_.config && !options_.dry_run) {
      TRY(write_file(config, dump_json_pretty(today) + "\n"));
    }
    return std::move(upgrade_);
  }

 private:
  /// Pictures lie below the first two letters of their names; readers look in both places.
  Result<void> pictures() {
    std::vector<fs::path> flat;
    std::error_code error;
    fs::directory_iterator entry(images_path(folder_), error);
    if (error) return {};
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      const fs::path& path = entry->path();
      if (path.extension() == ".png" && is_picture_hash(path.stem().string())) flat.push_back(path);
    }
    if (error) return fail(system_error(error.value(), "read", images_path(folder_).string()));
    upgrade_.pictures = flat.size();
    if (options_.dry_run) return {};
    for (const fs::path& path : flat) {
      const fs::path below = images_path(folder_) / path.stem().string().substr(0, 2);
      TRY(make_directories(below));
      fs::rename(path, below / path.filename(), error);
      if (error) return fail(system_error(error.value(), "move", path.string()));
    }
    return {};
  }

  Result<void> log() {
    const fs::path path = samples_path(folder_);
    if (upgrade_.lines == 0 || options_.dry_run) return {};
    const std::size_t lines = upgrade_.lines;
    const fs::path fresh = folder_ / ".samples.jsonl.tmp";
    {
      const FileDescriptor file = TRY(open_file(fresh, O_WRONLY | O_CREAT | O_TRUNC));
      upgrade_.lines = upgrade_.of_lines = 0;
      upgrade_.damaged.clear();
      TRY(each_line_of_log(&file));
      if (::fsync(file.get()) != 0) return fail(system_error(errno, "sync", fresh.string()));
    }
    if (upgrade_.lines != lines) {
      return fail(ErrorCode::kIo, "the log changed while it was read; try again", path.string());
    }
    std::error_code error;
    fs::remove(folder_ / "samples.idx", error);  // it says where lines are; serve makes it again
    fs::rename(fresh, path, error);
    if (error) return fail(system_error(error.value(), "replace", path.string()));
    const FileDescriptor place = TRY(open_file(folder_, O_RDONLY | O_DIRECTORY));
    if (::fsync(place.get()) != 0) return fail(system_error(errno, "sync", folder_.string()));
    return {};
  }

  /// Counts what is to be done; with a file, writes all lines to it, a torn last one as it is.
  Result<void> each_line_of_log(const FileDescriptor* out) {
    const fs::path path = samples_path(folder_);
    if (!may_exist(path)) return {};
    LineReader reader = TRY(LineReader::open(path));
    LineUpgrader upgrader;
    std::error_code unknown;
    const auto total = static_cast<std::size_t>(fs::file_size(path, unknown));
    std::string buffer;
    Line line;
    while (TRY(reader.next(line))) {
      if (options_.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
      const std::string where = fmt::format("{}:{}", path.string(), line.number);
      if (line.too_long) {
        return fail(ErrorCode::kLimit, "the line is too long to be written again", where);
      }
      const auto now = TRY(upgrader.upgraded(line, where, upgrade_));
      if (options_.progress && !unknown) options_.progress(line.offset, total);
      if (out == nullptr) continue;
      buffer += now ? *now : line.text;
      if (line.complete) buffer += '\n';
      if (buffer.size() < kBufferBytes) continue;
      TRY(write_all(out->get(), buffer, path.string()));
      buffer.clear();
    }
    if (out != nullptr) TRY(write_all(out->get(), buffer, path.string()));
    return {};
  }

  /// null where there is none.
  [[nodiscard]] Result<Json> read_summary() const {
    const fs::path path = summary_path(folder_);
    return may_exist(path) ? read_object(path) : Result<Json>(Json());
  }

  Result<void> write_summary(const Json& recorded) {
    const auto now = recorded.is_null() ? std::nullopt : with_format_first(recorded);
    upgrade_.summary = now.has_value();
    if (!now || options_.dry_run) return {};
    return write_file(summary_path(folder_), dump_json_pretty(*now) + "\n");
  }

  const fs::path& folder_;
  const UpgradeOptions& options_;
  Upgrade upgrade_;
};

}  // namespace

Result<Upgrade> upgrade_run(const fs::path& folder, const UpgradeOptions& options) {
  return RunUpgrade(folder, options).run();
}

}  // namespace papert::run

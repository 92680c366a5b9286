// A run folder:
//
//     run.json         what was run: enough to repeat it
//     samples.jsonl    one line per (task, epoch), only ever appended to
//     summary.json     the table
//     images/<sha256>.png
//     report.html
//
// The folder's name ends with the run's id, which is how repeating a command finds it again. One
// process writes to it at a time (an advisory lock on run.json, which ends with the process).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "run/config.h"

namespace papert::run {

class RunFolder {
 public:
  /// Opens the run of this configuration in `log_dir`, or starts it in a new folder whose name
  /// begins with `time_stamp`. Takes the lock.
  [[nodiscard]] static Result<RunFolder> open_or_create(const std::filesystem::path& log_dir,
                                                        const RunConfig& config,
                                                        std::string_view time_stamp);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] bool resumed() const { return resumed_; }

 private:
  RunFolder(std::filesystem::path path, FileDescriptor lock, bool resumed)
      : path_(std::move(path)), lock_(std::move(lock)), resumed_(resumed) {}

  std::filesystem::path path_;
  FileDescriptor lock_;
  bool resumed_ = false;
};

[[nodiscard]] std::filesystem::path samples_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path summary_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path images_path(const std::filesystem::path& folder);

[[nodiscard]] Result<RunConfig> read_config(const std::filesystem::path& folder);

/// A run named by its path, or by its folder's name in `log_dir`.
[[nodiscard]] Result<std::filesystem::path> find_run(const std::string& name,
                                                     const std::filesystem::path& log_dir);

/// All run folders in `log_dir`, oldest first.
[[nodiscard]] std::vector<std::filesystem::path> list_runs(const std::filesystem::path& log_dir);

}  // namespace papert::run

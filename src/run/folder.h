// A run folder (docs/run-folder.md):
//
//     run.json            what was run: enough to repeat it
//     samples.jsonl       one line per (task, epoch), only ever appended to
//     samples.jsonl.bad   damaged lines that were set aside, if any
//     summary.json        the table
//     images/<ab>/<sha256>.png
//     report.html
//
// The folder's name ends with the run's id, which is how repeating a command finds it again; that
// of a shard with the shard behind it, as -0123456789.s003of016. One
// process writes to it at a time (an advisory lock on the folder, which ends with the process).
// run.json and summary.json are replaced as a whole, never rewritten in place.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "run/config.h"
#include "run/ledger.h"

namespace papert::run {

class RunFolder {
 public:
  /// Opens the run of this configuration in `log_dir`, or starts it in a new folder whose name
  /// begins with `time_stamp`. Takes the lock, and removes what a killed process left unfinished.
  [[nodiscard]] static Result<RunFolder> open_or_create(const std::filesystem::path& log_dir,
                                                        const RunConfig& config,
                                                        std::string_view time_stamp);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// What the run was asked for by all invocations together, as run.json has it.
  [[nodiscard]] const RunConfig& config() const { return config_; }

  /// Writes how many samples are planned, now that these tasks are to be asked.
  [[nodiscard]] Result<void> plan(const Ledger& ledger, const std::vector<std::size_t>& tasks);

  /// Writes that an invocation came to its end.
  [[nodiscard]] Result<void> end(const std::string& time);

  /// Removes a folder that this object made and that holds no sample.
  void discard_if_empty();

 private:
  RunFolder(std::filesystem::path path, FileDescriptor lock, RunConfig asked)
      : path_(std::move(path)), lock_(std::move(lock)), asked_(asked), config_(std::move(asked)) {}

  [[nodiscard]] Result<void> write_config(Durability durability) const;

  std::filesystem::path path_;
  FileDescriptor lock_;
  RunConfig asked_;               // by this invocation
  RunConfig config_;              // by all
  bool covers_earlier_ = true;    // asked_ has all that was asked before
  bool covered_earlier_ = false;  // or the other way round
  bool created_ = false;
};

[[nodiscard]] std::filesystem::path samples_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path summary_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path images_path(const std::filesystem::path& folder);

/// A name that came from a log may lead anywhere; a hash leads only to a picture.
[[nodiscard]] bool is_picture_hash(std::string_view text);

/// The file of a stored picture, by its hash. Folders of earlier versions have no subfolders.
[[nodiscard]] std::filesystem::path picture_path(const std::filesystem::path& folder,
                                                 const std::string& hash);

[[nodiscard]] Result<RunConfig> read_config(const std::filesystem::path& folder);

/// The version of Papert that wrote run.json last, as it says.
[[nodiscard]] Result<std::string> recorded_version(const std::filesystem::path& folder);

/// Writes run.json of a folder that nobody else writes to.
[[nodiscard]] Result<void> write_config(const std::filesystem::path& folder,
                                        const RunConfig& config);

/// A run named by its path, or by its folder's name in `log_dir`.
[[nodiscard]] Result<std::filesystem::path> find_run(const std::string& name,
                                                     const std::filesystem::path& log_dir);

/// All run folders in `log_dir`, oldest first.
[[nodiscard]] std::vector<std::filesystem::path> list_runs(const std::filesystem::path& log_dir);

}  // namespace papert::run

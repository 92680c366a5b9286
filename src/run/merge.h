// Parts of one run, from machines that shared its tasks (base/shard.h), joined to the run that one
// machine would have made: every line once, in the order of ids and epochs, the pictures by their
// hashes, and of failures those that keep theirs in the whole run (pictures.h).
//
//     MergeParts parts = TRY(MergeParts::open(folders, {}));
//     if (parts.missing().empty()) TRY(parts.write(folder, {}));
//
// An index of some 60 bytes a line and the ids are held in memory, lines are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/file_descriptor.h"
#include "base/result.h"
#include "run/config.h"

namespace papert::run {

struct MergeOptions {
  bool allow_versions = false;  // parts that different versions of Papert made
  CancelToken cancel;
  /// `what` is "read" or "written".
  std::function<void(const char* what, std::size_t done, std::size_t total)> progress;
};

class MergeParts {
 public:
  /// Reads all logs. kUsage for folders that are not parts of one run, kBadData for one that cannot
  /// be read, and for samples that two parts have in different versions.
  [[nodiscard]] static Result<MergeParts> open(const std::vector<std::filesystem::path>& folders,
                                               const MergeOptions& options);

  /// The run that all parts are of, with as many samples planned as all of them.
  [[nodiscard]] const RunConfig& config() const { return config_; }

  /// What keeps the run from being whole: shards that are not here and those that are not done, a
  /// sentence each.
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }

  /// Copies of a shard that are not done beside one that is, a sentence each: nothing is taken from
  /// them.
  [[nodiscard]] const std::vector<std::string>& passed_over() const { return passed_over_; }

  /// Lines that could not be used.
  [[nodiscard]] const std::vector<Error>& damaged() const { return damaged_; }

  [[nodiscard]] std::size_t samples() const { return entries_.size(); }

  /// The ids of all samples, sorted, each once.
  [[nodiscard]] std::vector<std::string> ids() const;

  /// Writes run.json, samples.jsonl and images into an empty folder, and puts them on the disk.
  [[nodiscard]] Result<void> write(const std::filesystem::path& folder,
                                   const MergeOptions& options) const;

  /// The log in the form in which two machines can be compared: sorted, without what depends on the
  /// clock (latency_ms, time). `take` gets lines, each with its end.
  [[nodiscard]] Result<void> canonical(
      const std::function<Result<void>(std::string_view lines)>& take) const;

 private:
  struct Part {
    std::filesystem::path folder;
    RunConfig config;
    std::size_t samples = 0;
    std::vector<Error> damaged;
    bool passed_over = false;

    [[nodiscard]] std::size_t planned() const;
    [[nodiscard]] bool done() const { return samples >= planned() && !config.ended.empty(); }
  };
  struct Entry {
    std::size_t id_at = 0;  // in ids_
    std::uint32_t id_bytes = 0;
    std::uint32_t part = 0;
    std::int64_t epoch = 0;
    std::size_t offset = 0;  // of its line in the part's log
    std::size_t bytes = 0;
    bool strip = false;  // it has pictures of a failure that keeps none
  };

  [[nodiscard]] Result<void> add_part(const std::filesystem::path& folder,
                                      const MergeOptions& options);
  [[nodiscard]] Result<void> read_part(std::uint32_t number);
  void pass_over_unfinished_copies();
  [[nodiscard]] Result<void> drop_repeated();
  void choose_pictures();
  void find_missing();
  void join_configs();
  [[nodiscard]] std::string_view id_of(const Entry& entry) const {
    return std::string_view(ids_).substr(entry.id_at, entry.id_bytes);
  }
  [[nodiscard]] Result<std::vector<FileDescriptor>> open_logs() const;
  [[nodiscard]] Result<std::string> line_of(const Entry& entry,
                                            const std::vector<FileDescriptor>& logs) const;
  [[nodiscard]] Result<void> write_log(const std::filesystem::path& folder,
                                       const MergeOptions& options,
                                       std::vector<std::string>& stripped) const;
  [[nodiscard]] Result<void> link_pictures(const std::filesystem::path& folder,
                                           const std::vector<std::string>& stripped) const;

  std::vector<Part> parts_;
  std::string version_;  // of Papert that made the first part
  std::string ids_;
  std::vector<Entry> entries_;
  RunConfig config_;
  std::vector<std::string> missing_;
  std::vector<std::string> passed_over_;
  std::vector<Error> damaged_;
};

}  // namespace papert::run

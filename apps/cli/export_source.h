// What `papert export` is given, and the source of examples that it means: a data folder, minted
// tasks, or what models replied in runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/export/source.h"
#include "suite/suite.h"

namespace papert::cli {

struct ExportRequest {
  std::vector<std::string> sources;
  std::string suite;
  DataOptions data;
  ModeOptions mode;
  std::string prompt;
  std::string picture;
  std::uint64_t round = 0;  // 0: the set
  std::string format;
  std::string use;
  std::string target;
  std::vector<std::string> verdicts;
  bool pairs = false;
  bool repair = false;
  bool fence = false;
  std::vector<std::string> only;
  std::vector<std::string> without;
  std::vector<std::string> exclude;
  bool allow_evaluation = false;
  std::uint64_t limit = 0;
  std::string split;
  std::int64_t seed = 0;
  std::uint64_t rows_per_shard = 0;
  bool jsonl = false;
  std::string out;
  std::string check;
  std::uint64_t jobs = available_processors();
  std::string log_dir;
  std::string display;
  Shard shard;

  [[nodiscard]] bool about_replies() const { return pairs || repair || target == "reply"; }
};

/// Where a folder that datagen turtle wrote has its tasks: below "selected", where people chose
/// from them, else "dataset"; other folders as they are.
[[nodiscard]] std::filesystem::path tasks_below(const std::filesystem::path& folder);

/// What the sources name: runs, or tasks.
struct NamedSources {
  std::vector<std::filesystem::path> runs;
  run::RunConfig config;  // of the tasks, or of the first run
  std::unique_ptr<suite::Suite> suite;
  std::filesystem::path labels;  // of a folder that datagen wrote
  std::filesystem::path splits;
};

[[nodiscard]] Result<NamedSources> find_sources(const ExportRequest& request);

/// The tasks, asked as the request says, or with that kind of picture.
[[nodiscard]] Result<run::RecordedRun> open_asked(const ExportRequest& request,
                                                  const NamedSources& named,
                                                  const std::string& picture);

[[nodiscard]] Result<std::unique_ptr<datagen::ExportSource>> open_export_source(
    const ExportRequest& request, const NamedSources& named);

}  // namespace papert::cli

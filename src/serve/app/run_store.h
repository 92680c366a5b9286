// The runs of a log folder, each with its index. A run is known by its folder's name and only found
// in the list of folders, so a name from an address never becomes a path.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "analysis/figure.h"
#include "base/json.h"
#include "base/result.h"
#include "run/config.h"
#include "serve/app/sample_index.h"
#include "serve/app/selection.h"

namespace papert::serve::app {

enum class RunState : std::uint8_t { kRunning, kStopped, kComplete };
[[nodiscard]] std::string_view state_name(RunState state);

/// run.json, read again when it changes. A value, so that readers need no lock.
struct RunFacts {
  Json json;  // as it is
  run::RunConfig config;
  std::string label;   // the model and what tells its runs apart
  std::string metric;  // the primary one, and its title
  std::string metric_title;
};

/// The mean of what is there, with an interval; exact intervals are the summary's.
[[nodiscard]] analysis::Figure running_figure(const IndexTotals& totals);

/// Thread-safe.
class StoredRun {
 public:
  StoredRun(std::string name, std::filesystem::path folder);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  [[nodiscard]] Result<std::shared_ptr<const RunFacts>> facts();

  /// The index, up to date and locked while `use` looks at it.
  [[nodiscard]] Result<void> look(const std::function<Result<void>(const SampleIndex&)>& use);

  /// What a query gives, kept for the next page of it. Within look().
  [[nodiscard]] Result<std::shared_ptr<const Selection>> select(const SampleIndex& index,
                                                                const SampleQuery& query);

  /// Whether looking costs little: most of the log is in the index, and nobody else is reading it.
  [[nodiscard]] bool is_ready();

  [[nodiscard]] RunState state(std::int64_t done, const run::RunConfig& config) const;

  /// A line of the table of runs; figures that are not known yet are null.
  [[nodiscard]] Result<Json> row();

  /// summary.json where it is about all samples; null otherwise.
  [[nodiscard]] Json stored_summary(std::int64_t samples) const;

  /// The summary, made from the log if the stored one is not about all of it.
  [[nodiscard]] Result<Json> summary();

 private:
  [[nodiscard]] Json brief_summary(const std::string& metric);

  struct Kept {
    std::string key;
    std::uint64_t version = 0;
    std::shared_ptr<const Selection> selection;
  };

  const std::string name_;
  const std::filesystem::path folder_;
  std::mutex facts_mutex_;
  std::shared_ptr<const RunFacts> facts_;
  std::filesystem::file_time_type facts_time_;
  Json brief_;  // of summary.json
  std::filesystem::file_time_type brief_time_;
  std::mutex mutex_;  // with all below
  std::unique_ptr<SampleIndex> index_;
  std::chrono::steady_clock::time_point looked_;
  std::list<Kept> selections_;  // the latest first
  IdOrder order_;
  std::map<std::string, std::pair<std::uint64_t, std::vector<double>>> columns_;
  std::mutex summary_mutex_;  // with the next two
  std::uint64_t summary_bytes_ = 0;
  Json summary_;
};

class RunStore {
 public:
  explicit RunStore(std::filesystem::path log_dir) : log_dir_(std::move(log_dir)) {}

  /// The newest first. A missing folder has none.
  [[nodiscard]] std::vector<std::shared_ptr<StoredRun>> list();
  /// kNotFound where there is none of that name.
  [[nodiscard]] Result<std::shared_ptr<StoredRun>> find(const std::string& name);

  [[nodiscard]] const std::filesystem::path& log_dir() const { return log_dir_; }

 private:
  const std::filesystem::path log_dir_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<StoredRun>> runs_;
};

}  // namespace papert::serve::app

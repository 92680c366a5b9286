#include "serve/app/run_store.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "analysis/run_summary.h"
#include "analysis/runs.h"
#include "base/file.h"
#include "base/text.h"
#include "run/folder.h"
#include "score/wilson.h"
#include "suite/registry.h"

namespace papert::serve::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kFresh = std::chrono::milliseconds(100);
constexpr std::uint64_t kCheapBytes = std::uint64_t{16} << 20;
constexpr std::size_t kSelections = 8;
constexpr double kNormal95 = 1.959963984540054;
constexpr auto kStillWritten = std::chrono::seconds(10);

/// Whether a process holds the lock of a folder (base/folder_lock.h), by what the kernel lists: to
/// try the lock would be in the way of a run that begins at that moment.
bool is_locked(const std::filesystem::path& folder) {
  struct stat about{};
  if (::stat(folder.c_str(), &about) != 0) return false;
  const std::string inode = ":" + std::to_string(about.st_ino) + " ";
  std::ifstream locks("/proc/locks");
  std::string line;
  while (std::getline(locks, line)) {
    if (line.find("FLOCK") != std::string::npos && line.find(inode) != std::string::npos) {
      return true;
    }
  }
  return false;
}

std::uint64_t log_bytes(const std::filesystem::path& folder) {
  std::error_code none;
  const auto size = std::filesystem::file_size(run::samples_path(folder), none);
  return none ? 0 : size;
}

bool written_lately(const std::filesystem::path& folder) {
  std::error_code none;
  const auto time = std::filesystem::last_write_time(run::samples_path(folder), none);
  return !none && std::filesystem::file_time_type::clock::now() - time < kStillWritten;
}

Json figure_json(const analysis::Figure& figure) { return analysis::to_json(figure); }

/// The overall figure of a summary, or null.
Json stored_figure(const Json& summary, const std::string& metric) {
  const auto groups = summary.find("groups");
  if (groups == summary.end() || !groups->is_array() || groups->empty()) return nullptr;
  const Json& first = groups->front();
  if (!first.is_object() || !first.contains("metrics") || !first["metrics"].is_object()) {
    return nullptr;
  }
  return first["metrics"].value(metric, Json(nullptr));
}

std::vector<std::string> missing_ids(const Json& summary) {
  std::vector<std::string> ids;
  if (!summary.is_object()) return ids;
  for (const Json& id : summary.value("missing_ids", Json::array())) {
    if (id.is_string()) ids.push_back(id.get<std::string>());
  }
  return ids;
}

Json read_summary_file(const std::filesystem::path& folder) {
  const auto text = read_file(run::summary_path(folder));
  if (!text) return nullptr;
  auto json = parse_json(*text);
  return json && json->is_object() ? std::move(*json) : Json(nullptr);
}

}  // namespace

std::string_view state_name(RunState state) {
  switch (state) {
    case RunState::kRunning:
      return "running";
    case RunState::kStopped:
      return "stopped";
    case RunState::kComplete:
      return "complete";
  }
  return "stopped";
}

analysis::Figure running_figure(const IndexTotals& totals) {
  analysis::Figure figure;
  figure.n = totals.figures;
  if (totals.figures == 0) return figure;
  const auto n = static_cast<double>(totals.figures);
  const double mean = totals.sum / n;
  figure.mean = mean;
  if (totals.sum == totals.squares && mean >= 0 && mean <= 1) {
    const auto interval = score::wilson_interval(mean, n);
    figure.low = interval.low;
    figure.high = interval.high;
  }
  if (totals.figures < 2) return figure;
  const double variance = std::max(0.0, totals.squares - n * mean * mean) / (n - 1);
  figure.error = std::sqrt(variance / n);
  if (!figure.low) {
    figure.low = mean - kNormal95 * *figure.error;
    figure.high = mean + kNormal95 * *figure.error;
  }
  return figure;
}

StoredRun::StoredRun(std::string name, std::filesystem::path folder)
    : name_(std::move(name)), folder_(std::move(folder)) {}

Result<std::shared_ptr<const RunFacts>> StoredRun::facts() {
  const std::lock_guard lock(facts_mutex_);
  std::error_code none;
  const auto time = std::filesystem::last_write_time(folder_ / "run.json", none);
  if (facts_ && !none && time == facts_time_) return facts_;
  auto facts = std::make_shared<RunFacts>();
  facts->json = TRY(analysis::read_run_json(folder_));
  facts->config = TRY(run::RunConfig::from_json(facts->json, name_));
  const auto suite = suite::find_suite(facts->config.suite);
  facts->label = suite ? run::short_name(facts->config, **suite) : facts->config.model;
  if (suite && !(*suite)->metrics().empty()) {
    facts->metric = (*suite)->metrics().front().name;
    facts->metric_title = (*suite)->metrics().front().title;
  }
  facts_ = std::move(facts);
  facts_time_ = time;
  return facts_;
}

Result<void> StoredRun::look(const std::function<Result<void>(const SampleIndex&)>& use) {
  const auto known = TRY(facts());
  const std::lock_guard lock(mutex_);
  if (!index_) index_ = std::make_unique<SampleIndex>(folder_, known->metric);
  if (Clock::now() - looked_ > kFresh) {
    TRY(index_->refresh());
    looked_ = Clock::now();
  }
  return use(*index_);
}

bool StoredRun::is_ready() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  const std::uint64_t known = index_ ? index_->log_bytes() : 0;
  return log_bytes(folder_) < known + kCheapBytes;
}

Result<std::shared_ptr<const Selection>> StoredRun::select(const SampleIndex& index,
                                                           const SampleQuery& query) {
  const std::string key = query.key();
  const auto known = std::find_if(selections_.begin(), selections_.end(), [&](const Kept& kept) {
    return kept.key == key && kept.version == index.version();
  });
  if (known != selections_.end()) {
    selections_.splice(selections_.begin(), selections_, known);
    return selections_.front().selection;
  }
  const std::vector<double>* column = nullptr;
  const auto about = TRY(facts());
  if (query.order == SampleOrder::kMetric && query.metric != about->metric) {
    auto& [version, values] = columns_[query.metric];
    if (version != index.version()) {
      if (columns_.size() > kSelections) columns_.clear();
      auto read = TRY(read_column(index, query.metric));
      columns_[query.metric] = {index.version(), std::move(read)};
    }
    column = &columns_[query.metric].second;
  }
  order_.follow(index);
  auto selection = std::make_shared<const Selection>(select_samples(index, query, column, order_));
  selections_.remove_if([&](const Kept& kept) { return kept.key == key; });
  selections_.push_front({key, index.version(), selection});
  if (selections_.size() > kSelections) selections_.pop_back();
  return selection;
}

// The kernel's list of locks is long where there are many runs, so most runs do without it: what is
// complete and was not written lately is over, and what is written is going on.
RunState StoredRun::state(std::int64_t done, const run::RunConfig& config) const {
  const bool all = config.planned > 0 ? done >= config.planned : !config.ended.empty();
  const bool fresh = written_lately(folder_);
  if (all) return fresh && is_locked(folder_) ? RunState::kRunning : RunState::kComplete;
  return fresh || is_locked(folder_) ? RunState::kRunning : RunState::kStopped;
}

/// What the table of runs shows of summary.json; read again where the file is another one.
Json StoredRun::brief_summary(const std::string& metric) {
  const std::lock_guard lock(facts_mutex_);
  std::error_code none;
  const auto time = std::filesystem::last_write_time(run::summary_path(folder_), none);
  if (none) return nullptr;
  if (!brief_.is_null() && time == brief_time_) return brief_;
  const Json whole = read_summary_file(folder_);
  brief_ = nullptr;
  if (!whole.is_object()) return nullptr;
  const auto samples = get_int(whole, "samples");
  if (!samples) return nullptr;
  brief_ = {{"samples", *samples},
            {"figure", stored_figure(whole, metric)},
            {"not_scored", whole.value("not_scored", Json(nullptr))},
            {"usage", whole.value("usage", Json::object())}};
  brief_time_ = time;
  return brief_;
}

Json StoredRun::stored_summary(std::int64_t samples) const {
  Json summary = read_summary_file(folder_);
  if (!summary.is_object()) return nullptr;
  const auto counted = get_int(summary, "samples");
  return counted && *counted == samples ? summary : Json(nullptr);
}

Result<Json> StoredRun::row() {
  const auto about = TRY(facts());
  const run::RunConfig& config = about->config;
  Json row{{"name", name_}, {"suite", config.suite}, {"model", config.model}};
  row["label"] = about->label;
  row["started"] = config.started;
  row["ended"] = config.ended;
  row["planned"] = config.planned;
  row["metric"] = {{"name", about->metric}, {"title", about->metric_title}};
  row["papert"] = about->json.value("papert", Json(nullptr));
  Json summary = brief_summary(about->metric);
  std::int64_t done = summary.is_object() ? summary["samples"].get<std::int64_t>() : 0;
  IndexTotals totals;
  const bool indexed = is_ready();
  if (indexed) {
    TRY(look([&](const SampleIndex& index) -> Result<void> {
      totals = index.totals();
      return {};
    }));
    if (summary.is_object() && done != totals.samples) summary = nullptr;
    done = totals.samples;
  }
  // Neither the log nor a summary was read yet: how far it is would be a guess.
  const bool known = indexed || summary.is_object();
  row["done"] = known ? Json(done) : Json(nullptr);
  row["state"] = known ? Json(state_name(state(done, config))) : Json("reading");
  Json figure = summary.is_object() ? summary["figure"] : Json(nullptr);
  if (figure.is_null() && indexed) figure = figure_json(running_figure(totals));
  row["figure"] = std::move(figure);
  row["not_scored"] = indexed               ? Json(totals.samples - totals.scored)
                      : summary.is_object() ? summary["not_scored"]
                                            : Json(nullptr);
  row["usage"] = summary.is_object() ? summary["usage"] : Json::object();
  return row;
}

// A long log takes seconds: one thread makes the summary, the others wait for it.
Result<Json> StoredRun::summary() {
  const auto about = TRY(facts());
  std::uint64_t bytes = 0;
  std::int64_t samples = 0;
  TRY(look([&](const SampleIndex& index) -> Result<void> {
    bytes = index.log_bytes();
    samples = index.totals().samples;
    return {};
  }));
  const std::lock_guard lock(summary_mutex_);
  if (summary_.is_object() && summary_bytes_ == bytes) return summary_;
  const Json stored = read_summary_file(folder_);
  Json made = stored_summary(samples);
  const bool stale =
      !made.is_object() || made.value("planned", std::int64_t{0}) < about->config.planned;
  if (stale) {
    const auto suite = TRY(suite::find_suite(about->config.suite));
    auto summary =
        TRY(analysis::summarise_run(folder_, about->config, *suite, missing_ids(stored)));
    summary.progress = analysis::progress_of(summary, about->json);
    made = analysis::to_json(summary);
  }
  made.erase("missing_ids");  // may be as many as the tasks
  summary_ = made;
  summary_bytes_ = bytes;
  return made;
}

std::vector<std::shared_ptr<StoredRun>> RunStore::list() {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<StoredRun>> runs;
  std::map<std::string, std::shared_ptr<StoredRun>> known;
  for (const std::filesystem::path& folder : run::list_runs(log_dir_)) {
    const std::string name = folder.filename().string();
    const auto found = runs_.find(name);
    auto run = found != runs_.end() ? found->second : std::make_shared<StoredRun>(name, folder);
    known.emplace(name, run);
    runs.push_back(std::move(run));
  }
  runs_ = std::move(known);
  std::reverse(runs.begin(), runs.end());
  return runs;
}

Result<std::shared_ptr<StoredRun>> RunStore::find(const std::string& name) {
  for (auto& run : list()) {
    if (run->name() == name) return std::move(run);
  }
  return fail(ErrorCode::kNotFound, "there is no run of that name", name);
}

}  // namespace papert::serve::app

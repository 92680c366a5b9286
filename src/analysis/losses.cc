#include "analysis/losses.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/thread_pool.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/recorded.h"
#include "suite/registry.h"

namespace papert::analysis {
namespace {

std::vector<suite::MetricInfo> metrics_of(std::span<const suite::LossTable> tables) {
  std::vector<suite::MetricInfo> metrics;
  for (const suite::LossTable& table : tables) {
    metrics.insert(metrics.end(), table.metrics.begin(), table.metrics.end());
  }
  return metrics;
}

/// Right answers by task, opened when one is asked for.
class References {
 public:
  explicit References(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] Result<std::string> of(const std::string& id) {
    if (!run_) {
      run_ = TRY(run::open_recorded(folder_, available_processors()));
      for (std::size_t i = 0; i < run_->tasks->size(); ++i) places_.emplace(run_->tasks->id(i), i);
    }
    const auto place = places_.find(id);
    if (place == places_.end()) {
      return fail(ErrorCode::kBadData, "the run's data no longer has task '" + id + "'",
                  folder_.string());
    }
    return run_->tasks->reference(place->second);
  }

 private:
  std::filesystem::path folder_;
  std::optional<run::RecordedRun> run_;
  std::unordered_map<std::string, std::size_t> places_;
};

class Reader {
 public:
  Reader(const std::filesystem::path& folder, const suite::LossClassifier& classifier)
      : classifier_(classifier),
        metrics_(metrics_of(classifier.loss_tables())),
        references_(folder) {}

  /// Gives the record these figures, and takes its texts away.
  [[nodiscard]] Result<void> put_losses(run::Record& record) {
    std::vector<run::RecordedMetric> figures;
    if (record.scored()) {
      std::string reference = std::move(record.texts.reference);
      if (reference.empty()) reference = TRY(references_.of(record.id));
      const auto values = TRY(classifier_.losses(reference, record.texts.answer, record.right()));
      for (std::size_t i = 0; i < metrics_.size(); ++i) {
        figures.push_back({std::string(metrics_[i].name), values[i]});
      }
    }
    record.metrics = std::move(figures);
    record.texts = {};
    record.detail = Json::object();
    record.pictures.clear();
    return {};
  }

 private:
  const suite::LossClassifier& classifier_;
  std::vector<suite::MetricInfo> metrics_;
  References references_;
};

}  // namespace

Summary RunLosses::summary(const suite::Suite& suite, const SummaryOptions& options) const {
  SummaryBuilder builder(metrics_of(suite.loss_classifier()->loss_tables()), suite.value_order());
  for (const run::Record& sample : samples) builder.add(sample);
  return builder.finish(options);
}

Result<RunLosses> losses_of(const ReportedRun& run, const suite::Suite& suite) {
  const suite::LossClassifier* const classifier = suite.loss_classifier();
  if (classifier == nullptr) {
    return fail(ErrorCode::kUsage,
                "answers of " + std::string(suite.name()) + " have no classes of losses",
                "--losses");
  }
  RunLosses losses{&run, {}};
  Reader reader(run.folder, *classifier);
  Result<void> outcome;
  TRY(run::read_log(run::samples_path(run.folder), run::Part::kAll, [&](run::Record& record) {
    if (!outcome) return;
    outcome = reader.put_losses(record);
    losses.samples.push_back(std::move(record));
  }));
  TRY(outcome);
  return losses;
}

Result<std::vector<LossBreakdown>> loss_breakdowns(const SuiteRuns& runs,
                                                   std::span<const RunLosses> losses,
                                                   const std::vector<std::string>& keys,
                                                   const SummaryOptions& options) {
  const auto suite = TRY(suite::find_suite(runs.suite));
  std::vector<LossBreakdown> breakdowns;
  for (const suite::LossTable& table : suite->loss_classifier()->loss_tables()) {
    SampleSource source;
    source.metrics.assign(table.metrics.begin(), table.metrics.end());
    source.read = [&](const ReportedRun& run, const run::RecordVisitor& visit) -> Result<void> {
      const auto found = std::ranges::find(losses, &run, &RunLosses::run);
      if (found == losses.end()) return {};
      for (run::Record sample : found->samples) visit(sample);
      return {};
    };
    LossBreakdown entry{table, {}};
    entry.breakdown = TRY(breakdown_of(runs, keys, options, source));
    breakdowns.push_back(std::move(entry));
  }
  return breakdowns;
}

}  // namespace papert::analysis

// From samples to the table: means with standard errors and intervals, overall and for each value
// of each tag, with the count of every verdict and typed error. A figure whose values are all 0 or
// 1 is a proportion and has Wilson's interval (score/wilson.h); others have the bootstrap's.
//
// The result does not depend on the order in which samples arrive (they are put in the order of
// their ids first), so an interrupted and resumed run sums up to the same bytes. Means use
// compensated sums. Resampling is by task: epochs of one task, and tasks made from the same one,
// are drawn together. Where a task was sampled more than once, pass@k and pass^k are added
// (score/passk.h): their mean over tasks, for k = 1, 3, 5, 10, 30, 50, 100, ... up to the largest
// number of scored samples of a task, and for that number itself. Tasks with fewer than k scored
// samples are left out of that k and counted. Where tasks are changed versions of others and
// samples tell their answers, how far answers stayed the same is added (invariance.h).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figure.h"
#include "analysis/invariance.h"
#include "analysis/sample_table.h"
#include "base/json.h"
#include "run/record.h"
#include "score/bootstrap.h"
#include "suite/task.h"

namespace papert::analysis {

enum class ProportionInterval { kWilson, kBootstrap };

class RunLabels;

struct SummaryOptions {
  ProportionInterval interval = ProportionInterval::kWilson;
  int resamples = 1000;
  std::int64_t seed = 0;
  double level = 0.95;
  const RunLabels* labels = nullptr;  // of a run: verdicts by people count where there are any
};

struct PassFigures {
  std::int64_t k = 0;
  Figure at;                 // pass@k
  Figure all;                // pass^k
  std::size_t excluded = 0;  // tasks with fewer than k scored samples
};

/// The samples with one value of one tag; the first group of a summary has all samples.
struct Group {
  std::string by;
  std::string value;
  std::int64_t n = 0;
  std::vector<Figure> metrics;  // one per metric of the summary
  std::vector<PassFigures> passk;
};

struct Summary {
  std::size_t tasks = 0;
  std::size_t samples = 0;
  std::size_t not_scored = 0;
  std::size_t missing = 0;  // tasks without a sample; in a run's summary, samples
  std::vector<std::string> missing_ids;
  std::vector<suite::MetricInfo> metrics;  // of a suite, which lasts; the first is primary
  std::vector<Group> groups;
  std::vector<Invariance> invariance;
  std::array<std::size_t, suite::kVerdicts.size()> verdicts{};
  std::map<std::string, std::int64_t> errors;
  std::map<std::string, std::int64_t> languages;  // of replies, where a suite tells them
  SummaryOptions options;

  [[nodiscard]] const Group& overall() const { return groups.front(); }
  /// The place of a metric; none if there is no such metric.
  [[nodiscard]] std::optional<std::size_t> metric(std::string_view name) const;
};

/// The object of summary.json.
[[nodiscard]] Json to_json(const Summary& summary);

class SummaryBuilder {
 public:
  /// `value_order` puts tag values in this order (tiers, say); others follow alphabetically.
  SummaryBuilder(std::span<const suite::MetricInfo> metrics,
                 std::span<const std::string_view> value_order);

  /// Needs the record's figures, not its texts.
  void add(const run::Record& record);

  /// Tasks that have no sample.
  void add_missing(std::string id) { missing_.push_back(std::move(id)); }

  [[nodiscard]] Summary finish(const SummaryOptions& options = {}) const;

 private:
  /// Samples of a group in the order of (base, id, epoch).
  struct Part {
    std::string by;
    std::string value;
    std::vector<std::uint32_t> samples;
  };

  /// One figure of one group: its values in order, and their sums and counts per cluster.
  struct Column {
    std::vector<double> values;
    std::vector<double> sums;
    std::vector<double> counts;

    void open_cluster();
    void add(double value);
  };
  /// The scored samples of one task.
  struct Tally {
    std::int64_t scored = 0;
    std::int64_t right = 0;
  };

  /// Calls visit(samples, new_cluster) for those of each task, tasks of one base in succession.
  template <class Visit>
  void each_task(const Part& part, const Visit& visit) const;
  [[nodiscard]] Tally tally(std::span<const std::uint32_t> samples) const;
  [[nodiscard]] std::vector<std::int64_t> pass_ks(const Part& all) const;
  [[nodiscard]] static std::vector<std::optional<score::Interval>> intervals(
      std::span<const Column> columns, const SummaryOptions& options);
  [[nodiscard]] static Figure figure_of(const Column& column,
                                        const std::optional<score::Interval>& interval);
  [[nodiscard]] Group group_of(const Part& part, std::span<const std::int64_t> ks,
                               const SummaryOptions& options) const;
  [[nodiscard]] std::vector<Part> make_parts() const;
  [[nodiscard]] std::ptrdiff_t place_of(const std::string& value) const;

  std::vector<std::string_view> value_order_;
  SampleTable samples_;
  std::map<std::string, std::map<std::string, std::vector<std::uint32_t>>> tagged_;
  std::map<std::string, std::int64_t> errors_;
  std::map<std::string, std::int64_t> languages_;
  std::vector<std::string> missing_;
};

}  // namespace papert::analysis

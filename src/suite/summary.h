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

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "score/bootstrap.h"
#include "suite/invariance.h"
#include "suite/task.h"

namespace papert::suite {

enum class ProportionInterval { kWilson, kBootstrap };

struct SummaryOptions {
  ProportionInterval interval = ProportionInterval::kWilson;
  int resamples = 1000;
  std::int64_t seed = 0;
  double level = 0.95;
};

class SummaryBuilder {
 public:
  /// `value_order` puts tag values in this order (tiers, say); others follow alphabetically.
  SummaryBuilder(std::span<const MetricInfo> metrics,
                 std::span<const std::string_view> value_order);

  /// `base` is Task::base; `metrics` is the "metrics" object of a score line, `detail` its "detail"
  /// object.
  void add(const std::string& id, const std::string& base, std::int64_t epoch, const Json& tags,
           Verdict verdict, const Json& metrics, const Json& detail);

  /// Tasks that have no sample.
  void add_missing(std::string id) { missing_.push_back(std::move(id)); }

  /// The object of summary.json.
  [[nodiscard]] Json finish(const SummaryOptions& options = {});

 private:
  struct Row {
    std::string id;
    std::string base;  // itself for an original
    std::int64_t epoch = 0;
    Verdict verdict = Verdict::kInternalError;
    std::size_t first_value = 0;  // into values_, one per metric; NaN where undefined
  };
  struct Group {
    std::string by;
    std::string value;
    std::vector<std::size_t> rows;
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

  /// Calls visit(rows, new_cluster) for the rows of each task, tasks of one base in succession.
  template <class Visit>
  void each_task(const Group& group, const Visit& visit) const;
  [[nodiscard]] Tally tally(std::span<const std::size_t> rows) const;
  [[nodiscard]] std::vector<std::int64_t> pass_ks(const Group& all) const;
  [[nodiscard]] static std::vector<std::optional<score::Interval>> intervals(
      std::span<const Column> columns, const SummaryOptions& options);
  [[nodiscard]] Json group_json(const Group& group, std::span<const std::int64_t> ks,
                                const SummaryOptions& options) const;
  [[nodiscard]] std::vector<Group> make_groups() const;
  [[nodiscard]] std::ptrdiff_t place_of(const std::string& value) const;

  std::vector<MetricInfo> metrics_;
  std::vector<std::string_view> value_order_;
  std::vector<Row> rows_;
  std::vector<double> values_;
  std::map<std::string, std::map<std::string, std::vector<std::size_t>>> tagged_;
  std::map<std::string, std::int64_t> errors_;
  std::map<std::string, std::int64_t> languages_;  // of replies, where a suite tells them
  std::vector<std::string> missing_;
  InvarianceBuilder invariance_;
};

}  // namespace papert::suite

// Both runs are held as tables of samples and walked in the order of (id, epoch), so everything
// here is a walk through two sorted lists; only the replies of samples that are listed are read, at
// the end. Cost: that of reading the logs, and of scoring every reply once per policy.

#include "analysis/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "analysis/loaded_run.h"
#include "analysis/sample_table.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/recorded.h"
#include "score/bootstrap.h"
#include "score/mcnemar.h"
#include "score/stats.h"
#include "suite/registry.h"

namespace papert::analysis {
namespace {

using Samples = std::span<const std::uint32_t>;

using Side = LoadedRun;

/// A task that both runs have: its samples in each.
struct CommonTask {
  Samples a;
  Samples b;
  const std::string* id = nullptr;
  const std::string* base = nullptr;
};

struct Matching {
  std::vector<CommonTask> tasks;  // by (base, id)
  std::array<std::size_t, 2> only{};
};

Samples task_at(const Side& side, std::size_t begin) {
  std::size_t end = begin;
  while (end < side.order.size() &&
         side.table[side.order[end]].task == side.table[side.order[begin]].task) {
    ++end;
  }
  return std::span(side.order).subspan(begin, end - begin);
}

Matching match(const Side& a, const Side& b) {
  Matching matching;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.order.size() || j < b.order.size()) {
    const Samples left = task_at(a, i);
    const Samples right = task_at(b, j);
    const int order = left.empty()    ? 1
                      : right.empty() ? -1
                                      : a.table.id(left[0]).compare(b.table.id(right[0]));
    if (order == 0) {
      matching.tasks.push_back({left, right, &a.table.id(left[0]), &a.table.base(left[0])});
    } else {
      ++matching.only[order < 0 ? 0 : 1];
    }
    if (order <= 0) i += left.size();
    if (order >= 0) j += right.size();
  }
  std::sort(matching.tasks.begin(), matching.tasks.end(),
            [](const CommonTask& x, const CommonTask& y) {
              return std::tie(*x.base, *x.id) < std::tie(*y.base, *y.id);
            });
  return matching;
}

/// The mean of a metric over a task's samples; none if it is defined for none of them.
std::optional<double> task_mean(const SampleTable& table, Samples samples, std::size_t metric) {
  std::vector<double> values;
  for (const std::uint32_t sample : samples) {
    const double value = table.value(sample, metric);
    if (!std::isnan(value)) values.push_back(value);
  }
  return score::mean(values);
}

/// The paired differences of one metric.
struct Paired {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> values;
  std::vector<double> sums;  // per base
  std::vector<double> counts;
};

using Tables = std::array<const SampleTable*, 2>;

Paired paired(const std::vector<CommonTask>& tasks, const Tables& tables, std::size_t metric) {
  Paired result;
  const std::string* last_base = nullptr;
  for (const CommonTask& task : tasks) {
    if (last_base == nullptr || *last_base != *task.base) {
      result.sums.push_back(0);
      result.counts.push_back(0);
    }
    last_base = task.base;
    const auto a = task_mean(*tables[0], task.a, metric);
    const auto b = task_mean(*tables[1], task.b, metric);
    if (!a || !b) continue;
    result.a.push_back(*a);
    result.b.push_back(*b);
    result.values.push_back(*b - *a);
    result.sums.back() += *b - *a;
    result.counts.back() += 1;
  }
  return result;
}

/// One per metric, from the first on.
std::vector<Difference> differences_of(const std::vector<CommonTask>& tasks, const Tables& tables,
                                       std::size_t metrics, const CompareOptions& options) {
  std::vector<Paired> columns;
  columns.reserve(metrics);
  for (std::size_t m = 0; m < metrics; ++m) columns.push_back(paired(tasks, tables, m));
  std::vector<score::ClusterValues> clusters;
  clusters.reserve(columns.size());
  for (const Paired& column : columns) clusters.push_back({column.sums, column.counts});
  const auto intervals = score::bootstrap_mean(
      clusters, {.resamples = options.resamples, .seed = options.seed, .level = options.level});
  std::vector<Difference> differences;
  for (std::size_t m = 0; m < metrics; ++m) {
    const Paired& column = columns[m];
    Difference& difference = differences.emplace_back();
    difference.a = score::mean(column.a);
    difference.b = score::mean(column.b);
    difference.figure.mean = score::mean(column.values);
    difference.figure.error = score::clustered_standard_error(column.sums, column.counts);
    if (intervals[m]) difference.figure.low = intervals[m]->low;
    if (intervals[m]) difference.figure.high = intervals[m]->high;
    difference.figure.n = static_cast<std::int64_t>(column.values.size());
  }
  return differences;
}

/// Leaves out figures of one mode that the runs do not share.
void drop_unseen(Comparison& comparison) {
  for (std::size_t m = comparison.metrics.size(); m-- > 0;) {
    if (!comparison.metrics[m].sometimes || comparison.differences[m].figure.mean) continue;
    const auto place = static_cast<std::ptrdiff_t>(m);
    comparison.metrics.erase(comparison.metrics.begin() + place);
    comparison.differences.erase(comparison.differences.begin() + place);
  }
}

using Pair = std::array<std::uint32_t, 2>;

/// Pairs of scored samples with the same id and epoch, by id.
struct Pairs {
  std::vector<Pair> pairs;
  bool independent = true;  // no two of them are of one base
};

Pairs pair_up(const std::vector<CommonTask>& tasks, const SampleTable& a, const SampleTable& b) {
  Pairs result;
  const std::string* last_base = nullptr;
  for (const CommonTask& task : tasks) {
    for (const std::uint32_t left : task.a) {
      const auto right = std::lower_bound(
          task.b.begin(), task.b.end(), a[left].epoch,
          [&](std::uint32_t sample, std::int64_t epoch) { return b[sample].epoch < epoch; });
      if (right == task.b.end() || b[*right].epoch != a[left].epoch) continue;
      if (!a[left].scored() || !b[*right].scored()) continue;
      if (last_base != nullptr && *last_base == *task.base) result.independent = false;
      last_base = task.base;
      result.pairs.push_back({left, *right});
    }
  }
  std::sort(result.pairs.begin(), result.pairs.end(), [&](const Pair& x, const Pair& y) {
    return std::tie(a.id(x[0]), a[x[0]].epoch) < std::tie(a.id(y[0]), a[y[0]].epoch);
  });
  return result;
}

McNemar mcnemar_of(const Pairs& pairs, const SampleTable& a, const SampleTable& b) {
  McNemar test;
  for (const auto& [left, right] : pairs.pairs) {
    const bool in_a = a[left].right();
    const bool in_b = b[right].right();
    ++(in_a ? (in_b ? test.both : test.only_a) : (in_b ? test.only_b : test.neither));
  }
  test.p = score::mcnemar_exact(test.only_a, test.only_b);
  test.independent = pairs.independent;
  return test;
}

using Texts = std::unordered_map<std::int64_t, FlippedSample>;  // by line number

/// What is shown of these samples.
Result<Texts> read_texts(const Side& side, const std::vector<Pair>& pairs, std::size_t which) {
  std::unordered_set<std::int64_t> numbers;
  for (const Pair& pair : pairs) numbers.insert(side.table[pair[which]].line);
  Texts texts;
  if (numbers.empty()) return texts;
  TRY(run::read_lines(
      run::samples_path(side.folder), run::Part::kAll, numbers, [&](run::Record& record) {
        texts.emplace(
            record.line,
            FlippedSample{record.verdict, std::move(record.rule), std::move(record.texts.answer),
                          std::move(record.texts.reply), std::move(record.detail)});
      }));
  return texts;
}

Result<void> add_flips(const Side& a, const Side& b, const Pairs& pairs, std::size_t limit,
                       Comparison& comparison) {
  std::array<std::vector<Pair>, 2> listed;  // right only in A, only in B
  std::vector<Pair> all;
  for (const Pair& pair : pairs.pairs) {
    const bool right = a.table[pair[0]].right();
    if (right == b.table[pair[1]].right()) continue;
    std::vector<Pair>& list = listed[right ? 0 : 1];
    if (list.size() < limit) list.push_back(pair);
  }
  for (const std::vector<Pair>& list : listed) all.insert(all.end(), list.begin(), list.end());
  const Texts texts_a = TRY(read_texts(a, all, 0));
  const Texts texts_b = TRY(read_texts(b, all, 1));
  // A log that was replaced between the two readings may lack a line.
  const auto text = [](const Texts& texts, std::int64_t line) {
    const auto found = texts.find(line);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  };
  for (std::size_t side = 0; side < 2; ++side) {
    for (const auto& [left, right] : listed[side]) {
      Flip flip{a.table.id(left), a.table[left].epoch, {}};
      flip.sides[0] = text(texts_a, a.table[left].line);
      flip.sides[1] = text(texts_b, b.table[right].line);
      comparison.flips[side].push_back(std::move(flip));
    }
  }
  return {};
}

/// What became of a run's verdicts: how many moved, from which and what rule to which and what.
Moves moves_of(const Side& before, const SampleTable& after, std::size_t examples) {
  using Key = std::tuple<suite::Verdict, std::string, suite::Verdict, std::string>;
  std::map<Key, Move> found;
  Moves result;
  for (const std::uint32_t i : before.order) {
    result.right_before += before.table[i].right() ? 1 : 0;
    result.right += after[i].right() ? 1 : 0;
    if (before.table[i].verdict == after[i].verdict) continue;
    ++result.moved;
    const Key key{before.table[i].verdict, before.table.rule(i), after[i].verdict, after.rule(i)};
    Move& move = found[key];
    std::tie(move.from, move.from_rule, move.to, move.to_rule) = key;
    if (move.count++ < examples) move.examples.push_back(before.table.id(i));
  }
  for (auto& [key, move] : found) result.moves.push_back(std::move(move));
  std::ranges::stable_sort(result.moves, std::greater<>(), &Move::count);
  return result;
}

Result<std::unique_ptr<suite::TaskSet>> open(const Side& side, const suite::Suite& suite,
                                             std::size_t jobs) {
  run::RunConfig config = side.config;
  auto tasks = run::open_tasks(config, suite, jobs);
  if (!tasks) tasks.error().message += "; --policy none compares what was recorded";
  return tasks;
}

Result<void> add_policies(const Side& a, const Side& b, const suite::Suite& suite,
                          const Matching& matching, const CompareOptions& options,
                          Comparison& comparison) {
  constexpr std::size_t kExamples = 5;
  if (options.policies.empty()) return {};
  const std::unique_ptr<suite::TaskSet> tasks_a = TRY(open(a, suite, options.jobs));
  std::unique_ptr<suite::TaskSet> own_b;
  if (a.config.modes != b.config.modes || a.config.data.to_json() != b.config.data.to_json()) {
    own_b = TRY(open(b, suite, options.jobs));
  }
  for (const reply::Extraction policy : options.policies) {
    const SampleTable after_a = TRY(rescored(a, *tasks_a, policy, options.jobs));
    const SampleTable after_b = TRY(rescored(b, own_b ? *own_b : *tasks_a, policy, options.jobs));
    PolicyResult& result = comparison.policies.emplace_back();
    result.policy = policy;
    result.difference = differences_of(matching.tasks, {&after_a, &after_b}, 1, options).front();
    result.sides[0] = moves_of(a, after_a, kExamples);
    result.sides[1] = moves_of(b, after_b, kExamples);
  }
  return {};
}

ComparedRun describe(const Side& side, std::size_t tasks) {
  ComparedRun run;
  run.folder = side.folder.string();
  run.model = side.config.model;
  run.id = side.config.id();
  run.extraction = side.config.extraction_name();
  run.tasks = tasks;
  run.samples = side.table.size();
  for (std::size_t i = 0; i < side.table.size(); ++i) {
    run.not_scored += side.table[i].scored() ? 0 : 1;
  }
  if (side.config.planned > 0) {
    run.progress = {static_cast<std::int64_t>(run.samples), side.config.planned};
  }
  run.damaged = side.damaged;
  return run;
}

/// Fields of run.json that say how much was asked, when and where.
constexpr std::array<std::string_view, 9> kAmounts{
    "format", "id", "epochs", "limit", "planned", "data", "started", "ended", "machine"};

/// The settings in which the runs differ, but for those that only say how much was asked.
std::vector<std::string> differing_settings(const run::RunConfig& a, const run::RunConfig& b) {
  const Json left = a.to_json();
  const Json right = b.to_json();
  std::vector<std::string> names;
  Json both = left;
  both.update(right);
  for (const auto& [key, value] : both.items()) {
    const bool amount = std::find(kAmounts.begin(), kAmounts.end(), key) != kAmounts.end();
    if (!amount && left.value(key, Json()) != right.value(key, Json())) names.push_back(key);
  }
  return names;
}

}  // namespace

Result<Comparison> compare_runs(const std::filesystem::path& a, const std::filesystem::path& b,
                                const CompareOptions& options) {
  Comparison comparison;
  const run::RunConfig config_a = TRY(run::read_config(a));
  const run::RunConfig config_b = TRY(run::read_config(b));
  comparison.suite = config_a.suite;
  const std::string& suite_b = config_b.suite;
  if (comparison.suite != suite_b) {
    return fail(ErrorCode::kUsage, "the runs are of different suites, " + comparison.suite +
                                       " and " + suite_b + ": their tasks cannot be compared");
  }
  const auto suite = TRY(suite::find_suite(comparison.suite));
  const std::int64_t turns = std::min(config_a.turns, config_b.turns);
  const Side side_a = TRY(load_run(a, *suite, turns));
  const Side side_b = TRY(load_run(b, *suite, turns));
  const Matching matching = match(side_a, side_b);
  if (matching.tasks.empty()) {
    return fail(ErrorCode::kUsage,
                "the runs have no task in common: " + side_a.table.id(side_a.order[0]) +
                    " ... and " + side_b.table.id(side_b.order[0]) + " ...");
  }
  const Pairs pairs = pair_up(matching.tasks, side_a.table, side_b.table);
  comparison.runs[0] = describe(side_a, matching.tasks.size() + matching.only[0]);
  comparison.runs[1] = describe(side_b, matching.tasks.size() + matching.only[1]);
  comparison.differs = differing_settings(side_a.config, side_b.config);
  comparison.tasks_in_both = matching.tasks.size();
  comparison.tasks_only_in = matching.only;
  comparison.metrics = side_a.table.metrics();
  comparison.differences = differences_of(matching.tasks, {&side_a.table, &side_b.table},
                                          comparison.metrics.size(), options);
  drop_unseen(comparison);
  comparison.mcnemar = mcnemar_of(pairs, side_a.table, side_b.table);
  TRY(add_policies(side_a, side_b, *suite, matching, options, comparison));
  TRY(add_flips(side_a, side_b, pairs, options.max_flips, comparison));
  comparison.resamples = options.resamples;
  comparison.seed = options.seed;
  comparison.level = options.level;
  return comparison;
}

}  // namespace papert::analysis

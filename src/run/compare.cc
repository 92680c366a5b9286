// Both logs are held sorted by (id, epoch), so everything here is a walk through two sorted lists;
// only the replies of samples that are listed are read, at the end. Cost: that of reading the logs,
// and of scoring every reply once per policy.

#include "run/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "run/folder.h"
#include "run/log.h"
#include "run/recorded.h"
#include "run/scored_log.h"
#include "score/bootstrap.h"
#include "score/mcnemar.h"
#include "score/stats.h"
#include "suite/registry.h"

namespace papert::run {
namespace {

using Samples = std::vector<ScoredSample>;

constexpr std::array<const char*, 2> kSides{"a", "b"};

/// A task that both runs have: its samples in each.
struct CommonTask {
  std::span<const ScoredSample> a;
  std::span<const ScoredSample> b;

  [[nodiscard]] const std::string& id() const { return a.front().id; }
  [[nodiscard]] const std::string& base() const {
    return a.front().base.empty() ? a.front().id : a.front().base;
  }
};

struct Matching {
  std::vector<CommonTask> tasks;  // by (base, id)
  std::size_t only_a = 0;
  std::size_t only_b = 0;
};

std::span<const ScoredSample> task_at(const Samples& samples, std::size_t begin) {
  std::size_t end = begin;
  while (end < samples.size() && samples[end].id == samples[begin].id) ++end;
  return std::span(samples).subspan(begin, end - begin);
}

Matching match(const Samples& a, const Samples& b) {
  Matching matching;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const auto left = task_at(a, i);
    const auto right = task_at(b, j);
    const bool has_a = !left.empty() && (right.empty() || left[0].id <= right[0].id);
    const bool has_b = !right.empty() && (left.empty() || right[0].id <= left[0].id);
    if (has_a && has_b) {
      matching.tasks.push_back({left, right});
    } else {
      ++(has_a ? matching.only_a : matching.only_b);
    }
    if (has_a) i += left.size();
    if (has_b) j += right.size();
  }
  std::sort(matching.tasks.begin(), matching.tasks.end(),
            [](const CommonTask& x, const CommonTask& y) {
              return std::tie(x.base(), x.id()) < std::tie(y.base(), y.id());
            });
  return matching;
}

/// The mean of a metric over a task's samples; none if it is defined for none of them.
std::optional<double> task_mean(std::span<const ScoredSample> samples, std::size_t metric) {
  std::vector<double> values;
  for (const ScoredSample& sample : samples) {
    if (!std::isnan(sample.values[metric])) values.push_back(sample.values[metric]);
  }
  return score::mean(values);
}

/// The paired differences of one metric.
struct Differences {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> values;
  std::vector<double> sums;  // per base
  std::vector<double> counts;
};

Differences differences_of(const std::vector<CommonTask>& tasks, std::size_t metric) {
  Differences result;
  const std::string* last_base = nullptr;
  for (const CommonTask& task : tasks) {
    if (last_base == nullptr || *last_base != task.base()) {
      result.sums.push_back(0);
      result.counts.push_back(0);
    }
    last_base = &task.base();
    const auto a = task_mean(task.a, metric);
    const auto b = task_mean(task.b, metric);
    if (!a || !b) continue;
    result.a.push_back(*a);
    result.b.push_back(*b);
    result.values.push_back(*b - *a);
    result.sums.back() += *b - *a;
    result.counts.back() += 1;
  }
  return result;
}

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

/// One object per metric, from the first on.
std::vector<Json> differences_json(const std::vector<CommonTask>& tasks, std::size_t metrics,
                                   const CompareOptions& options) {
  std::vector<Differences> columns;
  for (std::size_t m = 0; m < metrics; ++m) columns.push_back(differences_of(tasks, m));
  std::vector<score::ClusterValues> clusters;
  for (const Differences& column : columns) clusters.push_back({column.sums, column.counts});
  const auto intervals = score::bootstrap_mean(
      clusters, {.resamples = options.resamples, .seed = options.seed, .level = options.level});
  std::vector<Json> figures;
  for (std::size_t m = 0; m < metrics; ++m) {
    const Differences& column = columns[m];
    Json json;
    json["a"] = number_or_null(score::mean(column.a));
    json["b"] = number_or_null(score::mean(column.b));
    json["difference"] = number_or_null(score::mean(column.values));
    json["stderr"] = number_or_null(score::clustered_standard_error(column.sums, column.counts));
    json["low"] = intervals[m] ? Json(intervals[m]->low) : Json(nullptr);
    json["high"] = intervals[m] ? Json(intervals[m]->high) : Json(nullptr);
    json["n"] = column.values.size();
    figures.push_back(std::move(json));
  }
  return figures;
}

struct Pair {
  const ScoredSample* a = nullptr;
  const ScoredSample* b = nullptr;
};

/// Pairs of scored samples with the same id and epoch, by id.
struct Pairs {
  std::vector<Pair> pairs;
  bool independent = true;  // no two of them are of one base
};

Pairs pair_up(const std::vector<CommonTask>& tasks) {
  Pairs result;
  const std::string* last_base = nullptr;
  for (const CommonTask& task : tasks) {
    for (const ScoredSample& a : task.a) {
      const auto b = std::lower_bound(
          task.b.begin(), task.b.end(), a.epoch,
          [](const ScoredSample& sample, std::int64_t epoch) { return sample.epoch < epoch; });
      if (b == task.b.end() || b->epoch != a.epoch || !a.scored() || !b->scored()) continue;
      if (last_base != nullptr && *last_base == task.base()) result.independent = false;
      last_base = &task.base();
      result.pairs.push_back({&a, &*b});
    }
  }
  std::sort(result.pairs.begin(), result.pairs.end(), [](const Pair& x, const Pair& y) {
    return std::tie(x.a->id, x.a->epoch) < std::tie(y.a->id, y.a->epoch);
  });
  return result;
}

Json mcnemar_json(const Pairs& pairs) {
  std::array<std::array<std::int64_t, 2>, 2> counts{};  // [right in A][right in B]
  for (const Pair& pair : pairs.pairs) ++counts[pair.a->right() ? 1 : 0][pair.b->right() ? 1 : 0];
  Json json;
  json["pairs"] = pairs.pairs.size();
  json["both"] = counts[1][1];
  json["only_a"] = counts[1][0];
  json["only_b"] = counts[0][1];
  json["neither"] = counts[0][0];
  json["p"] = score::mcnemar_exact(counts[1][0], counts[0][1]);
  json["independent"] = pairs.independent;
  return json;
}

using Texts = std::unordered_map<std::int64_t, Json>;  // by line number

/// What is shown of these lines of a log.
Result<Texts> read_texts(const ScoredLog& log, const std::vector<Pair>& pairs,
                         const ScoredSample* Pair::* side) {
  std::unordered_set<std::int64_t> numbers;
  for (const Pair& pair : pairs) numbers.insert((pair.*side)->line);
  Texts texts;
  if (numbers.empty()) return texts;
  TRY(read_lines(samples_path(log.folder), numbers, [&](const LogLine& line) {
    Json json;
    json["verdict"] = suite::verdict_name(line.verdict);
    for (const char* key : {"rule", "answer", "reply", "detail"}) {
      json[key] = line.json.value(key, Json());
    }
    texts.emplace(line.number, std::move(json));
  }));
  return texts;
}

Result<Json> flips_json(const ScoredLog& a, const ScoredLog& b, const Pairs& pairs,
                        std::size_t limit) {
  std::array<std::vector<Pair>, 2> listed;  // right only in A, only in B
  for (const Pair& pair : pairs.pairs) {
    if (pair.a->right() == pair.b->right()) continue;
    auto& list = listed[pair.a->right() ? 0 : 1];
    if (list.size() < limit) list.push_back(pair);
  }
  std::vector<Pair> all = listed[0];
  all.insert(all.end(), listed[1].begin(), listed[1].end());
  const Texts texts_a = TRY(read_texts(a, all, &Pair::a));
  const Texts texts_b = TRY(read_texts(b, all, &Pair::b));
  // A log that was replaced between the two readings may lack a line.
  const auto text = [](const Texts& texts, const ScoredSample& sample) {
    const auto found = texts.find(sample.line);
    return found == texts.end() ? Json(nullptr) : found->second;
  };
  Json json;
  for (std::size_t side = 0; side < 2; ++side) {
    Json& list = json[std::string("only_") + kSides[side]] = Json::array();
    for (const Pair& pair : listed[side]) {
      list.push_back({{"id", pair.a->id},
                      {"epoch", pair.a->epoch},
                      {"a", text(texts_a, *pair.a)},
                      {"b", text(texts_b, *pair.b)}});
    }
  }
  return json;
}

std::string policy_name(reply::Extraction extraction) {
  return std::string(reading_name(extraction));
}

/// What became of a run's verdicts: how many moved, from which and what rule to which and what.
Json moves_json(const Samples& before, const Samples& after, std::size_t examples) {
  using Move = std::tuple<suite::Verdict, std::string, suite::Verdict, std::string>;
  std::map<Move, std::pair<std::size_t, Json>> moves;
  std::size_t total = 0;
  std::array<std::size_t, 2> right{};
  for (std::size_t i = 0; i < before.size(); ++i) {
    right[0] += before[i].right() ? 1 : 0;
    right[1] += after[i].right() ? 1 : 0;
    if (before[i].verdict == after[i].verdict) continue;
    ++total;
    auto& [count, ids] =
        moves[{before[i].verdict, before[i].rule, after[i].verdict, after[i].rule}];
    if (count++ < examples) ids.push_back(before[i].id);
  }
  std::vector<std::pair<Move, std::pair<std::size_t, Json>>> sorted(moves.begin(), moves.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) {
    return x.second.first != y.second.first ? x.second.first > y.second.first : x.first < y.first;
  });
  Json json;
  json["right_before"] = right[0];
  json["right"] = right[1];
  json["moved"] = total;
  json["moves"] = Json::array();
  for (const auto& [move, found] : sorted) {
    const auto& [from, from_rule, to, to_rule] = move;
    json["moves"].push_back({{"from", suite::verdict_name(from)},
                             {"from_rule", from_rule},
                             {"to", suite::verdict_name(to)},
                             {"to_rule", to_rule},
                             {"count", found.first},
                             {"examples", found.second}});
  }
  return json;
}

Json policy_json(const std::array<const Samples*, 2>& before, const std::array<Samples, 2>& after,
                 reply::Extraction policy, const CompareOptions& options) {
  constexpr std::size_t kExamples = 5;
  Json json;
  json["policy"] = policy_name(policy);
  json["difference"] = differences_json(match(after[0], after[1]).tasks, 1, options).front();
  for (std::size_t side = 0; side < 2; ++side) {
    json[kSides[side]] = moves_json(*before[side], after[side], kExamples);
  }
  return json;
}

Result<Json> policies_json(const ScoredLog& a, const ScoredLog& b, const suite::Suite& suite,
                           const CompareOptions& options) {
  Json json = Json::array();
  if (options.policies.empty()) return json;
  const auto open = [&](const ScoredLog& log) -> Result<std::unique_ptr<suite::TaskSet>> {
    RunConfig config = log.config;
    auto tasks = open_tasks(config, suite, options.jobs);
    if (!tasks) tasks.error().message += "; --policy none compares what was recorded";
    return tasks;
  };
  const std::unique_ptr<suite::TaskSet> tasks_a = TRY(open(a));
  std::unique_ptr<suite::TaskSet> own_b;
  if (a.config.modes != b.config.modes || a.config.data.to_json() != b.config.data.to_json()) {
    own_b = TRY(open(b));
  }
  const suite::TaskSet& tasks_b = own_b ? *own_b : *tasks_a;
  for (const reply::Extraction policy : options.policies) {
    std::array<Samples, 2> after;
    after[0] = TRY(rescore(a, suite, *tasks_a, policy, options.jobs));
    after[1] = TRY(rescore(b, suite, tasks_b, policy, options.jobs));
    json.push_back(policy_json({&a.samples, &b.samples}, after, policy, options));
  }
  return json;
}

Json run_json(const ScoredLog& log, std::size_t tasks) {
  Json json;
  json["run"] = log.folder.string();
  json["model"] = log.config.model;
  json["id"] = log.config.id();
  json["extraction"] = log.config.extraction_name();
  json["tasks"] = tasks;
  json["samples"] = log.samples.size();
  json["not_scored"] = std::count_if(log.samples.begin(), log.samples.end(),
                                     [](const ScoredSample& sample) { return !sample.scored(); });
  if (log.config.planned > 0) {
    const auto done = static_cast<std::int64_t>(log.samples.size());
    json["planned"] = log.config.planned;
    json["done"] = done;
    json["complete"] = done >= log.config.planned;
  }
  if (!log.damaged.empty()) {
    json["damaged"] = Json::array();
    for (const Error& error : log.damaged) json["damaged"].push_back(error.to_string());
  }
  return json;
}

/// Fields of run.json that say how much was asked, when and where.
constexpr std::array<std::string_view, 9> kAmounts{
    "format", "id", "epochs", "limit", "planned", "data", "started", "ended", "machine"};

/// The settings in which the runs differ, but for those that only say how much was asked.
Json differing_settings(const RunConfig& a, const RunConfig& b) {
  const Json left = a.to_json();
  const Json right = b.to_json();
  Json names = Json::array();
  Json both = left;
  both.update(right);
  for (const auto& [key, value] : both.items()) {
    const bool amount = std::find(kAmounts.begin(), kAmounts.end(), key) != kAmounts.end();
    if (!amount && left.value(key, Json()) != right.value(key, Json())) names.push_back(key);
  }
  return names;
}

}  // namespace

Result<Json> compare_runs(const std::filesystem::path& a, const std::filesystem::path& b,
                          const CompareOptions& options) {
  const std::string suite_a = TRY(read_config(a)).suite;
  const std::string suite_b = TRY(read_config(b)).suite;
  if (suite_a != suite_b) {
    return fail(ErrorCode::kUsage, "the runs are of different suites, " + suite_a + " and " +
                                       suite_b + ": their tasks cannot be compared");
  }
  const auto suite = TRY(suite::find_suite(suite_a));
  const ScoredLog log_a = TRY(load_scored_log(a, *suite));
  const ScoredLog log_b = TRY(load_scored_log(b, *suite));
  const Matching matching = match(log_a.samples, log_b.samples);
  if (matching.tasks.empty()) {
    return fail(ErrorCode::kUsage, "the runs have no task in common: " + log_a.samples[0].id +
                                       " ... and " + log_b.samples[0].id + " ...");
  }
  const Pairs pairs = pair_up(matching.tasks);
  const auto metrics = suite->metrics();
  Json json;
  json["suite"] = suite_a;
  json["runs"] = {run_json(log_a, matching.tasks.size() + matching.only_a),
                  run_json(log_b, matching.tasks.size() + matching.only_b)};
  json["differs"] = differing_settings(log_a.config, log_b.config);
  json["tasks"] = {
      {"both", matching.tasks.size()}, {"only_a", matching.only_a}, {"only_b", matching.only_b}};
  json["primary"] = metrics.front().name;
  json["metrics"] = Json::array();
  json["differences"] = Json::object();
  std::vector<Json> figures = differences_json(matching.tasks, metrics.size(), options);
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    json["metrics"].push_back({{"name", metrics[m].name}, {"title", metrics[m].title}});
    json["differences"][std::string(metrics[m].name)] = std::move(figures[m]);
  }
  json["mcnemar"] = mcnemar_json(pairs);
  json["policies"] = TRY(policies_json(log_a, log_b, *suite, options));
  json["flips"] = TRY(flips_json(log_a, log_b, pairs, options.max_flips));
  json["bootstrap"] = {
      {"resamples", options.resamples}, {"seed", options.seed}, {"level", options.level}};
  return json;
}

}  // namespace papert::run

#include "analysis/reconcile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/format.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/recorded.h"
#include "run/rescore.h"
#include "suite/registry.h"

namespace papert::analysis {
namespace {

constexpr std::string_view kMetricMode = "metric";

struct KnownSample {
  suite::Verdict verdict = suite::Verdict::kWrong;
  std::string rule;
};

using KnownSamples = std::map<std::pair<std::string, std::int64_t>, KnownSample>;

/// The measures that decide, as the suite names them; one without a name where it has no choice.
std::vector<std::string> metrics_of(const suite::Suite& suite) {
  std::vector<std::string> metrics;
  for (const suite::ModeInfo& mode : suite.modes()) {
    if (mode.key != kMetricMode) continue;
    for (const std::string_view value : mode.values) metrics.emplace_back(value);
  }
  if (metrics.empty()) metrics.emplace_back();
  return metrics;
}

/// Those that were asked for, in that order.
Result<std::vector<std::string>> wanted_metrics(const suite::Suite& suite,
                                                const std::vector<std::string>& asked) {
  std::vector<std::string> known = metrics_of(suite);
  if (asked.empty()) return known;
  for (const std::string& metric : asked) {
    if (!metric.empty() && std::ranges::find(known, metric) != known.end()) continue;
    const bool one = known.front().empty();
    return fail(ErrorCode::kUsage,
                one ? fmt::format("{} has one measure only: leave metric= out", suite.name())
                    : fmt::format("'{}' is not a metric of {}; there are: {}", metric, suite.name(),
                                  fmt::join(known, ", ")),
                "--policy");
  }
  return asked;
}

std::string chosen_metric(const run::RunConfig& config, const suite::Suite& suite) {
  for (const suite::ModeInfo& mode : suite.modes()) {
    if (mode.key == kMetricMode) return std::string(suite::chosen_value(config.modes, mode));
  }
  return "";
}

/// Those that need no judge, and the run's own.
std::vector<std::string> readings_of(const run::RunConfig& config) {
  std::vector<std::string> readings;
  for (const reply::Extraction each : run::kReadings)
    readings.emplace_back(run::reading_name(each));
  const std::string own(config.extraction_name());
  if (std::find(readings.begin(), readings.end(), own) == readings.end()) readings.push_back(own);
  return readings;
}

/// Scores the log under one policy.
Result<void> score_under(const run::RunConfig& config, const suite::TaskSet& tasks,
                         const std::filesystem::path& folder, const KnownSamples& known,
                         const ReconcileOptions& options, ReconciledPolicy& policy) {
  const run::Rescorer rescorer(tasks, config.extraction, config.judging);
  const auto take = [&](const run::ScoredBlock& block) -> Result<void> {
    for (const run::ScoredReply& reply : block.replies) {
      const auto sample = known.find({tasks.id(reply.index), reply.epoch});
      if (reply.problem || sample == known.end()) continue;
      const suite::Verdict verdict = reply.score.verdict;
      if (!suite::is_scored(verdict)) continue;
      ++policy.scored;
      const bool right = verdict == suite::Verdict::kRight;
      const bool was_right = sample->second.verdict == suite::Verdict::kRight;
      policy.right += right ? 1 : 0;
      if (right == was_right) continue;
      ++(right ? policy.gained : policy.lost);
      policy.moved.push_back({sample->first.first, sample->first.second, sample->second.verdict,
                              sample->second.rule, verdict, reply.answer.first().rule});
    }
    return {};
  };
  TRY(rescorer.score_log(run::samples_path(folder), options.jobs, take));
  std::ranges::sort(policy.moved, {},
                    [](const MovedSample& each) { return std::tie(each.id, each.epoch); });
  if (policy.moved.size() > options.max_moved) policy.moved.resize(options.max_moved);
  return {};
}

Json moved_json(const MovedSample& moved) {
  return {{"id", moved.id},
          {"epoch", moved.epoch},
          {"from", suite::verdict_name(moved.from)},
          {"from_rule", moved.from_rule},
          {"to", suite::verdict_name(moved.to)},
          {"to_rule", moved.to_rule}};
}

}  // namespace

Result<Reconciliation> reconcile_run(const std::filesystem::path& folder,
                                     const ReconcileOptions& options) {
  const run::RunConfig recorded = TRY(run::read_config(folder));
  const auto suite = TRY(suite::find_suite(recorded.suite));
  Reconciliation result;
  result.suite = recorded.suite;
  result.model = recorded.model;
  result.run = recorded.id();
  KnownSamples known;
  run::LogReport report =
      TRY(run::read_log(run::samples_path(folder), run::Part::kOutcome, [&](run::Record& record) {
        ++result.samples;
        result.scored += record.scored() ? 1 : 0;
        result.right += record.right() ? 1 : 0;
        known[{record.id, record.epoch}] = {record.verdict, record.rule};
      }));
  result.damaged = std::move(report.damaged);
  const std::string own_metric = chosen_metric(recorded, *suite);
  const std::vector<std::string> readings =
      options.readings.empty() ? readings_of(recorded) : options.readings;
  const std::vector<std::string> metrics = TRY(wanted_metrics(*suite, options.metrics));
  for (const std::string& metric : metrics) {
    run::RunConfig config = recorded;
    if (!metric.empty()) config.modes[std::string(kMetricMode)] = metric;
    const auto tasks = run::open_tasks(config, *suite, options.jobs);
    for (const std::string& reading : readings) {
      ReconciledPolicy& policy = result.policies.emplace_back();
      policy.reading = reading;
      policy.metric = metric;
      policy.recorded = metric == own_metric && reading == recorded.extraction_name();
      if (!tasks) policy.unavailable = tasks.error().to_string();
      TRY(config.set_extraction(reading));
      const bool judged = config.judging != run::Judging::kNever;
      if (judged && recorded.judge.empty()) policy.unavailable = "no judge was asked in this run";
      if (!policy.unavailable.empty()) continue;
      TRY(score_under(config, **tasks, folder, known, options, policy));
    }
  }
  return result;
}

Json to_json(const Reconciliation& reconciliation) {
  Json json{{"format", kFormat},
            {"suite", reconciliation.suite},
            {"model", reconciliation.model},
            {"run", reconciliation.run},
            {"samples", reconciliation.samples},
            {"scored", reconciliation.scored},
            {"right", reconciliation.right},
            {"policies", Json::array()}};
  for (const ReconciledPolicy& policy : reconciliation.policies) {
    Json entry{{"reading", policy.reading}};
    entry["metric"] = policy.metric.empty() ? Json(nullptr) : Json(policy.metric);
    entry["recorded"] = policy.recorded;
    if (!policy.unavailable.empty()) {
      entry["unavailable"] = policy.unavailable;
    } else {
      entry["scored"] = policy.scored;
      entry["right"] = policy.right;
      entry["share"] = policy.share();
      entry["gained"] = policy.gained;
      entry["lost"] = policy.lost;
      entry["moved"] = Json::array();
      for (const MovedSample& moved : policy.moved) entry["moved"].push_back(moved_json(moved));
    }
    json["policies"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace papert::analysis

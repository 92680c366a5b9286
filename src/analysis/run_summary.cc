#include "analysis/run_summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "model/model.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::analysis {
namespace {

constexpr double kNano = 1e9;

/// Messages are cut, so that those which differ at their end only (a request's number, say) count
/// together.
class Failures {
 public:
  void add(const run::Record& record) {
    if (record.scored()) return;
    const std::string* const message = record.detail_text("message");
    const std::string_view text = message == nullptr || message->empty()
                                      ? suite::verdict_name(record.verdict)
                                      : std::string_view(*message);
    ++counts_[std::string(cut_utf8(text, kMessageBytes))];
  }
  [[nodiscard]] std::vector<FailureCount> most_frequent() const {
    std::vector<FailureCount> list;
    list.reserve(counts_.size());
    for (const auto& [message, count] : counts_) list.push_back({message, count});
    std::ranges::stable_sort(list, std::greater<>(), &FailureCount::count);
    list.resize(std::min(list.size(), kListed));
    return list;
  }

 private:
  static constexpr std::size_t kMessageBytes = 160;
  static constexpr std::size_t kListed = 3;
  std::map<std::string, std::int64_t> counts_;
};

Json usage_json(const UsageSum& usage) {
  return {{"input_tokens", usage.input_tokens},
          {"output_tokens", usage.output_tokens},
          {"reasoning_tokens", usage.reasoning_tokens},
          {"cost_usd", usage.cost_usd()}};
}

}  // namespace

void UsageSum::add(const model::Usage& usage) {
  input_tokens = model::saturated_sum(input_tokens, usage.input_tokens.value_or(0));
  output_tokens = model::saturated_sum(output_tokens, usage.output_tokens.value_or(0));
  reasoning_tokens = model::saturated_sum(reasoning_tokens, usage.reasoning_tokens.value_or(0));
  nano_usd += std::llround(usage.cost_usd.value_or(0) * kNano);
}

double UsageSum::cost_usd() const { return static_cast<double>(nano_usd) / kNano; }

Result<RunSummary> summarise_run(const std::filesystem::path& folder, const run::RunConfig& config,
                                 const suite::Suite& suite,
                                 const std::vector<std::string>& expected_ids,
                                 const SummaryOptions& options, const DistanceBands& bands) {
  const std::vector<std::string_view> order = bands.order(suite.value_order());
  SummaryBuilder builder(suite.metrics(), order);
  std::unordered_set<std::string> missing(expected_ids.begin(), expected_ids.end());
  RunSummary summary;
  Failures failures;
  std::int64_t done = 0;
  const auto add = [&](run::Record& record) {
    bands.retag(record);
    ++done;
    if (record.cached) ++summary.cached;
    summary.usage.add(record.usage);
    failures.add(record);
    if (record.judge) {
      if (!summary.judge_usage) summary.judge_usage.emplace();
      summary.judge_usage->add(record.judge->usage);
    }
    if (!missing.empty()) missing.erase(record.id);
    builder.add(record);
  };
  run::LogReport report = TRY(run::read_log(run::samples_path(folder), run::Part::kFigures, add));
  for (const std::string& id : expected_ids) {
    if (missing.contains(id)) builder.add_missing(id);
  }
  summary.suite = config.suite;
  summary.model = config.model;
  summary.run = config.id();
  summary.figures = builder.finish(options);
  if (config.planned > 0) {
    summary.progress = {done, config.planned};
    summary.figures.missing =
        static_cast<std::size_t>(std::max<std::int64_t>(config.planned - done, 0));
  }
  summary.damaged = std::move(report.damaged);
  summary.failures = failures.most_frequent();
  return summary;
}

Json to_json(const RunSummary& summary) {
  Json json;
  json["format"] = kFormat;
  json["suite"] = summary.suite;
  json["model"] = summary.model;
  json["run"] = summary.run;
  json.update(to_json(summary.figures));
  if (summary.progress) {
    json["planned"] = summary.progress->planned;
    json["done"] = summary.progress->done;
    json["complete"] = summary.progress->complete();
  }
  json["cached"] = summary.cached;
  for (const Error& error : summary.damaged) json["damaged"].push_back(error.to_string());
  for (const FailureCount& failure : summary.failures) {
    json["failures"].push_back({{"message", failure.message}, {"count", failure.count}});
  }
  json["usage"] = usage_json(summary.usage);
  if (summary.judge_usage) json["judge_usage"] = usage_json(*summary.judge_usage);
  return json;
}

}  // namespace papert::analysis

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
#include "run/turns.h"

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

/// What people said of a run while its log is read.
class People {
 public:
  People(const RunLabels& labels, const suite::Suite& suite,
         std::span<const std::string_view> order)
      : labels_(labels),
        primary_(suite.metrics().front().name),
        tally_(labels),
        rule_(suite.metrics(), order) {}

  /// Counts the record as it is, then makes it say what people say.
  void take(run::Record& record) {
    rule_.add(record);
    tally_.add(record.id, record.epoch, record.verdict);
    labels_.apply(primary_, record);
  }

  [[nodiscard]] PeopleSummary finish(const SummaryOptions& options) const {
    PeopleSummary people{tally_.counts(), {}, tally_.unknown()};
    for (const Group& group : rule_.finish(options).groups) {
      people.rule.push_back(group.metrics.front());
    }
    return people;
  }

 private:
  const RunLabels& labels_;
  std::string_view primary_;
  RunLabels::Tally tally_;
  SummaryBuilder rule_;
};

Json people_json(const PeopleSummary& people, const Summary& figures) {
  Json json = to_json(people.counts);
  json["rule"] = Json::array();
  for (std::size_t i = 0; i < people.rule.size(); ++i) {
    Json entry{{"by", figures.groups[i].by}, {"value", figures.groups[i].value}};
    entry.update(to_json(people.rule[i]));
    json["rule"].push_back(std::move(entry));
  }
  return json;
}

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
  SummaryBuilder builder(run::metrics_of(suite, config.turns), order);
  std::unordered_set<std::string> missing(expected_ids.begin(), expected_ids.end());
  RunSummary summary;
  Failures failures;
  std::int64_t done = 0;
  std::optional<People> people;
  if (options.labels != nullptr) people.emplace(*options.labels, suite, order);
  const auto add = [&](run::Record& record) {
    bands.retag(record);
    ++done;
    if (people) people->take(record);
    if (record.cached) ++summary.cached;
    summary.usage.add(record.usage);
    failures.add(record);
    const auto add_judge = [&](const run::Exchange& judge) {
      if (!summary.judge_usage) summary.judge_usage.emplace();
      summary.judge_usage->add(judge.usage);
    };
    if (record.judge) add_judge(*record.judge);
    for (const run::RecordedTurn& turn : record.turns) {
      if (turn.judge) add_judge(*turn.judge);
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
  if (people) summary.people = people->finish(options);
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
  if (summary.people) json["people"] = people_json(*summary.people, summary.figures);
  return json;
}

}  // namespace papert::analysis

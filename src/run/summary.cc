#include "run/summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "model/model.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::run {
namespace {

/// Whole numbers only, so that the sum does not depend on the order of samples.
class UsageSum {
 public:
  /// Of a sample's line, or of the judge's part in it.
  void add(const Json& line) {
    const model::Usage usage = model::usage_from_json(line.value("usage", Json::object()));
    input_ = model::saturated_sum(input_, usage.input_tokens.value_or(0));
    output_ = model::saturated_sum(output_, usage.output_tokens.value_or(0));
    reasoning_ = model::saturated_sum(reasoning_, usage.reasoning_tokens.value_or(0));
    nano_usd_ += std::llround(usage.cost_usd.value_or(0) * kNano);
  }
  [[nodiscard]] Json to_json() const {
    return {{"input_tokens", input_},
            {"output_tokens", output_},
            {"reasoning_tokens", reasoning_},
            {"cost_usd", static_cast<double>(nano_usd_) / kNano}};
  }

 private:
  static constexpr double kNano = 1e9;
  std::int64_t input_ = 0;
  std::int64_t output_ = 0;
  std::int64_t reasoning_ = 0;
  std::int64_t nano_usd_ = 0;
};

/// Why samples could not be scored. Messages are cut, so that those which differ at their end only
/// (a request's number, say) count together.
class Failures {
 public:
  void add(const LogLine& line) {
    if (suite::is_scored(line.verdict)) return;
    const std::string message = line.json["detail"].value("message", "");
    ++counts_[std::string(
        cut_utf8(message.empty() ? suite::verdict_name(line.verdict) : message, kMessageBytes))];
  }
  [[nodiscard]] Json most_frequent() const {
    std::vector<std::pair<std::string, std::int64_t>> list(counts_.begin(), counts_.end());
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    list.resize(std::min(list.size(), kListed));
    Json json = Json::array();
    for (const auto& [message, count] : list) {
      json.push_back({{"message", message}, {"count", count}});
    }
    return json;
  }
  [[nodiscard]] bool empty() const { return counts_.empty(); }

 private:
  static constexpr std::size_t kMessageBytes = 160;
  static constexpr std::size_t kListed = 3;
  std::map<std::string, std::int64_t> counts_;
};

/// How much of what the run was asked for is there. Runs of earlier versions do not record it.
void add_completeness(const RunConfig& config, std::int64_t done, Json& summary) {
  if (config.planned == 0) return;
  summary["planned"] = config.planned;
  summary["done"] = done;
  summary["complete"] = done >= config.planned;
  summary["missing"] = std::max<std::int64_t>(config.planned - done, 0);
}

}  // namespace

Result<Json> summarise_run(const std::filesystem::path& folder, const RunConfig& config,
                           const suite::Suite& suite, const std::vector<std::string>& expected_ids,
                           const suite::SummaryOptions& options) {
  suite::SummaryBuilder builder(suite.metrics(), suite.value_order());
  std::unordered_set<std::string> missing(expected_ids.begin(), expected_ids.end());
  UsageSum usage;
  UsageSum judge_usage;
  Failures failures;
  bool judged = false;
  std::int64_t done = 0;
  std::int64_t cached = 0;
  const LogReport report = TRY(read_log(samples_path(folder), [&](const LogLine& line) {
    ++done;
    if (line.json.value("cached", Json()) == Json(true)) ++cached;
    usage.add(line.json);
    failures.add(line);
    if (const auto judge = line.json.find("judge"); judge != line.json.end()) {
      judge_usage.add(*judge);
      judged = true;
    }
    const auto id = line.json["id"].get<std::string>();
    missing.erase(id);
    builder.add(id, line.json.value("base", ""), line.json["epoch"].get<std::int64_t>(),
                line.json["tags"], line.verdict, line.json["metrics"], line.json["detail"]);
  }));
  for (const std::string& id : expected_ids) {
    if (missing.contains(id)) builder.add_missing(id);
  }
  Json summary;
  summary["format"] = kRunFormat;
  summary["suite"] = config.suite;
  summary["model"] = config.model;
  summary["run"] = config.id();
  summary.update(builder.finish(options));
  add_completeness(config, done, summary);
  summary["cached"] = cached;
  if (!report.damaged.empty()) {
    for (const Error& error : report.damaged) summary["damaged"].push_back(error.to_string());
  }
  if (!failures.empty()) summary["failures"] = failures.most_frequent();
  summary["usage"] = usage.to_json();
  if (judged) summary["judge_usage"] = judge_usage.to_json();
  return summary;
}

}  // namespace papert::run

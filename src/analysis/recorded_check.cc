#include "analysis/recorded_check.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "run/folder.h"
#include "run/rescore.h"

namespace papert::analysis {
namespace {

constexpr double kMeanTolerance = 1e-9;

using Key = std::pair<std::size_t, std::int64_t>;  // task, epoch

class Checker {
 public:
  Checker(const suite::TaskSet& tasks, RecordedCheck& check) : tasks_(tasks), check_(check) {}

  void sample(const run::PlacedSample& placed, const run::ScoredReply& scored) {
    const run::RecordedResult& recorded = placed.sample->recorded;
    if (!recorded.any()) return;
    ++check_.samples;
    place_ = &placed;
    for (const auto& [name, value] : recorded.metrics) metric(name, value, scored.score);
    if (recorded.success) {
      compare("success", *recorded.success, suite::success_json(scored.score.verdict));
    }
    if (recorded.error) {
      const Json error = scored.score.detail.value("error", Json(""));
      compare("error", *recorded.error, error);
    }
    if (recorded.answer) compare("answer", *recorded.answer, scored.answer.first().code);
  }

 private:
  void metric(const std::string& name, double recorded, const suite::Score& score) {
    const auto found = std::find_if(score.metrics.begin(), score.metrics.end(),
                                    [&](const suite::Metric& each) { return each.name == name; });
    if (found == score.metrics.end()) {
      ++check_.not_compared[name];
      return;
    }
    compare(name, recorded, number_or_null(found->value));
  }

  void compare(const std::string& name, const Json& recorded, const Json& ours) {
    ++check_.values;
    if (recorded == ours) return;
    check_.differences.push_back({tasks_.id(place_->task), place_->epoch, name, recorded, ours});
  }

  const suite::TaskSet& tasks_;
  RecordedCheck& check_;
  const run::PlacedSample* place_ = nullptr;
};

void check_means(const run::ForeignRun& foreign, const Summary& summary, RecordedCheck& check) {
  for (const run::RecordedMean& mean : foreign.means) {
    const auto group = std::find_if(
        summary.groups.begin(), summary.groups.end(),
        [&](const Group& each) { return each.by == mean.by && each.value == mean.value; });
    const auto metric = summary.metric(mean.metric);
    if (group == summary.groups.end() || !metric) {
      ++check.not_compared[mean.metric + " (mean)"];
      continue;
    }
    ++check.means;
    const std::optional<double> ours = group->metrics[*metric].mean;
    if (ours && std::abs(*ours - mean.mean) <= kMeanTolerance) continue;
    const std::string where = mean.by.empty() ? "(all)" : "(" + mean.by + " " + mean.value + ")";
    check.differences.push_back(
        {where, std::nullopt, mean.metric, mean.mean, number_or_null(ours)});
  }
}

}  // namespace

Json to_json(const RecordedCheck& check) {
  Json json{{"samples", check.samples}, {"values", check.values}, {"means", check.means}};
  json["differences"] = Json::array();
  for (const RecordedDifference& each : check.differences) {
    json["differences"].push_back({{"task", each.task},
                                   {"epoch", each.epoch ? Json(*each.epoch) : Json(nullptr)},
                                   {"metric", each.metric},
                                   {"recorded", each.recorded},
                                   {"ours", each.ours}});
  }
  json["not_compared"] = check.not_compared;
  return json;
}

Result<RecordedCheck> check_recorded(const std::filesystem::path& folder,
                                     const run::RunConfig& config, const suite::TaskSet& tasks,
                                     const run::ForeignRun& foreign, const run::PlacedRun& placed,
                                     const Summary& summary, std::size_t jobs) {
  std::map<Key, const run::PlacedSample*> samples;
  for (const run::PlacedSample& each : placed.samples) {
    samples.emplace(Key{each.task, each.epoch}, &each);
  }
  RecordedCheck check;
  Checker checker(tasks, check);
  const run::Rescorer rescorer(tasks, config.extraction);
  TRY(rescorer.score_log(run::samples_path(folder), jobs,
                         [&](const run::ScoredBlock& block) -> Result<void> {
                           for (const run::ScoredReply& reply : block.replies) {
                             const auto found = samples.find({reply.index, reply.epoch});
                             if (found != samples.end()) checker.sample(*found->second, reply);
                           }
                           return {};
                         }));
  std::stable_sort(check.differences.begin(), check.differences.end(),
                   [](const RecordedDifference& a, const RecordedDifference& b) {
                     return std::tie(a.task, a.epoch) < std::tie(b.task, b.epoch);
                   });
  check_means(foreign, summary, check);
  return check;
}

}  // namespace papert::analysis

#include "suite/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "score/bootstrap.h"
#include "score/stats.h"

namespace papert::suite {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

/// One metric of one group: the values in order, and their sums and counts per task.
struct Column {
  std::vector<double> values;
  std::vector<double> sums;
  std::vector<double> counts;
};

}  // namespace

SummaryBuilder::SummaryBuilder(std::span<const MetricInfo> metrics,
                               std::span<const std::string_view> value_order)
    : metrics_(metrics.begin(), metrics.end()),
      value_order_(value_order.begin(), value_order.end()) {}

void SummaryBuilder::add(const std::string& id, std::int64_t epoch, const Json& tags,
                         Verdict verdict, const Json& metrics, const Json& detail) {
  for (const auto& [key, value] : tags.items()) {
    if (value.is_string()) tagged_[key][value.get<std::string>()].push_back(rows_.size());
  }
  rows_.push_back({id, epoch, verdict, values_.size()});
  for (const MetricInfo& info : metrics_) {
    const auto found = metrics.find(info.name);
    const bool defined = is_scored(verdict) && found != metrics.end() && found->is_number();
    values_.push_back(defined ? found->get<double>() : kUndefined);
  }
  if (const auto error = detail.find("error"); error != detail.end() && error->is_string()) {
    ++errors_[error->get<std::string>()];
  }
}

std::vector<SummaryBuilder::Group> SummaryBuilder::make_groups() const {
  std::vector<std::size_t> order(rows_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(rows_[a].id, rows_[a].epoch) < std::tie(rows_[b].id, rows_[b].epoch);
  });
  std::vector<std::size_t> rank(rows_.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  std::vector<Group> groups;
  groups.push_back({"", "", std::move(order)});
  for (const auto& [key, by_value] : tagged_) {
    std::vector<Group> of_key;
    for (const auto& [value, rows] : by_value) of_key.push_back({key, value, rows});
    const auto place = [&](const Group& group) {
      return std::find(value_order_.begin(), value_order_.end(), group.value) -
             value_order_.begin();
    };
    std::sort(of_key.begin(), of_key.end(), [&](const Group& a, const Group& b) {
      return std::make_pair(place(a), a.value) < std::make_pair(place(b), b.value);
    });
    for (Group& group : of_key) {
      std::sort(group.rows.begin(), group.rows.end(),
                [&](std::size_t a, std::size_t b) { return rank[a] < rank[b]; });
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

Json SummaryBuilder::group_json(const Group& group, const SummaryOptions& options) const {
  std::vector<Column> columns(metrics_.size());
  const std::string* last_id = nullptr;
  for (const std::size_t row_index : group.rows) {
    const Row& row = rows_[row_index];
    const bool new_task = last_id == nullptr || *last_id != row.id;
    last_id = &row.id;
    for (std::size_t m = 0; m < columns.size(); ++m) {
      Column& column = columns[m];
      if (new_task) {
        column.sums.push_back(0);
        column.counts.push_back(0);
      }
      const double value = values_[row.first_value + m];
      if (std::isnan(value)) continue;
      column.values.push_back(value);
      column.sums.back() += value;
      column.counts.back() += 1;
    }
  }
  std::vector<score::ClusterValues> clusters;
  clusters.reserve(columns.size());
  for (const Column& column : columns) clusters.push_back({column.sums, column.counts});
  const auto intervals = score::bootstrap_mean(
      clusters, {.resamples = options.resamples, .seed = options.seed, .level = options.level});

  Json json;
  json["by"] = group.by;
  json["value"] = group.value;
  json["n"] = group.rows.size();
  json["metrics"] = Json::object();
  for (std::size_t m = 0; m < columns.size(); ++m) {
    const Column& column = columns[m];
    Json figure;
    figure["mean"] = number_or_null(score::mean(column.values));
    figure["stderr"] = number_or_null(score::clustered_standard_error(column.sums, column.counts));
    figure["low"] = intervals[m] ? Json(intervals[m]->low) : Json(nullptr);
    figure["high"] = intervals[m] ? Json(intervals[m]->high) : Json(nullptr);
    figure["n"] = column.values.size();
    json["metrics"][std::string(metrics_[m].name)] = std::move(figure);
  }
  return json;
}

Json SummaryBuilder::finish(const SummaryOptions& options) {
  const std::vector<Group> groups = make_groups();
  std::array<std::size_t, kVerdicts.size()> verdicts{};
  std::size_t not_scored = 0;
  std::size_t tasks = 0;
  const std::string* last_id = nullptr;
  for (const std::size_t index : groups.front().rows) {
    const Row& row = rows_[index];
    ++verdicts[static_cast<std::size_t>(row.verdict)];
    if (!is_scored(row.verdict)) ++not_scored;
    if (last_id == nullptr || *last_id != row.id) ++tasks;
    last_id = &row.id;
  }
  Json json;
  json["tasks"] = tasks;
  json["samples"] = rows_.size();
  json["not_scored"] = not_scored;
  json["missing"] = missing_.size();
  json["missing_ids"] = missing_;
  json["primary"] = metrics_.front().name;
  json["metrics"] = Json::array();
  for (const MetricInfo& info : metrics_) {
    json["metrics"].push_back({{"name", info.name}, {"title", info.title}});
  }
  json["groups"] = Json::array();
  for (const Group& group : groups) json["groups"].push_back(group_json(group, options));
  json["verdicts"] = Json::object();
  for (const VerdictName& entry : kVerdicts) {
    json["verdicts"][std::string(entry.name)] = verdicts[static_cast<std::size_t>(entry.verdict)];
  }
  json["errors"] = errors_;
  json["bootstrap"] = {
      {"resamples", options.resamples}, {"seed", options.seed}, {"level", options.level}};
  return json;
}

}  // namespace papert::suite

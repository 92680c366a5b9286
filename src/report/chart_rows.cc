#include "report/chart_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/sheets.h"

namespace papert::report {
namespace {

constexpr const char* kGroup = "group";

}  // namespace

using analysis::Breakdown;
using analysis::BreakdownRow;
using analysis::SuiteRuns;

std::string series_name(const Breakdown& breakdown, const BreakdownRow& row,
                        const SuiteRuns& runs) {
  std::string name;
  for (std::size_t i = 0; i < row.configuration.size(); ++i) {
    const std::string& key = breakdown.configuration[i];
    const std::string& value = row.configuration[i];
    if (value.empty()) continue;
    name += name.empty() ? "" : " ";
    if (key != "model" && key != kGroup) name.append(key).append("=");
    name += value;
  }
  const bool by_model =
      std::find(breakdown.keys.begin(), breakdown.keys.end(), "model") != breakdown.keys.end();
  if (!name.empty() || by_model) return name.empty() ? kAllRuns : name;
  return runs.runs.front()->model();
}

ChartPoint point_of(const BreakdownRow& row, std::size_t metric, double x) {
  std::vector<Figure> figures;
  figures.reserve(row.groups.size());
  for (const analysis::Group& group : row.groups) figures.push_back(group.metrics[metric]);
  const Figure figure = over_runs(figures);
  return {.x = x,
          .y = figure.mean,
          .low = figure.low,
          .high = figure.high,
          .error = figure.error,
          .n = figure.n};
}

Result<std::size_t> metric_place(const Breakdown& breakdown, const std::string& wanted) {
  if (wanted.empty()) return 0;
  std::vector<std::string_view> names;
  for (std::size_t m = 0; m < breakdown.metrics.size(); ++m) {
    if (wanted == breakdown.metrics[m].name || wanted == breakdown.metrics[m].title) return m;
    names.push_back(breakdown.metrics[m].name);
  }
  return fail(ErrorCode::kUsage,
              fmt::format("there is no metric '{}'; there are: {}", wanted, fmt::join(names, ", ")),
              "--metric");
}

void note_intervals(const Breakdown& breakdown, Chart& chart) {
  const bool repeated = std::any_of(breakdown.rows.begin(), breakdown.rows.end(),
                                    [](const auto& row) { return row.groups.size() > 1; });
  if (chart.kind == ChartKind::kRadar) return;
  chart.notes.emplace_back(
      repeated
          ? "error bars: one standard error over runs, either way, where a point is the mean of "
            "several; of one run, its 95 % interval"
          : "error bars: 95 % intervals");
}

std::size_t place_in(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

ChartSeries& series_called(std::vector<ChartSeries>& all, const std::string& name) {
  for (ChartSeries& series : all) {
    if (series.name == name) return series;
  }
  return all.emplace_back(ChartSeries{name, {}});
}

std::string shown_value(const std::string& value) { return value.empty() ? "(none)" : value; }

namespace {

/// The runs of a group among those of the suite.
SuiteRuns members(const SuiteRuns& runs, const GroupOfRuns& group) {
  SuiteRuns own{runs.suite, {}, {}};
  for (std::size_t i = 0; i < runs.places.size(); ++i) {
    const std::size_t place = runs.places[i];
    if (std::find(group.runs.begin(), group.runs.end(), place) == group.runs.end()) continue;
    own.places.push_back(place);
    own.runs.push_back(runs.runs[i]);
  }
  return own;
}

/// With the figures of `to` in their order; what `from` does not have is not defined.
void align(const std::vector<suite::MetricInfo>& from, const std::vector<suite::MetricInfo>& to,
           analysis::Group& group) {
  std::vector<Figure> figures(to.size());
  for (std::size_t m = 0; m < to.size(); ++m) {
    const auto found = std::find_if(from.begin(), from.end(),
                                    [&](const auto& info) { return info.name == to[m].name; });
    if (found == from.end()) continue;
    figures[m] = group.metrics[static_cast<std::size_t>(found - from.begin())];
  }
  group.metrics = std::move(figures);
}

/// Rows of a group's runs, whatever else these differ in, as rows of the group.
void pool_rows(const std::string& group, Breakdown own, Breakdown& pooled) {
  for (BreakdownRow& row : own.rows) {
    row.configuration = {group};
    for (analysis::Group& each : row.groups) align(own.metrics, pooled.metrics, each);
    auto known = std::find_if(pooled.rows.begin(), pooled.rows.end(), [&](const auto& each) {
      return each.configuration == row.configuration && each.keys == row.keys;
    });
    if (known == pooled.rows.end()) {
      pooled.rows.push_back(std::move(row));
    } else {
      known->groups.insert(known->groups.end(), row.groups.begin(), row.groups.end());
    }
  }
}

}  // namespace

Result<Breakdown> find_breakdown(const SuiteRuns& runs, const std::vector<std::string>& keys,
                                 const analysis::SummaryOptions& options,
                                 std::span<const GroupOfRuns> groups) {
  if (!groups.empty()) {
    Breakdown pooled = TRY(find_breakdown(runs, keys, options));  // the metrics of all
    pooled.rows.clear();
    pooled.configuration = {kGroup};
    for (const GroupOfRuns& group : groups) {
      SuiteRuns own = members(runs, group);
      if (own.runs.empty()) continue;
      Breakdown breakdown = TRY(find_breakdown(own, keys, options));
      pool_rows(group.name, std::move(breakdown), pooled);
    }
    return pooled;
  }
  if (keys.size() == 1) {
    Breakdown breakdown = analysis::summary_breakdown(runs, keys.front());
    if (!breakdown.rows.empty()) return breakdown;
  }
  return analysis::breakdown_of(runs, keys, options);
}

Breakdown whole_runs(const SuiteRuns& runs, std::span<const GroupOfRuns> groups) {
  Breakdown all = analysis::summary_breakdown(runs, "model");
  if (groups.empty()) return all;
  all.rows.clear();
  all.configuration = {kGroup};
  for (const GroupOfRuns& group : groups) {
    const SuiteRuns own = members(runs, group);
    if (own.runs.empty()) continue;
    Breakdown breakdown = analysis::summary_breakdown(own, "model");
    for (BreakdownRow& row : breakdown.rows) row.keys = {""};
    pool_rows(group.name, std::move(breakdown), all);
  }
  return all;
}

void note_zeros(Chart& chart) {
  if (!chart.y.log) return;
  std::size_t zeros = 0;
  bool positive = false;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      positive |= point.y.value_or(0) > 0;
      if (point.y && *point.y <= 0) ++zeros;
    }
  }
  if (!positive) {
    chart.y.log = false;
    chart.notes.emplace_back("no value is above zero, so the axis is linear");
  } else if (zeros > 0) {
    chart.notes.push_back(fmt::format(
        "a log axis has no zero: {} of zero {} drawn {}",
        zeros == 1 ? "1 value" : fmt::format("{} values", zeros), zeros == 1 ? "is" : "are",
        chart.kind == ChartKind::kRadar ? "in the centre" : "at the lower edge, marked 0"));
  }
}

}  // namespace papert::report

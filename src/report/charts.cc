#include "report/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/numbers.h"
#include "report/chart_counts.h"
#include "report/chart_rows.h"

namespace papert::report {
namespace {

using analysis::Breakdown;
using analysis::BreakdownRow;
using analysis::SuiteRuns;

constexpr std::size_t kFewestSpokes = 3;
constexpr std::size_t kMostSpokes = 40;
constexpr std::size_t kMostCategories = 60;
constexpr const char* kLabelHint =
    "give runs a number to be drawn over: papert eval ... --label step=3";

std::string joined(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : " / ") + shown_value(value);
  return text;
}

/// Every series has a point in every category, a gap where it has no value; in their order.
void fill_gaps(Chart& chart) {
  for (ChartSeries& series : chart.series) {
    std::vector<ChartPoint> points(chart.x.categories.size());
    for (std::size_t c = 0; c < points.size(); ++c) points[c].x = static_cast<double>(c);
    for (const ChartPoint& point : series.points) {
      points[static_cast<std::size_t>(point.x)] = point;
    }
    series.points = std::move(points);
  }
}

/// Only the first categories, with a note on the others.
void keep_categories(std::size_t most, Chart& chart) {
  const std::size_t all = chart.x.categories.size();
  if (all <= most) return;
  chart.x.categories.resize(most);
  for (ChartSeries& series : chart.series) {
    std::erase_if(series.points,
                  [&](const ChartPoint& point) { return point.x >= static_cast<double>(most); });
  }
  chart.notes.push_back(
      fmt::format("only the first {} of {} values are drawn; the table has them all", most, all));
}

Result<void> check_radar(const Chart& chart) {
  const std::size_t values = chart.x.categories.size();
  if (values >= kFewestSpokes) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("a radar needs at least {} values, and '{}' has {}: use --chart bars",
                          kFewestSpokes, chart.x.title, values),
              "--chart");
}

Chart chart_over_categories(const Breakdown& breakdown, std::size_t metric, const SuiteRuns& runs,
                            const ChartRequest& request) {
  Chart chart;
  chart.kind = request.kind;
  chart.suite = runs.suite;
  chart.x.title = fmt::format("{}", fmt::join(breakdown.keys, ", "));
  chart.y.title = breakdown.metrics[metric].title;
  chart.title = fmt::format("{}: {} by {}", runs.suite, chart.y.title, chart.x.title);
  chart.y.log = request.log.value_or(request.kind == ChartKind::kRadar);
  for (const BreakdownRow& row : breakdown.rows) {
    const auto place = static_cast<double>(place_in(chart.x.categories, joined(row.keys)));
    series_called(chart.series, series_name(breakdown, row, runs))
        .points.push_back(point_of(row, metric, place));
  }
  fill_gaps(chart);
  keep_categories(request.kind == ChartKind::kRadar ? kMostSpokes : kMostCategories, chart);
  note_intervals(breakdown, chart);
  note_zeros(chart);
  return chart;
}

/// All metrics that are fractions, a category each: the figures of whole runs side by side.
Chart metrics_chart(const SuiteRuns& runs, std::span<const GroupOfRuns> groups) {
  const Breakdown breakdown = whole_runs(runs, groups);
  Chart chart;
  chart.suite = runs.suite;
  chart.title = runs.suite + ": all metrics";
  chart.x.title = "metric";
  chart.y.title = "value";
  for (std::size_t m = 0; m < breakdown.metrics.size(); ++m) {
    std::vector<std::pair<std::string, ChartPoint>> points;
    bool fractions = true;
    for (const BreakdownRow& row : breakdown.rows) {
      std::string name = row.keys.front();
      const std::string others = series_name(breakdown, row, runs);
      if (others != kAllRuns) name += (name.empty() ? "" : " ") + others;
      points.emplace_back(name, point_of(row, m, static_cast<double>(chart.x.categories.size())));
      const ChartPoint& point = points.back().second;
      fractions &= !point.y || (*point.y >= 0 && *point.y <= 1);
    }
    const bool defined = std::any_of(points.begin(), points.end(),
                                     [](const auto& each) { return each.second.y.has_value(); });
    const std::string title(breakdown.metrics[m].title);
    if (!defined) continue;
    if (!fractions) {
      chart.notes.push_back(title + " is not a fraction and left out: --metric " +
                            std::string(breakdown.metrics[m].name) + " --by model draws it");
      continue;
    }
    chart.x.categories.push_back(title);
    for (auto& [name, point] : points) series_called(chart.series, name).points.push_back(point);
  }
  fill_gaps(chart);
  note_intervals(breakdown, chart);
  return chart;
}

/// Settings of numbers in which the runs differ.
std::vector<std::string> number_settings(const SuiteRuns& runs) {
  std::vector<std::string> keys;
  for (const analysis::Setting& setting : analysis::differing_settings(runs.runs)) {
    if (setting.key == "run" || setting.key == "seed") continue;
    std::set<double> values;
    bool all = true;
    for (const std::string& value : setting.values) {
      const auto number = parse_number<double>(value);
      all &= number.has_value();
      if (number) values.insert(*number);
    }
    if (all && values.size() > 1) keys.push_back(setting.key);
  }
  return keys;
}

Result<std::string> line_key(const SuiteRuns& runs, const ChartRequest& request) {
  if (!request.x.empty()) return request.x;
  const std::vector<std::string> keys = number_settings(runs);
  if (keys.size() == 1) return keys.front();
  if (keys.empty()) {
    return fail(
        ErrorCode::kUsage,
        fmt::format("no setting of numbers tells the runs of {} apart; {}", runs.suite, kLabelHint),
        "--chart line");
  }
  return fail(ErrorCode::kUsage,
              fmt::format("runs differ in several settings of numbers; give --x, one of: {}",
                          fmt::join(keys, ", ")),
              "--chart line");
}

/// The points of rows whose first key is a number; the texts of the others.
std::set<std::string> add_line_points(const Breakdown& breakdown, std::size_t metric,
                                      const SuiteRuns& runs, Chart& chart) {
  std::set<std::string> texts;
  for (const BreakdownRow& row : breakdown.rows) {
    const auto x = parse_number<double>(row.keys.front());
    if (!x) {
      texts.insert(shown_value(row.keys.front()));
      continue;
    }
    std::string name = series_name(breakdown, row, runs);
    for (std::size_t k = 1; k < row.keys.size(); ++k) name += " " + shown_value(row.keys[k]);
    series_called(chart.series, name).points.push_back(point_of(row, metric, *x));
  }
  for (ChartSeries& series : chart.series) {
    std::stable_sort(series.points.begin(), series.points.end(),
                     [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  }
  return texts;
}

Result<Chart> line_chart(const SuiteRuns& runs, const ChartRequest& request,
                         const analysis::SummaryOptions& options) {
  const std::string x = TRY(line_key(runs, request));
  std::vector<std::string> keys{x};
  keys.insert(keys.end(), request.by.begin(), request.by.end());
  const Breakdown breakdown = TRY(find_breakdown(runs, keys, options, request.groups));
  const std::size_t metric = TRY(metric_place(breakdown, request.metric));
  Chart chart;
  chart.kind = ChartKind::kLine;
  chart.suite = runs.suite;
  chart.x.title = x;
  chart.y.title = breakdown.metrics[metric].title;
  chart.y.log = request.log.value_or(false);
  chart.title = fmt::format("{}: {} over {}", runs.suite, chart.y.title, x);
  const std::set<std::string> texts = add_line_points(breakdown, metric, runs, chart);
  if (chart.series.empty()) {
    return fail(ErrorCode::kUsage,
                fmt::format("the values of '{}' are not numbers ({}); {}", x,
                            fmt::join(texts, ", "), kLabelHint),
                "--x");
  }
  if (!texts.empty()) {
    chart.notes.push_back(
        fmt::format("left out, because '{}' is not a number there: {}", x, fmt::join(texts, ", ")));
  }
  note_intervals(breakdown, chart);
  note_zeros(chart);
  return chart;
}

Result<Chart> category_chart(const SuiteRuns& runs, const ChartRequest& request,
                             const analysis::SummaryOptions& options) {
  if (request.by.empty() && request.kind == ChartKind::kBars && request.metric.empty()) {
    return metrics_chart(runs, request.groups);
  }
  if (request.by.empty()) {
    std::set<std::string> tags;
    for (const analysis::Group& group : runs.runs.front()->summary.figures.groups) {
      if (!group.by.empty()) tags.insert(group.by);
    }
    return fail(ErrorCode::kUsage,
                fmt::format("what the {} is over is missing: give --by, a tag ({}) or a setting",
                            name_of(request.kind), fmt::join(tags, ", ")),
                "--chart");
  }
  const Breakdown breakdown = TRY(find_breakdown(runs, request.by, options, request.groups));
  const std::size_t metric = TRY(metric_place(breakdown, request.metric));
  Chart chart = chart_over_categories(breakdown, metric, runs, request);
  if (request.kind == ChartKind::kRadar) TRY(check_radar(chart));
  return chart;
}

Result<Chart> suite_chart(const SuiteRuns& runs, const ChartRequest& request,
                          const analysis::SummaryOptions& options) {
  switch (request.kind) {
    case ChartKind::kLine:
      return line_chart(runs, request, options);
    case ChartKind::kEntropy: {
      std::vector<std::filesystem::path> folders;
      for (const ReportedRun* run : runs.runs) folders.push_back(run->folder);
      const analysis::Consensus consensus =
          TRY(analysis::consensus_of(folders, {.human = request.human}));
      return entropy_chart(consensus);
    }
    case ChartKind::kShares:
      if (request.by.empty() || request.by.front() == "verdict" || request.by.front() == "error") {
        return outcome_shares(runs, request.by.empty() ? "verdict" : request.by.front());
      }
      [[fallthrough]];
    case ChartKind::kHistogram: {
      const std::vector<std::string> keys =
          request.by.empty() ? std::vector<std::string>{"verdict"} : request.by;
      const Breakdown breakdown = TRY(find_breakdown(runs, keys, options, request.groups));
      Sheet counts = sample_counts(breakdown);
      counts.suite = runs.suite;
      return counts_chart(counts, request.kind);
    }
    default:
      return category_chart(runs, request, options);
  }
}

bool is_crowded(const Chart& chart) {
  constexpr std::size_t kReadableSpokes = 24;
  constexpr std::size_t kReadableSeries = 12;
  return chart.kind == ChartKind::kRadar &&
         (chart.x.categories.size() > kReadableSpokes || chart.series.size() > kReadableSeries);
}

/// A chart for each run: labels belong to its samples.
Result<std::vector<Chart>> curves_of(std::span<const ReportedRun> runs,
                                     const ChartRequest& request) {
  if (request.labels.empty()) {
    return fail(ErrorCode::kUsage,
                "curves compare a similarity with people's labels: give --calibrate LABELS.jsonl",
                "--chart curves");
  }
  const std::string metric = request.metric.empty() ? "similarity" : request.metric;
  const std::vector<std::string> names = analysis::short_names(runs);
  std::vector<Chart> charts;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const analysis::Calibration calibration = TRY(analysis::calibrate(
        {.labels = request.labels, .scores = runs[i].folder, .metric = metric}));
    charts.push_back(curves_chart(calibration, metric));
    charts.back().suite = runs[i].suite();
    charts.back().title += ", " + names[i];
  }
  return charts;
}

}  // namespace

Result<std::vector<Chart>> run_charts(std::span<const ReportedRun> runs,
                                      const ChartRequest& request,
                                      const analysis::SummaryOptions& options) {
  const bool may_be_log = request.kind == ChartKind::kRadar || request.kind == ChartKind::kLine;
  if (request.log.value_or(false) && !may_be_log) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} are lengths from zero, which a log axis does not have; radar and "
                            "line can have one",
                            name_of(request.kind)),
                "--scale");
  }
  if (request.kind == ChartKind::kCurves) return curves_of(runs, request);
  std::vector<Chart> charts;
  Result<void> refused;
  for (const SuiteRuns& suite : analysis::by_suite(runs)) {
    auto chart = suite_chart(suite, request, options);
    // Of several suites those that have what is asked for get a chart.
    if (!chart && chart.error().code != ErrorCode::kUsage) return fail(chart.error());
    if (!chart) refused = fail(chart.error());
    if (chart) charts.push_back(std::move(*chart));
  }
  if (charts.empty()) TRY(refused);
  return charts;
}

std::vector<Chart> page_charts(std::span<const ReportedRun> runs) {
  constexpr std::size_t kMostRadars = 8;
  std::vector<Chart> charts;
  for (const SuiteRuns& suite : analysis::by_suite(runs)) {
    std::vector<std::string> tags;
    for (const analysis::Group& group : suite.runs.front()->summary.figures.groups) {
      if (!group.by.empty()) place_in(tags, group.by);
    }
    std::vector<ChartRequest> requests;
    for (const std::string& key : number_settings(suite)) {
      requests.push_back({.kind = ChartKind::kLine, .x = key});
    }
    for (const std::string& tag : tags) {
      if (suite.runs.size() > 1 && requests.size() < kMostRadars) {
        requests.push_back({.kind = ChartKind::kRadar, .by = {tag}});
      }
    }
    requests.push_back({.kind = ChartKind::kShares});
    for (const ChartRequest& request : requests) {
      auto chart = suite_chart(suite, request, {});
      // What has too few values for its kind, or more than can be read, is left to the tables.
      if (chart && !chart->empty() && !is_crowded(*chart)) charts.push_back(std::move(*chart));
    }
  }
  return charts;
}

}  // namespace papert::report

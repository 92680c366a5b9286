#include "report/chart_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "report/chart_canvas.h"
#include "report/charts.h"
#include "report/consensus.h"

namespace papert::report {
namespace {

using analysis::SuiteRuns;

constexpr std::size_t kMostPoints = 400;  // of a curve

/// Counts by category, of one series.
struct Tally {
  std::string name;
  std::map<std::string, std::int64_t> counts;
  std::int64_t total = 0;

  void add(const std::string& category, std::int64_t count) {
    counts[category] += count;
    total += count;
  }
};

Tally& tally_called(std::vector<Tally>& tallies, const std::string& name) {
  for (Tally& tally : tallies) {
    if (tally.name == name) return tally;
  }
  return tallies.emplace_back(Tally{name, {}, 0});
}

/// More kinds than colours become one, "other": the rarest of them.
void fold_rare(std::vector<std::string>& categories, std::vector<Tally>& tallies,
               std::vector<std::string>& notes) {
  if (categories.size() <= kChartColours) return;
  std::map<std::string, std::int64_t> totals;
  for (const Tally& tally : tallies) {
    for (const auto& [name, count] : tally.counts) totals[name] += count;
  }
  std::vector<std::string> ranked = categories;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](const auto& a, const auto& b) { return totals[a] > totals[b]; });
  ranked.resize(kChartColours - 1);
  const auto kept = [&](const std::string& name) {
    return std::find(ranked.begin(), ranked.end(), name) != ranked.end();
  };
  for (Tally& tally : tallies) {
    std::map<std::string, std::int64_t> folded;
    for (const auto& [name, count] : tally.counts) folded[kept(name) ? name : "other"] += count;
    tally.counts = std::move(folded);
  }
  const std::size_t rare = categories.size() - ranked.size();
  std::erase_if(categories, [&](const std::string& name) { return !kept(name); });
  categories.emplace_back("other");
  notes.push_back(fmt::format("other: {} rarer ones together", rare));
}

/// The counts, or for shares the parts of each series' total.
void add_series(const std::vector<Tally>& tallies, bool shares, Chart& chart) {
  for (const Tally& tally : tallies) {
    ChartSeries& series = chart.series.emplace_back(ChartSeries{tally.name, {}});
    for (std::size_t c = 0; c < chart.x.categories.size(); ++c) {
      const auto found = tally.counts.find(chart.x.categories[c]);
      const std::int64_t count = found == tally.counts.end() ? 0 : found->second;
      ChartPoint point{.x = static_cast<double>(c), .y = static_cast<double>(count), .n = count};
      if (shares) {
        point.y = tally.total > 0 ? std::optional(*point.y / static_cast<double>(tally.total))
                                  : std::nullopt;
      } else {
        point.n.reset();
      }
      series.points.push_back(point);
    }
  }
}

Chart counted_chart(const Sheet& counts, ChartKind kind, const std::string& key,
                    const std::string& what) {
  const bool shares = kind == ChartKind::kShares;
  Chart chart;
  chart.kind = kind;
  chart.suite = counts.suite;
  chart.x.title = key;
  chart.y.title = shares ? "share of the " + what : what;
  chart.y.whole = !shares;
  chart.title = fmt::format("{}: {} by {}", counts.suite, what, key);
  return chart;
}

std::string text_of(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
  return "";
}

}  // namespace

Result<Chart> outcome_shares(const SuiteRuns& runs, const std::string& what) {
  Chart chart;
  chart.kind = ChartKind::kShares;
  chart.suite = runs.suite;
  chart.x.title = what;
  chart.y.title = "share of the samples";
  chart.title = fmt::format("{}: shares of {}s", runs.suite, what);
  std::vector<Tally> tallies;
  std::vector<std::string>& names = chart.x.categories;
  std::vector<ReportedRun> copies;
  for (const ReportedRun* run : runs.runs) copies.push_back(*run);
  const std::vector<std::string> titles = analysis::short_names(copies);
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    Tally& tally = tallies.emplace_back(Tally{titles[i], {}, 0});
    const analysis::Summary& figures = runs.runs[i]->summary.figures;
    const auto add = [&](const std::string& name, std::int64_t count) {
      if (count == 0) return;
      tally.add(name, count);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    if (what == "error") {
      for (const auto& [name, count] : figures.errors) add(name, count);
      continue;
    }
    for (const suite::VerdictName& each : suite::kVerdicts) {
      const std::size_t count = figures.verdicts[static_cast<std::size_t>(each.verdict)];
      add(std::string(each.name), static_cast<std::int64_t>(count));
    }
  }
  if (what == "error") chart.y.title = "share of the samples with an error";
  fold_rare(names, tallies, chart.notes);
  add_series(tallies, true, chart);
  return chart;
}

Sheet sample_counts(const analysis::Breakdown& breakdown) {
  Sheet sheet;
  for (const std::string& key : breakdown.keys) sheet.columns.push_back({key, key});
  sheet.columns.push_back({"samples", "samples", Shown::kCount});
  for (const analysis::BreakdownRow& row : breakdown.rows) {
    std::vector<Cell> cells;
    cells.reserve(row.keys.size());
    for (const std::string& value : row.keys) cells.emplace_back(value.empty() ? "(none)" : value);
    std::int64_t samples = 0;
    for (const analysis::Group& group : row.groups) samples += group.n;
    cells.emplace_back(samples);
    sheet.rows.push_back(std::move(cells));
  }
  return sheet;
}

Result<Chart> counts_chart(const Sheet& counts, ChartKind kind) {
  const bool shares = kind == ChartKind::kShares;
  if (!shares && kind != ChartKind::kHistogram && kind != ChartKind::kBars) {
    return fail(
        ErrorCode::kUsage,
        fmt::format("counts are drawn as histogram, bars or shares, not as {}", name_of(kind)),
        "--chart");
  }
  const auto number = std::find_if(counts.columns.begin(), counts.columns.end(),
                                   [](const auto& c) { return c.shown == Shown::kCount; });
  const auto keys = static_cast<std::size_t>(number - counts.columns.begin());
  if (keys < 1 || keys > 2) {
    return fail(ErrorCode::kUsage, "counts are drawn by one key or two", "--by");
  }
  // How often something occurs says more than in how many tasks it does.
  const auto often = std::find_if(counts.columns.begin(), counts.columns.end(),
                                  [](const auto& c) { return c.key == "occurrences"; });
  const auto value = often == counts.columns.end() ? number : often;
  const auto place = static_cast<std::size_t>(value - counts.columns.begin());
  Chart chart = counted_chart(counts, kind, counts.columns[keys - 1].title, value->title);
  if (keys == 2) chart.title += " for each " + counts.columns[0].title;
  std::vector<Tally> tallies;
  for (const std::vector<Cell>& row : counts.rows) {
    const std::string category = text_of(row[keys - 1]);
    std::vector<std::string>& names = chart.x.categories;
    if (std::find(names.begin(), names.end(), category) == names.end()) names.push_back(category);
    const auto* count = std::get_if<std::int64_t>(&row[place]);
    tally_called(tallies, keys == 2 ? text_of(row[0]) : value->title)
        .add(category, count == nullptr ? 0 : *count);
  }
  chart.notes = counts.notes;
  if (shares) fold_rare(chart.x.categories, tallies, chart.notes);
  add_series(tallies, shares, chart);
  return chart;
}

Chart entropy_chart(const analysis::Consensus& consensus) {
  Chart chart;
  chart.kind = ChartKind::kEntropy;
  chart.suite = consensus.suite;
  chart.title = consensus.suite + ": entropy of the answers to a question";
  chart.x.title = "entropy, bits";
  chart.y.title = "share of the questions";
  const auto add = [&](const std::string& who, const analysis::Entropy& entropy) {
    const std::string mean = entropy.mean ? fmt::format("{:.3f}", *entropy.mean) : "-";
    ChartSeries& series = chart.series.emplace_back(ChartSeries{
        fmt::format("{} (mean {} bits, {} questions)", who, mean, entropy.questions), {}});
    for (std::size_t i = 0; i < entropy.histogram.size(); ++i) {
      const analysis::EntropyBar& bar = entropy.histogram[i];
      ChartPoint point{.x = static_cast<double>(i), .y = std::nullopt, .n = bar.questions};
      if (entropy.questions > 0) {
        point.y = static_cast<double>(bar.questions) / static_cast<double>(entropy.questions);
      }
      series.points.push_back(point);
    }
  };
  for (const analysis::EntropyBar& bar : consensus.entropy.histogram) {
    chart.x.categories.push_back(entropy_bar_name(bar));
  }
  if (consensus.human) {
    add("models", consensus.human->models_entropy);
    add("people", consensus.human->entropy);
    chart.notes.emplace_back("models: on the questions that people answered");
  } else {
    add("models", consensus.entropy);
  }
  chart.notes.push_back(
      fmt::format("0 bits: all answers agree; answers of {} runs", consensus.runs.size()));
  return chart;
}

Chart curves_chart(const analysis::Calibration& calibration, const std::string& metric) {
  Chart chart;
  chart.kind = ChartKind::kCurves;
  chart.title = "agreement with people over the threshold of " + metric;
  chart.x.title = "threshold of " + metric;
  chart.y.title = "precision, recall, F1, accuracy";
  using Measure = std::optional<double> (score::Confusion::*)() const;
  constexpr std::array<std::pair<const char*, Measure>, 4> kMeasures{
      {{"precision", &score::Confusion::precision},
       {"recall", &score::Confusion::recall},
       {"F1", &score::Confusion::f1},
       {"accuracy", &score::Confusion::accuracy}}};
  const std::vector<score::CurvePoint>& curve = calibration.curve;
  const std::size_t step = (curve.size() + kMostPoints - 1) / kMostPoints;
  for (const auto& [name, measure] : kMeasures) {
    ChartSeries& series = chart.series.emplace_back(ChartSeries{name, {}});
    for (std::size_t i = 0; i < curve.size(); ++i) {
      if (i % step != 0 && i + 1 != curve.size()) continue;
      series.points.push_back({.x = curve[i].threshold,
                               .y = (curve[i].confusion.*measure)(),
                               .reach = curve[i].margin});
    }
  }
  chart.marks = {{calibration.given.threshold, "given"}, {calibration.best.threshold, "best"}};
  const auto shown = [](std::optional<double> value) {
    return value ? fmt::format("{:.4f}", *value) : std::string("-");
  };
  for (const auto& [name, point] : {std::pair("given (dashed line)", &calibration.given),
                                    std::pair("best (dotted line)", &calibration.best)}) {
    chart.notes.push_back(fmt::format(
        "threshold {:.4f}, {}: precision {}, recall {}, F1 {}, accuracy {}", point->threshold, name,
        shown(point->confusion.precision()), shown(point->confusion.recall()),
        shown(point->confusion.f1()), shown(point->confusion.accuracy())));
  }
  chart.notes.push_back(fmt::format("{} labels", calibration.labels));
  return chart;
}

}  // namespace papert::report

#include "report/sheets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "score/stats.h"

namespace papert::report {
namespace {

constexpr std::array<const char*, 2> kPass{"pass@", "pass^"};

using analysis::Group;
using analysis::PassFigures;
using analysis::RunSummary;
using analysis::Setting;
using analysis::SuiteRuns;
using analysis::Summary;

std::int64_t count_of(std::size_t n) { return static_cast<std::int64_t>(n); }

Sheet named_sheet(std::string name, std::string title = "") {
  Sheet sheet;
  sheet.name = std::move(name);
  sheet.title = std::move(title);
  return sheet;
}

Figure metric_of(const Summary& summary, const Group& group, const std::string& name) {
  const auto place = summary.metric(name);
  return place ? group.metrics[*place] : Figure{};
}

Sheet overall_sheet(const RunSummary& summary) {
  Sheet sheet = named_sheet("overall");
  const Summary& figures = summary.figures;
  const bool marked = summary.progress && !summary.progress->complete();
  sheet.columns = {{"metric", "metric"}, {"value", marked ? "value *" : "value", Shown::kSpread}};
  for (std::size_t m = 0; m < figures.metrics.size(); ++m) {
    const Figure& figure = figures.overall().metrics[m];
    if (!figure.mean && m > 0) continue;
    sheet.rows.push_back({std::string(figures.metrics[m].title), figure});
    sheet.metrics.emplace_back(figures.metrics[m].name);
    if (m > 0 || !summary.people) continue;
    const Column rule = rule_column(figures.metrics.front(), Shown::kMean);
    sheet.rows.push_back({rule.title, summary.people->rule.front()});
    sheet.metrics.push_back(rule.key);
  }
  std::string excluded;
  for (const PassFigures& entry : figures.overall().passk) {
    const std::string k = std::to_string(entry.k);
    for (const char* which : kPass) {
      sheet.rows.push_back({which + k, which == kPass[0] ? entry.at : entry.all});
      sheet.metrics.push_back(which + k);
    }
    if (entry.excluded > 0) {
      excluded += fmt::format("{}k = {} {}", excluded.empty() ? "" : ", ", k,
                              format_count(count_of(entry.excluded)));
    }
  }
  if (!excluded.empty()) {
    sheet.notes.push_back("tasks with fewer than k scored samples: " + excluded);
  }
  return sheet;
}

/// One column per metric of the summaries, in the order of their suite.
void add_metric_columns(const RunList& runs, Shown shown, std::vector<Column>& columns) {
  for (const ReportedRun* run : runs) {
    for (const suite::MetricInfo& info : run->summary.figures.metrics) {
      const std::string key(info.name);
      const bool known = std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
        return column.key == key && column.shown == shown;
      });
      if (!known) columns.push_back({key, std::string(info.title), shown});
    }
  }
  const bool people = std::any_of(runs.begin(), runs.end(),
                                  [](const auto* run) { return run->summary.people.has_value(); });
  if (!people) return;
  const Column rule = rule_column(runs.front()->summary.figures.metrics.front(), shown);
  const auto primary = std::find_if(columns.begin(), columns.end(), [&](const Column& column) {
    return column.key + "_rule" == rule.key;
  });
  columns.insert(primary + 1, rule);
}

/// The columns that a group adds for k > 1 (pass@1 is the share of right answers).
void add_pass_columns(const Group& group, std::vector<Column>& columns) {
  for (const PassFigures& entry : group.passk) {
    if (entry.k == 1) continue;
    for (const char* which : kPass) {
      const std::string name = which + std::to_string(entry.k);
      columns.push_back({name, name, Shown::kMean});
    }
  }
}

void add_pass_cells(const Group& group, std::vector<Cell>& row) {
  for (const PassFigures& entry : group.passk) {
    if (entry.k == 1) continue;
    row.emplace_back(entry.at);
    row.emplace_back(entry.all);
  }
}

std::vector<std::string> tags_of(const Summary& summary) {
  std::vector<std::string> keys;
  for (const Group& group : summary.groups) {
    const bool known = std::find(keys.begin(), keys.end(), group.by) != keys.end();
    if (!group.by.empty() && !known) keys.push_back(group.by);
  }
  return keys;
}

Sheet tag_sheet(const RunSummary& run, const std::string& tag) {
  const Summary& summary = run.figures;
  Sheet sheet = named_sheet(tag);
  sheet.columns.push_back({tag, tag});
  for (const suite::MetricInfo& info : summary.metrics) {
    sheet.columns.push_back({std::string(info.name), std::string(info.title), Shown::kMean});
  }
  if (run.people) {
    sheet.columns.insert(sheet.columns.begin() + 2,
                         rule_column(summary.metrics.front(), Shown::kMean));
  }
  add_pass_columns(summary.overall(), sheet.columns);
  sheet.columns.push_back({"samples", "n", Shown::kCount});
  for (std::size_t i = 0; i < summary.groups.size(); ++i) {
    const Group& group = summary.groups[i];
    if (group.by != tag) continue;
    std::vector<Cell> row{group.value};
    for (const Figure& figure : group.metrics) row.emplace_back(figure);
    if (run.people) row.insert(row.begin() + 2, run.people->rule[i]);
    add_pass_cells(group, row);
    row.emplace_back(group.n);
    sheet.rows.push_back(std::move(row));
  }
  sheet.drop_empty_columns();
  return sheet;
}

/// How far answers stayed the same under changes that must not matter.
Sheet invariance_sheet(const std::vector<analysis::Invariance>& invariance) {
  Sheet sheet = named_sheet("changed tasks");
  sheet.columns = {{"changed", "changed tasks"},
                   {"accuracy", "accuracy", Shown::kMeanError},
                   {"consistency", "consistency", Shown::kMeanError},
                   {"consistency_with_original", "with original", Shown::kMean},
                   {"questions", "questions", Shown::kCount},
                   {"samples", "n", Shown::kCount}};
  for (const analysis::Invariance& entry : invariance) {
    sheet.rows.push_back({entry.by.empty() ? "all" : entry.by + " " + entry.value, entry.accuracy,
                          entry.consistency, entry.with_original, entry.groups,
                          entry.accuracy.n.value_or(0)});
  }
  sheet.drop_empty_columns();
  return sheet;
}

/// The settings that tell the runs apart, and the model in any case.
std::vector<Setting> naming_settings(const RunList& runs) {
  std::vector<Setting> settings = analysis::differing_settings(runs);
  if (settings.empty() || settings.front().key != "model") {
    Setting model{"model", {}};
    for (const ReportedRun* run : runs) model.values.push_back(run->model());
    settings.insert(settings.begin(), std::move(model));
  }
  return settings;
}

/// A run that is not complete has a mark in its row and a sentence below the table.
std::string marked_model(const ReportedRun& run, const std::string& model) {
  return analysis::is_cut(run) ? model + " *" : model;
}

std::vector<Cell> run_row(const ReportedRun& run, const std::vector<Setting>& settings,
                          std::size_t place, const std::vector<Column>& columns) {
  std::vector<Cell> row;
  row.reserve(settings.size());
  for (const Setting& setting : settings) {
    row.emplace_back(setting.key == "model" ? marked_model(run, setting.values[place])
                                            : setting.values[place]);
  }
  const Summary& figures = run.summary.figures;
  for (const Column& column : columns) {
    if (column.shown != Shown::kMean) continue;
    const bool rule = column.key == rule_column(figures.metrics.front(), Shown::kMean).key;
    const auto& people = run.summary.people;
    row.emplace_back(
        rule && people ? people->rule.front()
                       : metric_of(figures, figures.overall(),
                                   rule ? std::string(figures.metrics.front().name) : column.key));
  }
  row.emplace_back(figures.overall().n);
  return row;
}

/// The row of a configuration that several runs repeat.
std::vector<Cell> mean_row(const std::vector<std::vector<Cell>>& rows,
                           const std::vector<Setting>& settings) {
  std::vector<Cell> mean = rows.front();
  bool said = false;
  for (std::size_t c = 0; c < settings.size(); ++c) {
    if (!analysis::is_repeat_key(settings[c].key)) continue;
    mean[c] = said ? std::string() : fmt::format("mean of {} runs", rows.size());
    said = true;
  }
  std::int64_t samples = 0;
  for (std::size_t c = settings.size(); c < mean.size(); ++c) {
    std::vector<Figure> figures;
    for (const auto& row : rows) {
      if (const auto* figure = std::get_if<Figure>(&row[c])) figures.push_back(*figure);
      if (const auto* count = std::get_if<std::int64_t>(&row[c])) samples += *count;
    }
    if (!figures.empty()) mean[c] = over_runs(figures);
  }
  mean.back() = samples;
  return mean;
}

Sheet comparison_sheet(const SuiteRuns& suite) {
  Sheet sheet = named_sheet("runs");
  const std::vector<Setting> settings = naming_settings(suite.runs);
  for (const Setting& setting : settings) sheet.columns.push_back({setting.key, setting.key});
  add_metric_columns(suite.runs, Shown::kMean, sheet.columns);
  sheet.columns.push_back({"samples", "n", Shown::kCount});
  for (const std::vector<std::size_t>& places : analysis::configurations(suite.runs)) {
    std::vector<std::vector<Cell>> rows;
    rows.reserve(places.size());
    for (const std::size_t place : places) {
      rows.push_back(run_row(*suite.runs[place], settings, place, sheet.columns));
    }
    if (rows.size() > 1) rows.push_back(mean_row(rows, settings));
    for (auto& row : rows) sheet.rows.push_back(std::move(row));
  }
  sheet.drop_empty_columns();
  add_warnings(suite.runs, sheet);
  return sheet;
}

using Counts = std::vector<std::pair<std::string, std::int64_t>>;

Counts verdict_counts(const Summary& summary) {
  Counts counts;
  for (const suite::VerdictName& entry : suite::kVerdicts) {
    counts.emplace_back(entry.name,
                        count_of(summary.verdicts[static_cast<std::size_t>(entry.verdict)]));
  }
  return counts;
}

Counts error_counts(const Summary& summary) {
  return {summary.errors.begin(), summary.errors.end()};
}

Sheet counts_sheet(const SuiteRuns& suite, const char* kind, Counts (*counts)(const Summary&)) {
  Sheet sheet = named_sheet(kind, kind);
  const std::vector<Setting> settings = naming_settings(suite.runs);
  for (const Setting& setting : settings) sheet.columns.push_back({setting.key, setting.key});
  std::vector<std::string> names;
  for (const ReportedRun* run : suite.runs) {
    for (const auto& [name, value] : counts(run->summary.figures)) {
      const bool known = std::find(names.begin(), names.end(), name) != names.end();
      if (!known && value != 0) names.push_back(name);
    }
  }
  for (const std::string& name : names) sheet.columns.push_back({name, name, Shown::kCount});
  for (std::size_t i = 0; i < suite.runs.size(); ++i) {
    std::vector<Cell> row;
    row.reserve(settings.size());
    for (const Setting& setting : settings) row.emplace_back(setting.values[i]);
    const Counts own = counts(suite.runs[i]->summary.figures);
    for (const std::string& name : names) {
      const auto found = std::find_if(own.begin(), own.end(),
                                      [&](const auto& each) { return each.first == name; });
      row.emplace_back(found == own.end() ? std::int64_t{0} : found->second);
    }
    sheet.rows.push_back(std::move(row));
  }
  if (names.empty()) sheet.rows.clear();
  return sheet;
}

}  // namespace

Column rule_column(const suite::MetricInfo& primary, Shown shown) {
  return {std::string(primary.name) + "_rule", std::string(primary.title) + " (rule)", shown};
}

void put_suite(const std::string& suite, bool several, Sheet& sheet) {
  sheet.suite = suite;
  if (several) sheet.title = suite + (sheet.title.empty() ? "" : ": " + sheet.title);
}

Figure over_runs(const std::vector<Figure>& figures) {
  if (figures.size() == 1) return figures.front();
  std::vector<double> means;
  Figure over;
  for (const Figure& figure : figures) {
    if (figure.mean) means.push_back(*figure.mean);
    if (figure.n) over.n = over.n.value_or(0) + *figure.n;
  }
  over.mean = score::mean(means);
  over.error = score::standard_error(means);
  return over;
}

void add_warnings(const RunList& runs, Sheet& sheet) {
  const std::vector<Setting> settings = naming_settings(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::string name;
    for (const Setting& setting : settings) {
      if (!setting.values[i].empty()) name += (name.empty() ? "" : " ") + setting.values[i];
    }
    // The mark belongs to the first sentence: that samples are missing.
    std::string mark = analysis::is_cut(*runs[i]) ? "* " : "";
    for (const std::string& warning : warnings_of(runs[i]->summary, runs[i]->config)) {
      sheet.notes.push_back(fmt::format("{}{}: {}", mark, name, warning));
      mark.clear();
    }
  }
}

std::vector<Sheet> summary_sheets(const RunSummary& summary) {
  const Summary& figures = summary.figures;
  std::vector<Sheet> sheets{overall_sheet(summary)};
  for (const std::string& tag : tags_of(figures)) sheets.push_back(tag_sheet(summary, tag));
  if (!figures.invariance.empty()) sheets.push_back(invariance_sheet(figures.invariance));
  return sheets;
}

std::vector<Sheet> comparison_sheets(std::span<const ReportedRun> runs) {
  std::vector<Sheet> sheets;
  const std::vector<SuiteRuns> suites = analysis::by_suite(runs);
  for (const SuiteRuns& suite : suites) {
    sheets.push_back(comparison_sheet(suite));
    put_suite(suite.suite, suites.size() > 1, sheets.back());
  }
  return sheets;
}

std::vector<Sheet> outcome_sheets(std::span<const ReportedRun> runs) {
  std::vector<Sheet> sheets;
  const std::vector<SuiteRuns> suites = analysis::by_suite(runs);
  for (const SuiteRuns& suite : suites) {
    std::array kinds{counts_sheet(suite, "verdicts", verdict_counts),
                     counts_sheet(suite, "errors", error_counts)};
    for (Sheet& sheet : kinds) {
      if (sheet.rows.empty()) continue;
      put_suite(suite.suite, suites.size() > 1, sheet);
      sheets.push_back(std::move(sheet));
    }
  }
  return sheets;
}

}  // namespace papert::report

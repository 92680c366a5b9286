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

std::string text_of(const Json& object, const char* key) { return object.value(key, ""); }

Sheet named_sheet(std::string name, std::string title = "") {
  Sheet sheet;
  sheet.name = std::move(name);
  sheet.title = std::move(title);
  return sheet;
}

Figure metric_of(const Json& group, const std::string& name) {
  const Json& metrics = group["metrics"];
  const auto found = metrics.find(name);
  return found == metrics.end() ? Figure{} : Figure::from_json(*found);
}

std::int64_t count_of(const Json& object, const char* key) {
  return object.value(key, std::int64_t{0});
}

Sheet overall_sheet(const Json& summary) {
  Sheet sheet = named_sheet("overall");
  const bool marked = is_cut(summary, Json::object());
  sheet.columns = {{"metric", "metric"}, {"value", marked ? "value *" : "value", Shown::kSpread}};
  const Json& overall = summary["groups"][0];
  for (const Json& info : summary["metrics"]) {
    const Figure figure = metric_of(overall, text_of(info, "name"));
    if (figure.mean || text_of(info, "name") == text_of(summary, "primary")) {
      sheet.rows.push_back({text_of(info, "title"), figure});
      sheet.metrics.push_back(text_of(info, "name"));
    }
  }
  std::string excluded;
  for (const Json& entry : overall.value("passk", Json::array())) {
    const std::string k = std::to_string(count_of(entry, "k"));
    for (const char* which : kPass) {
      sheet.rows.push_back({which + k, Figure::from_json(entry[std::string(which) + "k"])});
      sheet.metrics.push_back(which + k);
    }
    if (const auto left_out = count_of(entry, "excluded"); left_out > 0) {
      excluded +=
          fmt::format("{}k = {} {}", excluded.empty() ? "" : ", ", k, format_count(left_out));
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
    for (const Json& info : run->summary["metrics"]) {
      const std::string key = text_of(info, "name");
      const bool known = std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
        return column.key == key && column.shown == shown;
      });
      if (!known) columns.push_back({key, text_of(info, "title"), shown});
    }
  }
}

/// The columns that a group adds for k > 1 (pass@1 is the share of right answers).
void add_pass_columns(const Json& group, std::vector<Column>& columns) {
  for (const Json& entry : group.value("passk", Json::array())) {
    if (entry["k"] == 1) continue;
    for (const char* which : kPass) {
      const std::string name = which + std::to_string(count_of(entry, "k"));
      columns.push_back({name, name, Shown::kMean});
    }
  }
}

void add_pass_cells(const Json& group, std::vector<Cell>& row) {
  for (const Json& entry : group.value("passk", Json::array())) {
    if (entry["k"] == 1) continue;
    for (const char* which : kPass) {
      row.emplace_back(Figure::from_json(entry[std::string(which) + "k"]));
    }
  }
}

std::vector<std::string> tags_of(const Json& summary) {
  std::vector<std::string> keys;
  for (const Json& group : summary["groups"]) {
    const std::string by = text_of(group, "by");
    if (!by.empty() && std::find(keys.begin(), keys.end(), by) == keys.end()) keys.push_back(by);
  }
  return keys;
}

Sheet tag_sheet(const Json& summary, const std::string& tag) {
  Sheet sheet = named_sheet(tag);
  sheet.columns.push_back({tag, tag});
  for (const Json& info : summary["metrics"]) {
    sheet.columns.push_back({text_of(info, "name"), text_of(info, "title"), Shown::kMean});
  }
  add_pass_columns(summary["groups"][0], sheet.columns);
  sheet.columns.push_back({"samples", "n", Shown::kCount});
  for (const Json& group : summary["groups"]) {
    if (group["by"] != tag) continue;
    std::vector<Cell> row{text_of(group, "value")};
    for (const Json& info : summary["metrics"]) {
      row.emplace_back(metric_of(group, text_of(info, "name")));
    }
    add_pass_cells(group, row);
    row.emplace_back(count_of(group, "n"));
    sheet.rows.push_back(std::move(row));
  }
  sheet.drop_empty_columns();
  return sheet;
}

/// How far answers stayed the same under changes that must not matter.
Sheet invariance_sheet(const Json& invariance) {
  Sheet sheet = named_sheet("changed tasks");
  sheet.columns = {{"changed", "changed tasks"},
                   {"accuracy", "accuracy", Shown::kMeanError},
                   {"consistency", "consistency", Shown::kMeanError},
                   {"consistency_with_original", "with original", Shown::kMean},
                   {"questions", "questions", Shown::kCount},
                   {"samples", "n", Shown::kCount}};
  for (const Json& entry : invariance) {
    const std::string by = text_of(entry, "by");
    sheet.rows.push_back({by.empty() ? "all" : by + " " + text_of(entry, "value"),
                          Figure::from_json(entry["accuracy"]),
                          Figure::from_json(entry["consistency"]),
                          Figure::from_json(entry["consistency_with_original"]),
                          count_of(entry, "groups"), count_of(entry["accuracy"], "n")});
  }
  sheet.drop_empty_columns();
  return sheet;
}

/// The settings that tell the runs apart, and the model in any case.
std::vector<Setting> naming_settings(const RunList& runs) {
  std::vector<Setting> settings = differing_settings(runs);
  if (settings.empty() || settings.front().key != "model") {
    Setting model{"model", {}};
    for (const ReportedRun* run : runs) model.values.push_back(run->model());
    settings.insert(settings.begin(), std::move(model));
  }
  return settings;
}

/// A run that is not complete has a mark in its row and a sentence below the table.
std::string marked_model(const ReportedRun& run, const std::string& model) {
  return is_cut(run.summary, run.config) ? model + " *" : model;
}

std::vector<Cell> run_row(const ReportedRun& run, const std::vector<Setting>& settings,
                          std::size_t place, const std::vector<Column>& columns) {
  std::vector<Cell> row;
  for (const Setting& setting : settings) {
    row.emplace_back(setting.key == "model" ? marked_model(run, setting.values[place])
                                            : setting.values[place]);
  }
  const Json& overall = run.summary["groups"][0];
  for (const Column& column : columns) {
    if (column.shown == Shown::kMean) row.emplace_back(metric_of(overall, column.key));
  }
  row.emplace_back(count_of(overall, "n"));
  return row;
}

/// The row of a configuration that several runs repeat.
std::vector<Cell> mean_row(const std::vector<std::vector<Cell>>& rows,
                           const std::vector<Setting>& settings) {
  std::vector<Cell> mean = rows.front();
  bool said = false;
  for (std::size_t c = 0; c < settings.size(); ++c) {
    if (!is_repeat_key(settings[c].key)) continue;
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
  for (const std::vector<std::size_t>& places : configurations(suite.runs)) {
    std::vector<std::vector<Cell>> rows;
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

Sheet counts_sheet(const SuiteRuns& suite, const char* kind) {
  Sheet sheet = named_sheet(kind, kind);
  const std::vector<Setting> settings = naming_settings(suite.runs);
  for (const Setting& setting : settings) sheet.columns.push_back({setting.key, setting.key});
  std::vector<std::string> names;
  for (const ReportedRun* run : suite.runs) {
    const Json counts = run->summary.value(kind, Json::object());
    for (const auto& [name, value] : counts.items()) {
      const bool known = std::find(names.begin(), names.end(), name) != names.end();
      if (!known && value != 0) names.push_back(name);
    }
  }
  for (const std::string& name : names) sheet.columns.push_back({name, name, Shown::kCount});
  for (std::size_t i = 0; i < suite.runs.size(); ++i) {
    std::vector<Cell> row;
    for (const Setting& setting : settings) row.emplace_back(setting.values[i]);
    for (const std::string& name : names) {
      row.emplace_back(count_of(suite.runs[i]->summary[kind], name.c_str()));
    }
    sheet.rows.push_back(std::move(row));
  }
  if (names.empty()) sheet.rows.clear();
  return sheet;
}

}  // namespace

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
    std::string mark = is_cut(runs[i]->summary, runs[i]->config) ? "* " : "";
    for (const std::string& warning : warnings_of(runs[i]->summary, runs[i]->config)) {
      sheet.notes.push_back(fmt::format("{}{}: {}", mark, name, warning));
      mark.clear();
    }
  }
}

std::vector<std::string> warnings_of(const Json& summary, const Json& config) {
  std::vector<std::string> warnings;
  if (const auto progress = progress_of(summary, config); progress && !progress->complete()) {
    warnings.push_back("not complete, " + progress_text(*progress) +
                       " are done; the figures are over these");
  }
  if (const Json damaged = summary.value("damaged", Json()); !damaged.empty()) {
    warnings.push_back(fmt::format("{} damaged lines of the log are left out", damaged.size()));
  }
  const std::int64_t samples = count_of(summary, "samples");
  if (const auto cached = summary.value("cached", Json()); cached.is_number_integer()) {
    if (cached != 0) {
      warnings.push_back(fmt::format("{} of {} replies from the cache",
                                     format_count(cached.get<std::int64_t>()),
                                     format_count(samples)));
    }
  }
  const std::int64_t not_scored = count_of(summary, "not_scored");
  if (samples > 0 && not_scored == samples) warnings.emplace_back("no sample could be scored");
  for (const Json& failure : summary.value("failures", Json::array())) {
    warnings.push_back(fmt::format("{} samples not scored: {}",
                                   format_count(count_of(failure, "count")),
                                   text_of(failure, "message")));
  }
  return warnings;
}

std::vector<Sheet> summary_sheets(const Json& summary) {
  std::vector<Sheet> sheets{overall_sheet(summary)};
  for (const std::string& tag : tags_of(summary)) sheets.push_back(tag_sheet(summary, tag));
  if (summary.contains("invariance")) sheets.push_back(invariance_sheet(summary["invariance"]));
  return sheets;
}

std::vector<Sheet> comparison_sheets(std::span<const ReportedRun> runs) {
  std::vector<Sheet> sheets;
  const std::vector<SuiteRuns> suites = by_suite(runs);
  for (const SuiteRuns& suite : suites) {
    sheets.push_back(comparison_sheet(suite));
    put_suite(suite.suite, suites.size() > 1, sheets.back());
  }
  return sheets;
}

std::vector<Sheet> outcome_sheets(std::span<const ReportedRun> runs) {
  std::vector<Sheet> sheets;
  const std::vector<SuiteRuns> suites = by_suite(runs);
  for (const SuiteRuns& suite : suites) {
    for (const char* kind : {"verdicts", "errors"}) {
      Sheet sheet = counts_sheet(suite, kind);
      if (sheet.rows.empty()) continue;
      put_suite(suite.suite, suites.size() > 1, sheet);
      sheets.push_back(std::move(sheet));
    }
  }
  return sheets;
}

}  // namespace papert::report

#include <fmt/format.h>

#include <algorithm>

#include "report/agreement.h"
#include "report/sheets.h"

namespace papert::report {
namespace {

using analysis::Agreement;
using analysis::AgreementCell;
using analysis::AgreementGroup;
using analysis::AgreementTable;

/// "3/12  25.0 %".
std::string solved(const AgreementCell& cell) {
  const auto tasks = static_cast<double>(cell.tasks);
  const auto ever = static_cast<double>(cell.ever_solved);
  return fmt::format("{:.0f}/{:.0f}  {:5.1f} %", ever, tasks, tasks > 0 ? 100 * ever / tasks : 0);
}

Sheet groups_sheet(const Agreement& agreement) {
  Sheet sheet;
  sheet.name = "groups";
  sheet.columns = {{"group", "group"},
                   {"runs", "runs", Shown::kCount},
                   {"mean", "mean of runs", Shown::kMeanError},
                   {"ever_solved", "ever solved", Shown::kCount},
                   {"always_solved", "always", Shown::kCount},
                   {"tasks", "tasks", Shown::kCount}};
  for (const AgreementGroup& group : agreement.groups) {
    sheet.rows.push_back({group.name, static_cast<std::int64_t>(group.runs.size()), group.mean,
                          group.ever_solved, group.always_solved,
                          static_cast<std::int64_t>(group.tasks)});
  }
  return sheet;
}

/// Every metric, as the mean over the runs of a group.
Sheet metrics_sheet(const Agreement& agreement) {
  Sheet sheet;
  sheet.name = "metrics";
  sheet.title = "mean over the runs of a group, and its standard error over runs";
  sheet.columns.push_back({"group", "group"});
  for (const suite::MetricInfo& info : agreement.metrics) {
    sheet.columns.push_back({std::string(info.name), std::string(info.title), Shown::kMeanError});
  }
  for (const AgreementGroup& group : agreement.groups) {
    std::vector<Cell> row{group.name};
    for (const Figure& figure : group.metrics) row.emplace_back(figure);
    sheet.rows.push_back(std::move(row));
  }
  sheet.drop_empty_columns();
  return sheet;
}

Sheet rows_sheet(const Agreement& agreement) {
  Sheet sheet;
  sheet.name = "agreement";
  for (const AgreementGroup& group : agreement.groups) {
    sheet.columns.push_back({group.name, group.name});
  }
  const std::vector<std::string> warnings = agreement_warnings(agreement);
  sheet.columns.push_back({"tasks", warnings.empty() ? "tasks" : "tasks *", Shown::kCount});
  for (const analysis::AgreementRow& row : agreement.rows) {
    std::vector<Cell> cells;
    cells.reserve(row.solves.size());
    for (const bool solves : row.solves) cells.emplace_back(solves ? "solve" : "fail");
    cells.emplace_back(static_cast<std::int64_t>(row.ids.size()));
    sheet.rows.push_back(std::move(cells));
  }
  sheet.notes.push_back(fmt::format("a group is divided: {}", agreement.divided.size()));
  if (agreement.missing != 0) {
    sheet.notes.push_back(fmt::format("a run has no scored sample: {}", agreement.missing));
  }
  for (const std::string& warning : warnings) sheet.notes.push_back("* " + warning);
  return sheet;
}

/// A row per combination of values: tasks ever solved, and the mean of the runs.
Sheet list_sheet(const AgreementTable& table) {
  Sheet sheet;
  for (const std::string& key : table.keys) {
    sheet.columns.push_back({key, key});
    sheet.name += (sheet.name.empty() ? "" : ",") + key;
  }
  sheet.nested = sheet.columns.size() - 1;
  sheet.columns.push_back({"ever_solved", "ever solved"});
  sheet.columns.push_back({"mean", "mean of runs", Shown::kMeanError});
  for (const AgreementCell& cell : table.cells) {
    std::vector<Cell> row(cell.values.begin(), cell.values.end());
    row.emplace_back(solved(cell));
    row.emplace_back(cell.mean);
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

/// Rows are values of the first key, columns of the second; tasks ever solved.
Sheet matrix_sheet(const AgreementTable& table) {
  const std::vector<std::string>& columns = table.columns;
  Sheet sheet;
  sheet.name = "ever solved";
  sheet.title = "tasks ever solved";
  sheet.columns.push_back({"value", fmt::format("{} \\ {}", table.keys[0], table.keys[1])});
  for (const std::string& column : columns) sheet.columns.push_back({column, column});
  // Cells come row by row.
  std::string last;
  for (const AgreementCell& cell : table.cells) {
    if (sheet.rows.empty() || last != cell.values[0]) {
      sheet.rows.emplace_back(columns.size() + 1, std::string("-"));
      sheet.rows.back().front() = cell.values[0];
      last = cell.values[0];
    }
    const auto place = std::find(columns.begin(), columns.end(), cell.values[1]);
    sheet.rows.back()[static_cast<std::size_t>(place - columns.begin()) + 1] = solved(cell);
  }
  return sheet;
}

}  // namespace

std::vector<std::string> agreement_warnings(const Agreement& agreement) {
  std::vector<std::string> warnings;
  for (const AgreementGroup& group : agreement.groups) {
    for (const analysis::AgreementRun& run : group.runs) {
      if (!run.progress || run.progress->complete()) continue;
      warnings.push_back(
          fmt::format("{}: not complete, {} are done", run.name, progress_text(*run.progress)));
    }
  }
  return warnings;
}

std::vector<Sheet> agreement_sheets(const Agreement& agreement) {
  std::vector<Sheet> sheets{groups_sheet(agreement), rows_sheet(agreement)};
  if (!agreement.metrics.empty()) sheets.push_back(metrics_sheet(agreement));
  for (const AgreementTable& table : agreement.by) {
    if (table.keys.size() == 2) sheets.push_back(matrix_sheet(table));
    sheets.push_back(list_sheet(table));
  }
  for (Sheet& sheet : sheets) sheet.suite = agreement.suite;
  return sheets;
}

std::string agreement_text(const Agreement& agreement, const TableOptions& options) {
  std::string text = fmt::format("{}: {} tasks\n", agreement.suite, agreement.tasks);
  if (agreement.data_differ) {
    text += "The data differ: tasks with the same id are taken to be the same.\n";
  }
  return text + "\n" + write_sheets(agreement_sheets(agreement), Format::kText, options);
}

}  // namespace papert::report

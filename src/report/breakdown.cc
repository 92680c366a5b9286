// Tables by any number of keys, from the groups that analysis found.
#include <fmt/format.h>

#include <algorithm>

#include "report/sheets.h"

namespace papert::report {
namespace {

using analysis::Group;
using analysis::SuiteRuns;

std::vector<Cell> cells_of(const analysis::BreakdownRow& row, const analysis::Breakdown& breakdown,
                           bool repeated) {
  const std::size_t metrics = breakdown.metrics.size();
  std::vector<Cell> cells;
  cells.reserve(row.configuration.size());
  for (const std::string& value : row.configuration) cells.emplace_back(value);
  for (const std::string& value : row.keys) cells.emplace_back(value.empty() ? "(none)" : value);
  for (std::size_t m = 0; m < metrics; ++m) {
    std::vector<Figure> figures;
    figures.reserve(row.groups.size());
    for (const Group& group : row.groups) figures.push_back(group.metrics[m]);
    cells.emplace_back(over_runs(figures));
    if (m == 0 && breakdown.people) cells.emplace_back(over_runs(row.rule));
  }
  std::int64_t samples = 0;
  for (const Group& group : row.groups) samples += group.n;
  if (repeated) cells.emplace_back(static_cast<std::int64_t>(row.groups.size()));
  cells.emplace_back(samples);
  return cells;
}

Sheet breakdown_sheet(const analysis::Breakdown& breakdown, const RunList& runs) {
  const auto& rows = breakdown.rows;
  const bool repeated =
      std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.groups.size() > 1; });
  Sheet sheet;
  sheet.name = fmt::format("{}", fmt::join(breakdown.keys, ","));
  sheet.title = "by " + sheet.name;
  for (const std::string& key : breakdown.configuration) sheet.columns.push_back({key, key});
  for (const std::string& key : breakdown.keys) sheet.columns.push_back({key, key});
  sheet.nested = sheet.columns.size() - 1;
  for (const suite::MetricInfo& info : breakdown.metrics) {
    sheet.columns.push_back({std::string(info.name), std::string(info.title), Shown::kMeanError});
    if (breakdown.people && &info == breakdown.metrics.data()) {
      sheet.columns.push_back(rule_column(info, Shown::kMeanError));
    }
  }
  if (repeated) sheet.columns.push_back({"runs", "runs", Shown::kCount});
  sheet.columns.push_back({"samples", "n", Shown::kCount});
  for (const analysis::BreakdownRow& row : rows) {
    sheet.rows.push_back(cells_of(row, breakdown, repeated));
  }
  sheet.drop_empty_columns();
  if (repeated) {
    sheet.notes.emplace_back(
        "where there are several runs: the mean over runs and its standard error over runs");
  }
  add_warnings(runs, sheet);
  const bool cut =
      std::any_of(runs.begin(), runs.end(), [](const auto* run) { return analysis::is_cut(*run); });
  if (cut) sheet.title += " *";
  return sheet;
}

}  // namespace

Result<std::vector<Sheet>> breakdown_sheets(std::span<const ReportedRun> runs,
                                            const std::vector<std::string>& keys,
                                            const analysis::SummaryOptions& options) {
  std::vector<Sheet> sheets;
  const std::vector<SuiteRuns> suites = analysis::by_suite(runs);
  Result<void> refused;
  for (const SuiteRuns& suite : suites) {
    const auto breakdown = analysis::breakdown_of(suite, keys, options);
    // Of several suites those that have the keys get a table.
    if (!breakdown && breakdown.error().code == ErrorCode::kUsage) {
      refused = fail(breakdown.error());
      continue;
    }
    if (!breakdown) return fail(breakdown.error());
    sheets.push_back(breakdown_sheet(*breakdown, suite.runs));
    put_suite(suite.suite, suites.size() > 1, sheets.back());
  }
  if (sheets.empty()) TRY(refused);
  return sheets;
}

Result<std::vector<Sheet>> loss_sheets(std::span<const ReportedRun> runs,
                                       std::span<const analysis::RunLosses> losses,
                                       const std::vector<std::vector<std::string>>& keys,
                                       const analysis::SummaryOptions& options) {
  std::vector<Sheet> sheets;
  const std::vector<SuiteRuns> suites = analysis::by_suite(runs);
  for (const SuiteRuns& suite : suites) {
    const bool told = std::ranges::any_of(
        losses, [&](const analysis::RunLosses& each) { return each.run->suite() == suite.suite; });
    if (!told) continue;
    for (const std::vector<std::string>& by : keys) {
      const auto found = TRY(analysis::loss_breakdowns(suite, losses, by, options));
      for (const auto& [table, breakdown] : found) {
        Sheet sheet = breakdown_sheet(breakdown, suite.runs);
        sheet.name = fmt::format("{} by {}", table.name, sheet.name);
        sheet.title = fmt::format("{}, {}", table.title, sheet.title);
        sheet.notes.insert(sheet.notes.begin(), std::string(table.note));
        sheets.push_back(std::move(sheet));
        put_suite(suite.suite, suites.size() > 1, sheets.back());
      }
    }
  }
  return sheets;
}

}  // namespace papert::report

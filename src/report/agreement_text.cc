#include <fmt/format.h>

#include <algorithm>

#include "report/agreement.h"
#include "report/runs.h"

namespace papert::report {
namespace {

std::string count(const Json& value) { return std::to_string(value.get<std::int64_t>()); }

std::string name_of(const Json& object) { return object["name"].get<std::string>(); }

/// "3/12  25.0 %".
std::string solved(const Json& cell) {
  const auto tasks = cell["tasks"].get<double>();
  const auto ever = cell["ever_solved"].get<double>();
  return fmt::format("{:.0f}/{:.0f}  {:5.1f} %", ever, tasks, tasks > 0 ? 100 * ever / tasks : 0);
}

Sheet groups_sheet(const Json& agreement) {
  Sheet sheet;
  sheet.name = "groups";
  sheet.columns = {{"group", "group"},
                   {"runs", "runs", Shown::kCount},
                   {"mean", "mean of runs", Shown::kMeanError},
                   {"ever_solved", "ever solved", Shown::kCount},
                   {"always_solved", "always", Shown::kCount},
                   {"tasks", "tasks", Shown::kCount}};
  for (const Json& group : agreement["groups"]) {
    sheet.rows.push_back({name_of(group), static_cast<std::int64_t>(group["runs"].size()),
                          Figure::from_json(group), group["ever_solved"].get<std::int64_t>(),
                          group["always_solved"].get<std::int64_t>(),
                          group["tasks"].get<std::int64_t>()});
  }
  return sheet;
}

Sheet rows_sheet(const Json& agreement) {
  Sheet sheet;
  sheet.name = "agreement";
  for (const Json& group : agreement["groups"]) {
    sheet.columns.push_back({name_of(group), name_of(group)});
  }
  const bool marked = !agreement_warnings(agreement).empty();
  sheet.columns.push_back({"tasks", marked ? "tasks *" : "tasks", Shown::kCount});
  for (const Json& row : agreement["rows"]) {
    std::vector<Cell> cells;
    for (const Json& word : row["groups"]) cells.emplace_back(word.get<std::string>());
    cells.emplace_back(row["tasks"].get<std::int64_t>());
    sheet.rows.push_back(std::move(cells));
  }
  sheet.notes.push_back("a group is divided: " + count(agreement["divided"]));
  if (agreement["missing"] != 0) {
    sheet.notes.push_back("a run has no scored sample: " + count(agreement["missing"]));
  }
  for (const std::string& warning : agreement_warnings(agreement)) {
    sheet.notes.push_back("* " + warning);
  }
  return sheet;
}

/// A row per combination of values: tasks ever solved, and the mean of the runs.
Sheet list_sheet(const Json& breakdown) {
  Sheet sheet;
  for (const Json& key : breakdown["keys"]) {
    sheet.columns.push_back({key.get<std::string>(), key.get<std::string>()});
    sheet.name += (sheet.name.empty() ? "" : ",") + key.get<std::string>();
  }
  sheet.nested = sheet.columns.size() - 1;
  sheet.columns.push_back({"ever_solved", "ever solved"});
  sheet.columns.push_back({"mean", "mean of runs", Shown::kMeanError});
  for (const Json& cell : breakdown["cells"]) {
    std::vector<Cell> row;
    for (const Json& value : cell["values"]) row.emplace_back(value.get<std::string>());
    row.emplace_back(solved(cell));
    row.emplace_back(Figure::from_json(cell));
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

/// Rows are values of the first key, columns of the second; tasks ever solved.
Sheet matrix_sheet(const Json& breakdown) {
  const auto columns = breakdown["columns"].get<std::vector<std::string>>();
  Sheet sheet;
  sheet.name = "ever solved";
  sheet.title = "tasks ever solved";
  sheet.columns.push_back({"value", fmt::format("{} \\ {}", breakdown["keys"][0].get<std::string>(),
                                                breakdown["keys"][1].get<std::string>())});
  for (const std::string& column : columns) sheet.columns.push_back({column, column});
  // Cells come row by row.
  std::string last;
  for (const Json& cell : breakdown["cells"]) {
    const auto title = cell["values"][0].get<std::string>();
    if (sheet.rows.empty() || last != title) {
      sheet.rows.emplace_back(columns.size() + 1, std::string("-"));
      sheet.rows.back().front() = title;
      last = title;
    }
    const auto place =
        std::find(columns.begin(), columns.end(), cell["values"][1].get<std::string>());
    sheet.rows.back()[static_cast<std::size_t>(place - columns.begin()) + 1] = solved(cell);
  }
  return sheet;
}

}  // namespace

std::vector<std::string> agreement_warnings(const Json& agreement) {
  std::vector<std::string> warnings;
  for (const Json& group : agreement["groups"]) {
    for (const Json& run : group["runs"]) {
      if (run.value("complete", true)) continue;
      const Progress progress{run["done"].get<std::int64_t>(), run["planned"].get<std::int64_t>()};
      warnings.push_back(
          fmt::format("{}: not complete, {} are done", name_of(run), progress_text(progress)));
    }
  }
  return warnings;
}

std::vector<Sheet> agreement_sheets(const Json& agreement) {
  std::vector<Sheet> sheets{groups_sheet(agreement), rows_sheet(agreement)};
  for (const Json& breakdown : agreement["by"]) {
    if (breakdown["keys"].size() == 2) sheets.push_back(matrix_sheet(breakdown));
    sheets.push_back(list_sheet(breakdown));
  }
  for (Sheet& sheet : sheets) sheet.suite = agreement["suite"].get<std::string>();
  return sheets;
}

std::string agreement_text(const Json& agreement, const TableOptions& options) {
  std::string text = fmt::format("{}: {} tasks\n", agreement["suite"].get<std::string>(),
                                 count(agreement["tasks"]));
  if (agreement["data_differ"].get<bool>()) {
    text += "The data differ: tasks with the same id are taken to be the same.\n";
  }
  return text + "\n" + write_sheets(agreement_sheets(agreement), Format::kText, options);
}

}  // namespace papert::report

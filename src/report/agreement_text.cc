#include <fmt/format.h>

#include <algorithm>

#include "report/agreement.h"

namespace papert::report {
namespace {

std::string count(const Json& value) { return std::to_string(value.get<std::int64_t>()); }

std::string figure(const Json& value) {
  return value.is_number() ? fmt::format("{:.4f}", value.get<double>()) : "-";
}

/// "3/12  25.0 %".
std::string solved(const Json& cell) {
  const auto tasks = cell["tasks"].get<double>();
  const auto ever = cell["ever_solved"].get<double>();
  return fmt::format("{:.0f}/{:.0f}  {:5.1f} %", ever, tasks, tasks > 0 ? 100 * ever / tasks : 0);
}

std::string groups_table(const Json& agreement, const TableOptions& options) {
  TextTable table({"group", "runs", "mean of runs", "± stderr", "ever solved", "always", "tasks"});
  for (const Json& group : agreement["groups"]) {
    table.add_row({group["name"].get<std::string>(), std::to_string(group["runs"].size()),
                   figure(group["mean"]), figure(group["stderr"]), count(group["ever_solved"]),
                   count(group["always_solved"]), count(group["tasks"])});
  }
  return table.to_string(options);
}

std::string rows_table(const Json& agreement, const TableOptions& options) {
  std::vector<std::string> header;
  for (const Json& group : agreement["groups"]) header.push_back(group["name"].get<std::string>());
  header.emplace_back("tasks");
  TextTable table(std::move(header));
  for (const Json& row : agreement["rows"]) {
    auto cells = row["groups"].get<std::vector<std::string>>();
    cells.push_back(count(row["tasks"]));
    table.add_row(std::move(cells));
  }
  std::string text = table.to_string(options);
  text += fmt::format("a group is divided: {}\n", count(agreement["divided"]));
  if (agreement["missing"] != 0) {
    text += fmt::format("a run has no scored sample: {}\n", count(agreement["missing"]));
  }
  return text;
}

std::string list_table(const Json& breakdown, const TableOptions& options) {
  TextTable table(
      {breakdown["keys"][0].get<std::string>(), "ever solved", "mean of runs", "± stderr"});
  for (const Json& cell : breakdown["cells"]) {
    table.add_row({cell["values"][0].get<std::string>(), solved(cell), figure(cell["mean"]),
                   figure(cell["stderr"])});
  }
  return table.to_string(options);
}

/// Rows are values of the first key, columns of the second; tasks ever solved.
std::string matrix_table(const Json& breakdown, const TableOptions& options) {
  const auto columns = breakdown["columns"].get<std::vector<std::string>>();
  std::vector<std::string> header{fmt::format("{} \\ {}", breakdown["keys"][0].get<std::string>(),
                                              breakdown["keys"][1].get<std::string>())};
  header.insert(header.end(), columns.begin(), columns.end());
  TextTable table(std::move(header));
  // Cells come row by row.
  std::vector<std::string> row;
  for (const Json& cell : breakdown["cells"]) {
    const auto title = cell["values"][0].get<std::string>();
    if (row.empty() || row.front() != title) {
      if (!row.empty()) table.add_row(std::move(row));
      row.assign(columns.size() + 1, "-");
      row.front() = title;
    }
    const auto place =
        std::find(columns.begin(), columns.end(), cell["values"][1].get<std::string>());
    row[static_cast<std::size_t>(place - columns.begin()) + 1] = solved(cell);
  }
  table.add_row(std::move(row));
  return "tasks ever solved\n" + table.to_string(options);
}

}  // namespace

std::string agreement_text(const Json& agreement, const TableOptions& options) {
  std::string text = fmt::format("{}: {} tasks\n", agreement["suite"].get<std::string>(),
                                 count(agreement["tasks"]));
  if (agreement["data_differ"].get<bool>()) {
    text += "The data differ: tasks with the same id are taken to be the same.\n";
  }
  text += "\n" + groups_table(agreement, options) + "\n" + rows_table(agreement, options);
  for (const Json& breakdown : agreement["by"]) {
    text += "\n";
    text += breakdown["keys"].size() == 1 ? list_table(breakdown, options)
                                          : matrix_table(breakdown, options);
  }
  return text;
}

}  // namespace papert::report

#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/sheets.h"

namespace papert::report {
namespace {

std::string count(const Json& value) { return format_count(value.get<std::int64_t>()); }

/// "verdicts: right 13, wrong 137", or nothing where all counts are zero.
std::string counts_line(const char* title, const Json& counts) {
  std::string line;
  for (const auto& [name, value] : counts.items()) {
    if (value.get<std::int64_t>() == 0) continue;
    line += (line.empty() ? "" : ", ") + name + " " + count(value);
  }
  return line.empty() ? "" : fmt::format("{}: {}\n", title, line);
}

/// "tokens: 12,000 in, 3,400 out (1,200 reasoning), 0.12 USD", or nothing where none were counted.
std::string usage_line(const Json& usage) {
  const auto tokens = [&](const char* key) { return usage.value(key, std::int64_t{0}); };
  if (tokens("input_tokens") + tokens("output_tokens") == 0) return "";
  std::string line = fmt::format("tokens: {} in, {} out", format_count(tokens("input_tokens")),
                                 format_count(tokens("output_tokens")));
  if (const auto reasoning = tokens("reasoning_tokens"); reasoning > 0) {
    line += fmt::format(" ({} reasoning)", format_count(reasoning));
  }
  if (const double cost = usage.value("cost_usd", 0.0); cost > 0) {
    line += fmt::format(", {:.2f} USD", cost);
  }
  return line + "\n";
}

/// Whether a cell holds a figure (or stands for one that is not defined).
bool is_figure(std::string_view cell) {
  return cell == "-" ||
         (!cell.empty() && cell.find_first_not_of("0123456789.,+-[] ±") == cell.npos);
}

/// Code points, which is what a terminal shows of the text that tables hold.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

std::string TextTable::to_string(const TableOptions& options) const {
  std::vector<std::size_t> widths(header_.size());
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  };
  widen(header_);
  std::vector<bool> figures(header_.size(), true);
  for (const auto& row : rows_) {
    widen(row);
    for (std::size_t i = 0; i < row.size(); ++i) figures[i] = figures[i] && is_figure(row[i]);
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t padding = widths[i] - display_width(row[i]);
      if (i > 0) text.append(2, ' ');
      if (figures[i]) text.append(padding, ' ');
      text += row[i];
      if (!figures[i]) text.append(padding, ' ');
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
  };
  std::string text = options.color ? "\033[1m" + line(header_) + "\033[0m\n" : line(header_) + "\n";
  for (const auto& row : rows_) text += line(row) + "\n";
  return text;
}

std::string summary_lines(const Json& summary) {
  std::string text = counts_line("verdicts", summary["verdicts"]);
  text += counts_line("errors", summary["errors"]);
  text += counts_line("languages", summary.value("languages", Json::object()));
  text += usage_line(summary.value("usage", Json::object()));
  // Where it is known what was planned, the first line says how much is there.
  const auto missing = summary.contains("planned") ? 0 : summary["missing"].get<std::int64_t>();
  if (missing > 0) {
    text += fmt::format("missing: {} {} no sample yet\n", format_count(missing),
                        missing == 1 ? "task has" : "tasks have");
  }
  return text;
}

std::string summary_table(const Json& summary, const TableOptions& options) {
  std::string text = is_cut(summary, Json::object()) ? "* " : "";
  for (const std::string& warning : warnings_of(summary, Json::object())) text += warning + "\n";
  if (!text.empty()) text += "\n";
  const std::vector<Sheet> sheets = summary_sheets(summary);
  return text + write_sheets(sheets, Format::kText, options) + "\n" + summary_lines(summary);
}

}  // namespace papert::report

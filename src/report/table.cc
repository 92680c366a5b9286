#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "report/sheets.h"

namespace papert::report {
namespace {

/// "verdicts: right 13, wrong 137", or nothing where all counts are zero.
class CountsLine {
 public:
  void add(std::string_view name, std::int64_t count) {
    if (count == 0) return;
    line_ += fmt::format("{}{} {}", line_.empty() ? "" : ", ", name, format_count(count));
  }
  [[nodiscard]] std::string text(const char* title) const {
    return line_.empty() ? "" : fmt::format("{}: {}\n", title, line_);
  }

 private:
  std::string line_;
};

std::string counts_line(const char* title, const std::map<std::string, std::int64_t>& counts) {
  CountsLine line;
  for (const auto& [name, count] : counts) line.add(name, count);
  return line.text(title);
}

/// "tokens: 12,000 in, 3,400 out (1,200 reasoning), 0.12 USD", or nothing where none were counted.
std::string usage_line(const analysis::UsageSum& usage) {
  if (usage.input_tokens + usage.output_tokens == 0) return "";
  std::string line = fmt::format("tokens: {} in, {} out", format_count(usage.input_tokens),
                                 format_count(usage.output_tokens));
  if (usage.reasoning_tokens > 0) {
    line += fmt::format(" ({} reasoning)", format_count(usage.reasoning_tokens));
  }
  if (usage.cost_usd() > 0) line += fmt::format(", {:.2f} USD", usage.cost_usd());
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

std::string summary_lines(const analysis::RunSummary& summary) {
  const analysis::Summary& figures = summary.figures;
  CountsLine verdicts;
  for (const suite::VerdictName& entry : suite::kVerdicts) {
    const std::size_t count = figures.verdicts[static_cast<std::size_t>(entry.verdict)];
    verdicts.add(entry.name, static_cast<std::int64_t>(count));
  }
  std::string text = verdicts.text("verdicts");
  text += counts_line("errors", figures.errors);
  text += counts_line("languages", figures.languages);
  text += usage_line(summary.usage);
  // Where it is known what was planned, the first line says how much is there.
  const std::size_t missing = summary.progress ? 0 : figures.missing;
  if (missing > 0) {
    text += fmt::format("missing: {} {} no sample yet\n",
                        format_count(static_cast<std::int64_t>(missing)),
                        missing == 1 ? "task has" : "tasks have");
  }
  return text;
}

std::string summary_table(const analysis::RunSummary& summary, const TableOptions& options) {
  std::string text = summary.progress && !summary.progress->complete() ? "* " : "";
  for (const std::string& warning : warnings_of(summary, Json::object())) text += warning + "\n";
  if (!text.empty()) text += "\n";
  const std::vector<Sheet> sheets = summary_sheets(summary);
  return text + write_sheets(sheets, Format::kText, options) + "\n" + summary_lines(summary);
}

}  // namespace papert::report

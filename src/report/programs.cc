#include "report/programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/html.h"
#include "base/text.h"

namespace papert::report {
namespace {

using analysis::AnsweredProgram;
using analysis::TaskPrograms;

constexpr std::size_t kGap = 2;
constexpr std::size_t kHtmlBytes = 20'000;

/// Code points, as a terminal shows them.
std::size_t shown_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// On one line, at most so wide; control characters, which a terminal might obey, are spaces.
std::string fitted(std::string_view text, std::size_t width) {
  std::string line = sanitise_utf8(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  if (shown_width(line) <= width) return line;
  std::string cut;
  for (std::size_t shown = 0; shown + 1 < width; ++shown) {
    const std::string_view rest = std::string_view(line).substr(cut.size());
    cut += rest.substr(0, std::max<std::size_t>(utf8_length(rest), 1));
  }
  return cut + "…";
}

/// A line end behind the last line does not begin another.
std::vector<std::string_view> lines_of(std::string_view code) {
  if (code.ends_with('\n')) code.remove_suffix(1);
  return split(code, '\n');
}

struct ColumnLine {
  std::string text;
  bool failing = false;
};

/// A program as a column: its run, its verdict, its lines.
std::vector<ColumnLine> column_of(const AnsweredProgram& program, bool epochs,
                                  const ProgramsLayout& layout) {
  std::vector<ColumnLine> lines;
  const std::string epoch = epochs ? fmt::format(", epoch {}", program.epoch) : "";
  lines.push_back({fitted(program.run + epoch, layout.column), false});
  lines.push_back({fitted(suite::verdict_name(program.verdict), layout.column), false});
  if (program.code.empty()) {
    lines.push_back({"(no program)", false});
    return lines;
  }
  std::int64_t number = 0;
  for (const std::string_view line : lines_of(program.code)) {
    if (++number > static_cast<std::int64_t>(layout.lines)) {
      lines.push_back({"  ...", false});
      break;
    }
    const bool failing = program.failing_line == number;
    const std::string mark = fmt::format("{}{:>3} ", failing ? '>' : ' ', number);
    lines.push_back({mark + fitted(line, layout.column - mark.size()), failing});
  }
  return lines;
}

std::size_t width_of(const std::vector<ColumnLine>& column) {
  std::size_t width = 0;
  for (const ColumnLine& line : column) width = std::max(width, shown_width(line.text));
  return width;
}

std::string joined(const std::vector<std::vector<ColumnLine>>& columns, bool color) {
  std::size_t height = 0;
  for (const auto& column : columns) height = std::max(height, column.size());
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line;
    std::string padding;
    for (const auto& column : columns) {
      const ColumnLine cell = row < column.size() ? column[row] : ColumnLine{};
      if (!cell.text.empty()) {
        const bool marked = color && cell.failing;
        line += padding + (marked ? "\033[31m" : "") + cell.text + (marked ? "\033[0m" : "");
        padding.clear();
      }
      padding.append(width_of(column) - shown_width(cell.text) + kGap, ' ');
    }
    text += line + "\n";
  }
  return text;
}

std::string reasons_of(const TaskPrograms& task, bool epochs) {
  std::string text;
  for (const AnsweredProgram& program : task.programs) {
    if (program.reason.empty() || program.verdict == suite::Verdict::kRight) continue;
    const std::string epoch = epochs ? fmt::format(", epoch {}", program.epoch) : "";
    text += fmt::format("{}{}: {}\n", program.run, epoch, fitted(program.reason, 300));
  }
  return text;
}

std::string task_text(const TaskPrograms& task, const ProgramsLayout& layout) {
  const bool epochs = std::any_of(task.programs.begin(), task.programs.end(),
                                  [](const AnsweredProgram& each) { return each.epoch > 0; });
  std::string text =
      "task " + task.task + (task.base.empty() ? "" : ", made from " + task.base) + "\n";
  std::vector<std::vector<ColumnLine>> columns;
  std::size_t width = 0;
  for (const AnsweredProgram& program : task.programs) {
    std::vector<ColumnLine> column = column_of(program, epochs, layout);
    const std::size_t wide = width_of(column) + kGap;
    if (!columns.empty() && width + wide > layout.width + kGap) {
      text += joined(columns, layout.color) + "\n";
      columns.clear();
      width = 0;
    }
    width += wide;
    columns.push_back(std::move(column));
  }
  return text + joined(columns, layout.color) + reasons_of(task, epochs);
}

}  // namespace

std::string programs_text(const std::vector<TaskPrograms>& tasks, const ProgramsLayout& layout) {
  std::string text;
  for (const TaskPrograms& task : tasks) {
    text += (text.empty() ? "" : "\n") + task_text(task, layout);
  }
  return text;
}

std::string program_html(const std::string& code, std::optional<std::int64_t> failing_line) {
  std::string html = "<pre class=\"program\" tabindex=\"0\">";
  std::int64_t number = 0;
  for (const std::string_view line : lines_of(cut_utf8(code, kHtmlBytes))) {
    ++number;
    const std::string shown = fmt::format("{:>3} {}", number, html_escaped(line));
    html += failing_line == number
                ? fmt::format("<mark title=\"it fails at this line\">{}</mark>\n", shown)
                : shown + "\n";
  }
  if (code.size() > kHtmlBytes) html += "...\n";
  return html + "</pre>";
}

}  // namespace papert::report

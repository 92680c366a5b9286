#include "report/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"

namespace papert::report {
namespace {

struct FormatName {
  std::string_view name;
  Format format;
};
constexpr std::array<FormatName, 5> kFormats{{{"text", Format::kText},
                                              {"csv", Format::kCsv},
                                              {"markdown", Format::kMarkdown},
                                              {"latex", Format::kLatex},
                                              {"json", Format::kJson}}};

bool is_figure_column(Shown shown) { return shown != Shown::kKey && shown != Shown::kCount; }

bool is_empty(const Cell& cell) {
  if (const auto* figure = std::get_if<Figure>(&cell)) return !figure->mean;
  if (const auto* text = std::get_if<std::string>(&cell)) return text->empty();
  return std::holds_alternative<std::monostate>(cell);
}

std::string four_decimals(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string interval_text(const Figure& figure) {
  if (!figure.low || !figure.high) return "-";
  return fmt::format("[{:.4f}, {:.4f}]", *figure.low, *figure.high);
}

/// A table of texts, as all formats that are looked at have it.
struct Plain {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

std::vector<std::string> headers_of(const Column& column) {
  if (column.shown != Shown::kSpread) return {column.title};
  return {column.title, "± stderr", "95 % interval", "n"};
}

std::string mean_text(const Figure& figure, bool with_error) {
  std::string text = four_decimals(figure.mean);
  if (with_error && figure.error) text += fmt::format(" ± {:.4f}", *figure.error);
  return text;
}

std::vector<std::string> texts_of(const Cell& cell, Shown shown, Format format) {
  if (is_figure_column(shown)) {
    const auto* found = std::get_if<Figure>(&cell);
    const Figure figure = found == nullptr ? Figure{} : *found;
    if (shown == Shown::kSpread) {
      return {four_decimals(figure.mean), four_decimals(figure.error), interval_text(figure),
              figure.n ? format_count(*figure.n) : "-"};
    }
    return {mean_text(figure, shown == Shown::kMeanError || format != Format::kText)};
  }
  if (const auto* text = std::get_if<std::string>(&cell)) return {*text};
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return {format_count(*count)};
  return {shown == Shown::kCount ? "-" : ""};
}

/// How many of the first columns say what the row above says.
std::size_t repeated(const Sheet& sheet, std::size_t row) {
  std::size_t same = 0;
  if (row == 0) return same;
  while (same < sheet.nested &&
         sheet.rows[row][same].index() == sheet.rows[row - 1][same].index() &&
         texts_of(sheet.rows[row][same], Shown::kKey, Format::kText) ==
             texts_of(sheet.rows[row - 1][same], Shown::kKey, Format::kText)) {
    ++same;
  }
  return same;
}

Plain plain_of(const Sheet& sheet, Format format) {
  Plain plain;
  for (const Column& column : sheet.columns) {
    for (std::string& title : headers_of(column)) plain.header.push_back(std::move(title));
  }
  for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
    const std::size_t same = repeated(sheet, r);
    std::vector<std::string>& row = plain.rows.emplace_back();
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
      for (std::string& text : texts_of(sheet.rows[r][c], sheet.columns[c].shown, format)) {
        row.push_back(c < same ? "" : std::move(text));
      }
    }
  }
  return plain;
}

std::string text_of(const Sheet& sheet, const TableOptions& options) {
  Plain plain = plain_of(sheet, Format::kText);
  TextTable table(std::move(plain.header));
  for (auto& row : plain.rows) table.add_row(std::move(row));
  std::string text = sheet.title.empty() ? "" : sheet.title + "\n";
  text += table.to_string(options);
  for (const std::string& note : sheet.notes) text += note + "\n";
  return text;
}

std::string escaped_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '`' || c == '<') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string markdown_of(const Sheet& sheet) {
  const Plain plain = plain_of(sheet, Format::kMarkdown);
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += " " + escaped_markdown(cell) + " |";
    return text + "\n";
  };
  std::string text = sheet.title.empty() ? "" : "**" + escaped_markdown(sheet.title) + "**\n\n";
  text += line(plain.header) + "|";
  for (const Column& column : sheet.columns) {
    for (std::size_t i = 0; i < headers_of(column).size(); ++i) {
      text += column.shown == Shown::kKey ? " --- |" : " ---: |";
    }
  }
  text += "\n";
  for (const auto& row : plain.rows) text += line(row);
  for (const std::string& note : sheet.notes) text += "\n" + escaped_markdown(note) + "\n";
  return text;
}

std::string escaped_latex(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.substr(i).starts_with("±")) {
      out += "$\\pm$";
      i += std::string_view("±").size() - 1;
    } else if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '~' || c == '^') {
      out += fmt::format("\\{}{{}}", c);
    } else if (c == '<' || c == '>') {
      out += fmt::format("${}$", c);
    } else {
      if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string latex_of(const Sheet& sheet) {
  const Plain plain = plain_of(sheet, Format::kLatex);
  std::string places;
  for (const Column& column : sheet.columns) {
    places += std::string(headers_of(column).size(), column.shown == Shown::kKey ? 'l' : 'r');
  }
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      text += (i == 0 ? "" : " & ") + escaped_latex(cells[i]);
    }
    return text + " \\\\\n";
  };
  std::string text = sheet.title.empty() ? "" : "% " + sheet.title + "\n";
  text += "\\begin{tabular}{" + places + "}\n\\toprule\n" + line(plain.header) + "\\midrule\n";
  for (const auto& row : plain.rows) text += line(row);
  text += "\\bottomrule\n\\end{tabular}\n";
  for (const std::string& note : sheet.notes) text += "% " + note + "\n";
  return text;
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string key_text(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return std::to_string(*count);
  return "";
}

constexpr std::array<std::string_view, 6> kCsvFigures{"metric", "value", "stderr",
                                                      "low",    "high",  "n"};

/// What a key column is called. A setting may be called like a column that every line has (turtle
/// suites have a mode "metric"). Empty for the column that names the metrics of a sheet.
std::string csv_key(const Sheet& sheet, const Column& column) {
  const bool spread = std::any_of(sheet.columns.begin(), sheet.columns.end(),
                                  [](const Column& each) { return each.shown == Shown::kSpread; });
  if (spread && column.key == "metric") return "";
  const bool taken =
      std::find(kCsvFigures.begin(), kCsvFigures.end(), column.key) != kCsvFigures.end();
  return taken ? "run_" + column.key : column.key;
}

/// The columns that say what a line is about, over all sheets.
std::vector<std::string> csv_keys(std::span<const Sheet> sheets) {
  std::vector<std::string> keys{"table", "suite"};
  for (const Sheet& sheet : sheets) {
    for (const Column& column : sheet.columns) {
      if (column.shown != Shown::kKey) continue;
      const std::string key = csv_key(sheet, column);
      const bool known = key.empty() || std::find(keys.begin(), keys.end(), key) != keys.end();
      if (!known) keys.push_back(key);
    }
  }
  return keys;
}

std::string csv_figures(const std::string& metric, const Cell& cell) {
  const auto number = [](const auto& value) { return value ? fmt::format("{}", *value) : ""; };
  std::string line = csv_cell(metric);
  if (const auto* figure = std::get_if<Figure>(&cell)) {
    line += "," + number(figure->mean) + "," + number(figure->error) + "," + number(figure->low) +
            "," + number(figure->high) + "," + number(figure->n);
  } else {
    line += "," + key_text(cell) + ",,,,";
  }
  return line;
}

/// The lines of a row: one for each of its figures, behind what the row is about.
std::string csv_row(const Sheet& sheet, std::size_t r, const std::vector<std::string>& keys) {
  const auto& row = sheet.rows[r];
  std::vector<std::string> about(keys.size());
  about[0] = sheet.name;
  about[1] = sheet.suite;
  std::string metric;
  for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
    if (sheet.columns[c].shown != Shown::kKey) continue;
    const auto place = std::find(keys.begin(), keys.end(), csv_key(sheet, sheet.columns[c]));
    (place == keys.end() ? metric : about[static_cast<std::size_t>(place - keys.begin())]) =
        key_text(row[c]);
  }
  if (!sheet.metrics.empty()) metric = sheet.metrics[r];
  std::string start;
  for (const std::string& value : about) start += csv_cell(value) + ",";
  std::string text;
  for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
    if (sheet.columns[c].shown == Shown::kKey || is_empty(row[c])) continue;
    text += start + csv_figures(metric.empty() ? sheet.columns[c].key : metric, row[c]) + "\n";
  }
  return text;
}

std::string csv_of(std::span<const Sheet> sheets) {
  const std::vector<std::string> keys = csv_keys(sheets);
  std::string text;
  for (const std::string& key : keys) text += csv_cell(key) + ",";
  text += fmt::format("{}\n", fmt::join(kCsvFigures, ","));
  for (const Sheet& sheet : sheets) {
    for (std::size_t r = 0; r < sheet.rows.size(); ++r) text += csv_row(sheet, r, keys);
  }
  return text;
}

Json cell_json(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return *count;
  const auto* figure = std::get_if<Figure>(&cell);
  if (figure == nullptr) return nullptr;
  return analysis::to_json(*figure);
}

}  // namespace

Result<Format> format_from_name(std::string_view name) {
  for (const FormatName& each : kFormats) {
    if (each.name == name) return each.format;
  }
  return fail(
      ErrorCode::kUsage,
      fmt::format("'{}' is not a format; there are: text, csv, markdown, latex, json", name),
      "--format");
}

void Sheet::drop_empty_columns() {
  for (std::size_t c = columns.size(); c-- > 0;) {
    const bool empty =
        std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return is_empty(row[c]); });
    if (!empty || rows.empty()) continue;
    columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (auto& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
    if (c < nested) --nested;
  }
}

Json sheets_json(std::span<const Sheet> sheets) {
  Json all{{"format", kFormat}, {"tables", Json::array()}};
  for (const Sheet& sheet : sheets) {
    Json json{{"name", sheet.name}, {"suite", sheet.suite}, {"title", sheet.title}};
    json["columns"] = Json::array();
    for (const Column& column : sheet.columns) {
      json["columns"].push_back({{"key", column.key}, {"title", column.title}});
    }
    json["rows"] = Json::array();
    for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
      Json cells = Json::object();
      for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        cells[sheet.columns[c].key] = cell_json(sheet.rows[r][c]);
      }
      if (!sheet.metrics.empty()) cells["metric"] = sheet.metrics[r];
      json["rows"].push_back(std::move(cells));
    }
    json["notes"] = sheet.notes;
    all["tables"].push_back(std::move(json));
  }
  return all;
}

std::string write_sheets(std::span<const Sheet> sheets, Format format,
                         const TableOptions& options) {
  if (format == Format::kCsv) return csv_of(sheets);
  if (format == Format::kJson) return dump_json_pretty(sheets_json(sheets)) + "\n";
  std::string text = format == Format::kLatex ? "% needs \\usepackage{booktabs}\n" : "";
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    if (i > 0) text += "\n";
    text += format == Format::kText       ? text_of(sheets[i], options)
            : format == Format::kMarkdown ? markdown_of(sheets[i])
                                          : latex_of(sheets[i]);
  }
  return text;
}

}  // namespace papert::report

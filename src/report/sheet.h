// A table with typed cells, and the ways it is written: for a terminal, a spreadsheet, a paper.
//
// Text, Markdown and LaTeX show figures with four decimals. CSV and JSON hold them in full, with
// standard error, interval and n. CSV is long: a line per figure, the columns of all tables
// together, so that one file holds several tables and any program can read it:
//
//     table,suite,model,tier,metric,value,stderr,low,high,n
//     tier,shapecode,baseline/heuristic,easy,exact_match,0.26,0.0626...,0.1587...,0.3955...,50
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/figure.h"
#include "base/json.h"
#include "base/result.h"
#include "report/table.h"

namespace papert::report {

enum class Format { kText, kCsv, kMarkdown, kLatex, kJson };

/// "text", "csv", "markdown", "latex" or "json"; kUsage for others.
[[nodiscard]] Result<Format> format_from_name(std::string_view name);

using analysis::Figure;

using Cell = std::variant<std::monostate, std::string, std::int64_t, Figure>;

enum class Shown {
  kKey,        // text or a number that says what the row is about
  kCount,      // a number that is a result
  kMean,       // a figure; its standard error only where there is room (Markdown, LaTeX)
  kMeanError,  // a figure with its standard error
  kSpread      // a figure as four columns: value, standard error, interval, n
};

struct Column {
  std::string key;  // as programs know it
  std::string title;
  Shown shown = Shown::kKey;
};

struct Sheet {
  std::string name;   // as programs know it
  std::string suite;  // the runs are of; may be empty
  std::string title;  // may be empty
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::string> metrics;  // of the rows, as programs know them, where each is about one
  std::size_t nested = 0;          // in so many first columns, what the row above says is left out
  std::vector<std::string> notes;  // sentences below the table

  /// Without columns in which no row has anything.
  void drop_empty_columns();
};

/// All sheets, one after the other, in one text.
[[nodiscard]] std::string write_sheets(std::span<const Sheet> sheets, Format format,
                                       const TableOptions& options = {});

/// {"format", "tables": [{"name", "suite", "title", "columns", "rows", "notes"}]}.
[[nodiscard]] Json sheets_json(std::span<const Sheet> sheets);

}  // namespace papert::report

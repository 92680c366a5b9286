// Tables in CSV, read without trust: quoting as RFC 4180 has it, rows that may span many lines, a
// damaged row reported with its line and the rows behind it still read.
//
//     CsvReader reader(text);
//     CsvRow row;
//     while (reader.next(row)) {
//       if (!row.error.empty()) ...   // row.line says where
//     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace papert {

struct CsvLimits {
  std::size_t fields = 64;                         // of one row
  std::size_t field_bytes = std::size_t{4} << 20;  // of one field
};

struct CsvRow {
  std::int64_t line = 0;            // where the row begins, from 1
  std::vector<std::string> fields;  // of a damaged row, those in front of the damage
  std::string error;                // why the row cannot be used; empty for a whole one
};

/// Fields are separated by commas and rows by \n or \r\n. A field in quotes may hold commas, line
/// ends and doubled quotes. A byte order mark in front and blank lines are passed over.
///
/// A row is damaged if a quote is not closed, stands inside a plain field, or is followed by
/// something else than the end of the field, or if a limit is exceeded. Reading goes on at the next
/// line that looks like the start of a row: a plain field without white space, a comma, and a
/// quote that opens text. Every byte is looked at a bounded number of times.
class CsvReader {
 public:
  /// Refers to the text.
  explicit CsvReader(std::string_view text, const CsvLimits& limits = {});

  /// False at the end.
  bool next(CsvRow& row);

 private:
  [[nodiscard]] std::string read_row(std::vector<std::string>& fields);
  [[nodiscard]] std::string read_field(std::string& field);
  [[nodiscard]] std::string read_quoted(std::string& field);
  [[nodiscard]] bool at_line_end() const;
  void skip_line_end();
  void skip_line();
  [[nodiscard]] bool at_row_start() const;

  std::string_view text_;
  CsvLimits limits_;
  std::size_t at_ = 0;
  std::int64_t line_ = 1;
};

}  // namespace papert

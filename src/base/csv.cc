#include "base/csv.h"

#include <algorithm>

namespace papert {

CsvReader::CsvReader(std::string_view text, const CsvLimits& limits)
    : text_(text), limits_(limits) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

bool CsvReader::at_line_end() const {
  const std::string_view rest = text_.substr(at_);
  return rest.empty() || rest.front() == '\n' || rest.starts_with("\r\n");
}

void CsvReader::skip_line_end() {
  if (at_ < text_.size() && text_[at_] == '\r') ++at_;
  if (at_ < text_.size() && text_[at_] == '\n') {
    ++at_;
    ++line_;
  }
}

void CsvReader::skip_line() {
  at_ = std::min(text_.find('\n', at_), text_.size());
  skip_line_end();
}

bool CsvReader::at_row_start() const {
  const std::string_view rest = text_.substr(at_);
  const std::size_t comma = rest.find_first_of(",\" \t\r\n");
  return comma != std::string_view::npos && rest[comma] == ',' && rest.size() > comma + 2 &&
         rest[comma + 1] == '"' && rest[comma + 2] != '"';
}

std::string CsvReader::read_quoted(std::string& field) {
  ++at_;
  while (true) {
    const std::size_t quote = text_.find('"', at_);
    const std::size_t end = std::min(quote, text_.size());
    if (field.size() + (end - at_) > limits_.field_bytes) return "a field is too long";
    field.append(text_, at_, end - at_);
    line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                        text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    at_ = end;
    if (quote == std::string_view::npos) return "a quote is not closed";
    ++at_;
    if (at_ >= text_.size() || text_[at_] != '"') break;
    field += '"';
    ++at_;
  }
  const bool ends = at_line_end() || text_[at_] == ',';
  return ends ? "" : "text follows a closing quote";
}

std::string CsvReader::read_field(std::string& field) {
  if (at_ < text_.size() && text_[at_] == '"') return read_quoted(field);
  while (!at_line_end() && text_[at_] != ',') {
    if (text_[at_] == '"') return "a quote stands inside a plain field";
    if (field.size() >= limits_.field_bytes) return "a field is too long";
    field += text_[at_++];
  }
  return "";
}

std::string CsvReader::read_row(std::vector<std::string>& fields) {
  while (true) {
    std::string error = read_field(fields.emplace_back());
    if (fields.size() > limits_.fields) return "the row has too many fields";
    if (!error.empty()) return error;
    if (at_line_end()) break;
    ++at_;
  }
  skip_line_end();
  return "";
}

bool CsvReader::next(CsvRow& row) {
  row = {};
  while (at_ < text_.size() && at_line_end()) skip_line_end();
  if (at_ >= text_.size()) return false;
  row.line = line_;
  const std::size_t start = at_;
  row.error = read_row(row.fields);
  if (row.error.empty()) return true;
  row.fields.pop_back();
  // A quote that was lost turns text and quoting inside out from here on, so the search for the
  // next row begins behind the first line of this one, not where the reading stopped.
  at_ = start;
  line_ = row.line;
  do {
    skip_line();
  } while (at_ < text_.size() && !at_row_start());
  return true;
}

}  // namespace papert

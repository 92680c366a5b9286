#include "mint/question/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/csv.h"
#include "base/text.h"

namespace papert::mint {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// Where the columns of a table are.
struct Columns {
  std::size_t question = kNone;
  std::size_t answer = kNone;
  std::size_t subject = kNone;
  std::vector<std::size_t> options;  // A, B, ...
  std::size_t count = 0;
};

Result<Columns> columns_of(const std::vector<std::string>& header, const std::string& where) {
  const auto find = [&](std::string_view name) {
    const auto found = std::find_if(header.begin(), header.end(),
                                    [&](const std::string& cell) { return trim(cell) == name; });
    return found == header.end() ? kNone : static_cast<std::size_t>(found - header.begin());
  };
  Columns columns{find("Question"), find("Answer"), find("Subject"), {}, header.size()};
  if (columns.question == kNone || columns.answer == kNone) {
    return fail(ErrorCode::kBadData, "the first line must name the columns Question and Answer",
                where + ":1");
  }
  for (std::size_t i = 0; i < kMaxOptions && find(option_letter(i)) != kNone; ++i) {
    columns.options.push_back(find(option_letter(i)));
  }
  return columns;
}

Result<Question> question_from_row(const CsvRow& row, const Columns& columns,
                                   const std::string& where) {
  if (!row.error.empty()) return fail(ErrorCode::kBadData, row.error, where);
  if (row.fields.size() != columns.count) {
    return fail(
        ErrorCode::kBadData,
        fmt::format("{} fields where the first line names {}", row.fields.size(), columns.count),
        where);
  }
  constexpr std::string_view kMarker = "Question:";
  const std::string_view cell = row.fields[columns.question];
  const std::size_t marker = cell.rfind(kMarker);
  if (marker == std::string_view::npos) {
    return fail(ErrorCode::kBadData, "the cell Question has no 'Question:' in it", where);
  }
  auto found = find_program(cell.substr(0, marker));
  if (!found) return fail(ErrorCode::kBadData, "no program was found in the cell Question", where);
  Question question;
  question.id = columns.question == 0 ? std::to_string(row.line) : row.fields.front();
  question.language = found->language;
  question.program = std::move(found->program);
  question.text = trim(cell.substr(marker + kMarker.size()));
  for (const std::size_t column : columns.options) {
    question.options.emplace_back(trim(row.fields[column]));
  }
  question.answer = trim(row.fields[columns.answer]);
  if (columns.subject != kNone) question.category = trim(row.fields[columns.subject]);
  TRY(check(question, where));
  return question;
}

}  // namespace

Result<void> for_each_row(
    std::string_view text, const std::string& where,
    const std::function<void(Result<Question> question, const std::string& where)>& use) {
  std::string repaired;  // damaged UTF-8 is read as JSON readers read it
  if (!is_valid_utf8(text)) text = repaired = sanitise_utf8(text);
  CsvReader reader(text);
  CsvRow row;
  if (!reader.next(row)) return fail(ErrorCode::kBadData, "the table is empty", where);
  if (!row.error.empty()) return fail(ErrorCode::kBadData, row.error, where + ":1");
  const Columns columns = TRY(columns_of(row.fields, where));
  std::map<std::string, int> rows_of;  // of each number
  while (reader.next(row)) {
    const std::string place = fmt::format("{}:{}", where, row.line);
    // A damaged row counts as well, where its number can be read: it must not change the ids of the
    // others.
    const std::string number = row.fields.empty() ? "" : row.fields.front();
    const int k = ++rows_of[number];
    auto question = question_from_row(row, columns, place);
    if (question) question->id += fmt::format("-{}", columns.question == 0 ? 1 : k);
    use(std::move(question), place);
  }
  return {};
}

}  // namespace papert::mint

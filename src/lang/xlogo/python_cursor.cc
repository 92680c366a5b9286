#include "lang/xlogo/python_cursor.h"

#include <fmt/format.h>

#include "lang/xlogo/json_place.h"

namespace papert::lang::xlogo {

bool PythonCursor::unexpected(std::string_view expected) {
  switch (token_.kind) {
    case TokenKind::kWrong:
      return fail(token_.line, std::string(token_.text));
    case TokenKind::kEnd:
      return fail(token_.line, fmt::format("expected {}, found the end of the text", expected));
    case TokenKind::kIndent:
      return fail(token_.line, fmt::format("expected {}, found deeper indentation", expected));
    case TokenKind::kDedent:
      return fail(token_.line, fmt::format("expected {}, found less indentation", expected));
    case TokenKind::kNewline:
      return fail(token_.line, fmt::format("expected {}, found the end of the line", expected));
    default:
      break;
  }
  const std::string found = shown(token_.text);
  const std::string line = shown(reader_.line_of(token_));
  return fail(token_.line, found == line ? fmt::format("expected {}, found '{}'", expected, found)
                                         : fmt::format("expected {}, found '{}' in '{}'", expected,
                                                       found, line));
}

bool PythonCursor::expect_mark(char mark) {
  if (!at_mark(mark)) return unexpected(fmt::format("'{}'", mark));
  advance();
  return true;
}

bool PythonCursor::expect_word(std::string_view word) {
  if (!at_word(word)) return unexpected(fmt::format("'{}'", word));
  advance();
  return true;
}

bool PythonCursor::end_line() {
  if (at_mark(';')) advance();
  if (!at(TokenKind::kNewline)) return unexpected("the end of the line");
  advance();
  return true;
}

bool PythonCursor::skip_strings() {
  while (at(TokenKind::kString)) {
    skip_string();
    if (!end_line()) return false;
  }
  return true;
}

}  // namespace papert::lang::xlogo

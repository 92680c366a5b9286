// A place among the tokens of the Python form: looks at them, passes them, and says what is wrong
// with them. Private to this folder.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "lang/xlogo/program.h"
#include "lang/xlogo/python_tokens.h"

namespace papert::lang::xlogo {

/// Functions that give a bool return false after they have noted the error.
class PythonCursor {
 protected:
  explicit PythonCursor(std::string_view text) : reader_(text), token_(reader_.next()) {}

  void advance() { token_ = reader_.next(); }
  [[nodiscard]] bool at(TokenKind kind) const { return token_.kind == kind; }
  [[nodiscard]] bool at_mark(char mark) const {
    return at(TokenKind::kMark) && token_.text[0] == mark;
  }
  [[nodiscard]] bool at_word(std::string_view word) const {
    return at(TokenKind::kName) && token_.text == word;
  }

  bool fail(int line, std::string message) {
    error_ = {line, std::move(message)};
    return false;
  }

  /// What was expected here, and what stands here instead.
  bool unexpected(std::string_view expected);

  bool expect_mark(char mark);
  bool expect_word(std::string_view word);
  bool end_line();

  void skip_comma() {
    if (at_mark(',')) advance();
  }

  /// Strings beside each other are one string.
  void skip_string() {
    while (at(TokenKind::kString)) advance();
  }

  /// Strings as statements at the top level.
  bool skip_strings();

  TokenReader reader_;
  Token token_;
  FormatError error_;
};

}  // namespace papert::lang::xlogo

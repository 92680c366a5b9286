// The tokens of the Python form, one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lang/xlogo/program.h"

namespace papert::lang::xlogo {

enum class TokenKind : std::uint8_t {
  kName,
  kNumber,
  kString,  // `text` is what stands between the quotes, escapes untouched
  kMark,    // one character: ( ) , : ; or anything else that is not part of a program
  kNewline,
  kIndent,
  kDedent,
  kEnd,
  kWrong  // `text` says why
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  int line = 1;
};

/// Reads as Python does: indentation by tabs to multiples of eight with tabs and spaces that must
/// agree, no line ends inside parentheses, backslash continuation, \n, \r\n and \r.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text);

  /// After kWrong and kEnd only the same again.
  [[nodiscard]] Token next();

  /// Whether nothing is left of the text but tokens that close what is open.
  [[nodiscard]] bool finished() const { return at_end(); }

  /// The line a token is in, trimmed, for messages.
  [[nodiscard]] std::string_view line_of(const Token& token) const;

 private:
  struct Column {
    int tabs_of_eight = 0;
    int tabs_of_one = 0;
  };

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool at_line_end() const { return peek() == '\n' || peek() == '\r'; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  void skip_line_end();
  void skip_comment();
  bool skip_spaces();
  Token indentation(Column column);
  Token line_start();
  Token word();
  Token string_literal(std::size_t prefix);
  Token wrong(std::string_view why, int line);
  [[nodiscard]] Token make(TokenKind kind, std::size_t start) const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t token_start_ = 0;
  int line_ = 1;
  int parentheses_ = 0;
  int dedents_ = 0;
  bool line_begins_ = true;
  bool line_has_tokens_ = false;
  std::vector<Column> indents_{{}};
  Token end_;
  bool ended_ = false;
};

}  // namespace papert::lang::xlogo

// Python's tokens (lang/python) as the Python form of a grid program wants them: keywords are
// names, operators come character by character, and what Python's lexer refuses is shown as it
// stands where that says more than the lexer's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lang/python/tokens.h"

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
  std::size_t begin = 0;  // where it stands in the text
};

class TokenReader {
 public:
  /// `text` is valid UTF-8 without NUL bytes.
  explicit TokenReader(std::string_view text);

  /// After kWrong and kEnd only the same again.
  [[nodiscard]] Token next();

  /// Whether nothing is left of the text but tokens that close what is open.
  [[nodiscard]] bool finished() const { return previous_.begin >= text_.size(); }

  /// The line a token is in, trimmed, for messages.
  [[nodiscard]] std::string_view line_of(const Token& token) const;

 private:
  [[nodiscard]] Token plain(TokenKind kind, const python::Token& token) const;
  [[nodiscard]] Token one_mark(std::size_t at, int line) const;
  Token marks(const python::Token& token);
  Token text_string(const python::Token& token);
  Token refused(const python::Token& token);
  [[nodiscard]] std::size_t start_after(std::size_t end) const;
  [[nodiscard]] int line_at(std::size_t at) const;

  std::string_view text_;
  python::Tokenizer tokens_;
  python::Token previous_;
  bool joined_last_line_ = false;  // the text does not end its last line
  // What is left of an operator, or the string behind a prefix that is taken for a name.
  Token pending_;
  std::size_t pending_marks_ = 0;
  bool pending_string_ = false;
};

}  // namespace papert::lang::xlogo

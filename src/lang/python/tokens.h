// Python's lexical rules: text in, tokens out, one at a time.
//
// The text must be valid UTF-8 without NUL bytes; the caller checks that first. It is never copied:
// tokens are offsets. After an error every further token is kError.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace papert::lang::python {

enum class TokenKind : std::uint8_t {
  kError,
  kEnd,
  kNewline,
  kIndent,
  kDedent,
  kName,
  kInteger,
  kFloat,
  kImaginary,
  kString,
  kBytes,
  // Operators and delimiters.
  kLeftParen,
  kRightParen,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kColon,
  kComma,
  kSemicolon,
  kDot,
  kEllipsis,
  kEqual,
  kColonEqual,
  kArrow,
  kAt,
  kPlus,
  kMinus,
  kTilde,
  kStar,
  kDoubleStar,
  kBinaryOperator,   // / // % << >> & | ^
  kCompareOperator,  // == != < > <= >=
  kAugmentedAssign,  // += and the like
  // Keywords, in the order of the table in the .cc; nothing else comes behind them.
  kFalse,
  kNone,
  kTrue,
  kAnd,
  kAs,
  kAssert,
  kAsync,
  kAwait,
  kBreak,
  kClass,
  kContinue,
  kDef,
  kDel,
  kElif,
  kElse,
  kExcept,
  kFinally,
  kFor,
  kFrom,
  kGlobal,
  kIf,
  kImport,
  kIn,
  kIs,
  kLambda,
  kNonlocal,
  kNot,
  kOr,
  kPass,
  kRaise,
  kReturn,
  kTry,
  kWhile,
  kWith,
  kYield,
};

constexpr bool opens_bracket(TokenKind kind) {
  return kind == TokenKind::kLeftParen || kind == TokenKind::kLeftBracket ||
         kind == TokenKind::kLeftBrace;
}

constexpr bool closes_bracket(TokenKind kind) {
  return kind == TokenKind::kRightParen || kind == TokenKind::kRightBracket ||
         kind == TokenKind::kRightBrace;
}

/// What a token adds to the number of open brackets.
constexpr int bracket_step(TokenKind kind) {
  return static_cast<int>(opens_bracket(kind)) - static_cast<int>(closes_bracket(kind));
}

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool slash = false;  // kBinaryOperator only: it is "/", which parameter lists use
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t line = 1;
};

/// Python's own limits.
inline constexpr std::size_t kMaxBrackets = 200;
inline constexpr std::size_t kMaxIndents = 100;  // levels of the stack, its bottom included
inline constexpr std::size_t kMaxDecimalDigits = 4300;

/// Copyable: a copy is a point to come back to.
class Tokenizer {
 public:
  /// `text` stays alive as long as the tokenizer and is shorter than 4 GiB.
  explicit Tokenizer(std::string_view text, std::size_t max_brackets = kMaxBrackets);

  Token next();

  [[nodiscard]] std::string_view text_of(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

  /// What was wrong, once a token was kError: a static sentence.
  [[nodiscard]] std::string_view error() const { return error_; }

 private:
  struct Indent {
    std::uint32_t column;
    std::uint32_t tabless_column;  // with tabs one column wide: both must agree on the order
  };

  int at(std::size_t position) const {
    if (position < text_.size()) {
      const auto byte = static_cast<unsigned char>(text_[position]);
      return byte == '\r' ? '\n' : byte;
    }
    return position < limit_ ? '\n' : -1;
  }
  int peek() const { return at(position_); }
  void advance() { peek() == '\n' ? end_line() : void(++position_); }
  void end_line();
  void skip_blanks_and_comment();
  bool continue_line();

  bool begin_line();
  bool measure_indent(Indent& indent);
  bool apply_indent(Indent indent);

  Token make(TokenKind kind, std::size_t begin) const;
  Token fail(std::string_view error);
  Token token_at(int c);
  Token name_or_string();
  Token number();
  Token radix_number(std::size_t begin);
  Token decimal_number(std::size_t begin);
  bool digits_tail();
  bool exponent(bool& present);
  bool number_ends() const;
  Token string(std::size_t begin, bool raw, bool bytes);
  bool escape(bool bytes);
  bool named_escape();
  bool hex_digits(int count, std::uint32_t max_value);
  Token operator_token();
  Token open_bracket(TokenKind kind, char closer);
  Token close_bracket(TokenKind kind, char closer);

  std::string_view text_;
  std::size_t limit_ = 0;  // one past the end if the last line lacks its line end
  std::size_t position_ = 0;
  std::size_t max_brackets_;
  std::uint32_t line_ = 1;
  std::string_view error_;
  int pending_indents_ = 0;  // below zero: dedents
  bool at_line_start_ = true;
  bool blank_line_ = false;
  std::size_t indent_depth_ = 0;
  std::size_t bracket_depth_ = 0;
  std::array<Indent, kMaxIndents> indents_ = {};
  std::array<char, kMaxBrackets> closers_ = {};
};

}  // namespace papert::lang::python

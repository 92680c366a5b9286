// The literals of the tokenizer: numbers, strings and operators. A number must not run into a name,
// except into one of the keywords that may follow an expression: "1or 2" is Python.

#include <array>

#include "lang/python/characters.h"
#include "lang/python/tokens.h"

namespace papert::lang::python {
namespace {

bool is_radix_digit(int c, int radix) {
  if (radix == 16) return is_hex_digit(c);
  return c >= '0' && c < '0' + radix;
}

int radix_of(int letter) {
  switch (letter) {
    case 'x':
    case 'X':
      return 16;
    case 'o':
    case 'O':
      return 8;
    case 'b':
    case 'B':
      return 2;
    default:
      return 0;
  }
}

std::uint32_t hex_value(int c) {
  if (is_digit(c)) return static_cast<std::uint32_t>(c - '0');
  return static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
}

/// An operator of one character, or with "=" its augmented assignment.
Operator augmentable(std::string_view text, TokenKind kind) {
  if (text.substr(1, 1) == "=") return {TokenKind::kAugmentedAssign, 2};
  return {kind, 1};
}

/// * / < > and their doubled forms.
Operator doubleable(std::string_view text) {
  const char first = text[0];
  const bool compares = first == '<' || first == '>';
  const char second = text.size() > 1 ? text[1] : '\0';
  if (second == first) {
    if (text.substr(2, 1) == "=") return {TokenKind::kAugmentedAssign, 3};
    return {first == '*' ? TokenKind::kDoubleStar : TokenKind::kBinaryOperator, 2};
  }
  if (second == '=') {
    return {compares ? TokenKind::kCompareOperator : TokenKind::kAugmentedAssign, 2};
  }
  // "<>" is one token to Python, and never a valid one.
  if (first == '<' && second == '>') return {};
  if (compares) return {TokenKind::kCompareOperator, 1};
  return {first == '*' ? TokenKind::kStar : TokenKind::kBinaryOperator, 1};
}

constexpr std::string_view kBadNumber = "a malformed number";

}  // namespace

Operator match_operator(std::string_view text) {
  const char first = text[0];
  const char second = text.size() > 1 ? text[1] : '\0';
  const bool assigns = second == '=';
  switch (first) {
    case ',':
      return {TokenKind::kComma, 1};
    case ';':
      return {TokenKind::kSemicolon, 1};
    case '~':
      return {TokenKind::kTilde, 1};
    case '.':
      return text == "..." ? Operator{TokenKind::kEllipsis, 3} : Operator{TokenKind::kDot, 1};
    case ':':
      return assigns ? Operator{TokenKind::kColonEqual, 2} : Operator{TokenKind::kColon, 1};
    case '=':
      return assigns ? Operator{TokenKind::kCompareOperator, 2} : Operator{TokenKind::kEqual, 1};
    case '!':
      return assigns ? Operator{TokenKind::kCompareOperator, 2} : Operator{};
    case '-':
      return second == '>' ? Operator{TokenKind::kArrow, 2} : augmentable(text, TokenKind::kMinus);
    case '+':
      return augmentable(text, TokenKind::kPlus);
    case '@':
      return augmentable(text, TokenKind::kAt);
    case '%':
    case '&':
    case '|':
    case '^':
      return augmentable(text, TokenKind::kBinaryOperator);
    case '*':
    case '/':
    case '<':
    case '>':
      return doubleable(text);
    default:
      return {};
  }
}

Token Tokenizer::number() {
  const std::size_t begin = position_;
  if (peek() == '0' && radix_of(at(position_ + 1)) != 0) return radix_number(begin);
  return decimal_number(begin);
}

Token Tokenizer::radix_number(std::size_t begin) {
  const int radix = radix_of(at(position_ + 1));
  position_ += 2;
  do {
    if (peek() == '_') ++position_;
    if (!is_radix_digit(peek(), radix)) return fail(kBadNumber);
    while (is_radix_digit(peek(), radix)) ++position_;
  } while (peek() == '_');
  if (is_digit(peek()) || !number_ends()) return fail(kBadNumber);
  return make(TokenKind::kInteger, begin);
}

Token Tokenizer::decimal_number(std::size_t begin) {
  bool integer = true;
  if (peek() != '.' && !digits_tail()) return fail(kBadNumber);
  const std::size_t whole_end = position_;
  if (peek() == '.') {
    integer = false;
    ++position_;
    if (is_digit(peek()) && !digits_tail()) return fail(kBadNumber);
  }
  bool has_exponent = false;
  if (!exponent(has_exponent)) return fail(kBadNumber);
  if (peek() == 'j' || peek() == 'J') {
    ++position_;
    return number_ends() ? make(TokenKind::kImaginary, begin) : fail(kBadNumber);
  }
  if (!number_ends()) return fail(kBadNumber);
  if (!integer || has_exponent) return make(TokenKind::kFloat, begin);
  std::size_t digits = 0;
  bool nonzero = false;
  for (const char c : text_.substr(begin, whole_end - begin)) {
    digits += c != '_';
    nonzero = nonzero || (c != '0' && c != '_');
  }
  if (nonzero && text_[begin] == '0') return fail("a decimal number with a leading zero");
  if (nonzero && digits > kMaxDecimalDigits) return fail("a decimal number with too many digits");
  return make(TokenKind::kInteger, begin);
}

/// Digits with single underscores between them, at least one digit.
bool Tokenizer::digits_tail() {
  for (;;) {
    if (!is_digit(peek())) return false;
    while (is_digit(peek())) ++position_;
    if (peek() != '_') return true;
    ++position_;
  }
}

/// An "e" that no digits follow is left alone: it may begin "else".
bool Tokenizer::exponent(bool& present) {
  present = false;
  if (peek() != 'e' && peek() != 'E') return true;
  const int sign = at(position_ + 1);
  const bool has_sign = sign == '+' || sign == '-';
  if (!has_sign && !is_digit(sign)) return true;
  present = true;
  position_ += has_sign ? 2 : 1;
  return digits_tail();
}

bool Tokenizer::number_ends() const {
  if (!is_name_part(peek())) return true;
  const std::string_view rest = text_.substr(position_, 4);
  constexpr std::array<std::string_view, 8> kMayFollow = {"and", "else", "for", "if",
                                                          "in",  "is",   "or",  "not"};
  for (const std::string_view word : kMayFollow) {
    if (rest.starts_with(word)) return true;
  }
  return false;
}

Token Tokenizer::string(std::size_t begin, bool raw, bool bytes) {
  const int quote = peek();
  const std::uint32_t first_line = line_;
  const bool triple = at(position_ + 1) == quote && at(position_ + 2) == quote;
  const std::size_t quotes = triple ? 3 : 1;
  position_ += quotes;
  for (;;) {
    const int c = peek();
    if (c == -1 || (c == '\n' && !triple)) return fail("a string is never closed");
    if (c == quote && (!triple || (at(position_ + 1) == quote && at(position_ + 2) == quote))) {
      position_ += quotes;
      break;
    }
    if (bytes && c >= 0x80) return fail("a bytes literal with a non-ASCII character");
    const bool backslash = c == '\\';
    advance();
    if (!backslash) continue;
    if (!raw && !escape(bytes)) return fail("a malformed escape in a string");
    if (peek() != -1 && (peek() < 0x80 || !bytes)) advance();
  }
  Token token = make(bytes ? TokenKind::kBytes : TokenKind::kString, begin);
  token.line = first_line;
  return token;
}

/// After a backslash; checks the escape and leaves its letter to the caller.
bool Tokenizer::escape(bool bytes) {
  constexpr std::uint32_t kMaxCode = 0x10FFFF;
  switch (peek()) {
    case 'x':
      return hex_digits(2, kMaxCode);
    case 'u':
      return bytes || hex_digits(4, kMaxCode);
    case 'U':
      return bytes || hex_digits(8, kMaxCode);
    case 'N':
      return bytes || named_escape();
    default:
      return true;
  }
}

bool Tokenizer::hex_digits(int count, std::uint32_t max_value) {
  std::uint32_t value = 0;
  for (int i = 1; i <= count; ++i) {
    const int c = at(position_ + static_cast<std::size_t>(i));
    if (!is_hex_digit(c)) return false;
    value = value * 16 + hex_value(c);
  }
  return value <= max_value;
}

bool Tokenizer::named_escape() {
  std::size_t i = position_ + 1;
  if (at(i) != '{') return false;
  const std::size_t first = ++i;
  while (is_name_part(at(i)) || at(i) == ' ' || at(i) == '-') ++i;
  return i > first && at(i) == '}';
}

}  // namespace papert::lang::python

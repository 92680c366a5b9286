// Written by hand because the form is a small corner of Python and the text is a stranger's: no
// interpreter, no backtracking, every byte looked at a bounded number of times.

#include "lang/xlogo/python_tokens.h"

#include <algorithm>

#include "base/text.h"

namespace papert::lang::xlogo {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_quote(char c) { return c == '\'' || c == '"'; }

}  // namespace

TokenReader::TokenReader(std::string_view text) : text_(text) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

Token TokenReader::make(TokenKind kind, std::size_t start) const {
  return {kind, text_.substr(start, at_ - start), line_};
}

Token TokenReader::wrong(std::string_view why, int line) {
  end_ = {TokenKind::kWrong, why, line};
  ended_ = true;
  return end_;
}

void TokenReader::skip_line_end() {
  at_ += peek() == '\r' && peek(1) == '\n' ? 2 : 1;
  ++line_;
}

void TokenReader::skip_comment() {
  while (!at_end() && !at_line_end()) ++at_;
}

/// False at a backslash that continues nothing.
bool TokenReader::skip_spaces() {
  while (!at_end()) {
    if (peek() == ' ' || peek() == '\t' || peek() == '\f') {
      ++at_;
    } else if (peek() == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
      ++at_;
      skip_line_end();
      if (at_end()) return false;
    } else if (parentheses_ > 0 && at_line_end()) {
      skip_line_end();
    } else if (parentheses_ > 0 && peek() == '#') {
      skip_comment();
    } else {
      return true;
    }
  }
  return true;
}

/// The indentation of the next line that is neither blank nor a comment, against those open.
Token TokenReader::line_start() {
  Column column;
  for (;;) {
    const char c = peek();
    if (c == ' ') {
      ++column.tabs_of_eight;
      ++column.tabs_of_one;
    } else if (c == '\t') {
      column.tabs_of_eight = (column.tabs_of_eight / 8 + 1) * 8;
      ++column.tabs_of_one;
    } else if (c == '\f') {
      column = {};
    } else if (c == '#') {
      skip_comment();
      continue;
    } else if (at_line_end()) {
      skip_line_end();
      column = {};
      continue;
    } else {
      break;
    }
    ++at_;
  }
  line_begins_ = false;
  if (peek() == '\\') return wrong("a line that begins with a backslash", line_);
  return indentation(at_end() ? Column() : column);
}

Token TokenReader::indentation(Column column) {
  const Column top = indents_.back();
  constexpr std::string_view kMixed =
      "tabs and spaces are mixed so that the indentation is unclear";
  if (column.tabs_of_eight == top.tabs_of_eight) {
    if (column.tabs_of_one != top.tabs_of_one) return wrong(kMixed, line_);
    return next();
  }
  if (column.tabs_of_eight > top.tabs_of_eight) {
    if (column.tabs_of_one <= top.tabs_of_one) return wrong(kMixed, line_);
    indents_.push_back(column);
    return {TokenKind::kIndent, {}, line_};
  }
  while (indents_.back().tabs_of_eight > column.tabs_of_eight) {
    indents_.pop_back();
    ++dedents_;
  }
  if (indents_.back().tabs_of_eight != column.tabs_of_eight) {
    return wrong("the indentation matches no line above", line_);
  }
  if (indents_.back().tabs_of_one != column.tabs_of_one) return wrong(kMixed, line_);
  return next();
}

Token TokenReader::word() {
  const std::size_t start = at_;
  const bool number = is_digit(peek());
  while (!at_end() && (is_letter(peek()) || is_digit(peek()) || (number && peek() == '.'))) ++at_;
  const std::size_t length = at_ - start;
  if (!number && is_quote(peek()) && length == 1) {
    const char prefix = text_[start];
    if (prefix == 'r' || prefix == 'R' || prefix == 'u' || prefix == 'U') return string_literal(1);
  }
  return make(number ? TokenKind::kNumber : TokenKind::kName, start);
}

Token TokenReader::string_literal(std::size_t prefix) {
  token_start_ = at_ - prefix;
  const int first_line = line_;
  const char quote = peek();
  const bool triple = peek(1) == quote && peek(2) == quote;
  at_ += triple ? 3 : 1;
  const std::size_t begin = at_;
  while (!at_end()) {
    if (peek() == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
      const Token token{TokenKind::kString, text_.substr(begin, at_ - begin), first_line};
      at_ += triple ? 3 : 1;
      return token;
    }
    const bool escaped = peek() == '\\';
    if (escaped) ++at_;
    if (at_end()) break;
    if (at_line_end()) {
      if (!triple && !escaped) break;
      skip_line_end();
    } else {
      ++at_;
    }
  }
  return wrong("a string that does not end", first_line);
}

Token TokenReader::next() {
  if (ended_) return end_;
  if (line_begins_) return line_start();
  if (dedents_ > 0) {
    --dedents_;
    return {TokenKind::kDedent, {}, line_};
  }
  if (!skip_spaces()) return wrong("a backslash with nothing after it", line_);
  if (peek() == '#') skip_comment();
  if (at_end()) {
    if (parentheses_ > 0) return wrong("a parenthesis that is not closed", line_);
    if (line_has_tokens_) {
      line_has_tokens_ = false;
      line_begins_ = true;
      return {TokenKind::kNewline, {}, line_};
    }
    end_ = {TokenKind::kEnd, {}, line_};
    ended_ = true;
    return end_;
  }
  if (at_line_end()) {
    const Token token{TokenKind::kNewline, {}, line_};
    skip_line_end();
    line_begins_ = true;
    line_has_tokens_ = false;
    return token;
  }
  line_has_tokens_ = true;
  token_start_ = at_;
  if (is_letter(peek()) || is_digit(peek())) return word();
  if (is_quote(peek())) return string_literal(0);
  if (peek() == '(') ++parentheses_;
  if (peek() == ')') parentheses_ = std::max(parentheses_ - 1, 0);
  ++at_;
  return make(TokenKind::kMark, at_ - 1);
}

std::string_view TokenReader::line_of(const Token& token) const {
  // Tokens are looked back at at once, so the line is found from where the reader stands.
  std::size_t start = std::min(token_start_, text_.size());
  if (token.kind == TokenKind::kName || token.kind == TokenKind::kNumber ||
      token.kind == TokenKind::kMark) {
    start = static_cast<std::size_t>(token.text.data() - text_.data());
  }
  constexpr std::string_view kLineEnds = "\r\n";
  const std::size_t before =
      start == 0 ? std::string_view::npos : text_.find_last_of(kLineEnds, start - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text_.find_first_of(kLineEnds, start), text_.size());
  return trim(text_.substr(begin, end - begin));
}

}  // namespace papert::lang::xlogo

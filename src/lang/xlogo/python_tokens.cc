#include "lang/xlogo/python_tokens.h"

#include <algorithm>

#include "base/text.h"
#include "lang/python/characters.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::string_view kLineEnds = "\r\n";

bool is_quote(char c) { return c == '\'' || c == '"'; }

/// How the reasons of the lexer are worded here; others are taken over.
std::string_view reworded(std::string_view reason) {
  if (reason == "tabs and spaces are mixed in the indentation") {
    return "tabs and spaces are mixed so that the indentation is unclear";
  }
  if (reason == "the indentation matches no outer level") {
    return "the indentation matches no line above";
  }
  if (reason == "a string is never closed") return "a string that does not end";
  return reason;
}

bool is_about_indentation(std::string_view reason) {
  return reason.find("indentation") != std::string_view::npos;
}

std::string_view without_mark_of_order(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace

TokenReader::TokenReader(std::string_view text)
    : text_(without_mark_of_order(text)),
      tokens_(text_),
      joined_last_line_(!text_.ends_with('\n') && !text_.ends_with('\r')) {}

Token TokenReader::plain(TokenKind kind, const python::Token& token) const {
  // A last line without an end gets one from the lexer, which then counts a line too many.
  const bool behind = joined_last_line_ && token.begin >= text_.size() &&
                      (kind == TokenKind::kEnd || kind == TokenKind::kDedent);
  return {kind, tokens_.text_of(token), static_cast<int>(token.line) - (behind ? 1 : 0),
          token.begin};
}

Token TokenReader::one_mark(std::size_t at, int line) const {
  return {TokenKind::kMark, text_.substr(at, 1), line, at};
}

Token TokenReader::next() {
  if (pending_marks_ > 0) {
    --pending_marks_;
    pending_ = one_mark(pending_.begin + 1, pending_.line);
    return pending_;
  }
  if (pending_string_) {
    pending_string_ = false;
    return pending_;
  }
  const std::size_t end = previous_.end;
  python::Token token = tokens_.next();
  if (token.kind == python::TokenKind::kError) {
    previous_.begin = static_cast<std::uint32_t>(start_after(end));
    return refused(token);
  }
  previous_ = token;
  const int line = static_cast<int>(token.line);
  if (token.kind == python::TokenKind::kName || token.kind >= python::TokenKind::kFalse) {
    return {TokenKind::kName, tokens_.text_of(token), line, token.begin};
  }
  switch (token.kind) {
    case python::TokenKind::kNewline:
      return {TokenKind::kNewline, {}, line, token.begin};
    case python::TokenKind::kEnd:
      return plain(TokenKind::kEnd, token);
    case python::TokenKind::kIndent:
      return plain(TokenKind::kIndent, token);
    case python::TokenKind::kDedent:
      return plain(TokenKind::kDedent, token);
    case python::TokenKind::kInteger:
    case python::TokenKind::kFloat:
    case python::TokenKind::kImaginary:
      return plain(TokenKind::kNumber, token);
    case python::TokenKind::kString:
    case python::TokenKind::kBytes:
      return text_string(token);
    default:
      return marks(token);
  }
}

/// An operator: its first character, the others to come.
Token TokenReader::marks(const python::Token& token) {
  const Token first = one_mark(token.begin, static_cast<int>(token.line));
  pending_marks_ = token.end - token.begin - 1;
  if (pending_marks_ > 0) pending_ = first;
  return first;
}

/// r and u may stand before a string; any other prefix is a name of its own, and refused as one.
Token TokenReader::text_string(const python::Token& token) {
  const std::string_view all = tokens_.text_of(token);
  const std::size_t prefix = all.find_first_of("'\"");
  const std::string_view quoted = all.substr(prefix);
  const bool triple = quoted.size() >= 6 && quoted[1] == quoted[0] && quoted[2] == quoted[0];
  const std::size_t quotes = triple ? 3 : 1;
  const Token content{TokenKind::kString, quoted.substr(quotes, quoted.size() - 2 * quotes),
                      static_cast<int>(token.line), token.begin};
  const bool plain_prefix =
      prefix == 0 || (prefix == 1 && std::string_view("rRuU").find(all[0]) != all.npos);
  if (plain_prefix) return content;
  pending_ = content;
  pending_string_ = true;
  return {TokenKind::kName, all.substr(0, prefix), content.line, token.begin};
}

/// What stands where the lexer found an error. The parser refuses it in any case, and says more
/// with the character or the word at hand.
Token TokenReader::refused(const python::Token& token) {
  const std::string_view reason = tokens_.error();
  const std::size_t at = previous_.begin;
  const int line = static_cast<int>(token.line);
  if (is_about_indentation(reason)) return {TokenKind::kWrong, reworded(reason), line, at};
  if (at >= text_.size()) {
    return {TokenKind::kWrong, "a parenthesis that is not closed",
            line - (joined_last_line_ ? 1 : 0), at};
  }
  const auto first = static_cast<unsigned char>(text_[at]);
  const auto ends_word = [](char c) {
    return !python::is_name_part(static_cast<unsigned char>(c)) && c != '.';
  };
  const auto word_end =
      std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(at), text_.end(), ends_word);
  const std::string_view word =
      text_.substr(at, static_cast<std::size_t>(word_end - text_.begin()) - at);
  if (python::is_digit(first)) return {TokenKind::kNumber, word, line, at};
  const bool string = is_quote(text_[at]) || (word_end != text_.end() && is_quote(*word_end));
  if (string) return {TokenKind::kWrong, reworded(reason), line_at(at), at};
  if (python::is_name_start(first)) {
    return {TokenKind::kName, word.substr(0, word.find('.')), line, at};
  }
  if (first == '\\' && at + 1 < text_.size() && kLineEnds.find(text_[at + 1]) != text_.npos) {
    return {TokenKind::kWrong, "a backslash with nothing after it", line, at};
  }
  const std::size_t line_end = at == 0 ? text_.npos : text_.find_last_of(kLineEnds, at - 1);
  const std::size_t line_start = line_end == text_.npos ? 0 : line_end + 1;
  if (first == '\\' && trim(text_.substr(line_start, at - line_start)).empty()) {
    return {TokenKind::kWrong, "a line that begins with a backslash", line_at(at), at};
  }
  return one_mark(at, line_at(at));
}

/// Where the next token begins: behind blanks, comments and joined lines.
std::size_t TokenReader::start_after(std::size_t end) const {
  std::size_t at = end;
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == '#') {
      at = std::min(text_.find_first_of(kLineEnds, at), text_.size());
    } else if (c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r') {
      ++at;
    } else if (c == '\\' && at + 2 < text_.size() && kLineEnds.find(text_[at + 1]) != text_.npos) {
      at += text_.substr(at + 1, 2) == "\r\n" ? 3 : 2;
    } else {
      break;
    }
  }
  return at;
}

int TokenReader::line_at(std::size_t at) const {
  int line = 1;
  for (std::size_t i = 0; i < at; ++i) {
    const bool ends = text_[i] == '\n' || (text_[i] == '\r' && text_.substr(i + 1, 1) != "\n");
    line += ends ? 1 : 0;
  }
  return line;
}

std::string_view TokenReader::line_of(const Token& token) const {
  const std::size_t start = std::min(token.begin, text_.size());
  const std::size_t before =
      start == 0 ? std::string_view::npos : text_.find_last_of(kLineEnds, start - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text_.find_first_of(kLineEnds, start), text_.size());
  return trim(text_.substr(begin, end - begin));
}

}  // namespace papert::lang::xlogo

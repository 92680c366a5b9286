// Hand-written because the notations are loose (three bracket styles, two name styles, words with
// hyphens) and errors must name the command. One pass, no backtracking; nesting and the number of
// values are bounded, so memory is bounded by the text.

#include "lang/cad/call_text.h"

#include <fmt/format.h>

#include <cmath>

#include "base/numbers.h"
#include "base/text.h"

namespace papert::lang::cad::detail {
namespace {

constexpr std::size_t kMaxQuoted = 40;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

bool is_open(char c) { return c == '(' || c == '[' || c == '{'; }

char closing(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

bool ends_atom(char c) {
  return is_space(c) || std::string_view("()[]{},;:='\"").find(c) != std::string_view::npos;
}

}  // namespace

std::string quote(std::string_view text) {
  const std::string clean = sanitise_utf8(text.substr(0, 4 * kMaxQuoted));
  const std::string_view cut = cut_utf8(clean, kMaxQuoted);
  return fmt::format("'{}{}'", cut, cut.size() < clean.size() ? "..." : "");
}

std::optional<double> to_number(std::string_view text) {
  const auto number = parse_number<double>(text);
  if (!number || !std::isfinite(*number)) return std::nullopt;
  return number;
}

std::optional<std::int64_t> to_whole(std::string_view text) {
  return parse_number<std::int64_t>(text);
}

std::string plain_word(std::string_view text) {
  std::string word = lower(text);
  std::erase_if(word, [](char c) { return c == '-' || c == '_'; });
  return word;
}

std::string Call::where() const { return fmt::format("command {}, line {}", number, line); }

Error CallReader::error(ErrorCode code, std::string message) const {
  return {code, std::move(message), fmt::format("command {}, line {}", number_, line_)};
}

void CallReader::skip_space() {
  for (; !at_end() && is_space(peek()); ++position_) line_ += peek() == '\n' ? 1 : 0;
}

void CallReader::skip_separators() {
  skip_space();
  while (peek() == ';' || peek() == ',') {
    ++position_;
    skip_space();
  }
}

Result<std::string> CallReader::atom() {
  const std::size_t start = position_;
  if (peek() == '"' || peek() == '\'') {
    const std::size_t end = text_.find(peek(), position_ + 1);
    if (end == std::string_view::npos) {
      return fail(
          error(ErrorCode::kBadData, "a quote without its partner: " + quote(text_.substr(start))));
    }
    position_ = end + 1;
    return std::string(text_.substr(start + 1, end - start - 1));
  }
  while (!at_end() && !ends_atom(peek())) ++position_;
  if (position_ == start) {
    return fail(error(ErrorCode::kBadData, at_end() ? std::string("the text ends inside a command")
                                                    : "expected a word or a number before " +
                                                          quote(text_.substr(start))));
  }
  return std::string(text_.substr(start, position_ - start));
}

Result<Value> CallReader::value(int depth) {
  if (++values_ > kMaxCallValues) {
    return fail(
        error(ErrorCode::kLimit, fmt::format("a command of more than {} values", kMaxCallValues)));
  }
  Value value;
  if (!is_open(peek())) {
    value.text = TRY(atom());
    skip_space();
    if (peek() == '=' || peek() == ':') {
      ++position_;
      skip_space();
      value.name = std::move(value.text);
      value.text.clear();
      if (!is_open(peek())) value.text = TRY(atom());
      skip_space();
    }
  }
  if (is_open(peek())) {
    value.is_list = true;
    value.items = TRY(list(depth + 1));
    skip_space();
  }
  return value;
}

Result<std::vector<Value>> CallReader::list(int depth) {
  if (depth > kMaxCallDepth) {
    return fail(error(ErrorCode::kLimit,
                      fmt::format("brackets nested deeper than {} levels", kMaxCallDepth)));
  }
  const char close = closing(peek());
  ++position_;
  std::vector<Value> items;
  skip_space();
  while (peek() != close) {
    items.push_back(TRY(value(depth)));
    if (peek() == ',') {
      ++position_;
      skip_space();
    } else if (peek() != close) {
      return fail(
          error(ErrorCode::kBadData, at_end() ? fmt::format("the text ends before a '{}'", close)
                                              : fmt::format("expected ',' or '{}' before {}", close,
                                                            quote(text_.substr(position_)))));
    }
  }
  ++position_;
  return items;
}

Result<std::optional<Call>> CallReader::next() {
  skip_separators();
  if (at_end()) return std::optional<Call>();
  ++number_;
  values_ = 0;
  Call call{.number = number_, .line = line_, .begin = position_};
  call.name = TRY(atom());
  skip_space();
  if (peek() == ':') {
    ++position_;
    skip_space();
    if (!is_open(peek())) {
      return fail(error(ErrorCode::kBadData, "expected '(' after " + quote(call.name + ":")));
    }
  }
  if (is_open(peek())) {
    call.has_arguments = true;
    call.arguments = TRY(list(1));
  }
  return std::optional<Call>(std::move(call));
}

}  // namespace papert::lang::cad::detail

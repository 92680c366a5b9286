#include "lang/shapes/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "lang/python/identifiers.h"
#include "lang/python/text.h"

namespace papert::lang::shapes {
namespace {

constexpr std::array<std::string_view, 16> kErrorNames = {"empty_program",
                                                          "syntax_error",
                                                          "top_level_only",
                                                          "invalid_function",
                                                          "unsupported_function",
                                                          "positional_arguments",
                                                          "invalid_keyword_argument",
                                                          "duplicate_argument",
                                                          "non_literal_argument",
                                                          "unexpected_argument",
                                                          "missing_argument",
                                                          "out_of_range",
                                                          "invalid_stroke",
                                                          "program_too_large",
                                                          "invalid_color",
                                                          "invalid_points"};

tl::unexpected<ParseError> syntax_error(const python::Parser& parser) {
  const python::Token& token = parser.failure_token();
  const std::string_view text = parser.text_of(token);
  std::string message = "this is not Python: " + std::string(parser.failure());
  if (!text.empty() && text.front() != '\n' && text.front() != '\r') {
    message += fmt::format(", at '{}'", shown(text));
  }
  return parse_error(ParseErrorName::kSyntaxError, token.line, std::move(message));
}

tl::unexpected<ParseError> too_many(std::size_t limit, std::uint32_t line) {
  return parse_error(ParseErrorName::kProgramTooLarge, line,
                     fmt::format("the program has more than {} statements", limit));
}

}  // namespace

std::string_view error_name(ParseErrorName name) {
  return kErrorNames[static_cast<std::size_t>(name)];
}

tl::unexpected<ParseError> parse_error(ParseErrorName name, std::uint32_t line,
                                       std::string message) {
  return tl::unexpected<ParseError>(ParseError{name, std::move(message), line});
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMaxBytes = 48;
  std::string result(cut_utf8(text, kMaxBytes));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\x7F') c = ' ';
  }
  if (result.size() < text.size()) result += "...";
  return result;
}

int integer_value(std::string_view literal, bool negative) {
  constexpr int kFar = 1 << 20;
  int radix = 10;
  if (literal.size() > 2 && literal[0] == '0') {
    const char letter = static_cast<char>(literal[1] | 0x20);
    radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
    if (radix != 10) literal.remove_prefix(2);
  }
  int value = 0;
  for (const char c : literal) {
    if (c == '_') continue;
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    value = std::min(value * radix + digit, kFar);
  }
  return negative ? -value : value;
}

tl::expected<std::string, ParseError> called_name(const python::Parser& parser,
                                                  const python::Statement& statement) {
  const std::string_view text = parser.text_of(statement.token);
  if (!statement.is_call) {
    return parse_error(
        ParseErrorName::kTopLevelOnly, statement.token.line,
        fmt::format("'{}' begins something other than a call: only top-level calls are allowed",
                    shown(text)));
  }
  if (!statement.named_callee) {
    return parse_error(ParseErrorName::kInvalidFunction, statement.token.line,
                       "what is called must be a bare name");
  }
  return python::normalised_identifier(text);
}

Check check_all_named(const python::Statement& statement, std::string_view function) {
  const bool positional =
      std::ranges::any_of(statement.arguments, [](const python::Argument& argument) {
        return argument.kind == python::ArgumentKind::kPositional;
      });
  if (!positional) return {};
  return parse_error(ParseErrorName::kPositionalArguments, statement.token.line,
                     fmt::format("every argument of {} needs its name", function));
}

Check check_size(std::string_view text, const ParseLimits& limits) {
  constexpr std::size_t kOffsets = std::numeric_limits<std::uint32_t>::max();
  const std::size_t max_bytes = std::min(limits.max_bytes, kOffsets);
  if (text.size() <= max_bytes) return {};
  return parse_error(ParseErrorName::kProgramTooLarge, 1,
                     fmt::format("the program has {} bytes, more than {}", text.size(), max_bytes));
}

Check read_statements(std::string_view text, const ParseLimits& limits, const ReadStatement& read) {
  if (!is_valid_utf8(text) || text.find('\0') != std::string_view::npos) {
    return parse_error(ParseErrorName::kSyntaxError, 1,
                       "the text is not valid UTF-8, or holds a NUL character");
  }
  if (python::python_strip(text).empty()) {
    return parse_error(ParseErrorName::kEmptyProgram, 1, "the program is empty");
  }
  python::Parser parser(text, limits.nesting);
  python::Statement statement;
  Check first;
  std::size_t count = 0;
  std::uint32_t limit_line = 1;
  while (parser.next(statement)) {
    if (++count == limits.max_calls + 1) limit_line = statement.token.line;
    if (first && count <= limits.max_calls) first = read(parser, statement);
  }
  if (parser.failed()) return syntax_error(parser);
  if (count > limits.max_calls) return too_many(limits.max_calls, limit_line);
  return first;
}

}  // namespace papert::lang::shapes

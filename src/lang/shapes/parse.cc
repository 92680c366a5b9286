// The general path: Python's grammar decides what the text is, then each top-level statement is
// checked as a shape call. The plain path is tried first; it answers for nearly every real program
// (see parse_plain.cc) and hands all others over from the beginning.

#include "lang/shapes/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "lang/python/grammar.h"
#include "lang/python/identifiers.h"
#include "lang/python/text.h"
#include "lang/shapes/parse_paths.h"

namespace papert::lang::shapes {
namespace {

constexpr std::array<std::string_view, 14> kErrorNames = {"empty_program",
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
                                                          "program_too_large"};

/// Program text for a message: short, on one line.
std::string shown(std::string_view text) {
  constexpr std::size_t kMaxBytes = 48;
  std::string result(cut_utf8(text, kMaxBytes));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\x7F') c = ' ';
  }
  if (result.size() < text.size()) result += "...";
  return result;
}

tl::unexpected<ParseError> error(ParseErrorName name, std::uint32_t line, std::string message) {
  return tl::unexpected<ParseError>(ParseError{name, std::move(message), line});
}

/// The value of an integer literal; whatever is beyond all ranges of the language may be cut.
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

/// One call under scrutiny: the checks run in the order the language prescribes.
class CallReader {
 public:
  CallReader(const python::Parser& parser, const lang::python::Statement& statement)
      : parser_(parser), statement_(statement) {}

  tl::expected<Shape, ParseError> read() {
    if (auto result = check_function(); !result) return tl::unexpected(result.error());
    if (auto result = check_arguments(); !result) return tl::unexpected(result.error());
    if (auto result = check_names(); !result) return tl::unexpected(result.error());
    if (auto result = check_ranges(); !result) return tl::unexpected(result.error());
    return Shape{kind_, values_[kCx], values_[kCy], values_[extent_slot()], values_[kStroke]};
  }

 private:
  enum Slot : std::size_t { kCx, kCy, kRadius, kSize, kStroke, kSlots };
  static constexpr std::array<std::string_view, kSlots> kSlotNames = {"cx", "cy", "radius", "size",
                                                                      "stroke"};
  using Check = tl::expected<void, ParseError>;

  [[nodiscard]] std::uint32_t line() const { return statement_.token.line; }
  [[nodiscard]] Slot extent_slot() const { return is_circle(kind_) ? kRadius : kSize; }
  [[nodiscard]] bool takes(Slot slot) const {
    return slot == kCx || slot == kCy || slot == extent_slot() ||
           (slot == kStroke && is_outlined(kind_));
  }

  Check check_function() {
    if (!statement_.is_call) {
      return error(ParseErrorName::kTopLevelOnly, line(),
                   fmt::format("'{}' begins something other than a call: only top-level calls "
                               "are allowed",
                               shown(parser_.text_of(statement_.token))));
    }
    if (!statement_.named_callee) {
      return error(ParseErrorName::kInvalidFunction, line(), "what is called must be a bare name");
    }
    const std::string name = python::normalised_identifier(parser_.text_of(statement_.token));
    const auto* found =
        std::ranges::find_if(kKinds, [&](Kind kind) { return kind_name(kind) == name; });
    if (found == kKinds.end()) {
      return error(ParseErrorName::kUnsupportedFunction, line(),
                   fmt::format("there is no function '{}': use filled_circle, circle, "
                               "filled_square or square",
                               shown(name)));
    }
    kind_ = *found;
    return {};
  }

  Check check_arguments() {
    const auto positional =
        std::ranges::any_of(statement_.arguments, [](const lang::python::Argument& argument) {
          return argument.kind == lang::python::ArgumentKind::kPositional;
        });
    if (positional) {
      return error(ParseErrorName::kPositionalArguments, line(),
                   fmt::format("every argument of {} needs its name", kind_name(kind_)));
    }
    for (const lang::python::Argument& argument : statement_.arguments) {
      if (auto result = check_argument(argument); !result) return result;
    }
    return {};
  }

  Check check_argument(const lang::python::Argument& argument) {
    if (argument.kind == lang::python::ArgumentKind::kUnpacked) {
      return error(ParseErrorName::kInvalidKeywordArgument, line(),
                   fmt::format("{} takes no double-starred arguments", kind_name(kind_)));
    }
    std::string name = python::normalised_identifier(parser_.text_of(argument.name));
    const auto* slot = std::ranges::find(kSlotNames, name);
    const auto index = static_cast<std::size_t>(slot - kSlotNames.begin());
    const bool fresh =
        index < kSlots ? !std::exchange(given_[index], true) : other_names_.insert(name).second;
    if (!fresh) {
      return error(ParseErrorName::kDuplicateArgument, argument.name.line,
                   fmt::format("argument '{}' is given twice", shown(name)));
    }
    if (argument.form != lang::python::Form::kInteger &&
        argument.form != lang::python::Form::kSignedInteger) {
      return error(ParseErrorName::kNonLiteralArgument, argument.name.line,
                   fmt::format("argument '{}' must be an integer literal", shown(name)));
    }
    if (index < kSlots) {
      values_[index] = integer_value(parser_.text_of(argument.value), argument.negative);
    }
    if (unexpected_.empty() && (index == kSlots || !takes(static_cast<Slot>(index)))) {
      unexpected_ = std::move(name);
    }
    return {};
  }

  Check check_names() const {
    if (!unexpected_.empty()) {
      return error(ParseErrorName::kUnexpectedArgument, line(),
                   fmt::format("{} takes no argument '{}'", kind_name(kind_), shown(unexpected_)));
    }
    for (const Slot slot : {kCx, kCy, extent_slot(), kStroke}) {
      if (takes(slot) && !given_[slot]) {
        return error(ParseErrorName::kMissingArgument, line(),
                     fmt::format("{} lacks its argument '{}'", kind_name(kind_), kSlotNames[slot]));
      }
    }
    return {};
  }

  [[nodiscard]] Check check_range(Slot slot, int low, int high) const {
    if (values_[slot] >= low && values_[slot] <= high) return {};
    return error(ParseErrorName::kOutOfRange, line(),
                 fmt::format("argument '{}' must be from {} to {}", kSlotNames[slot], low, high));
  }

  [[nodiscard]] Check check_ranges() const {
    if (auto result = check_range(kCx, 0, kCanvasSize - 1); !result) return result;
    if (auto result = check_range(kCy, 0, kCanvasSize - 1); !result) return result;
    if (auto result = check_range(extent_slot(), kMinExtent, kMaxExtent); !result) return result;
    if (!is_outlined(kind_)) return {};
    const int widest = max_stroke(kind_, values_[extent_slot()]);
    if (values_[kStroke] >= kMinStroke && values_[kStroke] <= widest) return {};
    return error(ParseErrorName::kInvalidStroke, line(),
                 fmt::format("the stroke of this {} must be from {} to {}", kind_name(kind_),
                             kMinStroke, widest));
  }

  const python::Parser& parser_;
  const lang::python::Statement& statement_;
  Kind kind_ = Kind::kFilledCircle;
  std::array<int, kSlots> values_ = {};
  std::array<bool, kSlots> given_ = {};
  std::unordered_set<std::string> other_names_;
  std::string unexpected_;
};

tl::unexpected<ParseError> syntax_error(const python::Parser& parser) {
  const lang::python::Token& token = parser.failure_token();
  const std::string_view text = parser.text_of(token);
  std::string message = "this is not Python: " + std::string(parser.failure());
  if (!text.empty() && text.front() != '\n' && text.front() != '\r') {
    message += fmt::format(", at '{}'", shown(text));
  }
  return error(ParseErrorName::kSyntaxError, token.line, std::move(message));
}

tl::unexpected<ParseError> too_many(std::size_t limit, std::uint32_t line) {
  return error(ParseErrorName::kProgramTooLarge, line,
               fmt::format("the program has more than {} statements", limit));
}

}  // namespace

std::string_view error_name(ParseErrorName name) {
  return kErrorNames[static_cast<std::size_t>(name)];
}

tl::expected<void, ParseError> parse_general(std::string_view text, Program& out,
                                             const ParseLimits& limits) {
  out.shapes.clear();
  if (!is_valid_utf8(text) || text.find('\0') != std::string_view::npos) {
    return error(ParseErrorName::kSyntaxError, 1,
                 "the text is not valid UTF-8, or holds a NUL character");
  }
  if (lang::python::python_strip(text).empty()) {
    return error(ParseErrorName::kEmptyProgram, 1, "the program is empty");
  }
  python::Parser parser(text, limits.nesting);
  lang::python::Statement statement;
  std::optional<ParseError> first_error;
  std::size_t count = 0;
  std::uint32_t limit_line = 1;
  while (parser.next(statement)) {
    if (++count == limits.max_calls + 1) limit_line = statement.token.line;
    if (first_error || count > limits.max_calls) continue;
    auto shape = CallReader(parser, statement).read();
    if (shape) {
      out.shapes.push_back(*shape);
    } else {
      first_error = std::move(shape.error());
    }
  }
  if (!parser.failed() && count <= limits.max_calls && !first_error) return {};
  out.shapes.clear();
  if (parser.failed()) return syntax_error(parser);
  if (count > limits.max_calls) return too_many(limits.max_calls, limit_line);
  return tl::unexpected<ParseError>(std::move(*first_error));
}

tl::expected<void, ParseError> parse_into(std::string_view text, Program& reuse,
                                          const ParseLimits& limits) {
  constexpr std::size_t kOffsets = std::numeric_limits<std::uint32_t>::max();
  const std::size_t max_bytes = std::min(limits.max_bytes, kOffsets);
  if (text.size() > max_bytes) {
    reuse.shapes.clear();
    return error(ParseErrorName::kProgramTooLarge, 1,
                 fmt::format("the program has {} bytes, more than {}", text.size(), max_bytes));
  }
  if (parse_plain(text, limits.max_calls, reuse)) return {};
  return parse_general(text, reuse, limits);
}

tl::expected<Program, ParseError> parse(std::string_view text, const ParseLimits& limits) {
  Program program;
  if (auto result = parse_into(text, program, limits); !result) {
    return tl::unexpected<ParseError>(std::move(result.error()));
  }
  return program;
}

}  // namespace papert::lang::shapes

// The parts of the Python form that programs of both dialects are made of. Strings as statements
// are comments; imports are passed over where nothing can depend on them; numbers are literals.

#include "lang/xlogo/python_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <utility>

#include "base/text.h"
#include "lang/xlogo/json_place.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::array<std::pair<std::string_view, BlockType>, 5> kCommands{
    {{"move_forward", BlockType::kForward},
     {"move_backward", BlockType::kBack},
     {"turn_left", BlockType::kLeft},
     {"turn_right", BlockType::kRight},
     {"setpc", BlockType::kSetPen}}};

/// Modules whose import nothing can depend on, since nothing of them can be called.
constexpr std::array<std::string_view, 6> kModules{"turtle", "math",   "random",
                                                   "time",   "typing", "__future__"};

constexpr std::array<std::string_view, 35> kKeywords{
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

template <class List>
bool contains(const List& list, std::string_view word) {
  for (const std::string_view entry : list) {
    if (entry == word) return true;
  }
  return false;
}

/// Where the first byte stands that no Python program may hold; the text's end if there is none.
std::size_t first_damage(std::string_view text) {
  if (is_valid_utf8(text) && text.find('\0') == text.npos) return text.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0 || text[at] == '\0') return at;
    at += length;
  }
  return text.size();
}

}  // namespace

std::optional<FormatError> unreadable(std::string_view text) {
  if (text.size() > kMaxProgramBytes) {
    return FormatError{
        1, fmt::format("a text of {} bytes, at most {} are read", text.size(), kMaxProgramBytes)};
  }
  const std::size_t damage = first_damage(text);
  if (damage == text.size()) return std::nullopt;
  const auto lines =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(damage), '\n');
  return FormatError{static_cast<int>(lines) + 1, "a NUL byte, or bytes that are not UTF-8"};
}

std::optional<BlockType> command_from_name(std::string_view name) {
  for (const auto& [word, type] : kCommands) {
    if (word == name) return type;
  }
  return std::nullopt;
}

bool is_python_keyword(std::string_view word) { return contains(kKeywords, word); }

bool PythonReader::skip_import() {
  const bool from = at_word("from");
  advance();
  if (!at(TokenKind::kName) || !contains(kModules, token_.text)) {
    return unexpected(fmt::format("one of the modules {}", fmt::join(kModules, ", ")));
  }
  advance();
  if (from && !expect_word("import")) return false;
  // What is imported, and as what, cannot matter. A bracket that closes nothing comes again and
  // again.
  std::size_t passed = 0;  // not where the first of them stands
  while (passed != token_.begin &&
         (at(TokenKind::kName) || at_mark('*') || at_mark(',') || at_mark('(') || at_mark(')'))) {
    passed = token_.begin;
    advance();
  }
  return end_line();
}

bool PythonReader::preamble() {
  for (;;) {
    if (!skip_strings()) return false;
    if (!forgiving_ || (!at_word("import") && !at_word("from"))) return true;
    if (!skip_import()) return false;
  }
}

bool PythonReader::result_hint() {
  if (!forgiving_ || !at_mark('-')) return true;
  advance();
  if (!expect_mark('>')) return false;
  if (!at(TokenKind::kName) && !at(TokenKind::kString)) return unexpected("a type after '->'");
  advance();
  return true;
}

bool PythonReader::call_of_run() {
  return expect_word("run") && expect_mark('(') && expect_mark(')') && end_line();
}

bool PythonReader::main_guard() {
  advance();
  if (!expect_word("__name__") || !expect_mark('=') || !expect_mark('=')) return false;
  if (!at(TokenKind::kString) || token_.text != "__main__") return unexpected("'__main__'");
  advance();
  if (!expect_mark(':')) return false;
  if (!at(TokenKind::kNewline)) return call_of_run();
  advance();
  if (!at(TokenKind::kIndent)) return unexpected("an indented run() after ':'");
  advance();
  if (!skip_strings() || !call_of_run() || !skip_strings()) return false;
  if (!at(TokenKind::kDedent)) return unexpected("nothing after run()");
  advance();
  return true;
}

/// A number that is too large for an int is the largest.
bool PythonReader::whole_number(int& value) {
  const std::string_view text = token_.text;
  if (!at(TokenKind::kNumber)) return unexpected("a whole number in range()");
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool digits = end == text.data() + text.size() && (text[0] != '0' || text.size() == 1);
  if (!digits) return unexpected("a whole number in range()");
  if (code != std::errc()) value = INT_MAX;
  return true;
}

bool PythonReader::range_bounds(int& times) {
  const int line = token_.line;
  std::array<int, 3> numbers{};
  std::string shown_numbers;
  std::size_t count = 0;
  for (; count < numbers.size() && (count == 0 || at(TokenKind::kNumber)); ++count) {
    if (!whole_number(numbers[count])) return false;
    shown_numbers += (count > 0 ? ", " : "") + shown(token_.text);
    advance();
    if (count + 1 < numbers.size()) skip_comma();
  }
  if (count == 3 && numbers[2] != 1) return fail(line, "range() must go in steps of 1");
  times = count == 1 ? numbers[0] : numbers[1] - numbers[0];
  if (times >= kMinTimes && times <= kMaxTimes) return true;
  return fail(line, fmt::format("range({}): a loop runs from {} to {} times", shown_numbers,
                                kMinTimes, kMaxTimes));
}

bool PythonReader::range_count(int& times) {
  const std::string_view text = token_.text;
  if (!whole_number(times)) return false;
  if (times < kMinTimes || times > kMaxTimes) {
    return fail(token_.line, fmt::format("range({}): a loop runs from {} to {} times", shown(text),
                                         kMinTimes, kMaxTimes));
  }
  advance();
  return true;
}

bool PythonReader::loop_head(int& times, std::string_view* variable) {
  advance();
  if (!at(TokenKind::kName) || is_python_keyword(token_.text)) {
    return unexpected("the name of a loop variable");
  }
  if (command_from_name(token_.text) || token_.text == "range") {
    return fail(token_.line, fmt::format("the loop variable hides '{}'", token_.text));
  }
  if (variable != nullptr) *variable = token_.text;
  advance();
  if (!expect_word("in") || !expect_word("range") || !expect_mark('(')) return false;
  if (forgiving_ ? !range_bounds(times) : !range_count(times)) return false;
  skip_comma();
  return expect_mark(')') && expect_mark(':');
}

bool PythonReader::command(BlockType type, Pen& pen) {
  const int line = token_.line;
  const std::string_view name = token_.text;
  advance();
  if (!expect_mark('(') || (type == BlockType::kSetPen && !read_pen(pen))) return false;
  if (at(TokenKind::kNumber) && type != BlockType::kSetPen) {
    const bool turns = type == BlockType::kLeft || type == BlockType::kRight;
    return fail(line, fmt::format("{0}({1}): {0}() takes no number; {2}", name, shown(token_.text),
                                  turns ? "it turns by 90 degrees"
                                        : "it moves by one cell, so repeat it in a loop"));
  }
  return expect_mark(')');
}

bool PythonReader::open_suite() {
  advance();
  if (!at(TokenKind::kIndent)) {
    constexpr const char* kExpected = "an indented command after ':'";
    const bool ends = (at(TokenKind::kDedent) || at(TokenKind::kEnd)) && reader_.finished();
    return ends
               ? fail(token_.line, fmt::format("expected {}, but the program ends here", kExpected))
               : unexpected(kExpected);
  }
  advance();
  return true;
}

bool PythonReader::read_pen(Pen& pen) {
  if (!at_word("None")) {
    if (!at(TokenKind::kString)) return unexpected("a colour in quotes or None");
    const auto color = color_from_name(token_.text);
    if (!color || static_cast<std::size_t>(*color) >= kPenColors) {
      return fail(token_.line, fmt::format("setpc('{}'): not a pen colour; known are red, black, "
                                           "blue, green, yellow, white and None",
                                           shown(token_.text)));
    }
    pen = color;
  }
  advance();
  skip_comma();
  return true;
}

}  // namespace papert::lang::xlogo

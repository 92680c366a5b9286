// Reads the Python form by recursive descent over its tokens. The grammar:
//
//     file   = { string } "def" "run" "(" ")" ":" suite { string } [ "run" "(" ")" ]
//     suite  = simple { ";" simple } newline | newline indent statement+ dedent
//     statement = "for" name "in" "range" "(" number [","] ")" ":" suite
//               | simple { ";" simple } newline
//     simple = "pass" | string | command "(" ")" | "setpc" "(" (string | "None") [","] ")"
//
// The forgiving form adds what changes nothing, because models add it by habit:
//
//     file   = { string | import } "def" "run" "(" ")" [ "->" hint ] ":" suite
//              { string } [ "run" "(" ")" | "if" "__name__" "==" string ":" suite of "run" "(" ")"
//              ]
//     range  = "range" "(" [ number "," ] number [ "," "1" ] [","] ")"
//     simple = ... | "return" ["None"], as the last statement of run
//
// A string as a statement is a comment, wherever it stands: docstrings, and what people put
// between triple quotes. The call of run at the end is what models add by habit. Everything else,
// valid Python or not, is refused by name: nothing is executed, so nothing else could be honoured.
// Recursion is as deep as loops are nested, which is limited.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <utility>

#include "base/text.h"
#include "lang/xlogo/json_place.h"
#include "lang/xlogo/program.h"
#include "lang/xlogo/python_cursor.h"

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

const BlockType* find_command(std::string_view name) {
  for (const auto& [word, type] : kCommands) {
    if (word == name) return &type;
  }
  return nullptr;
}

class PythonParser : private PythonCursor {
 public:
  PythonParser(std::string_view text, PythonForm form)
      : PythonCursor(text), forgiving_(form == PythonForm::kForgiving) {}

  Parsed<Program> parse() {
    program_.blocks.reserve(kUsualBlocks);
    if (file()) return std::move(program_);
    return tl::unexpected(std::move(error_));
  }

 private:
  bool skip_import() {
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

  /// Strings and imports before run.
  bool preamble() {
    for (;;) {
      if (!skip_strings()) return false;
      if (!forgiving_ || (!at_word("import") && !at_word("from"))) return true;
      if (!skip_import()) return false;
    }
  }

  bool result_hint() {
    if (!forgiving_ || !at_mark('-')) return true;
    advance();
    if (!expect_mark('>')) return false;
    if (!at(TokenKind::kName) && !at(TokenKind::kString)) return unexpected("a type after '->'");
    advance();
    return true;
  }

  bool call_of_run() {
    return expect_word("run") && expect_mark('(') && expect_mark(')') && end_line();
  }

  /// if __name__ == "__main__": run()
  bool main_guard() {
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

  bool file() {
    if (!preamble()) return false;
    if (!at_word("def")) return unexpected("'def run():'");
    advance();
    if (!expect_word("run") || !expect_mark('(') || !expect_mark(')') || !result_hint() ||
        !expect_mark(':') || !suite(0) || !skip_strings()) {
      return false;
    }
    const bool guarded = forgiving_ && at_word("if");
    if (guarded ? !main_guard() : at_word("run") && !call_of_run()) return false;
    return skip_strings() && (at(TokenKind::kEnd) || unexpected("nothing after run"));
  }

  bool suite(int depth) {
    if (!at(TokenKind::kNewline)) return simple_line(depth);
    advance();
    if (!at(TokenKind::kIndent)) {
      constexpr const char* kExpected = "an indented command after ':'";
      const bool ends = (at(TokenKind::kDedent) || at(TokenKind::kEnd)) && reader_.finished();
      return ends ? fail(token_.line,
                         fmt::format("expected {}, but the program ends here", kExpected))
                  : unexpected(kExpected);
    }
    advance();
    while (!at(TokenKind::kDedent)) {
      if (at_word("for") ? !loop(depth) : !simple_line(depth)) return false;
    }
    advance();
    return true;
  }

  bool loop(int depth) {
    const int line = token_.line;
    advance();
    if (!at(TokenKind::kName) || contains(kKeywords, token_.text)) {
      return unexpected("the name of a loop variable");
    }
    if (find_command(token_.text) != nullptr || token_.text == "range") {
      return fail(token_.line, fmt::format("the loop variable hides '{}'", token_.text));
    }
    advance();
    if (!expect_word("in") || !expect_word("range") || !expect_mark('(')) return false;
    int times = 0;
    if (forgiving_ ? !range_bounds(times) : !range_count(times)) return false;
    skip_comma();
    if (!expect_mark(')') || !expect_mark(':')) return false;
    if (depth == kMaxNesting) {
      return fail(line, fmt::format("loops nested deeper than {}", kMaxNesting));
    }
    const std::size_t start = program_.blocks.size();
    if (!add({.type = BlockType::kRepeat, .times = static_cast<std::uint8_t>(times)}, line) ||
        !suite(depth + 1)) {
      return false;
    }
    program_.blocks[start].body = static_cast<std::uint32_t>(program_.blocks.size() - start - 1);
    return true;
  }

  /// A number that is too large for an int is the largest.
  bool whole_number(int& value) {
    const std::string_view text = token_.text;
    if (!at(TokenKind::kNumber)) return unexpected("a whole number in range()");
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool digits = end == text.data() + text.size() && (text[0] != '0' || text.size() == 1);
    if (!digits) return unexpected("a whole number in range()");
    if (code != std::errc()) value = INT_MAX;
    return true;
  }

  bool range_bounds(int& times) {
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

  bool range_count(int& times) {
    const std::string_view text = token_.text;
    if (!whole_number(times)) return false;
    if (times < kMinTimes || times > kMaxTimes) {
      return fail(token_.line, fmt::format("range({}): a loop runs from {} to {} times",
                                           shown(text), kMinTimes, kMaxTimes));
    }
    advance();
    return true;
  }

  bool simple_line(int depth) {
    for (;;) {
      if (forgiving_ && at_word("return")) return last_return(depth);
      if (!simple()) return false;
      const bool more = at_mark(';');
      if (more) advance();
      if (at(TokenKind::kNewline)) {
        advance();
        return true;
      }
      if (!more) return unexpected("the end of the line");
    }
  }

  /// Where nothing follows it, a return changes nothing.
  bool last_return(int depth) {
    const int line = token_.line;
    advance();
    if (at_word("None")) advance();
    if (!end_line() || !skip_strings()) return false;
    const bool last =
        at(TokenKind::kDedent) || at(TokenKind::kEnd) || at_word("run") || at_word("if");
    if (depth == 0 && last) return true;
    return fail(line, depth == 0 ? "'return' must be the last command of run"
                                 : "'return' cannot stand in a loop");
  }

  bool simple() {
    if (at(TokenKind::kString)) {
      skip_string();
      return true;
    }
    if (at_word("pass")) {
      advance();
      return true;
    }
    const BlockType* const type = at(TokenKind::kName) ? find_command(token_.text) : nullptr;
    if (type == nullptr) {
      return unexpected(
          "move_forward(), move_backward(), turn_left(), turn_right(), setpc(), a for loop or "
          "pass");
    }
    const int line = token_.line;
    Block block{.type = *type};
    const std::string_view name = token_.text;
    advance();
    if (!expect_mark('(') || (*type == BlockType::kSetPen && !pen(block))) return false;
    if (at(TokenKind::kNumber) && *type != BlockType::kSetPen) {
      const bool turns = *type == BlockType::kLeft || *type == BlockType::kRight;
      return fail(line,
                  fmt::format("{0}({1}): {0}() takes no number; {2}", name, shown(token_.text),
                              turns ? "it turns by 90 degrees"
                                    : "it moves by one cell, so repeat it in a loop"));
    }
    if (!expect_mark(')')) return false;
    return add(block, line);
  }

  bool pen(Block& block) {
    if (!at_word("None")) {
      if (!at(TokenKind::kString)) return unexpected("a colour in quotes or None");
      const auto color = color_from_name(token_.text);
      if (!color || static_cast<std::size_t>(*color) >= kPenColors) {
        return fail(token_.line, fmt::format("setpc('{}'): not a pen colour; known are red, black, "
                                             "blue, green, yellow, white and None",
                                             shown(token_.text)));
      }
      block.pen = color;
    }
    advance();
    skip_comma();
    return true;
  }

  bool add(Block block, int line) {
    if (program_.blocks.size() == kMaxBlocks) {
      return fail(line, fmt::format("more than {} commands", kMaxBlocks));
    }
    block.line = static_cast<std::uint32_t>(line);
    program_.blocks.push_back(block);
    return true;
  }

  static constexpr std::size_t kUsualBlocks = 16;
  bool forgiving_;
  Program program_;
};

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

Parsed<Program> parse_python(std::string_view text, PythonForm form) {
  if (text.size() > kMaxProgramBytes) {
    return tl::unexpected(FormatError{
        1, fmt::format("a text of {} bytes, at most {} are read", text.size(), kMaxProgramBytes)});
  }
  if (const std::size_t damage = first_damage(text); damage < text.size()) {
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(damage), '\n');
    return tl::unexpected(
        FormatError{static_cast<int>(lines) + 1, "a NUL byte, or bytes that are not UTF-8"});
  }
  return PythonParser(text, form).parse();
}

}  // namespace papert::lang::xlogo

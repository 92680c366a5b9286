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

#include <utility>

#include "lang/xlogo/program.h"
#include "lang/xlogo/python_reader.h"

namespace papert::lang::xlogo {
namespace {

class PythonParser : private PythonReader {
 public:
  PythonParser(std::string_view text, PythonForm form) : PythonReader(text, form) {}

  Parsed<Program> parse() {
    program_.blocks.reserve(kUsualBlocks);
    if (file()) return std::move(program_);
    return tl::unexpected(std::move(error_));
  }

 private:
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
    if (!open_suite()) return false;
    while (!at(TokenKind::kDedent)) {
      if (at_word("for") ? !loop(depth) : !simple_line(depth)) return false;
    }
    advance();
    return true;
  }

  bool loop(int depth) {
    const int line = token_.line;
    int times = 0;
    if (!loop_head(times)) return false;
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
    const auto type = at(TokenKind::kName) ? command_from_name(token_.text) : std::nullopt;
    if (!type) {
      return unexpected(
          "move_forward(), move_backward(), turn_left(), turn_right(), setpc(), a for loop or "
          "pass");
    }
    const int line = token_.line;
    Block block{.type = *type};
    return command(*type, block.pen) && add(block, line);
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
  Program program_;
};

}  // namespace

Parsed<Program> parse_python(std::string_view text, PythonForm form) {
  if (auto error = unreadable(text)) return tl::unexpected(std::move(*error));
  return PythonParser(text, form).parse();
}

}  // namespace papert::lang::xlogo

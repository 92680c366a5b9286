// Reads the Python form of the second dialect by recursive descent over its tokens:
//
//     file      = { string | import | function } [ "run" "(" ")" | main guard ]
//     function  = "def" name "(" ")" [ "->" hint ] ":" suite        one of them is run
//     suite     = simple { ";" simple } newline | newline indent statement+ dedent
//     statement = "for" name "in" "range" "(" ... ")" ":" suite
//               | "while" condition ":" suite
//               | "if" condition ":" suite { "elif" condition ":" suite } [ "else" ":" suite ]
//               | simple { ";" simple } newline
//     simple    = "pass" | string | command | name "(" ")" | "return" ["None"], as the last of a
//     def condition = part { "and" part } | part { "or" part } part      = { "not" } ( "("
//     condition ")" | "blocked" "(" ")" | "on" "(" string ")" )
//
// Functions may stand in any order, as Python lets them be called before the line that defines
// them; so calls are resolved at the end. A condition is a list of tests: brackets and "not" are
// worked into it, and what would mix "and" with "or" is refused. Recursion is as deep as blocks or
// brackets are nested, which is limited; all else is one pass.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "lang/xlogo/json_place.h"
#include "lang/xlogo/python_reader.h"
#include "lang/xlogo/v2_program.h"

namespace papert::lang::xlogo::v2 {
namespace {

constexpr std::string_view kStatements =
    "a command, the call of a function without arguments, for, while, if or pass";

class SecondParser : private PythonReader {
 public:
  explicit SecondParser(std::string_view text) : PythonReader(text, PythonForm::kForgiving) {}

  Parsed<Program> parse() {
    if (file() && resolve()) return std::move(program_);
    return tl::unexpected(std::move(error_));
  }

  Parsed<Condition> parse_alone() {
    Condition condition;
    if (read_condition(condition, 0)) {
      if (at(TokenKind::kNewline)) advance();
      if (at(TokenKind::kEnd)) return condition;
      static_cast<void>(unexpected("nothing after the condition"));
    }
    return tl::unexpected(std::move(error_));
  }

 private:
  struct Name {
    std::uint32_t number = 0;  // in the order of the first mention
    int called = 0;            // the line of the first call; 0: none
    bool defined = false;
  };

  bool file() {
    if (!preamble()) return false;
    if (!at_word("def")) return unexpected("'def run():'");
    while (at_word("def")) {
      if (!function() || !preamble()) return false;
    }
    if (at_word("if") ? !main_guard() : at_word("run") && !call_of_run()) return false;
    if (!skip_strings()) return false;
    if (at(TokenKind::kEnd)) return true;
    return unexpected(has_run_ ? "a definition, run() or nothing" : "'def run():'");
  }

  bool function() {
    advance();
    if (!at(TokenKind::kName)) return unexpected("the name of a function");
    const int line = token_.line;
    const std::string name(token_.text.substr(0, kMaxNameBytes + 1));
    const bool run = name == "run";
    if (!run && (is_taken_name(name) || name.size() > kMaxNameBytes)) {
      return fail(line, fmt::format("'{}' cannot be the name of a function",
                                    shown(std::string_view(name))));
    }
    if (run ? has_run_ : !define(name, line)) {
      return error_.line > 0 ? false : fail(line, fmt::format("'{}' is defined twice", name));
    }
    advance();
    if (!expect_mark('(')) return false;
    if (at(TokenKind::kName)) {
      return fail(line, fmt::format("'{}' has a parameter; functions take none", name));
    }
    if (!expect_mark(')') || !result_hint() || !expect_mark(':')) return false;
    std::vector<Block> blocks;
    blocks_ = &blocks;
    in_ = name;
    if (!suite(0)) return false;
    if (run) {
      has_run_ = true;
      program_.run = std::move(blocks);
    } else {
      program_.functions.push_back({name, std::move(blocks)});
    }
    return true;
  }

  bool define(const std::string& name, int line) {
    if (defined_.size() == kMaxFunctions) {
      return fail(line, fmt::format("more than {} functions", kMaxFunctions));
    }
    Name& entry = mention(name);
    if (entry.defined) return false;
    entry.defined = true;
    defined_.push_back(entry.number);
    return spend(line);
  }

  Name& mention(const std::string& name) {
    const auto number = static_cast<std::uint32_t>(names_.size());
    return names_.try_emplace(name, Name{.number = number}).first->second;
  }

  /// Calls have the number of a name; from here on that of a function.
  bool resolve() {
    std::vector<std::uint32_t> place(names_.size());
    for (std::uint32_t i = 0; i < defined_.size(); ++i) place[defined_[i]] = i;
    for (const auto& [name, entry] : names_) {
      if (!entry.defined) {
        return fail(entry.called,
                    fmt::format("'{}' is called, but not defined", shown(std::string_view(name))));
      }
    }
    for (const auto& [variable, line] : variables_) {
      if (names_.contains(variable)) {
        return fail(line,
                    fmt::format("the loop variable hides '{}'", shown(std::string_view(variable))));
      }
    }
    const auto renumber = [&](std::vector<Block>& blocks) {
      for (Block& block : blocks) {
        if (block.type == BlockType::kCall) block.callee = place[block.callee];
      }
    };
    for (Function& function : program_.functions) renumber(function.blocks);
    renumber(program_.run);
    if (!has_run_) return fail(token_.line, "there is no 'def run():'");
    const std::string circle = circle_of_calls(program_);
    if (circle.empty()) return true;
    const Name& first = names_.at(circle.substr(0, circle.find(' ')));
    return fail(first.called, "functions cannot call each other in a circle: " + circle);
  }

  bool suite(int depth) {
    if (!at(TokenKind::kNewline)) return simple_line(depth);
    if (!open_suite()) return false;
    while (!at(TokenKind::kDedent)) {
      if (!statement(depth)) return false;
    }
    advance();
    return true;
  }

  bool statement(int depth) {
    if (at_word("for")) return loop(depth);
    if (at_word("while")) return conditional(BlockType::kWhile, depth);
    if (at_word("if")) return conditional(BlockType::kIf, depth);
    if (at_word("def")) {
      return fail(token_.line, "functions are defined at the top level, not inside of others");
    }
    return simple_line(depth);
  }

  bool check_depth(int depth) {
    if (depth < kMaxNesting) return true;
    return fail(token_.line, fmt::format("blocks nested deeper than {}", kMaxNesting));
  }

  bool loop(int depth) {
    if (!check_depth(depth)) return false;
    const int line = token_.line;
    int times = 0;
    std::string_view variable;
    if (!loop_head(times, &variable)) return false;
    if (variable == "on" || variable == "blocked") {
      return fail(line, fmt::format("the loop variable hides '{}'", variable));
    }
    variables_.try_emplace(std::string(variable), line);
    Block block{.type = BlockType::kRepeat};
    block.times = static_cast<std::uint8_t>(times);
    const std::size_t at = blocks_->size();
    if (!add(block, line) || !suite(depth + 1)) return false;
    (*blocks_)[at].body = static_cast<std::uint32_t>(blocks_->size() - at - 1);
    return true;
  }

  /// While, if and elif; else belongs to the last of these.
  bool conditional(BlockType type, int depth) {
    if (!check_depth(depth)) return false;
    const int line = token_.line;
    advance();
    Block block{.type = type};
    if (!read_condition(block.condition, 0) || !expect_mark(':')) return false;
    const std::size_t at = blocks_->size();
    if (!add(block, line) || !suite(depth + 1)) return false;
    const std::size_t body = blocks_->size() - at - 1;
    (*blocks_)[at].body = static_cast<std::uint32_t>(body);
    if (type == BlockType::kIf && !other(depth)) return false;
    (*blocks_)[at].otherwise = static_cast<std::uint32_t>(blocks_->size() - at - 1 - body);
    return true;
  }

  bool other(int depth) {
    if (at_word("elif")) return conditional(BlockType::kIf, depth + 1);
    if (!at_word("else")) return true;
    advance();
    return expect_mark(':') && suite(depth + 1);
  }

  bool simple_line(int depth) {
    for (;;) {
      if (at_word("return")) return last_return(depth);
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
    const bool last = at(TokenKind::kDedent) || at(TokenKind::kEnd) || at_word("run") ||
                      at_word("if") || at_word("def");
    if (depth == 0 && last) return true;
    return fail(line, depth == 0 ? fmt::format("'return' must be the last command of {}",
                                               shown(std::string_view(in_)))
                                 : "'return' cannot stand inside of a loop or a condition");
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
    if (!at(TokenKind::kName) || is_python_keyword(token_.text)) return unexpected(kStatements);
    const int line = token_.line;
    Block block;
    const auto type = command_from_name(token_.text);
    if (!type) return call(line);
    block.type = static_cast<BlockType>(*type);
    return command(*type, block.pen) && add(block, line);
  }

  bool call(int line) {
    const Token name = token_;
    const auto refuse = [&] {
      token_ = name;
      return unexpected(kStatements);
    };
    if (name.text == "run") {
      return fail(line, fmt::format("'{}' calls run: recursion is not part of the language",
                                    shown(std::string_view(in_))));
    }
    if (name.text.size() > kMaxNameBytes || is_taken_name(name.text)) return refuse();
    advance();
    if (!at_mark('(')) return refuse();
    advance();
    if (!at_mark(')')) return refuse();
    advance();
    Name& entry = mention(std::string(name.text));
    if (entry.called == 0) entry.called = line;
    Block block{.type = BlockType::kCall};
    block.callee = entry.number;
    return add(block, line);
  }

  /// Both conditions as one; where they are connected in different ways, an error.
  bool join(Condition& condition, const Condition& more, bool any) {
    const bool mixed =
        (condition.size > 1 && condition.any != any) || (more.size > 1 && more.any != any);
    if (mixed) return fail(token_.line, "'and' and 'or' cannot be mixed in one condition");
    if (std::size_t{condition.size} + more.size > kMaxTests) {
      return fail(token_.line, fmt::format("a condition has at most {} tests", kMaxTests));
    }
    for (std::size_t i = 0; i < more.size; ++i) condition.tests[condition.size++] = more.tests[i];
    condition.any = any;
    return true;
  }

  bool read_condition(Condition& condition, int depth) {
    if (depth == kMaxNesting) {
      return fail(token_.line, fmt::format("brackets nested deeper than {}", kMaxNesting));
    }
    if (!part(condition, depth)) return false;
    const bool any = at_word("or");
    while (at_word("and") || at_word("or")) {
      const bool next_any = at_word("or");
      advance();
      Condition more;
      if (!part(more, depth)) return false;
      if (next_any != any) {
        return fail(token_.line, "'and' and 'or' cannot be mixed in one condition");
      }
      if (!join(condition, more, any)) return false;
    }
    return true;
  }

  bool part(Condition& condition, int depth) {
    bool negated = false;
    for (; at_word("not"); advance()) negated = !negated;
    if (at_mark('(')) {
      advance();
      if (!read_condition(condition, depth + 1) || !expect_mark(')')) return false;
    } else {
      condition.size = 1;
      if (!sensor(condition.tests[0])) return false;
    }
    if (!negated) return true;
    for (std::size_t i = 0; i < condition.size; ++i) {
      condition.tests[i].negated = !condition.tests[i].negated;
    }
    condition.any = condition.size > 1 && !condition.any;
    return true;
  }

  bool sensor(Test& test) {
    const bool on = at_word("on");
    if (!on && !at_word("blocked")) return unexpected("blocked() or on('...')");
    advance();
    if (!expect_mark('(') || (on && !thing(test))) return false;
    return expect_mark(')');
  }

  bool thing(Test& test) {
    if (!at(TokenKind::kString)) return unexpected("the name of an item or a colour in quotes");
    const auto item = item_from_name(token_.text);
    const auto color = color_from_name(token_.text);
    if (!item && !color) {
      return fail(token_.line,
                  fmt::format("on('{}'): neither an item (strawberry, lemon, triangle, rectangle, "
                              "cross, circle, A to Z) nor a colour",
                              shown(token_.text)));
    }
    test.sensor = item ? Sensor::kItem : Sensor::kColor;
    test.value = item ? static_cast<std::uint8_t>(*item) : static_cast<std::uint8_t>(*color);
    advance();
    return true;
  }

  bool spend(int line) {
    if (++spent_ <= kMaxBlocks) return true;
    return fail(line, fmt::format("more than {} commands", kMaxBlocks));
  }

  bool add(Block block, int line) {
    if (!spend(line)) return false;
    block.line = static_cast<std::uint32_t>(line);
    blocks_->push_back(block);
    return true;
  }

  Program program_;
  std::vector<Block>* blocks_ = nullptr;  // of the function that is read
  std::string in_;                        // its name
  bool has_run_ = false;
  std::size_t spent_ = 0;
  std::map<std::string, Name, std::less<>> names_;
  std::vector<std::uint32_t> defined_;                 // numbers of names
  std::map<std::string, int, std::less<>> variables_;  // of loops, with the first line of each
};

}  // namespace

Parsed<Program> parse_python(std::string_view text) {
  if (auto error = unreadable(text)) return tl::unexpected(std::move(*error));
  return SecondParser(text).parse();
}

Parsed<Condition> parse_condition(std::string_view text) {
  if (auto error = unreadable(text)) return tl::unexpected(std::move(*error));
  return SecondParser(text).parse_alone();
}

}  // namespace papert::lang::xlogo::v2

// A drawing program as a tree: the part of Python that drawing programs use, so that a program can
// be changed as a whole thing and printed again. Comments are dropped; everything else survives
// parse and print, which is canonical: four blanks, one statement a line.
//
//     const Program program = TRY(parse_program(text));
//     const std::string same = print_program(program);
//
// What is not in the tree (classes, comprehensions, lambda, with, try ...) is a kBadData error that
// names the line and the construct; the program is then left as it is. Whatever parses is printed
// as a text that parses to the same tree. It is not checked further: a program of the tree may
// still use a name that nobody assigned.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::turtle {

/// An expression. `text` is a name, a number as it was written, a string literal as it was written,
/// or an operator; `parts` are the operands in the order in which they are read.
struct Expression {
  enum class Kind {
    kNumber,     // 12, 0.5
    kString,     // "red", quotes and all
    kName,       // side
    kConstant,   // True, False, None
    kAttribute,  // parts[0].text: math.pi
    kCall,       // parts[0](parts[1], ...); names[i] is the keyword of parts[1 + i], or ""
    kIndex,      // parts[0][parts[1]]
    kTuple,
    kList,
    kUnary,        // text parts[0]: -, +, not
    kBinary,       // parts[0] text parts[1]: + - * / // % ** and or
    kCompare,      // parts[0] text parts[1]: < <= > >= == != in, not in, is, is not
    kConditional,  // parts[0] if parts[1] else parts[2]
  };
  Kind kind = Kind::kNumber;
  std::string text;
  std::vector<Expression> parts;
  std::vector<std::string> names;

  bool operator==(const Expression&) const = default;
};

struct Statement {
  enum class Kind {
    kDef,        // def text(parameters): body
    kFor,        // for target in value: body
    kWhile,      // while value: body
    kIf,         // if value: body else: orelse; elif is an orelse of one if
    kAssign,     // target = value
    kAugmented,  // target text value, text is "+=" ...
    kReturn,     // return value, where there is one
    kBreak,
    kContinue,
    kPass,
    kImport,     // text as it stands: "import math"
    kDocstring,  // text, quotes and all
    kCall,       // value alone on its line
  };
  Kind kind = Kind::kPass;
  std::string text;
  std::vector<std::string> parameters;
  std::vector<Expression> defaults;  // of the last parameters
  std::vector<Expression> targets;   // one, or several where a tuple is taken apart
  std::vector<Expression> value;     // none or one
  std::vector<Statement> body;
  std::vector<Statement> orelse;

  bool operator==(const Statement&) const = default;
};

struct Program {
  std::vector<Statement> statements;

  bool operator==(const Program&) const = default;
};

/// What a program may hold; kLimit beyond. Neither parsing nor printing nor comparing trees needs
/// much stack then.
inline constexpr std::size_t kMaxProgramBytes = std::size_t{1} << 20;  // of the text
inline constexpr std::size_t kMaxWordBytes = std::size_t{256} << 10;   // of names and literals
inline constexpr std::size_t kMaxStatements = 2'000;
inline constexpr std::size_t kMaxNodes = 20'000;     // expressions
inline constexpr std::size_t kMaxOperators = 1'000;  // of one statement: operators, calls, indices
inline constexpr int kMaxBlockDepth = 30;            // an elif is one deeper than its if
inline constexpr int kMaxNesting = 60;               // levels of an expression's tree

/// The error's `where` is "line 3".
[[nodiscard]] Result<Program> parse_program(std::string_view text);
[[nodiscard]] std::string print_program(const Program& program);

}  // namespace papert::turtle

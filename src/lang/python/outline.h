// The statements of a program as a tree: which stand in which block, and their tokens.
//
//     for i in range(4):        0  for i in range ( 4 ) :   end 3
//         t.forward(100)        1  t . forward ( 100 )      end 2
//         t.left(90)            2  t . left ( 90 )          end 3
//     t.hideturtle()            3  t . hideturtle ( )       end 4
//
// Statements come in the order of the text, each before those inside it; the next one of the same
// block is at its `end`. A clause (elif, else, except, finally) is a statement of its own beside
// the one it belongs to. Made in one pass for programs that are known to be Python: what a parser
// would refuse gives some tree or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lang/python/tokens.h"

namespace papert::lang::python {

struct OutlineStatement {
  std::uint32_t first_token = 0;
  std::uint32_t end_token = 0;  // behind its own last token; those of its block follow
  std::uint32_t end = 0;        // behind the last statement inside it
};

struct Outline {
  std::string_view text;
  std::vector<Token> tokens;  // without line ends, indents and separators
  std::vector<OutlineStatement> statements;

  [[nodiscard]] std::string_view text_of(const Token& token) const {
    return text.substr(token.begin, token.end - token.begin);
  }
  [[nodiscard]] std::span<const Token> tokens_of(std::size_t statement) const {
    const OutlineStatement& each = statements[statement];
    return std::span(tokens).subspan(each.first_token, each.end_token - each.first_token);
  }
  /// Of the statement and all inside it.
  [[nodiscard]] std::uint32_t last_token(std::size_t statement) const {
    return statements[statements[statement].end - 1].end_token;
  }
  /// The first token that says what it is: behind "async".
  [[nodiscard]] TokenKind kind(std::size_t statement) const;
};

/// Nothing where the text has no such tokens or nests its blocks deeper than Python does. It must
/// outlive the outline.
[[nodiscard]] std::optional<Outline> read_outline(std::string_view text);

}  // namespace papert::lang::python

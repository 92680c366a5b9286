// A parser by recursive descent on Python's tokens. Private to this folder.
//
// Every function that reads gives a Result: the first thing that the tree has no place for ends the
// reading, with the line on which it stands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lang/python/tokens.h"
#include "lang/turtle/syntax/program.h"

namespace papert::turtle {

class ProgramParser {
 public:
  explicit ProgramParser(std::string_view text) : tokenizer_(text), token_(tokenizer_.next()) {}

  [[nodiscard]] Result<Program> program();

 private:
  using TokenKind = lang::python::TokenKind;
  using Token = lang::python::Token;
  using Statements = std::vector<Statement>;

  /// Counts a level of nesting while it lives.
  class Level {
   public:
    explicit Level(int& depth) : depth_(depth) { ++depth_; }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  // Tokens.
  [[nodiscard]] bool at(TokenKind kind) const { return token_.kind == kind; }
  [[nodiscard]] std::string_view word() const { return tokenizer_.text_of(token_); }
  void advance() { token_ = tokenizer_.next(); }
  bool accept(TokenKind kind);
  Result<void> expect(TokenKind kind, std::string_view what);
  [[nodiscard]] std::string here() const;
  /// "a lambda is not in the tree of drawing programs", on this line.
  [[nodiscard]] tl::unexpected<Error> refuse(std::string_view construct) const;
  /// What the token at hand begins, for an error.
  [[nodiscard]] tl::unexpected<Error> refuse_token() const;
  Result<void> spend_node(const Expression& node);
  Result<void> spend_operator();
  [[nodiscard]] Result<void> check_nesting() const;
  [[nodiscard]] Result<void> check_height(const Statement& statement) const;

  // Statements, in parse.cc.
  Result<void> statement(Statements& into);
  Result<void> simple_line(Statements& into);
  Result<Statement> simple_statement();
  Result<Statement> expression_statement();
  Result<Statement> definition();
  Result<Statement> loop();
  Result<Statement> while_loop();
  Result<Statement> condition();
  Result<Statement> import_line();
  Result<std::string> imported_names(bool plain);
  Result<std::string> dotted_name();
  Result<std::string> name();
  Result<void> parameters(Statement& definition);
  Result<Statements> block();
  Result<std::vector<Expression>> targets(Expression list) const;
  Result<void> check_target(const Expression& target) const;

  // Expressions, in parse_expressions.cc.
  Result<Expression> expressions();  // "a, b" is a tuple
  Result<Expression> expression();
  Result<Expression> binary(int level);
  Result<Expression> negation();
  Result<Expression> comparison();
  Result<std::string> comparison_operator();
  Result<Expression> factor();
  Result<Expression> power();
  Result<Expression> primary();
  Result<Expression> atom();
  Result<Expression> parentheses();
  Result<Expression> word_atom(Expression::Kind kind);
  Result<void> elements(TokenKind closer, Expression& sequence);
  Result<Expression> call(Expression callee);
  Result<Expression> joined(Expression::Kind kind, std::string_view text, Expression left,
                            Expression right);

  lang::python::Tokenizer tokenizer_;
  Token token_;
  int nesting_ = 0;
  int blocks_ = 0;
  std::size_t statements_ = 0;
  std::size_t nodes_ = 0;
  std::size_t word_bytes_ = 0;
  std::size_t operators_ = 0;
};

}  // namespace papert::turtle

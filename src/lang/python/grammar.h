// Decides whether a text is Python, and shows its top-level statements one by one.
//
//     Parser parser(text);
//     Statement statement;
//     while (parser.next(statement)) ...    // a call `f(x=1)`, or anything else
//     if (parser.failed()) ...              // not Python after all
//
// The verdict covers the whole text only once next() returned false: a later line can still turn
// out not to be Python.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/python/tokens.h"

namespace papert::lang::python {

/// What an expression is, as far as the shape language asks. Parentheses do not change it.
enum class Form : std::uint8_t { kOther, kName, kInteger, kSignedInteger, kCall };

struct Expression {
  Form form = Form::kOther;
  std::uint8_t roles = 0;     // a set of Role: what it may be the target of
  bool negative = false;      // kSignedInteger: the sign is a minus
  bool named_callee = false;  // kCall: what is called is a name, in `token`
  Token token;                // the name, the integer without its sign, or where a call begins
  std::size_t first_argument = 0;
};

enum class ArgumentKind : std::uint8_t { kPositional, kKeyword, kUnpacked };

struct Argument {
  ArgumentKind kind = ArgumentKind::kPositional;  // f(x), f(*x); f(name=x); f(**x)
  Form form = Form::kOther;                       // of the value
  bool negative = false;
  Token name;   // kKeyword
  Token value;  // kInteger and kSignedInteger
  // kKeyword: the value's text begins and ends here; blanks and comments may follow it.
  std::uint32_t value_begin = 0;
  std::uint32_t value_end = 0;
};

struct Statement {
  bool is_call = false;
  bool named_callee = false;            // the callee is a bare name, in `token`
  Token token;                          // otherwise: where the statement begins
  std::span<const Argument> arguments;  // valid until the next call of next()
};

class Parser {
 public:
  /// As for Tokenizer.
  explicit Parser(std::string_view text, std::size_t max_brackets = kMaxBrackets);

  /// False at the end of the text and on a syntax error.
  bool next(Statement& statement);

  [[nodiscard]] bool failed() const { return failed_; }
  /// After a failure: a sentence about it, and where.
  [[nodiscard]] std::string_view failure() const { return failure_; }
  [[nodiscard]] const Token& failure_token() const { return failure_token_; }

  [[nodiscard]] std::string_view text_of(const Token& token) const {
    return tokenizer_.text_of(token);
  }
  [[nodiscard]] std::string_view value_of(const Argument& argument) const {
    Token whole;
    whole.begin = argument.value_begin;
    whole.end = argument.value_end;
    return tokenizer_.text_of(whole);
  }

 private:
  enum Role : std::uint8_t { kAssignable = 1, kDeletable = 2, kSingle = 4 };
  struct Snapshot {
    Tokenizer tokenizer;
    Token token;
    Token ahead;
    bool has_ahead;
  };
  class DepthGuard;

  // Tokens. After a failure the current token is kError, which nothing accepts, so that every
  // loop and every recursion ends by itself.
  [[nodiscard]] bool at(TokenKind kind) const { return token_.kind == kind; }
  [[nodiscard]] bool at_word(std::string_view word) const;
  [[nodiscard]] bool at_expression_start() const;
  const Token& ahead();
  void advance();
  bool accept(TokenKind kind);
  void expect(TokenKind kind);
  void fail(std::string_view failure);
  [[nodiscard]] Snapshot save() const { return {tokenizer_, token_, ahead_, has_ahead_}; }
  void restore(const Snapshot& snapshot);

  // Expressions, in python_expressions.cc.
  Expression expression();
  Expression named_expression();
  Expression star_named_expression();
  Expression star_expressions();
  Expression star_expression();
  Expression disjunction();
  Expression comparison();
  bool accept_comparison();
  Expression bitwise_or();
  bool accept_binary_operator();
  Expression operand();
  Expression primary();
  void yield_expression();
  void yield_or_star_expressions();

  // Atoms, calls and parameters, in python_atoms.cc.
  Expression atom();
  Expression strings();
  Expression parentheses();
  Expression list();
  Expression braces();
  void dict_items();
  void sequence_items(TokenKind closer, std::uint8_t& roles);
  Expression call(const Expression& callee, std::size_t first_argument);
  Argument keyword_argument();
  void arguments(std::size_t first_argument, bool allow_generator);
  void subscript();
  void slice();
  bool at_comprehension();
  void comprehension();
  void for_targets();
  void star_target();
  void parameters(TokenKind closer, bool annotated);
  void star_parameter(bool annotated);
  void parameter_annotation(bool annotated);

  // Statements, in python_grammar.cc.
  void statement();
  bool compound_statement();
  void block();
  void simple_statements();
  Expression simple_statement();
  Expression expression_statement();
  void name_list();
  void dotted_name();
  void import_statement();
  void from_statement();
  void imported_name();
  void delete_statement();
  void raise_statement();
  void assert_statement();
  void if_statement();
  void while_statement();
  void for_statement();
  void try_statement();
  void except_clauses();
  void with_statement();
  bool parenthesised_with_items();
  void with_item();
  void function_definition();
  void class_definition();
  void decorated_definition();
  void async_statement();

  // The match statement, in python_match.cc.
  bool match_statement();
  bool match_header();
  void case_block();
  void patterns();
  bool maybe_star_pattern();
  void pattern_sequence(TokenKind closer, bool parenthesised);
  void pattern();
  void closed_pattern();
  void literal_pattern();
  void name_pattern();
  void mapping_pattern();
  void mapping_key();
  void class_arguments();
  void capture_target(bool wildcard_allowed);
  [[nodiscard]] bool at_literal() const;

  Tokenizer tokenizer_;
  Token token_;
  Token ahead_;
  bool has_ahead_ = false;
  bool failed_ = false;
  bool inside_line_ = false;  // between two statements that a semicolon separates
  int depth_ = 0;
  std::string_view failure_;
  Token failure_token_;
  std::vector<Argument> arguments_;  // of the calls under way, innermost last
};

/// Nesting of expressions that brackets do not bound (a lambda in a default value of a lambda).
inline constexpr int kMaxExpressionDepth = 400;

class Parser::DepthGuard {
 public:
  explicit DepthGuard(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > kMaxExpressionDepth) parser_.fail("expressions are nested too deeply");
  }
  ~DepthGuard() { --parser_.depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  Parser& parser_;
};

}  // namespace papert::lang::python

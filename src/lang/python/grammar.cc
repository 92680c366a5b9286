// A recogniser for Python's grammar (that of CPython 3.11), by recursive descent.
//
// Written by hand because no library answers the question "would ast.parse accept this?" without
// carrying a Python along. Names of functions follow the grammar in the Python reference.
//
// Assignments are the one place where Python looks ahead without bound: `a, (b, c.d) = ...` is read
// as an expression first, and expressions report whether they may be assigned to. Two statements
// are tried twice: `with (...)` may hold items or an expression, and `match` may be a name; only
// their first line is read again, so the cost stays linear in the text. Recursion is bounded by
// brackets (200), indentation (100) and kMaxExpressionDepth.
//
// What ast.parse leaves to the compiler is accepted here too: `return` outside a function, a
// duplicate parameter, `*a = b`. Approximations, all of which only decide between "not Python" and
// "Python, but no shape call":
//  * f-strings are opaque, and \N{...} takes any name (see python_tokens.cc);
//  * CPython gives up on long chains (thousands of operators or attributes) for want of stack; here
//    they are read;
//  * 3.12's additions (`type X = int`, type parameters, nested quotes in f-strings) are not read.

#include "lang/python/grammar.h"

namespace papert::lang::python {

Parser::Parser(std::string_view text, std::size_t max_brackets) : tokenizer_(text, max_brackets) {
  advance();
}

bool Parser::at_word(std::string_view word) const {
  return at(TokenKind::kName) && text_of(token_) == word;
}

const Token& Parser::ahead() {
  if (!has_ahead_ && !failed_) {
    ahead_ = tokenizer_.next();
    has_ahead_ = true;
  }
  return ahead_;
}

void Parser::advance() {
  if (failed_) return;
  token_ = has_ahead_ ? ahead_ : tokenizer_.next();
  has_ahead_ = false;
  if (at(TokenKind::kError)) fail(tokenizer_.error());
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

void Parser::expect(TokenKind kind) {
  if (at(kind)) {
    advance();
  } else {
    fail("this cannot stand here");
  }
}

void Parser::fail(std::string_view failure) {
  if (failed_) return;
  failed_ = true;
  failure_ = failure;
  failure_token_ = token_;
  token_.kind = TokenKind::kError;
  ahead_.kind = TokenKind::kError;
}

void Parser::restore(const Snapshot& snapshot) {
  tokenizer_ = snapshot.tokenizer;
  token_ = snapshot.token;
  ahead_ = snapshot.ahead;
  has_ahead_ = snapshot.has_ahead;
  failed_ = false;
}

bool Parser::next(Statement& statement) {
  if (failed_) return false;
  if (!inside_line_ && at(TokenKind::kEnd)) return false;
  arguments_.clear();
  statement = {};
  statement.token = token_;
  if (!inside_line_ && compound_statement()) return !failed_;
  const Expression value = simple_statement();
  if (value.form == Form::kCall) {
    statement.is_call = true;
    statement.named_callee = value.named_callee;
    if (value.named_callee) statement.token = value.token;
    statement.arguments = std::span(arguments_).subspan(value.first_argument);
  }
  inside_line_ = accept(TokenKind::kSemicolon) && !at(TokenKind::kNewline);
  if (!inside_line_) expect(TokenKind::kNewline);
  return !failed_;
}

void Parser::statement() {
  if (!compound_statement()) simple_statements();
}

void Parser::simple_statements() {
  do {
    simple_statement();
  } while (accept(TokenKind::kSemicolon) && !at(TokenKind::kNewline));
  expect(TokenKind::kNewline);
}

/// The expression if the statement is nothing but one.
Expression Parser::simple_statement() {
  switch (token_.kind) {
    case TokenKind::kPass:
    case TokenKind::kBreak:
    case TokenKind::kContinue:
      advance();
      return {};
    case TokenKind::kReturn:
      advance();
      if (at_expression_start()) star_expressions();
      return {};
    case TokenKind::kYield:
      yield_expression();
      return {};
    case TokenKind::kGlobal:
    case TokenKind::kNonlocal:
      advance();
      name_list();
      return {};
    case TokenKind::kImport:
      import_statement();
      return {};
    case TokenKind::kFrom:
      from_statement();
      return {};
    case TokenKind::kDel:
      delete_statement();
      return {};
    case TokenKind::kRaise:
      raise_statement();
      return {};
    case TokenKind::kAssert:
      assert_statement();
      return {};
    default:
      return expression_statement();
  }
}

Expression Parser::expression_statement() {
  Expression value = star_expressions();
  if (at(TokenKind::kColon) && (value.roles & kSingle) != 0) {
    advance();
    expression();
    if (accept(TokenKind::kEqual)) yield_or_star_expressions();
    return {};
  }
  if (at(TokenKind::kAugmentedAssign)) {
    if ((value.roles & kSingle) == 0) fail("this cannot be assigned to");
    advance();
    yield_or_star_expressions();
    return {};
  }
  while (at(TokenKind::kEqual)) {
    if ((value.roles & kAssignable) == 0) fail("this cannot be assigned to");
    advance();
    if (at(TokenKind::kYield)) {
      yield_expression();
      return {};
    }
    const std::uint8_t roles = star_expressions().roles;
    value = {};
    value.roles = roles;
  }
  return value;
}

void Parser::name_list() {
  do {
    expect(TokenKind::kName);
  } while (accept(TokenKind::kComma));
}

void Parser::dotted_name() {
  do {
    expect(TokenKind::kName);
  } while (accept(TokenKind::kDot));
}

void Parser::import_statement() {
  advance();
  do {
    dotted_name();
    if (accept(TokenKind::kAs)) expect(TokenKind::kName);
  } while (accept(TokenKind::kComma));
}

void Parser::from_statement() {
  advance();
  bool relative = false;
  while (accept(TokenKind::kDot) || accept(TokenKind::kEllipsis)) relative = true;
  if (!relative || !at(TokenKind::kImport)) dotted_name();
  expect(TokenKind::kImport);
  if (accept(TokenKind::kStar)) return;
  if (accept(TokenKind::kLeftParen)) {
    do {
      imported_name();
    } while (accept(TokenKind::kComma) && !at(TokenKind::kRightParen));
    expect(TokenKind::kRightParen);
    return;
  }
  do {
    imported_name();
  } while (accept(TokenKind::kComma));
}

void Parser::imported_name() {
  expect(TokenKind::kName);
  if (accept(TokenKind::kAs)) expect(TokenKind::kName);
}

void Parser::delete_statement() {
  advance();
  do {
    if ((primary().roles & kDeletable) == 0) fail("this cannot be deleted");
  } while (accept(TokenKind::kComma) && at_expression_start());
}

void Parser::raise_statement() {
  advance();
  if (!at_expression_start() || at(TokenKind::kStar)) return;
  expression();
  if (accept(TokenKind::kFrom)) expression();
}

void Parser::assert_statement() {
  advance();
  expression();
  if (accept(TokenKind::kComma)) expression();
}

}  // namespace papert::lang::python

// Compound statements: those that carry blocks.

#include "lang/python/grammar.h"

namespace papert::lang::python {

/// False, with nothing read, if no compound statement begins here.
bool Parser::compound_statement() {
  switch (token_.kind) {
    case TokenKind::kIf:
      if_statement();
      return true;
    case TokenKind::kWhile:
      while_statement();
      return true;
    case TokenKind::kFor:
      for_statement();
      return true;
    case TokenKind::kTry:
      try_statement();
      return true;
    case TokenKind::kWith:
      with_statement();
      return true;
    case TokenKind::kDef:
      function_definition();
      return true;
    case TokenKind::kClass:
      class_definition();
      return true;
    case TokenKind::kAsync:
      async_statement();
      return true;
    case TokenKind::kAt:
      decorated_definition();
      return true;
    default:
      return at_word("match") && match_statement();
  }
}

/// The colon and what it introduces: an indented block, or statements on the same line.
void Parser::block() {
  expect(TokenKind::kColon);
  if (!accept(TokenKind::kNewline)) {
    simple_statements();
    return;
  }
  expect(TokenKind::kIndent);
  do {
    statement();
  } while (!failed_ && !at(TokenKind::kDedent));
  expect(TokenKind::kDedent);
}

void Parser::if_statement() {
  do {
    advance();
    named_expression();
    block();
  } while (at(TokenKind::kElif));
  if (accept(TokenKind::kElse)) block();
}

void Parser::while_statement() {
  advance();
  named_expression();
  block();
  if (accept(TokenKind::kElse)) block();
}

void Parser::for_statement() {
  advance();
  for_targets();
  expect(TokenKind::kIn);
  star_expressions();
  block();
  if (accept(TokenKind::kElse)) block();
}

void Parser::try_statement() {
  advance();
  block();
  if (at(TokenKind::kExcept)) {
    except_clauses();
    if (accept(TokenKind::kElse)) block();
    if (accept(TokenKind::kFinally)) block();
  } else {
    expect(TokenKind::kFinally);
    block();
  }
}

/// All of a statement's clauses are `except`, or all are `except*`.
void Parser::except_clauses() {
  const bool starred = ahead().kind == TokenKind::kStar;
  while (accept(TokenKind::kExcept)) {
    if (accept(TokenKind::kStar) != starred) fail("except and except* cannot be mixed");
    if (starred || !at(TokenKind::kColon)) {
      expression();
      if (accept(TokenKind::kAs)) expect(TokenKind::kName);
    }
    block();
  }
}

void Parser::with_statement() {
  advance();
  if (at(TokenKind::kLeftParen)) {
    const Snapshot start = save();
    if (parenthesised_with_items()) {
      block();
      return;
    }
    restore(start);
  }
  do {
    with_item();
  } while (accept(TokenKind::kComma));
  block();
}

bool Parser::parenthesised_with_items() {
  advance();
  do {
    with_item();
  } while (accept(TokenKind::kComma) && !at(TokenKind::kRightParen));
  expect(TokenKind::kRightParen);
  return at(TokenKind::kColon);
}

void Parser::with_item() {
  expression();
  if (accept(TokenKind::kAs)) star_target();
}

void Parser::function_definition() {
  expect(TokenKind::kDef);
  expect(TokenKind::kName);
  expect(TokenKind::kLeftParen);
  parameters(TokenKind::kRightParen, true);
  expect(TokenKind::kRightParen);
  if (accept(TokenKind::kArrow)) expression();
  block();
}

void Parser::class_definition() {
  advance();
  expect(TokenKind::kName);
  if (accept(TokenKind::kLeftParen)) arguments(arguments_.size(), false);
  block();
}

void Parser::decorated_definition() {
  while (accept(TokenKind::kAt)) {
    named_expression();
    expect(TokenKind::kNewline);
  }
  if (at(TokenKind::kClass)) {
    class_definition();
  } else {
    accept(TokenKind::kAsync);
    function_definition();
  }
}

void Parser::async_statement() {
  advance();
  if (at(TokenKind::kFor)) {
    for_statement();
  } else if (at(TokenKind::kWith)) {
    with_statement();
  } else {
    function_definition();
  }
}

}  // namespace papert::lang::python

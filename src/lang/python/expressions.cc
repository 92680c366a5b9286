// Expressions down to primaries. Only "is it Python" is asked, never "what does it mean", so the
// precedence of operators that take the same operands does not matter: `a + b * c` is a list of
// operands with operators between them. What does matter, and gives the functions here, is where
// an operand of another level may stand: `not` only begins an operand of and/or, a comparison takes
// no lambda, a starred expression takes no comparison. Prefix operators, `**`, the tails of
// conditionals and of lambdas are loops: recursion comes from brackets and lambda defaults alone.

#include "lang/python/grammar.h"

namespace papert::lang::python {

bool Parser::at_expression_start() const {
  switch (token_.kind) {
    case TokenKind::kName:
    case TokenKind::kInteger:
    case TokenKind::kFloat:
    case TokenKind::kImaginary:
    case TokenKind::kString:
    case TokenKind::kBytes:
    case TokenKind::kLeftParen:
    case TokenKind::kLeftBracket:
    case TokenKind::kLeftBrace:
    case TokenKind::kPlus:
    case TokenKind::kMinus:
    case TokenKind::kTilde:
    case TokenKind::kStar:
    case TokenKind::kEllipsis:
    case TokenKind::kNot:
    case TokenKind::kLambda:
    case TokenKind::kAwait:
    case TokenKind::kTrue:
    case TokenKind::kFalse:
    case TokenKind::kNone:
      return true;
    default:
      return false;
  }
}

/// A conditional, a lambda or a disjunction.
Expression Parser::expression() {
  const DepthGuard guard(*this);
  bool plain = true;
  for (;;) {
    if (accept(TokenKind::kLambda)) {
      parameters(TokenKind::kColon, false);
      expect(TokenKind::kColon);
    } else {
      const Expression first = disjunction();
      if (!accept(TokenKind::kIf)) return plain ? first : Expression{};
      disjunction();
      expect(TokenKind::kElse);
    }
    plain = false;
  }
}

Expression Parser::named_expression() {
  if (at(TokenKind::kName) && ahead().kind == TokenKind::kColonEqual) {
    advance();
    advance();
    expression();
    return {};
  }
  return expression();
}

/// An element of a tuple, list or set display.
Expression Parser::star_named_expression() {
  return at(TokenKind::kStar) ? star_expression() : named_expression();
}

Expression Parser::star_expression() {
  if (!accept(TokenKind::kStar)) return expression();
  const Expression starred = bitwise_or();
  Expression result;
  result.roles = starred.roles & kAssignable;
  return result;
}

/// The expression list of a statement: one expression, or a tuple without parentheses.
Expression Parser::star_expressions() {
  const Expression first = star_expression();
  if (!at(TokenKind::kComma)) return first;
  Expression tuple;
  tuple.roles = first.roles & kAssignable;
  while (accept(TokenKind::kComma) && at_expression_start()) {
    tuple.roles &= star_expression().roles;
  }
  return tuple;
}

Expression Parser::disjunction() {
  bool plain = true;
  for (;;) {
    while (accept(TokenKind::kNot)) plain = false;
    const Expression operand = comparison();
    if (!accept(TokenKind::kAnd) && !accept(TokenKind::kOr)) return plain ? operand : Expression{};
    plain = false;
  }
}

Expression Parser::comparison() {
  Expression first = bitwise_or();
  while (accept_comparison()) {
    bitwise_or();
    first = {};
  }
  return first;
}

bool Parser::accept_comparison() {
  if (accept(TokenKind::kCompareOperator) || accept(TokenKind::kIn)) return true;
  if (accept(TokenKind::kIs)) {
    accept(TokenKind::kNot);
    return true;
  }
  if (!at(TokenKind::kNot) || ahead().kind != TokenKind::kIn) return false;
  advance();
  advance();
  return true;
}

Expression Parser::bitwise_or() {
  Expression first = operand();
  while (accept_binary_operator()) {
    operand();
    first = {};
  }
  return first;
}

bool Parser::accept_binary_operator() {
  return accept(TokenKind::kPlus) || accept(TokenKind::kMinus) || accept(TokenKind::kStar) ||
         accept(TokenKind::kBinaryOperator) || accept(TokenKind::kAt);
}

/// Signs, a primary (perhaps awaited), and powers of it.
Expression Parser::operand() {
  int prefixes = 0;
  bool plain = true;
  TokenKind prefix = TokenKind::kEnd;
  for (;;) {
    while (at(TokenKind::kPlus) || at(TokenKind::kMinus) || at(TokenKind::kTilde)) {
      prefix = token_.kind;
      ++prefixes;
      advance();
    }
    if (accept(TokenKind::kAwait)) plain = false;
    Expression base = primary();
    if (accept(TokenKind::kDoubleStar)) {
      plain = false;
      continue;
    }
    if (!plain || prefixes > 1 || (prefixes == 1 && base.form != Form::kInteger)) return {};
    if (prefixes == 0) return base;
    if (prefix == TokenKind::kTilde) return {};
    base.form = Form::kSignedInteger;
    base.negative = prefix == TokenKind::kMinus;
    return base;
  }
}

Expression Parser::primary() {
  const std::size_t first_argument = arguments_.size();
  Expression value = atom();
  for (;;) {
    if (at(TokenKind::kLeftParen)) {
      value = call(value, first_argument);
      continue;
    }
    if (accept(TokenKind::kDot)) {
      expect(TokenKind::kName);
    } else if (accept(TokenKind::kLeftBracket)) {
      subscript();
    } else {
      return value;
    }
    value = {};
    value.roles = kAssignable | kDeletable | kSingle;
  }
}

void Parser::yield_expression() {
  expect(TokenKind::kYield);
  if (accept(TokenKind::kFrom)) {
    expression();
  } else if (at_expression_start()) {
    star_expressions();
  }
}

void Parser::yield_or_star_expressions() {
  if (at(TokenKind::kYield)) {
    yield_expression();
  } else {
    star_expressions();
  }
}

}  // namespace papert::lang::python

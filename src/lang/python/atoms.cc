// Atoms (names, literals, displays), the trailers of primaries, comprehensions and parameters.
// Every expression reports its roles: a display may be assigned to if all its elements may.

#include "lang/python/grammar.h"

namespace papert::lang::python {

Expression Parser::atom() {
  Expression result;
  result.token = token_;
  switch (token_.kind) {
    case TokenKind::kName:
      result.form = Form::kName;
      result.roles = kAssignable | kDeletable | kSingle;
      break;
    case TokenKind::kInteger:
      result.form = Form::kInteger;
      break;
    case TokenKind::kFloat:
    case TokenKind::kImaginary:
    case TokenKind::kTrue:
    case TokenKind::kFalse:
    case TokenKind::kNone:
    case TokenKind::kEllipsis:
      break;
    case TokenKind::kString:
    case TokenKind::kBytes:
      return strings();
    case TokenKind::kLeftParen:
      return parentheses();
    case TokenKind::kLeftBracket:
      return list();
    case TokenKind::kLeftBrace:
      return braces();
    default:
      fail("an expression is expected");
      return {};
  }
  advance();
  return result;
}

/// Neighbouring literals are joined; bytes and text cannot be.
Expression Parser::strings() {
  const TokenKind kind = token_.kind;
  while (accept(kind)) {
  }
  if (at(TokenKind::kString) || at(TokenKind::kBytes)) fail("bytes and text cannot be joined");
  return {};
}

/// A tuple, a generator, or an expression in parentheses (which stays what it is).
Expression Parser::parentheses() {
  advance();
  Expression tuple;
  tuple.roles = kAssignable | kDeletable;
  if (accept(TokenKind::kRightParen)) return tuple;
  if (at(TokenKind::kYield)) {
    yield_expression();
    expect(TokenKind::kRightParen);
    return {};
  }
  const bool starred = at(TokenKind::kStar);
  const Expression first = star_named_expression();
  if (!starred && at_comprehension()) {
    comprehension();
    expect(TokenKind::kRightParen);
    return {};
  }
  if (at(TokenKind::kComma)) {
    tuple.roles &= first.roles;
    sequence_items(TokenKind::kRightParen, tuple.roles);
    return tuple;
  }
  if (starred) fail("a starred expression cannot stand here");
  expect(TokenKind::kRightParen);
  return first;
}

Expression Parser::list() {
  advance();
  Expression result;
  result.roles = kAssignable | kDeletable;
  if (accept(TokenKind::kRightBracket)) return result;
  const bool starred = at(TokenKind::kStar);
  result.roles &= star_named_expression().roles;
  if (!starred && at_comprehension()) {
    comprehension();
    expect(TokenKind::kRightBracket);
    return {};
  }
  sequence_items(TokenKind::kRightBracket, result.roles);
  return result;
}

/// The elements after the first, and the closing bracket.
void Parser::sequence_items(TokenKind closer, std::uint8_t& roles) {
  while (accept(TokenKind::kComma) && !at(closer)) roles &= star_named_expression().roles;
  expect(closer);
}

/// A set, a dict, or a comprehension of either.
Expression Parser::braces() {
  advance();
  if (accept(TokenKind::kRightBrace)) return {};
  if (at(TokenKind::kDoubleStar)) {
    dict_items();
    return {};
  }
  const bool starred = at(TokenKind::kStar);
  const bool walrus = at(TokenKind::kName) && ahead().kind == TokenKind::kColonEqual;
  star_named_expression();
  if (at(TokenKind::kColon) && !starred && !walrus) {
    advance();
    expression();
    if (at_comprehension()) {
      comprehension();
      expect(TokenKind::kRightBrace);
    } else if (accept(TokenKind::kComma)) {
      dict_items();
    } else {
      expect(TokenKind::kRightBrace);
    }
    return {};
  }
  if (!starred && at_comprehension()) {
    comprehension();
    expect(TokenKind::kRightBrace);
    return {};
  }
  std::uint8_t roles = 0;
  sequence_items(TokenKind::kRightBrace, roles);
  return {};
}

void Parser::dict_items() {
  while (!at(TokenKind::kRightBrace)) {
    if (accept(TokenKind::kDoubleStar)) {
      bitwise_or();
    } else {
      expression();
      expect(TokenKind::kColon);
      expression();
    }
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kRightBrace);
}

Expression Parser::call(const Expression& callee, std::size_t first_argument) {
  Expression result;
  result.form = Form::kCall;
  result.named_callee = callee.form == Form::kName;
  result.token = result.named_callee ? callee.token : token_;
  result.first_argument = first_argument;
  advance();
  arguments(first_argument, true);
  return result;
}

/// name=value, at its name.
Argument Parser::keyword_argument() {
  Argument argument;
  argument.kind = ArgumentKind::kKeyword;
  argument.name = token_;
  advance();
  advance();
  argument.value_begin = token_.begin;
  const Expression value = expression();
  argument.value_end = token_.begin;
  argument.form = value.form;
  argument.negative = value.negative;
  argument.value = value.token;
  return argument;
}

/// After the opening parenthesis; records the arguments from `first_argument` on. Positional ones
/// come first; starred ones may follow keywords but not a double star.
void Parser::arguments(std::size_t first_argument, bool allow_generator) {
  bool keyword_seen = false;
  bool unpacked_seen = false;
  for (std::size_t count = 0; !at(TokenKind::kRightParen); ++count) {
    // What an argument's own calls recorded is dropped when the argument itself is.
    arguments_.resize(first_argument + count);
    Argument argument;
    if (accept(TokenKind::kDoubleStar)) {
      unpacked_seen = true;
      argument.kind = ArgumentKind::kUnpacked;
      expression();
    } else if (at(TokenKind::kStar)) {
      if (unpacked_seen) fail("a starred argument follows a double-starred one");
      advance();
      expression();
    } else if (at(TokenKind::kName) && ahead().kind == TokenKind::kEqual) {
      keyword_seen = true;
      argument = keyword_argument();
    } else {
      if (keyword_seen || unpacked_seen) fail("a positional argument follows a keyword argument");
      named_expression();
      if (count == 0 && allow_generator && at_comprehension()) {
        comprehension();
        arguments_.resize(first_argument);
        arguments_.push_back(argument);
        break;
      }
    }
    arguments_.resize(first_argument + count);
    arguments_.push_back(argument);
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kRightParen);
}

void Parser::subscript() {
  do {
    if (accept(TokenKind::kStar)) {
      expression();
    } else {
      slice();
    }
  } while (accept(TokenKind::kComma) && !at(TokenKind::kRightBracket));
  expect(TokenKind::kRightBracket);
}

void Parser::slice() {
  const auto at_end = [this] { return at(TokenKind::kComma) || at(TokenKind::kRightBracket); };
  if (!at(TokenKind::kColon)) {
    const bool walrus = at(TokenKind::kName) && ahead().kind == TokenKind::kColonEqual;
    named_expression();
    if (walrus) return;
  }
  if (!accept(TokenKind::kColon)) return;
  if (!at_end() && !at(TokenKind::kColon)) expression();
  if (accept(TokenKind::kColon) && !at_end()) expression();
}

bool Parser::at_comprehension() {
  return at(TokenKind::kFor) || (at(TokenKind::kAsync) && ahead().kind == TokenKind::kFor);
}

void Parser::comprehension() {
  while (at_comprehension()) {
    accept(TokenKind::kAsync);
    expect(TokenKind::kFor);
    for_targets();
    expect(TokenKind::kIn);
    disjunction();
    while (accept(TokenKind::kIf)) disjunction();
  }
}

/// Targets are read as primaries, because `x in y` would be a comparison.
void Parser::for_targets() {
  do {
    star_target();
  } while (accept(TokenKind::kComma) && !at(TokenKind::kIn));
}

void Parser::star_target() {
  accept(TokenKind::kStar);
  if ((primary().roles & kAssignable) == 0) fail("this cannot be assigned to");
}

/// The parameters of a function or of a lambda, up to their closing token.
void Parser::parameters(TokenKind closer, bool annotated) {
  bool any = false;
  bool default_seen = false;
  bool slash_seen = false;
  bool star_seen = false;
  while (!at(closer)) {
    if (at(TokenKind::kBinaryOperator) && token_.slash) {
      if (!any || slash_seen || star_seen) fail("a slash cannot stand here");
      slash_seen = true;
      advance();
    } else if (at(TokenKind::kStar)) {
      if (star_seen) fail("a second star among the parameters");
      star_seen = true;
      star_parameter(annotated);
    } else if (accept(TokenKind::kDoubleStar)) {
      expect(TokenKind::kName);
      parameter_annotation(annotated);
      accept(TokenKind::kComma);
      return;
    } else {
      expect(TokenKind::kName);
      parameter_annotation(annotated);
      if (accept(TokenKind::kEqual)) {
        expression();
        default_seen = true;
      } else if (default_seen && !star_seen) {
        fail("a parameter without a default follows one with a default");
      }
      any = true;
    }
    if (!accept(TokenKind::kComma)) return;
  }
}

/// `*name`, or a bare star, which needs a name after its comma.
void Parser::star_parameter(bool annotated) {
  advance();
  if (at(TokenKind::kComma)) {
    if (ahead().kind != TokenKind::kName) fail("a name is expected after the bare star");
    return;
  }
  expect(TokenKind::kName);
  if (annotated && accept(TokenKind::kColon)) star_expression();
}

void Parser::parameter_annotation(bool annotated) {
  if (annotated && accept(TokenKind::kColon)) expression();
}

}  // namespace papert::lang::python

// The match statement and its patterns. `match` and `case` are ordinary names elsewhere, so the
// first line is tried as a match statement and read again as an expression if it is none; a line
// that ends in `: newline` after an expression can be nothing else.

#include "lang/python/grammar.h"

namespace papert::lang::python {

/// False, with nothing read, if `match` is a plain name here.
bool Parser::match_statement() {
  const Snapshot start = save();
  advance();
  if (!at_expression_start() || !match_header()) {
    restore(start);
    return false;
  }
  expect(TokenKind::kNewline);
  expect(TokenKind::kIndent);
  do {
    case_block();
  } while (!failed_ && !at(TokenKind::kDedent));
  expect(TokenKind::kDedent);
  return true;
}

bool Parser::match_header() {
  const bool starred = at(TokenKind::kStar);
  star_named_expression();
  if (starred && !at(TokenKind::kComma)) return false;
  while (accept(TokenKind::kComma) && at_expression_start()) star_named_expression();
  return accept(TokenKind::kColon) && at(TokenKind::kNewline);
}

void Parser::case_block() {
  if (!at_word("case")) fail("a case is expected");
  advance();
  patterns();
  if (accept(TokenKind::kIf)) named_expression();
  block();
}

void Parser::patterns() {
  const bool starred = maybe_star_pattern();
  if (starred && !at(TokenKind::kComma)) fail("a star pattern cannot stand alone");
  while (accept(TokenKind::kComma)) {
    if (at(TokenKind::kColon) || at(TokenKind::kIf)) return;
    maybe_star_pattern();
  }
}

/// True if it was a star pattern.
bool Parser::maybe_star_pattern() {
  if (!accept(TokenKind::kStar)) {
    pattern();
    return false;
  }
  capture_target(true);
  return true;
}

void Parser::capture_target(bool wildcard_allowed) {
  if (!wildcard_allowed && at_word("_")) fail("the wildcard cannot stand here");
  expect(TokenKind::kName);
  if (at(TokenKind::kDot) || at(TokenKind::kLeftParen) || at(TokenKind::kEqual)) {
    fail("a plain name is expected");
  }
}

void Parser::pattern() {
  closed_pattern();
  while (at(TokenKind::kBinaryOperator) && text_of(token_) == "|") {
    advance();
    closed_pattern();
  }
  if (accept(TokenKind::kAs)) capture_target(false);
}

bool Parser::at_literal() const {
  switch (token_.kind) {
    case TokenKind::kMinus:
    case TokenKind::kInteger:
    case TokenKind::kFloat:
    case TokenKind::kImaginary:
    case TokenKind::kString:
    case TokenKind::kBytes:
    case TokenKind::kTrue:
    case TokenKind::kFalse:
    case TokenKind::kNone:
      return true;
    default:
      return false;
  }
}

void Parser::closed_pattern() {
  if (at_literal()) {
    literal_pattern();
  } else if (at(TokenKind::kName)) {
    name_pattern();
  } else if (accept(TokenKind::kLeftParen)) {
    pattern_sequence(TokenKind::kRightParen, true);
  } else if (accept(TokenKind::kLeftBracket)) {
    pattern_sequence(TokenKind::kRightBracket, false);
  } else if (accept(TokenKind::kLeftBrace)) {
    mapping_pattern();
  } else {
    fail("a pattern is expected");
  }
}

/// Strings, singletons, and numbers: a signed one, or a real plus or minus an imaginary one.
void Parser::literal_pattern() {
  if (at(TokenKind::kString) || at(TokenKind::kBytes)) {
    strings();
    return;
  }
  if (accept(TokenKind::kTrue) || accept(TokenKind::kFalse) || accept(TokenKind::kNone)) return;
  accept(TokenKind::kMinus);
  const bool real = at(TokenKind::kInteger) || at(TokenKind::kFloat);
  if (!real && !at(TokenKind::kImaginary)) fail("a number is expected");
  advance();
  if (!at(TokenKind::kPlus) && !at(TokenKind::kMinus)) return;
  if (!real) fail("a real number is expected before the sign");
  advance();
  expect(TokenKind::kImaginary);
}

/// A capture, the wildcard, a dotted value or a class.
void Parser::name_pattern() {
  if (at_word("_")) {
    advance();
    return;
  }
  dotted_name();
  if (accept(TokenKind::kLeftParen)) class_arguments();
}

/// In parentheses, one pattern without a comma is just that pattern, and cannot be starred.
void Parser::pattern_sequence(TokenKind closer, bool parenthesised) {
  for (bool first = true; !at(closer); first = false) {
    const bool starred = maybe_star_pattern();
    if (accept(TokenKind::kComma)) continue;
    if (first && starred && parenthesised) fail("a star pattern cannot stand alone");
    break;
  }
  expect(closer);
}

void Parser::mapping_pattern() {
  while (!at(TokenKind::kRightBrace)) {
    if (accept(TokenKind::kDoubleStar)) {
      capture_target(false);
      accept(TokenKind::kComma);
      break;
    }
    mapping_key();
    expect(TokenKind::kColon);
    pattern();
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kRightBrace);
}

void Parser::mapping_key() {
  if (at_literal()) {
    literal_pattern();
    return;
  }
  expect(TokenKind::kName);
  expect(TokenKind::kDot);
  dotted_name();
}

void Parser::class_arguments() {
  bool keyword_seen = false;
  while (!at(TokenKind::kRightParen)) {
    if (at(TokenKind::kName) && ahead().kind == TokenKind::kEqual) {
      keyword_seen = true;
      advance();
      advance();
    } else if (keyword_seen) {
      fail("a positional pattern follows a keyword pattern");
    }
    pattern();
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kRightParen);
}

}  // namespace papert::lang::python

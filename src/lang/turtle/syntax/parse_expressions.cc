#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lang/turtle/syntax/parser.h"

namespace papert::turtle {
namespace {

/// Operators that group to the left, the loosest first; comparisons lie between the second and the
/// third.
constexpr std::array<std::array<std::string_view, 4>, 4> kBinaryLevels{
    {{"or"}, {"and"}, {"+", "-"}, {"*", "/", "//", "%"}}};
constexpr int kSums = 2;

bool is_of_level(std::string_view word, int level) {
  if (word.empty()) return false;
  for (const std::string_view each : kBinaryLevels[static_cast<std::size_t>(level)]) {
    if (each == word) return true;
  }
  return false;
}

/// Levels of a tree.
int height_of(const Expression& expression) {
  int highest = 0;
  for (const Expression& each : expression.parts) highest = std::max(highest, height_of(each));
  return highest + 1;
}

}  // namespace

Result<Expression> ProgramParser::joined(Expression::Kind kind, std::string_view text,
                                         Expression left, Expression right) {
  TRY(spend_operator());
  Expression node;
  node.kind = kind;
  node.text = text;
  node.parts.reserve(2);
  node.parts.push_back(std::move(left));
  node.parts.push_back(std::move(right));
  TRY(spend_node(node));
  return node;
}

Result<void> ProgramParser::check_nesting() const {
  // A level of the tree is at most two levels of the text: brackets, and what stands in them.
  constexpr int kDeepest = 2 * kMaxNesting + 10;
  if (nesting_ <= kDeepest) return {};
  return fail(ErrorCode::kLimit, fmt::format("expressions nested deeper than {}", kMaxNesting),
              here());
}

Result<void> ProgramParser::check_height(const Statement& statement) const {
  for (const auto* list : {&statement.targets, &statement.value, &statement.defaults}) {
    for (const Expression& each : *list) {
      if (height_of(each) <= kMaxNesting) continue;
      return fail(ErrorCode::kLimit, fmt::format("expressions nested deeper than {}", kMaxNesting),
                  here());
    }
  }
  return {};
}

Result<Expression> ProgramParser::expressions() {
  Expression first = TRY(expression());
  if (!at(TokenKind::kComma)) return first;
  Expression tuple;
  tuple.kind = Expression::Kind::kTuple;
  tuple.parts.push_back(std::move(first));
  while (accept(TokenKind::kComma)) {
    const bool ends = at(TokenKind::kNewline) || at(TokenKind::kSemicolon) ||
                      at(TokenKind::kEqual) || at(TokenKind::kColon) ||
                      at(TokenKind::kAugmentedAssign);
    if (ends) break;
    tuple.parts.push_back(TRY(expression()));
  }
  TRY(spend_node(tuple));
  return tuple;
}

Result<Expression> ProgramParser::expression() {
  const Level level(nesting_);
  TRY(check_nesting());
  Expression value = TRY(binary(0));
  if (!accept(TokenKind::kIf)) return value;
  TRY(spend_operator());
  Expression conditional;
  conditional.kind = Expression::Kind::kConditional;
  conditional.parts.push_back(std::move(value));
  conditional.parts.push_back(TRY(binary(0)));
  TRY(expect(TokenKind::kElse, "'else'"));
  conditional.parts.push_back(TRY(expression()));
  TRY(spend_node(conditional));
  return conditional;
}

Result<Expression> ProgramParser::binary(int level) {
  const auto operand = [&]() -> Result<Expression> {
    if (level == kSums - 1) return negation();
    if (level + 1 == static_cast<int>(kBinaryLevels.size())) return factor();
    return binary(level + 1);
  };
  Expression left = TRY(operand());
  while (is_of_level(word(), level)) {
    const std::string_view text = word();
    advance();
    Expression right = TRY(operand());
    left = TRY(joined(Expression::Kind::kBinary, text, std::move(left), std::move(right)));
  }
  return left;
}

Result<Expression> ProgramParser::negation() {
  if (!accept(TokenKind::kNot)) return comparison();
  const Level level(nesting_);
  TRY(check_nesting());
  TRY(spend_operator());
  Expression node;
  node.kind = Expression::Kind::kUnary;
  node.text = "not";
  node.parts.push_back(TRY(negation()));
  TRY(spend_node(node));
  return node;
}

/// Empty where no comparison follows.
Result<std::string> ProgramParser::comparison_operator() {
  std::string text;
  if (at(TokenKind::kCompareOperator) || at(TokenKind::kIn)) text = word();
  if (at(TokenKind::kIs)) {
    advance();
    if (!at(TokenKind::kNot)) return std::string("is");
    text = "is not";
  } else if (at(TokenKind::kNot)) {
    advance();
    if (!at(TokenKind::kIn)) return refuse_token();
    text = "not in";
  }
  if (!text.empty()) advance();
  return text;
}

Result<Expression> ProgramParser::comparison() {
  Expression left = TRY(binary(kSums));
  const std::string text = TRY(comparison_operator());
  if (text.empty()) return left;
  Expression right = TRY(binary(kSums));
  const bool chained = at(TokenKind::kCompareOperator) || at(TokenKind::kIn) ||
                       at(TokenKind::kIs) || at(TokenKind::kNot);
  if (chained) return refuse("a chain of comparisons");
  return joined(Expression::Kind::kCompare, text, std::move(left), std::move(right));
}

Result<Expression> ProgramParser::factor() {
  if (!at(TokenKind::kMinus) && !at(TokenKind::kPlus)) return power();
  const Level level(nesting_);
  TRY(check_nesting());
  TRY(spend_operator());
  Expression node;
  node.kind = Expression::Kind::kUnary;
  node.text = word();
  advance();
  node.parts.push_back(TRY(factor()));
  TRY(spend_node(node));
  return node;
}

Result<Expression> ProgramParser::power() {
  Expression base = TRY(primary());
  if (!accept(TokenKind::kDoubleStar)) return base;
  const Level level(nesting_);
  TRY(check_nesting());
  Expression exponent = TRY(factor());
  return joined(Expression::Kind::kBinary, "**", std::move(base), std::move(exponent));
}

Result<Expression> ProgramParser::primary() {
  Expression value = TRY(atom());
  for (;;) {
    if (at(TokenKind::kDot)) {
      if (value.kind == Expression::Kind::kNumber) return refuse("an attribute of a number");
      TRY(spend_operator());
      advance();
      Expression attribute;
      attribute.kind = Expression::Kind::kAttribute;
      attribute.text = word();
      TRY(expect(TokenKind::kName, "a name"));
      attribute.parts.push_back(std::move(value));
      TRY(spend_node(attribute));
      value = std::move(attribute);
    } else if (at(TokenKind::kLeftParen)) {
      value = TRY(call(std::move(value)));
    } else if (accept(TokenKind::kLeftBracket)) {
      if (at(TokenKind::kColon)) return refuse("a slice");
      Expression index = TRY(expression());
      if (at(TokenKind::kColon)) return refuse("a slice");
      TRY(expect(TokenKind::kRightBracket, "']'"));
      value = TRY(joined(Expression::Kind::kIndex, {}, std::move(value), std::move(index)));
    } else {
      return value;
    }
  }
}

Result<Expression> ProgramParser::call(Expression callee) {
  TRY(spend_operator());
  advance();
  Expression node;
  node.kind = Expression::Kind::kCall;
  node.parts.push_back(std::move(callee));
  while (!at(TokenKind::kRightParen)) {
    Expression argument = TRY(expression());
    std::string keyword;
    if (argument.kind == Expression::Kind::kName && accept(TokenKind::kEqual)) {
      keyword = std::move(argument.text);
      argument = TRY(expression());
    } else if (!node.names.empty() && !node.names.back().empty()) {
      return fail(ErrorCode::kBadData, "an argument without a name follows one with a name",
                  here());
    }
    if (at(TokenKind::kFor) || at(TokenKind::kAsync)) return refuse("a comprehension");
    node.parts.push_back(std::move(argument));
    node.names.push_back(std::move(keyword));
    if (!accept(TokenKind::kComma)) break;
  }
  TRY(expect(TokenKind::kRightParen, "')'"));
  TRY(spend_node(node));
  return node;
}

Result<Expression> ProgramParser::word_atom(Expression::Kind kind) {
  Expression node;
  node.kind = kind;
  node.text = word();
  advance();
  if (kind == Expression::Kind::kString && at(TokenKind::kString)) {
    return refuse("a string in several pieces");
  }
  TRY(spend_node(node));
  return node;
}

Result<Expression> ProgramParser::atom() {
  switch (token_.kind) {
    case TokenKind::kName:
      return word_atom(Expression::Kind::kName);
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return word_atom(Expression::Kind::kNumber);
    case TokenKind::kString:
      return word_atom(Expression::Kind::kString);
    case TokenKind::kTrue:
    case TokenKind::kFalse:
    case TokenKind::kNone:
      return word_atom(Expression::Kind::kConstant);
    case TokenKind::kLeftParen:
      return parentheses();
    case TokenKind::kLeftBracket: {
      advance();
      Expression list;
      list.kind = Expression::Kind::kList;
      TRY(elements(TokenKind::kRightBracket, list));
      return list;
    }
    default:
      return refuse_token();
  }
}

Result<Expression> ProgramParser::parentheses() {
  advance();
  Expression tuple;
  tuple.kind = Expression::Kind::kTuple;
  if (!at(TokenKind::kRightParen)) {
    Expression first = TRY(expression());
    if (at(TokenKind::kFor) || at(TokenKind::kAsync)) return refuse("a comprehension");
    if (accept(TokenKind::kRightParen)) return first;
    tuple.parts.push_back(std::move(first));
    if (!accept(TokenKind::kComma)) TRY(expect(TokenKind::kRightParen, "')'"));
  }
  TRY(elements(TokenKind::kRightParen, tuple));
  return tuple;
}

Result<void> ProgramParser::elements(TokenKind closer, Expression& sequence) {
  while (!at(closer)) {
    sequence.parts.push_back(TRY(expression()));
    if (at(TokenKind::kFor) || at(TokenKind::kAsync)) return refuse("a comprehension");
    if (!accept(TokenKind::kComma)) break;
  }
  TRY(expect(closer, closer == TokenKind::kRightParen ? "')'" : "']'"));
  return spend_node(sequence);
}

}  // namespace papert::turtle

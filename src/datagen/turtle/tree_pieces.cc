#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "datagen/turtle/tree.h"

namespace papert::datagen::detail {

std::string number_text(double value) {
  const double rounded = std::round(value * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

Expression number(double value) {
  Expression node;
  node.text = number_text(std::abs(value));
  if (value >= 0 || node.text == "0") return node;
  Expression minus;
  minus.kind = Expression::Kind::kUnary;
  minus.text = "-";
  minus.parts.push_back(std::move(node));
  return minus;
}

Expression word(std::string_view name) {
  Expression node;
  node.kind = Expression::Kind::kName;
  node.text = name;
  return node;
}

Expression quoted(std::string_view text) {
  Expression node;
  node.kind = Expression::Kind::kString;
  node.text = fmt::format("\"{}\"", text);
  return node;
}

Expression binary(std::string_view text, Expression left, Expression right) {
  Expression node;
  node.kind = Expression::Kind::kBinary;
  node.text = text;
  node.parts.reserve(2);
  node.parts.push_back(std::move(left));
  node.parts.push_back(std::move(right));
  return node;
}

Expression call(Expression callee, std::vector<Expression> arguments) {
  Expression node;
  node.kind = Expression::Kind::kCall;
  node.names.resize(arguments.size());
  node.parts.reserve(arguments.size() + 1);
  node.parts.push_back(std::move(callee));
  for (Expression& each : arguments) node.parts.push_back(std::move(each));
  return node;
}

Statement method(std::string_view turtle, std::string_view name,
                 std::vector<Expression> arguments) {
  Expression callee;
  callee.kind = Expression::Kind::kAttribute;
  callee.text = name;
  callee.parts.push_back(word(turtle));
  Statement statement;
  statement.kind = Statement::Kind::kCall;
  statement.value.push_back(call(std::move(callee), std::move(arguments)));
  return statement;
}

Statement repeat(std::string_view variable, Expression count, Statements body) {
  Statement loop;
  loop.kind = Statement::Kind::kFor;
  loop.targets.push_back(word(variable));
  std::vector<Expression> arguments;
  arguments.push_back(std::move(count));
  loop.value.push_back(call(word("range"), std::move(arguments)));
  loop.body = std::move(body);
  return loop;
}

}  // namespace papert::datagen::detail

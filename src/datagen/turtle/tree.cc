#include "datagen/turtle/tree.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/numbers.h"

namespace papert::datagen::detail {

Statements& block_at(Program& program, const BlockPath& path) {
  Statements* block = &program.statements;
  for (const BlockPath::Step& step : path.steps) {
    Statement& holder = (*block)[step.statement];
    block = step.orelse ? &holder.orelse : &holder.body;
  }
  return *block;
}

const Statements& block_at(const Program& program, const BlockPath& path) {
  return block_at(const_cast<Program&>(program), path);  // NOLINT: nothing is changed
}

namespace {

template <class List, class Visit>
void walk_statements(List& list, int loops, const Visit& visit) {
  for (auto& each : list) {
    visit(each, loops);
    const bool loop = each.kind == Statement::Kind::kFor || each.kind == Statement::Kind::kWhile;
    const int inside = each.kind == Statement::Kind::kDef ? 0 : loops + (loop ? 1 : 0);
    walk_statements(each.body, inside, visit);
    walk_statements(each.orelse, inside, visit);
  }
}

template <class Node, class Visit>
void walk_parts(Node& node, const Visit& visit) {
  visit(node);
  for (auto& part : node.parts) walk_parts(part, visit);
}

template <class Holder, class Visit>
void walk_expressions(Holder& statement, const Visit& visit) {
  for (auto* list : {&statement.targets, &statement.value, &statement.defaults}) {
    for (auto& each : *list) walk_parts(each, visit);
  }
}

struct LongName {
  std::string_view brief;
  std::string_view full;
};
constexpr std::array<LongName, 13> kLongNames{{{"fd", "forward"},
                                               {"bk", "back"},
                                               {"backward", "back"},
                                               {"lt", "left"},
                                               {"rt", "right"},
                                               {"seth", "setheading"},
                                               {"setpos", "goto"},
                                               {"setposition", "goto"},
                                               {"pu", "penup"},
                                               {"up", "penup"},
                                               {"pd", "pendown"},
                                               {"down", "pendown"},
                                               {"width", "pensize"}}};

}  // namespace

void for_each_statement(const Program& program,
                        const std::function<void(const Statement&, int loops)>& visit) {
  walk_statements(program.statements, 0, visit);
}

void for_each_statement(Program& program, const std::function<void(Statement&, int loops)>& visit) {
  walk_statements(program.statements, 0, visit);
}

void for_each_expression(Statement& statement, const std::function<void(Expression&)>& visit) {
  walk_expressions(statement, visit);
}

void for_each_expression(const Statement& statement,
                         const std::function<void(const Expression&)>& visit) {
  walk_expressions(statement, visit);
}

void for_each_part(Expression& expression, const std::function<void(Expression&)>& visit) {
  walk_parts(expression, visit);
}

std::size_t line_count(const Program& program) {
  std::size_t lines = 0;
  for_each_statement(program, [&](const Statement& each, int) {
    if (each.kind != Statement::Kind::kDocstring) ++lines;
    const bool elif = each.orelse.size() == 1 && each.orelse[0].kind == Statement::Kind::kIf;
    if (!each.orelse.empty() && !elif) ++lines;
  });
  return lines;
}

int deepest_loops(const Program& program) {
  int deepest = 0;
  for_each_statement(program, [&](const Statement& each, int loops) {
    const bool loop = each.kind == Statement::Kind::kFor || each.kind == Statement::Kind::kWhile;
    deepest = std::max(deepest, loops + (loop ? 1 : 0));
  });
  return deepest;
}

bool uses_name(const Program& program, std::string_view name) {
  bool found = false;
  for_each_statement(program, [&](const Statement& each, int) {
    found =
        found || (each.kind == Statement::Kind::kDef && each.text == name) ||
        (each.kind == Statement::Kind::kImport && each.text.find(name) != std::string::npos) ||
        std::find(each.parameters.begin(), each.parameters.end(), name) != each.parameters.end();
    for_each_expression(each, [&](const Expression& part) {
      found = found || (part.kind == Expression::Kind::kName && part.text == name);
    });
  });
  return found;
}

std::string free_name(const Program& program, std::string wanted) {
  if (!uses_name(program, wanted)) return wanted;
  for (int i = 2;; ++i) {
    std::string name = wanted + "_" + std::to_string(i);
    if (!uses_name(program, name)) return name;
  }
}

std::string_view method_of(const Expression& each) {
  if (each.kind != Expression::Kind::kCall) return {};
  const Expression& callee = each.parts[0];
  const bool method = callee.kind == Expression::Kind::kAttribute &&
                      callee.parts[0].kind == Expression::Kind::kName &&
                      callee.parts[0].text != "math";
  if (!method) return {};
  for (const LongName& known : kLongNames) {
    if (known.brief == callee.text) return known.full;
  }
  return callee.text;
}

std::string_view method_of(const Statement& statement) {
  return statement.kind == Statement::Kind::kCall ? method_of(statement.value[0])
                                                  : std::string_view{};
}

bool is_turn(std::string_view method) { return method == "left" || method == "right"; }

bool is_length(std::string_view method) {
  return method == "forward" || method == "back" || method == "circle" || method == "dot";
}

std::optional<double> literal(const Expression& expression) {
  if (expression.kind == Expression::Kind::kNumber) return parse_number<double>(expression.text);
  if (expression.kind != Expression::Kind::kUnary || expression.text == "not") return std::nullopt;
  const auto inside = literal(expression.parts[0]);
  if (!inside) return std::nullopt;
  return expression.text == "-" ? -*inside : *inside;
}

const Expression* range_count(const Statement& loop) {
  if (loop.kind != Statement::Kind::kFor || loop.targets.size() != 1) return nullptr;
  const Expression& value = loop.value[0];
  const bool range = value.kind == Expression::Kind::kCall && value.parts.size() == 2 &&
                     value.parts[0].kind == Expression::Kind::kName &&
                     value.parts[0].text == "range" &&
                     loop.targets[0].kind == Expression::Kind::kName;
  return range ? &value.parts[1] : nullptr;
}

Expression* range_count(Statement& loop) {
  return range_count(std::as_const(loop)) == nullptr ? nullptr : &loop.value[0].parts[1];
}

bool mentions(const Expression& expression, std::string_view name) {
  if (expression.kind == Expression::Kind::kName && expression.text == name) return true;
  return std::any_of(expression.parts.begin(), expression.parts.end(),
                     [&](const Expression& part) { return mentions(part, name); });
}

bool mentions(const Statement& statement, std::string_view name) {
  bool found = false;
  for_each_expression(statement, [&](const Expression& part) {
    found = found || (part.kind == Expression::Kind::kName && part.text == name);
  });
  const auto inside = [&](const Statements& list) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Statement& each) { return mentions(each, name); });
  };
  return found || inside(statement.body) || inside(statement.orelse);
}

const Statement* helper_of(const Program& program, const Statement& statement) {
  if (statement.kind != Statement::Kind::kCall) return nullptr;
  const Expression& callee = statement.value[0].parts[0];
  if (callee.kind != Expression::Kind::kName) return nullptr;
  for (const Statement& each : program.statements) {
    if (each.kind == Statement::Kind::kDef && each.text == callee.text) return &each;
  }
  return nullptr;
}

std::vector<std::size_t> length_arguments(const Program& program, const Statement& helper,
                                          int depth) {
  constexpr int kDeepest = 4;  // helpers that call helpers
  std::vector<std::size_t> found;
  if (depth > kDeepest) return found;
  for (std::size_t i = 0; i < helper.parameters.size(); ++i) {
    bool length = false;
    const auto visit = [&](const Statement& each, int) {
      if (each.kind != Statement::Kind::kCall) return;
      const Expression& value = each.value[0];
      if (is_length(method_of(value)) && value.parts.size() > 1) {
        length = length || mentions(value.parts[1], helper.parameters[i]);
      }
      const Statement* inner = helper_of(program, each);
      if (inner == nullptr || inner->text == helper.text) return;
      for (const std::size_t at : length_arguments(program, *inner, depth + 1)) {
        const bool given = at + 1 < value.parts.size();
        length = length || (given && mentions(value.parts[at + 1], helper.parameters[i]));
      }
    };
    walk_statements(helper.body, 0, visit);
    if (length) found.push_back(i);
  }
  return found;
}

}  // namespace papert::datagen::detail

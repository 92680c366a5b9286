// Prints a tree as the one text that stands for it. Brackets stand only where the tree needs them:
// every expression has a level, from the loosest (a conditional) to the tightest (a name), and is
// bracketed where its place asks for a tighter one.

#include <utility>

#include "lang/turtle/syntax/program.h"

namespace papert::turtle {
namespace {

enum Level : int {
  kConditionalLevel,
  kOrLevel,
  kAndLevel,
  kNotLevel,
  kCompareLevel,
  kSumLevel,
  kProductLevel,
  kSignLevel,
  kPowerLevel,
  kPrimaryLevel,
};

int level_of(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::kConditional:
      return kConditionalLevel;
    case Expression::Kind::kCompare:
      return kCompareLevel;
    case Expression::Kind::kUnary:
      return expression.text == "not" ? kNotLevel : kSignLevel;
    case Expression::Kind::kBinary:
      break;
    default:
      return kPrimaryLevel;
  }
  if (expression.text == "or") return kOrLevel;
  if (expression.text == "and") return kAndLevel;
  if (expression.text == "+" || expression.text == "-") return kSumLevel;
  return expression.text == "**" ? kPowerLevel : kProductLevel;
}

class Printer {
 public:
  void statements(const std::vector<Statement>& list, int depth) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const bool apart =
          depth == 0 && i > 0 &&
          (list[i].kind == Statement::Kind::kDef || list[i - 1].kind == Statement::Kind::kDef);
      if (apart) text_ += "\n\n";
      statement(list[i], depth);
    }
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void expression(const Expression& node, int least) {
    const bool bracketed = level_of(node) < least;
    if (bracketed) text_ += '(';
    bare(node);
    if (bracketed) text_ += ')';
  }

  void bare(const Expression& node) {
    using Kind = Expression::Kind;
    switch (node.kind) {
      case Kind::kNumber:
      case Kind::kString:
      case Kind::kName:
      case Kind::kConstant:
        text_ += node.text;
        break;
      case Kind::kAttribute:
        expression(node.parts[0], kPrimaryLevel);
        text_ += "." + node.text;
        break;
      case Kind::kCall:
        call(node);
        break;
      case Kind::kIndex:
        expression(node.parts[0], kPrimaryLevel);
        text_ += '[';
        expression(node.parts[1], kConditionalLevel);
        text_ += ']';
        break;
      case Kind::kTuple:
        text_ += '(';
        list(node.parts);
        text_ += node.parts.size() == 1 ? ",)" : ")";
        break;
      case Kind::kList:
        text_ += '[';
        list(node.parts);
        text_ += ']';
        break;
      case Kind::kUnary:
        text_ += node.text == "not" ? "not " : node.text;
        expression(node.parts[0], node.text == "not" ? kNotLevel : kSignLevel);
        break;
      case Kind::kBinary:
      case Kind::kCompare:
        binary(node);
        break;
      case Kind::kConditional:
        expression(node.parts[0], kOrLevel);
        text_ += " if ";
        expression(node.parts[1], kOrLevel);
        text_ += " else ";
        expression(node.parts[2], kConditionalLevel);
        break;
    }
  }

  void binary(const Expression& node) {
    const int level = level_of(node);
    const bool power = level == kPowerLevel;
    const bool compare = level == kCompareLevel;
    expression(node.parts[0], power ? +kPrimaryLevel : compare ? +kSumLevel : level);
    text_ += " " + node.text + " ";
    expression(node.parts[1], power ? +kSignLevel : compare ? +kSumLevel : level + 1);
  }

  void call(const Expression& node) {
    expression(node.parts[0], kPrimaryLevel);
    text_ += '(';
    for (std::size_t i = 1; i < node.parts.size(); ++i) {
      if (i > 1) text_ += ", ";
      if (!node.names[i - 1].empty()) text_ += node.names[i - 1] + "=";
      expression(node.parts[i], kConditionalLevel);
    }
    text_ += ')';
  }

  void list(const std::vector<Expression>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) text_ += ", ";
      expression(parts[i], kConditionalLevel);
    }
  }

  /// A tuple on the right of "=" or behind "return" needs no brackets.
  void value(const std::vector<Expression>& holder) {
    for (const Expression& each : holder) {
      const bool open = each.kind == Expression::Kind::kTuple && each.parts.size() > 1;
      open ? list(each.parts) : expression(each, kConditionalLevel);
    }
  }

  void block(const std::vector<Statement>& body, int depth) {
    text_ += ":\n";
    statements(body, depth + 1);
  }

  void indent(int depth) { text_.append(static_cast<std::size_t>(depth) * 4, ' '); }

  void statement(const Statement& each, int depth) {
    using Kind = Statement::Kind;
    indent(depth);
    switch (each.kind) {
      case Kind::kDef:
        definition(each, depth);
        return;
      case Kind::kFor:
        text_ += "for ";
        list(each.targets);
        text_ += " in ";
        expression(each.value[0], kConditionalLevel);
        block(each.body, depth);
        return;
      case Kind::kWhile:
        text_ += "while ";
        expression(each.value[0], kConditionalLevel);
        block(each.body, depth);
        return;
      case Kind::kIf:
        condition(each, depth, "if ");
        return;
      default:
        simple(each);
        break;
    }
    text_ += '\n';
  }

  void simple(const Statement& each) {
    using Kind = Statement::Kind;
    switch (each.kind) {
      case Kind::kAssign:
        list(each.targets);
        text_ += " = ";
        value(each.value);
        break;
      case Kind::kAugmented:
        list(each.targets);
        text_ += " " + each.text + " ";
        value(each.value);
        break;
      case Kind::kReturn:
        text_ += each.value.empty() ? "return" : "return ";
        value(each.value);
        break;
      case Kind::kBreak:
        text_ += "break";
        break;
      case Kind::kContinue:
        text_ += "continue";
        break;
      case Kind::kPass:
        text_ += "pass";
        break;
      case Kind::kCall:
        expression(each.value[0], kConditionalLevel);
        break;
      default:
        text_ += each.text;
        break;
    }
  }

  void definition(const Statement& each, int depth) {
    text_ += "def " + each.text + "(";
    const std::size_t plain = each.parameters.size() - each.defaults.size();
    for (std::size_t i = 0; i < each.parameters.size(); ++i) {
      text_ += (i == 0 ? "" : ", ") + each.parameters[i];
      if (i < plain) continue;
      text_ += "=";
      expression(each.defaults[i - plain], kConditionalLevel);
    }
    text_ += ")";
    block(each.body, depth);
  }

  void condition(const Statement& each, int depth, std::string_view word) {
    text_ += word;
    expression(each.value[0], kConditionalLevel);
    block(each.body, depth);
    if (each.orelse.empty()) return;
    indent(depth);
    if (each.orelse.size() == 1 && each.orelse[0].kind == Statement::Kind::kIf) {
      condition(each.orelse[0], depth, "elif ");
      return;
    }
    text_ += "else";
    block(each.orelse, depth);
  }

  std::string text_;
};

}  // namespace

std::string print_program(const Program& program) {
  Printer printer;
  printer.statements(program.statements, 0);
  return printer.take();
}

}  // namespace papert::turtle

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.h"
#include "datagen/turtle/trace_machine.h"

namespace papert::datagen::detail {

using turtle::Expression;

namespace {
constexpr double kLargestNumber = 1e12;
}  // namespace

Value Value::of(double number, bool whole) {
  Value value;
  value.kind = Kind::kNumber;
  value.number = number;
  value.whole = whole;
  return value;
}

Value Value::of_text(std::string text) {
  Value value;
  value.kind = Kind::kString;
  value.text = std::move(text);
  return value;
}

Value Value::list(std::vector<Value> items) {
  Value value;
  value.kind = Kind::kList;
  value.items = std::make_shared<std::vector<Value>>(std::move(items));
  return value;
}

bool TraceMachine::truth(const Value& value) const {
  switch (value.kind) {
    case Value::Kind::kNone:
      return false;
    case Value::Kind::kNumber:
      return value.number != 0;
    case Value::Kind::kString:
      return !value.text.empty();
    case Value::Kind::kList:
      return !value.items->empty();
    default:
      return true;
  }
}

Value TraceMachine::evaluate(const Expression& each, Scope& scope) {
  using Kind = Expression::Kind;
  if (!running_) return {};
  switch (each.kind) {
    case Kind::kNumber: {
      const auto number = parse_number<double>(each.text);
      if (!number || !(*number <= kLargestNumber)) stop("the number " + each.text);
      return Value::of(number.value_or(0), each.text.find_first_of(".eE") == std::string::npos);
    }
    case Kind::kString:
      if (each.text.size() < 2 || each.text.find('\\') != std::string::npos ||
          (each.text[0] != '"' && each.text[0] != '\'')) {
        stop("the string " + each.text);
        return {};
      }
      return Value::of_text(each.text.substr(1, each.text.size() - 2));
    case Kind::kName:
      return name(each, scope);
    case Kind::kConstant:
      return each.text == "None" ? Value{} : Value::of(each.text == "True" ? 1 : 0, true);
    case Kind::kAttribute:
      if (each.parts[0].text == "math" && each.text == "pi") return Value::of(M_PI);
      stop("the attribute " + each.text);
      return {};
    case Kind::kCall:
      return call(each, scope);
    case Kind::kIndex:
      return index(each, scope);
    case Kind::kTuple:
    case Kind::kList: {
      std::vector<Value> items;
      items.reserve(each.parts.size());
      for (const Expression& part : each.parts) items.push_back(evaluate(part, scope));
      return Value::list(std::move(items));
    }
    case Kind::kUnary:
      return unary(each, scope);
    case Kind::kBinary:
      return binary(each, scope);
    case Kind::kCompare:
      return compare(each, scope);
    case Kind::kConditional:
      return evaluate(each.parts[truth(evaluate(each.parts[1], scope)) ? 0 : 2], scope);
  }
  return {};
}

Value TraceMachine::name(const Expression& each, Scope& scope) {
  if (const Value* found = scope.find(each.text)) return *found;
  Value function;
  function.kind = Value::Kind::kFunction;
  function.text = each.text;
  return function;
}

Value TraceMachine::index(const Expression& each, Scope& scope) {
  const Value list = evaluate(each.parts[0], scope);
  const Value place = evaluate(each.parts[1], scope);
  if (!running_) return {};
  if (list.kind != Value::Kind::kList || place.kind != Value::Kind::kNumber || !place.whole) {
    stop("an index");
    return {};
  }
  const auto size = static_cast<double>(list.items->size());
  const double at = place.number < 0 ? place.number + size : place.number;
  if (at < 0 || at >= size) {
    stop("an index out of range");
    return {};
  }
  return (*list.items)[static_cast<std::size_t>(at)];
}

Value TraceMachine::unary(const Expression& each, Scope& scope) {
  const Value value = evaluate(each.parts[0], scope);
  if (each.text == "not") return Value::of(truth(value) ? 0 : 1, true);
  if (running_ && value.kind != Value::Kind::kNumber) stop("the sign of what is not a number");
  return Value::of(each.text == "-" ? -value.number : value.number, value.whole);
}

Value TraceMachine::binary(const Expression& each, Scope& scope) {
  Value left = evaluate(each.parts[0], scope);
  if (each.text == "and") return truth(left) ? evaluate(each.parts[1], scope) : left;
  if (each.text == "or") return truth(left) ? left : evaluate(each.parts[1], scope);
  const Value right = evaluate(each.parts[1], scope);
  return running_ ? calculate(each.text, left, right) : Value{};
}

Value TraceMachine::calculate(std::string_view text, const Value& left, const Value& right) {
  if (left.kind != Value::Kind::kNumber || right.kind != Value::Kind::kNumber) {
    stop("'" + std::string(text) + "' of what are not numbers");
    return {};
  }
  const double a = left.number;
  const double b = right.number;
  const bool whole = left.whole && right.whole;
  const bool divides = text == "/" || text == "//" || text == "%";
  double result = 0;
  if (divides && b == 0) {
    stop("a division by zero");
  } else if (text == "+") {
    result = a + b;
  } else if (text == "-") {
    result = a - b;
  } else if (text == "*") {
    result = a * b;
  } else if (text == "/") {
    result = a / b;
  } else if (text == "//") {
    result = std::floor(a / b);
  } else if (text == "%") {
    result = a - b * std::floor(a / b);
  } else if (text == "**") {
    result = std::pow(a, b);
  } else {
    stop("'" + std::string(text) + "'");
  }
  if (!std::isfinite(result) || std::abs(result) > kLargestNumber)
    stop("a number beyond all bounds");
  return Value::of(result, whole && text != "/" && (text != "**" || b >= 0));
}

Value TraceMachine::compare(const Expression& each, Scope& scope) {
  const Value left = evaluate(each.parts[0], scope);
  const Value right = evaluate(each.parts[1], scope);
  if (!running_) return {};
  const bool numbers = left.kind == Value::Kind::kNumber && right.kind == Value::Kind::kNumber;
  const bool texts = left.kind == Value::Kind::kString && right.kind == Value::Kind::kString;
  if (each.text == "in" || each.text == "not in" || (!numbers && !texts)) {
    stop("the comparison '" + each.text + "'");
    return {};
  }
  const double a = numbers ? left.number : left.text.compare(right.text);
  const double b = numbers ? right.number : 0;
  bool result = a == b;
  if (each.text == "!=" || each.text == "is not") result = a != b;
  if (each.text == "<") result = a < b;
  if (each.text == "<=") result = a <= b;
  if (each.text == ">") result = a > b;
  if (each.text == ">=") result = a >= b;
  return Value::of(result ? 1 : 0, true);
}

Value TraceMachine::call(const Expression& each, Scope& scope) {
  std::vector<Value> arguments;
  arguments.reserve(each.names.size());
  const Expression& callee = each.parts[0];
  const bool method = callee.kind == Expression::Kind::kAttribute;
  const bool math = method && callee.parts[0].kind == Expression::Kind::kName &&
                    callee.parts[0].text == "math" && scope.find("math") == nullptr;
  const Value owner = method && !math ? evaluate(callee.parts[0], scope) : Value{};
  const Value function = method ? Value{} : evaluate(callee, scope);
  for (std::size_t i = 1; i < each.parts.size(); ++i) {
    arguments.push_back(evaluate(each.parts[i], scope));
  }
  if (!running_) return {};
  if (math) return call_math(callee.text, arguments);
  if (method && owner.kind == Value::Kind::kTurtle) {
    return turtle_method(callee.text, arguments, each.names);
  }
  if (method) return list_method(callee.text, owner, std::move(arguments));
  if (function.function != nullptr) {
    return call_function(*function.function, function.home, std::move(arguments), each.names);
  }
  if (function.kind != Value::Kind::kFunction) stop("a call of what is not a function");
  if (!running_) return {};
  constexpr std::string_view kMath = "math.";
  if (function.text.starts_with(kMath))
    return call_math(function.text.substr(kMath.size()), arguments);
  return call_plain(function.text, arguments);
}

Value TraceMachine::list_method(const std::string& name, const Value& list,
                                std::vector<Value> arguments) {
  if (list.kind != Value::Kind::kList || name != "append" || arguments.size() != 1 ||
      list.items->size() > kMostTraceVertices) {
    stop("the method " + name);
    return {};
  }
  list.items->push_back(std::move(arguments[0]));
  return {};
}

Value TraceMachine::range(const std::vector<Value>& arguments) {
  for (const Value& each : arguments) {
    if (each.kind != Value::Kind::kNumber || !each.whole) stop("a range of what is not whole");
  }
  if (arguments.empty() || arguments.size() > 3) stop("a range without an end");
  if (!running_) return {};
  const double first = arguments.size() > 1 ? arguments[0].number : 0;
  const double end = arguments.size() > 1 ? arguments[1].number : arguments[0].number;
  const double step = arguments.size() > 2 ? arguments[2].number : 1;
  if (step == 0 || (end - first) / step > static_cast<double>(kMostTraceVertices)) {
    stop("a range that is too long");
    return {};
  }
  std::vector<Value> items;
  for (double at = first; step > 0 ? at < end : at > end; at += step) {
    items.push_back(Value::of(at, true));
  }
  return Value::list(std::move(items));
}

Value TraceMachine::call_plain(const std::string& name, const std::vector<Value>& arguments) {
  if (name == "range") return range(arguments);
  if (name == "len" && arguments.size() == 1 && arguments[0].kind == Value::Kind::kList) {
    return Value::of(static_cast<double>(arguments[0].items->size()), true);
  }
  const bool numbers =
      !arguments.empty() && std::all_of(arguments.begin(), arguments.end(), [](const Value& each) {
        return each.kind == Value::Kind::kNumber;
      });
  if (!numbers) {
    stop("the function " + name);
    return {};
  }
  const Value& first = arguments[0];
  const auto smaller = [](const Value& a, const Value& b) { return a.number < b.number; };
  if (name == "abs") return Value::of(std::abs(first.number), first.whole);
  if (name == "int") return Value::of(std::trunc(first.number), true);
  if (name == "float") return Value::of(first.number);
  if (name == "round" && arguments.size() == 1)
    return Value::of(std::nearbyint(first.number), true);
  if (name == "min") return *std::min_element(arguments.begin(), arguments.end(), smaller);
  if (name == "max") return *std::max_element(arguments.begin(), arguments.end(), smaller);
  stop("the function " + name);
  return {};
}

Value TraceMachine::call_math(const std::string& name, const std::vector<Value>& arguments) {
  const double a = number(arguments, 0, 0);
  const double b = number(arguments, 1, 0);
  double result = 0;
  if (name == "sin") {
    result = std::sin(a);
  } else if (name == "cos") {
    result = std::cos(a);
  } else if (name == "tan") {
    result = std::tan(a);
  } else if (name == "sqrt" && a >= 0) {
    result = std::sqrt(a);
  } else if (name == "radians") {
    result = a * M_PI / 180;
  } else if (name == "degrees") {
    result = a * 180 / M_PI;
  } else if (name == "atan2") {
    result = std::atan2(a, b);
  } else if (name == "atan") {
    result = std::atan(a);
  } else if (name == "hypot") {
    result = std::hypot(a, b);
  } else if (name == "floor" || name == "ceil") {
    return Value::of(name == "floor" ? std::floor(a) : std::ceil(a), true);
  } else {
    stop("the function math." + name);
  }
  return Value::of(result);
}

}  // namespace papert::datagen::detail

#include "datagen/turtle/trace.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "datagen/turtle/trace_machine.h"

namespace papert::datagen {

using turtle::Expression;
using turtle::Statement;

bool Pose::is_like(const Pose& other) const {
  const double turned = std::remainder(heading - other.heading, 360.0);
  return std::abs(place.x - other.place.x) < 1e-6 && std::abs(place.y - other.place.y) < 1e-6 &&
         std::abs(turned) < 1e-6 && pen == other.pen;
}

Trace trace_program(const turtle::Program& program) { return detail::TraceMachine(program).run(); }

namespace detail {
namespace {

constexpr int kMostCalls = 60;  // in each other
constexpr std::size_t kMostScopes = 30'000;
constexpr std::size_t kMostLoopRuns = 1'000;
constexpr std::size_t kMostRounds = 2'000;  // that are kept of a run

void widen(std::optional<scene::Bounds>& bounds, const std::optional<scene::Bounds>& by) {
  if (!by) return;
  if (!bounds) {
    bounds = by;
    return;
  }
  bounds = scene::Bounds{std::min(bounds->x0, by->x0), std::min(bounds->y0, by->y0),
                         std::max(bounds->x1, by->x1), std::max(bounds->y1, by->y1)};
}

}  // namespace

Value* Scope::find(std::string_view name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->parent) {
    for (auto& [known, value] : scope->names) {
      if (known == name) return &value;
    }
  }
  return nullptr;
}

void Scope::set(std::string_view name, Value value) {
  for (auto& [known, old] : names) {
    if (known == name) {
      old = std::move(value);
      return;
    }
  }
  names.emplace_back(name, std::move(value));
}

void TraceMachine::stop(std::string problem) {
  if (running_) trace_.problem = std::move(problem);
  running_ = false;
}

Trace TraceMachine::run() {
  pen_.inks.emplace_back();
  Scope& globals = scopes_.emplace_back();
  statements(program_.statements, globals);
  const Value* draw = globals.find("draw");
  if (running_ && (draw == nullptr || draw->function == nullptr)) stop("there is no draw(t)");
  if (running_) {
    Value the_turtle;
    the_turtle.kind = Value::Kind::kTurtle;
    std::vector<Value> arguments{the_turtle};
    call_function(*draw->function, draw->home, std::move(arguments), {""});
  }
  trace_.complete = running_;
  return std::move(trace_);
}

TraceMachine::Flow TraceMachine::statements(const Statements& list, Scope& scope) {
  for (const Statement& each : list) {
    const Flow flow = statement(each, scope);
    if (!running_ || flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

TraceMachine::Flow TraceMachine::statement(const Statement& each, Scope& scope) {
  if (++trace_.steps > kMostTraceSteps) stop("too many steps");
  if (trace_.vertices > kMostTraceVertices) stop("too many vertices");
  if (!running_) return Flow::kNext;
  const bool first = trace_.effects.find(&each) == trace_.effects.end();
  if (!first) return act(each, scope);
  const Pose before = pen_.pose;
  const std::size_t marks = pen_.marks;
  const std::size_t absolute = pen_.absolute_moves;
  trace_.effects.try_emplace(&each);
  pen_.inks.emplace_back();
  const Flow flow = act(each, scope);
  const std::optional<scene::Bounds> ink = pen_.inks.back();
  pen_.inks.pop_back();
  widen(pen_.inks.back(), ink);
  trace_.effects[&each] =
      Effect{before, pen_.pose, ink, pen_.absolute_moves != absolute, pen_.marks - marks};
  return flow;
}

TraceMachine::Flow TraceMachine::act(const Statement& each, Scope& scope) {
  using Kind = Statement::Kind;
  switch (each.kind) {
    case Kind::kDef: {
      Value function;
      function.kind = Value::Kind::kFunction;
      function.function = &each;
      function.home = &scope;
      scope.set(each.text, function);
      return Flow::kNext;
    }
    case Kind::kFor:
      return for_loop(each, scope);
    case Kind::kWhile:
      return while_loop(each, scope);
    case Kind::kIf:
      return statements(truth(evaluate(each.value[0], scope)) ? each.body : each.orelse, scope);
    case Kind::kAssign:
    case Kind::kAugmented:
      assign(each, scope);
      return Flow::kNext;
    case Kind::kReturn:
      returned_ = each.value.empty() ? Value{} : evaluate(each.value[0], scope);
      return Flow::kReturn;
    case Kind::kBreak:
      return Flow::kBreak;
    case Kind::kContinue:
      return Flow::kContinue;
    case Kind::kImport:
      import_names(each.text, scope);
      return Flow::kNext;
    case Kind::kCall:
      evaluate(each.value[0], scope);
      return Flow::kNext;
    case Kind::kPass:
    case Kind::kDocstring:
      break;
  }
  return Flow::kNext;
}

void TraceMachine::assign(const Statement& each, Scope& scope) {
  Value value = evaluate(each.value[0], scope);
  if (!running_) return;
  if (each.kind == Statement::Kind::kAugmented) {
    const Value old = evaluate(each.targets[0], scope);
    value = calculate(std::string_view(each.text).substr(0, each.text.size() - 1), old, value);
  }
  if (each.targets.size() == 1) {
    store(each.targets[0], std::move(value), scope);
  } else {
    take_apart(each.targets, value, scope);
  }
}

void TraceMachine::store(const Expression& target, Value value, Scope& scope) {
  if (!running_) return;
  if (target.kind == Expression::Kind::kName) {
    scope.set(target.text, std::move(value));
  } else if (target.kind == Expression::Kind::kTuple) {
    take_apart(target.parts, value, scope);
  } else {
    stop("an assignment to a part of a value");
  }
}

void TraceMachine::take_apart(const std::vector<Expression>& targets, const Value& value,
                              Scope& scope) {
  if (value.kind != Value::Kind::kList || value.items->size() != targets.size()) {
    stop("a value that cannot be taken apart");
    return;
  }
  for (std::size_t i = 0; i < targets.size(); ++i) store(targets[i], (*value.items)[i], scope);
}

void TraceMachine::import_names(const std::string& text, Scope& scope) {
  if (text == "import math") return;
  constexpr std::string_view kFrom = "from math import ";
  if (!text.starts_with(kFrom) || text.find(" as ") != std::string::npos ||
      text.find('*') != std::string::npos) {
    stop("'" + text + "'");
    return;
  }
  for (const std::string_view each : split(std::string_view(text).substr(kFrom.size()), ',')) {
    Value function;
    function.kind = Value::Kind::kFunction;
    function.text = "math." + std::string(trim(each));
    scope.set(trim(each), trim(each) == "pi" ? Value::of(M_PI) : function);
  }
}

bool TraceMachine::round(LoopRun& run, const Statement& each, Scope& scope, Flow& flow) {
  LoopRound now;
  now.start = pen_.pose;
  const std::size_t marks = pen_.marks;
  const double length = pen_.length;
  const std::size_t calls = pen_.calls;
  pen_.inks.emplace_back();
  pen_.firsts.emplace_back();
  flow = statements(each.body, scope);
  now.first = pen_.firsts.back().pose;
  now.hops = pen_.firsts.back().hops;
  pen_.firsts.pop_back();
  now.calls = pen_.calls - calls;
  now.ink = pen_.inks.back();
  pen_.inks.pop_back();
  widen(pen_.inks.back(), now.ink);
  now.length = pen_.length - length;
  now.marks = pen_.marks - marks;
  now.pen = pen_.color;
  if (run.rounds.size() < kMostRounds) run.rounds.push_back(now);
  return running_ && flow != Flow::kBreak && flow != Flow::kReturn;
}

TraceMachine::Flow TraceMachine::for_loop(const Statement& each, Scope& scope) {
  const Value values = evaluate(each.value[0], scope);
  if (running_ && values.kind != Value::Kind::kList) stop("a loop over what is not a list");
  if (!running_) return Flow::kNext;
  LoopRun run;
  run.loop = &each;
  run.depth = ++depth_;
  trace_.loop_depth = std::max(trace_.loop_depth, depth_);
  Flow flow = Flow::kNext;
  const auto items = values.items;  // keeps them while the loop changes its list
  for (std::size_t i = 0; i < items->size(); ++i) {
    if (each.targets.size() == 1) {
      store(each.targets[0], (*items)[i], scope);
    } else {
      take_apart(each.targets, (*items)[i], scope);
    }
    if (++trace_.steps > kMostTraceSteps) stop("too many steps");
    if (!running_ || !round(run, each, scope, flow)) break;
  }
  --depth_;
  run.end = pen_.pose;
  if (trace_.loops.size() < kMostLoopRuns) trace_.loops.push_back(std::move(run));
  return flow == Flow::kReturn ? flow : Flow::kNext;
}

TraceMachine::Flow TraceMachine::while_loop(const Statement& each, Scope& scope) {
  LoopRun run;
  run.loop = &each;
  run.depth = ++depth_;
  trace_.loop_depth = std::max(trace_.loop_depth, depth_);
  Flow flow = Flow::kNext;
  while (running_ && truth(evaluate(each.value[0], scope))) {
    if (++trace_.steps > kMostTraceSteps) stop("too many steps");
    if (!running_ || !round(run, each, scope, flow)) break;
  }
  --depth_;
  run.end = pen_.pose;
  if (trace_.loops.size() < kMostLoopRuns) trace_.loops.push_back(std::move(run));
  return flow == Flow::kReturn ? flow : Flow::kNext;
}

Value TraceMachine::call_function(const Statement& function, Scope* home,
                                  std::vector<Value> arguments,
                                  const std::vector<std::string>& names) {
  if (calls_ >= kMostCalls || scopes_.size() >= kMostScopes) stop("too many calls");
  if (arguments.size() > function.parameters.size()) stop("too many arguments");
  if (!running_) return {};
  Scope& scope = scopes_.emplace_back();
  scope.parent = home;
  const std::size_t plain = function.parameters.size() - function.defaults.size();
  for (std::size_t i = 0; i < function.defaults.size(); ++i) {
    scope.set(function.parameters[plain + i], evaluate(function.defaults[i], *home));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    scope.set(
        names[i].empty() ? std::string_view(function.parameters[i]) : std::string_view(names[i]),
        std::move(arguments[i]));
  }
  const bool all_given = std::all_of(
      function.parameters.begin(), function.parameters.end(), [&](const std::string& parameter) {
        return std::any_of(scope.names.begin(), scope.names.end(),
                           [&](const auto& each) { return each.first == parameter; });
      });
  if (!all_given) stop("an argument is missing");
  ++calls_;
  returned_ = {};
  statements(function.body, scope);
  --calls_;
  return std::exchange(returned_, {});
}

}  // namespace detail
}  // namespace papert::datagen

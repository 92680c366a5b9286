// Any model is completed wish by wish. Where the model at hand agrees with a wish, the wish is
// fixed without a question; else the solver is asked whether the wish can be had beside all that is
// fixed, and the wish or its opposite is fixed. So a model at hand saves questions, but which one
// it is changes nothing.
#include "synth/solver.h"

#include <z3++.h>

#include <string>

namespace papert::synth {
namespace {

constexpr unsigned kMostSteps = 3'000'000;  // of Z3, per question

}  // namespace

struct Solver::Engine {
  z3::context context;
  z3::solver solver{context, z3::solver::simple{}};
  std::vector<z3::expr> variables;
  bool failed = false;  // Z3 refused a condition

  z3::expr of(const Literal& literal) {
    while (variables.size() <= literal.variable) {
      variables.push_back(context.bool_const(("v" + std::to_string(variables.size())).c_str()));
    }
    return literal.is ? variables[literal.variable] : !variables[literal.variable];
  }

  void add(const Linear& condition);
  Answer complete(std::span<const Literal> wishes, std::vector<bool>& values);
};

void Solver::Engine::add(const Linear& condition) {
  z3::expr_vector literals(context);
  for (const Literal& literal : condition.literals) literals.push_back(of(literal));
  if (!condition.weights.empty()) {
    solver.add(z3::pbge(literals, condition.weights.data(), condition.least));
  } else if (condition.least == 1) {
    solver.add(z3::mk_or(literals));
  } else if (condition.least > static_cast<int>(condition.literals.size())) {
    solver.add(context.bool_val(false));
  } else {
    solver.add(z3::atleast(literals, static_cast<unsigned>(condition.least)));
  }
}

Solver::Answer Solver::Engine::complete(std::span<const Literal> wishes,
                                        std::vector<bool>& values) {
  z3::check_result result = solver.check();
  if (result != z3::sat) return result == z3::unsat ? Answer::kNone : Answer::kGaveUp;
  z3::model model = solver.get_model();
  z3::expr_vector fixed(context);
  for (const Literal& wish : wishes) {
    const bool now = model.eval(of({wish.variable, true}), true).is_true();
    values[wish.variable] = wish.is;
    fixed.push_back(of(wish));
    if (now == wish.is) continue;
    result = solver.check(fixed);
    if (result == z3::unknown) return Answer::kGaveUp;
    if (result == z3::sat) {
      model = solver.get_model();
      continue;
    }
    values[wish.variable] = !wish.is;
    fixed.pop_back();
    fixed.push_back(of(!wish));
  }
  return Answer::kFound;
}

bool solver_available() { return true; }

Solver::Solver(const Formula& formula)
    : engine_(std::make_unique<Engine>()), variables_(formula.variables()) {
  z3::params params(engine_->context);
  params.set("rlimit", kMostSteps);
  engine_->solver.set(params);
  for (const Linear& condition : formula.conditions()) require(condition);
}

Solver::~Solver() = default;

void Solver::require(const Linear& condition) {
  try {
    engine_->add(condition);
  } catch (const z3::exception&) {
    engine_->failed = true;
  }
}

Solver::Answer Solver::solve(std::span<const Literal> wishes, std::vector<bool>& values) {
  if (engine_->failed) return Answer::kGaveUp;
  values.assign(variables_, false);
  try {
    return engine_->complete(wishes, values);
  } catch (const z3::exception&) {
    return Answer::kGaveUp;
  }
}

}  // namespace papert::synth

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

  z3::expr of(const Literal& literal) {
    while (variables.size() <= literal.variable) {
      variables.push_back(context.bool_const(("v" + std::to_string(variables.size())).c_str()));
    }
    return literal.is ? variables[literal.variable] : !variables[literal.variable];
  }
};

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
  z3::expr_vector literals(engine_->context);
  for (const Literal& literal : condition.literals) literals.push_back(engine_->of(literal));
  if (!condition.weights.empty()) {
    engine_->solver.add(z3::pbge(literals, condition.weights.data(), condition.least));
  } else if (condition.least == 1) {
    engine_->solver.add(z3::mk_or(literals));
  } else if (condition.least > static_cast<int>(condition.literals.size())) {
    engine_->solver.add(engine_->context.bool_val(false));
  } else {
    engine_->solver.add(z3::atleast(literals, static_cast<unsigned>(condition.least)));
  }
}

Solver::Answer Solver::solve(std::span<const Literal> wishes, std::vector<bool>& values) {
  z3::solver& solver = engine_->solver;
  z3::expr_vector fixed(engine_->context);
  const auto answer = [](z3::check_result result) {
    return result == z3::unsat ? Answer::kNone : Answer::kGaveUp;
  };
  z3::check_result result = solver.check();
  if (result != z3::sat) return answer(result);
  z3::model model = solver.get_model();
  values.assign(variables_, false);
  for (const Literal& wish : wishes) {
    const bool now = model.eval(engine_->of({wish.variable, true}), true).is_true();
    values[wish.variable] = wish.is;
    fixed.push_back(engine_->of(wish));
    if (now == wish.is) continue;
    result = solver.check(fixed);
    if (result == z3::unknown) return Answer::kGaveUp;
    if (result == z3::sat) {
      model = solver.get_model();
      continue;
    }
    values[wish.variable] = !wish.is;
    fixed.pop_back();
    fixed.push_back(engine_->of(!wish));
  }
  return Answer::kFound;
}

}  // namespace papert::synth

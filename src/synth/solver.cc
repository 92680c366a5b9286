// Any model is completed wish by wish. Where the model at hand agrees with a wish, the wish is
// fixed without a question; else the solver is asked whether the wish can be had beside all that is
// fixed, and the wish or its opposite is fixed. So a model at hand saves questions, but which one
// it is changes nothing.
#include "synth/solver.h"

#include <z3++.h>

#include <string>
#include <utility>

#include "synth/second_opinion.h"
#include "synth/sum_clauses.h"

namespace papert::synth {
namespace {

constexpr unsigned kMostSteps = 3'000'000;  // of Z3, per question

class Z3 {
 public:
  Z3() {
    z3::params params(context_);
    params.set("rlimit", kMostSteps);
    solver_.set(params);
  }

  void add(const Clause& clause) {
    try {
      z3::expr_vector literals(context_);
      for (const Literal& literal : clause) literals.push_back(of(literal));
      solver_.add(z3::mk_or(literals));
    } catch (const z3::exception&) {
      failed_ = true;
    }
  }

  Solver::Answer solve(std::span<const Literal> wishes, std::vector<bool>& values) {
    if (failed_) return Solver::Answer::kGaveUp;
    try {
      return complete(wishes, values);
    } catch (const z3::exception&) {
      return Solver::Answer::kGaveUp;
    }
  }

 private:
  z3::expr of(const Literal& literal) {
    while (variables_.size() <= literal.variable) {
      variables_.push_back(context_.bool_const(("v" + std::to_string(variables_.size())).c_str()));
    }
    return literal.is ? variables_[literal.variable] : !variables_[literal.variable];
  }

  Solver::Answer complete(std::span<const Literal> wishes, std::vector<bool>& values);

  z3::context context_;
  z3::solver solver_{context_, z3::solver::simple{}};
  std::vector<z3::expr> variables_;
  bool failed_ = false;  // Z3 refused a clause
};

Solver::Answer Z3::complete(std::span<const Literal> wishes, std::vector<bool>& values) {
  z3::check_result result = solver_.check();
  if (result != z3::sat) {
    return result == z3::unsat ? Solver::Answer::kNone : Solver::Answer::kGaveUp;
  }
  z3::model model = solver_.get_model();
  z3::expr_vector fixed(context_);
  for (const Literal& wish : wishes) {
    const bool now = model.eval(of({wish.variable, true}), true).is_true();
    values[wish.variable] = wish.is;
    fixed.push_back(of(wish));
    if (now == wish.is) continue;
    result = solver_.check(fixed);
    if (result == z3::unknown) return Solver::Answer::kGaveUp;
    if (result == z3::sat) {
      model = solver_.get_model();
      continue;
    }
    values[wish.variable] = !wish.is;
    fixed.pop_back();
    fixed.push_back(of(!wish));
  }
  return Solver::Answer::kFound;
}

}  // namespace

struct Solver::Engine {
  SecondOpinion<Z3> solver;
  std::size_t asked_for = 0;  // variables, the first ones; the others only say conditions
};

bool solver_available() { return true; }

Solver::Solver(const Formula& formula)
    : engine_(std::make_unique<Engine>()), variables_(formula.variables()) {
  engine_->asked_for = formula.variables();
  for (const Linear& condition : formula.conditions()) require(condition);
}

Solver::~Solver() = default;

void Solver::require(const Linear& condition) {
  for (Clause& clause : clauses_of(condition, [this] { return variable(); })) {
    engine_->solver.add(std::move(clause));
  }
}

Solver::Answer Solver::solve(std::span<const Literal> wishes, std::vector<bool>& values) {
  values.assign(engine_->asked_for, false);
  return engine_->solver.solve(wishes, values);
}

}  // namespace papert::synth

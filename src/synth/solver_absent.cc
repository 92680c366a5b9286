// In place of solver.cc where the build has no Z3.
#include "synth/solver.h"

namespace papert::synth {

struct Solver::Engine {};

bool solver_available() { return false; }

Solver::Solver(const Formula& formula) : variables_(formula.variables()) {}
Solver::~Solver() = default;

void Solver::require(const Linear& /*condition*/) {}

Solver::Answer Solver::solve(std::span<const Literal> /*wishes*/, std::vector<bool>& /*values*/) {
  return Answer::kGaveUp;
}

}  // namespace papert::synth

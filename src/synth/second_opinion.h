// What a solver says that was asked before is not believed when it finds nothing or gives up: a
// fresh one that is told the same is asked again. Z3 4.8.12 lost answers when it was asked again
// and again in one solver; a fresh one found them.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "synth/solver.h"
#include "synth/sum_clauses.h"

namespace papert::synth {

/// Engine: add(clause), and solve() as Solver's.
template <class Engine>
class SecondOpinion {
 public:
  void add(Clause clause) {
    engine_->add(clause);
    clauses_.push_back(std::move(clause));
  }

  [[nodiscard]] Solver::Answer solve(std::span<const Literal> wishes, std::vector<bool>& values) {
    const bool asked_before = std::exchange(asked_, true);
    const Solver::Answer answer = engine_->solve(wishes, values);
    if (answer == Solver::Answer::kFound || !asked_before) return answer;
    engine_.emplace();
    for (const Clause& clause : clauses_) engine_->add(clause);
    return engine_->solve(wishes, values);
  }

 private:
  std::optional<Engine> engine_{std::in_place};
  std::vector<Clause> clauses_;
  bool asked_ = false;
};

}  // namespace papert::synth

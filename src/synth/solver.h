// The solver behind a formula: Z3, where the build has it. It is told clauses alone
// (sum_clauses.h), serves one candidate, and where it ends one a fresh one must agree
// (second_opinion.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "synth/formula.h"

namespace papert::synth {

/// Whether this program was built with a solver. Without one every answer is kGaveUp.
[[nodiscard]] bool solver_available();

class Solver {
 public:
  explicit Solver(const Formula& formula);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// One condition more, over the formula's variables or new ones.
  void require(const Linear& condition);
  /// A variable more.
  [[nodiscard]] Literal variable() { return {variables_++, true}; }

  enum class Answer : std::uint8_t {
    kFound,
    kNone,    // a solver that was not asked before says so
    kGaveUp,  // beyond a number of steps; no clock is asked
  };

  /// The values that come nearest to the wishes, of which an earlier one outweighs all later ones,
  /// into `values`, by variable of the formula; variables without a wish stay false. What is found
  /// depends on what the conditions mean and on the wishes alone, not on the solver, its version or
  /// its history.
  [[nodiscard]] Answer solve(std::span<const Literal> wishes, std::vector<bool>& values);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
  std::size_t variables_ = 0;
};

}  // namespace papert::synth

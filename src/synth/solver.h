// The solver behind a formula: Z3, where the build has it. A solver serves one candidate and is
// then thrown away, since the answers of a used one depend on what it was asked before. With sums
// among the conditions, Z3 4.8.12 was even seen to find nothing where a fresh solver found
// something. So kNone ends a candidate and is no proof; what is found is proven by a search.
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
    kNone,    // says Z3
    kGaveUp,  // beyond a number of steps; no clock is asked
  };

  /// The values that come nearest to the wishes, of which an earlier one outweighs all later ones,
  /// into `values`, by variable; variables without a wish stay false. What is found depends on what
  /// the conditions mean and on the wishes, as far as Z3 answers rightly.
  [[nodiscard]] Answer solve(std::span<const Literal> wishes, std::vector<bool>& values);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
  std::size_t variables_ = 0;
};

}  // namespace papert::synth

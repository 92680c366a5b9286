// A sum as clauses, which solvers know best: Z3 4.8.12, asked again and again about sums, was seen
// to find nothing where there was something, or not what came nearest.
#pragma once

#include <functional>
#include <vector>

#include "synth/formula.h"

namespace papert::synth {

using Clause = std::vector<Literal>;  // at least one of them holds; none can if it is empty

/// Clauses over the sum's literals and further variables that can be met just where the sum is
/// large enough. `variable` gives a new one.
[[nodiscard]] std::vector<Clause> clauses_of(const Linear& sum,
                                             const std::function<Literal()>& variable);

}  // namespace papert::synth

// Worlds by an SMT solver: for candidates that construction cannot fill, and to prove that there is
// no world. What it gives depends on the formula and the seed only, not on the solver's version or
// history: the model is completed variable by variable in a seeded order.
#pragma once

#include <cstdint>

#include <tl/expected.hpp>

#include "lang/xlogo/task.h"
#include "synth/build.h"
#include "synth/unit.h"

namespace papert::synth {

/// Whether this program was built with Z3.
[[nodiscard]] bool smt_available();

/// As build() does, by solving. kNoItems or, if shorter programs are the reason, kShorter where it
/// is proven that there is no world; at level 0 one is then not tried again with another seed. Only
/// where smt_available(). A picture leaves nothing to solve: build() makes it.
[[nodiscard]] tl::expected<BuiltTask, Rejection> build_by_smt(const lang::xlogo::Task& reference,
                                                              const Candidate& candidate,
                                                              std::int64_t seed,
                                                              const BuildOptions& options);

}  // namespace papert::synth

// A world around a candidate: items, walls and forbidden tiles like those of the reference, such
// that the candidate's program solves the task and no shorter one does. Shortcuts are found one by
// one, by search, and blocked one by one.
#pragma once

#include <cstdint>

#include <tl/expected.hpp>

#include "lang/xlogo/task.h"
#include "synth/unit.h"

namespace papert::synth {

struct BuildOptions {
  int level = 0;
  bool allow_longer = false;  // keeps tasks that a shorter program solves, marked as such
  bool allow_loose = false;   // keeps tasks whose constraints do not bind, marked as such
  bool well_rated = false;    // at level 0, too, obstacles must be of use; and they must look well
};

/// The task of a seed, or why it has none. Depends on the arguments only.
[[nodiscard]] tl::expected<BuiltTask, Rejection> build(const lang::xlogo::Task& reference,
                                                       const Candidate& candidate,
                                                       std::int64_t seed,
                                                       const BuildOptions& options);

}  // namespace papert::synth

// What a finished task says of itself, proven again from the task alone: nothing that its file says
// was proven is believed. Searches have more steps than when the task was made, so what was decided
// then is decided again, and what they leave open is a fault like any other.
#pragma once

#include <string>

#include "lang/xlogo/task.h"
#include "synth/synth_task.h"

namespace papert::synth {

/// What is wrong with a task on its own, as a sentence; empty if nothing is. Asked are:
///
///     * its solution solves it by the default rules and as the released emulator judges;
///     * flat_proof, loop_body, settled, shortest_with_loops and binds (prove.h), no part of the
///       solution that can be left out, and limits on blocks that are not above the solution's own;
///     * code and appeal of the quality. Utility is not: it counts programs that were kept out
///     while
///       the world was built, and these are not kept.
[[nodiscard]] std::string fault_of(const SynthTask& task);

/// Whether its length, the number of its constraints and its goal are those of its difficulty.
[[nodiscard]] std::string fault_against(const SynthTask& task, const lang::xlogo::Task& reference);

}  // namespace papert::synth

// A part of a set that is divided like the published one. Each class of the five marginals gets a
// factor, fitted in turn (iterative proportional fitting) until all shares are as published, where
// no task can count more than once; then tasks are drawn by their weights, evenly spaced over the
// set (systematic sampling). The part is made as large as the fit allows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "synth/synth_task.h"

namespace papert::synth {

struct LikeSim {
  std::vector<std::size_t> chosen;      // positions, in order
  std::vector<std::string> impossible;  // what stays further off than two points, in words
};

[[nodiscard]] LikeSim choose_like_sim(std::span<const SynthTask* const> tasks, std::int64_t seed);

}  // namespace papert::synth

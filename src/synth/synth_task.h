// A synthesised task and how it is written: a line of tasks.jsonl with the usual keys, "base" (the
// reference, by which standard errors of runs are clustered) and "synth", which says where it comes
// from and what was proven of it.
//
//     {"id":"51-easy-00017", "world":..., "goal":..., "constraints":..., "code":..., "base":"51",
//      "synth":{"reference":"51","difficulty":"easy","level":0,"candidate":41,"flat_proof":true,...}}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "synth/keys.h"
#include "synth/unit.h"

namespace papert::synth {

struct SynthTask {
  BuiltTask built;
  std::string reference;  // its id
  Difficulty difficulty = Difficulty::kEasy;
  std::uint64_t candidate = 0;  // its number in the order of the unit
  TaskKeys keys;                // of built.task
};

[[nodiscard]] std::string_view name_of(Difficulty difficulty);
[[nodiscard]] std::optional<Difficulty> difficulty_from_name(std::string_view name);

/// Without a line break at its end.
[[nodiscard]] std::string line_of(const SynthTask& task);

/// Reads back what line_of wrote, and computes the keys.
[[nodiscard]] Result<SynthTask> synth_task_from_json(const Json& json, const std::string& where);

}  // namespace papert::synth

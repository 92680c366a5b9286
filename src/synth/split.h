// Train, validation and evaluation. Tasks are put in the order of a hash of the seed and what they
// are, so a split stays as it is for the tasks that were there when others are added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "synth/synth_task.h"

namespace papert::synth {

struct SplitOptions {
  std::int64_t seed = 0;
  /// 1,000 each where not given, but never more than a tenth of the tasks.
  std::optional<std::size_t> validation;
  std::optional<std::size_t> evaluation;
  /// Tasks with equal solutions (solution_key) go to one side, those of a group that is larger than
  /// what is left of a side to train; so a side may have fewer tasks than asked for.
  bool group = false;
};

struct Split {
  std::vector<std::string> train;  // ids, in the order of the tasks
  std::vector<std::string> validation;
  std::vector<std::string> evaluation;
  std::size_t overlap = 0;  // tasks of evaluation whose solution occurs in train
  /// Tasks that a side has less than asked for: there were no more, or no group was small enough.
  std::size_t validation_short = 0;
  std::size_t evaluation_short = 0;
};

[[nodiscard]] Split split_of(std::span<const SynthTask* const> tasks, const SplitOptions& options);

[[nodiscard]] Json to_json(const Split& split);

}  // namespace papert::synth

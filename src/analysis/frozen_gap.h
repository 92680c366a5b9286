// How much better a model is on tasks that are kept than on tasks made fresh. A model that saw the
// kept ones in training, or was chosen by them, is better there; one that learnt the skill is not.
//
// Compared are runs that differ only in where their tasks come from: the same suite, model, label
// and modes, the one on a data folder, the other on minted tasks. The interval of the difference is
// put together from the intervals of both sides (Zou and Donner, 2008: "construction of confidence
// limits about effect measures"), which for two shares with Wilson's intervals is Newcombe's: it
// does not reach beyond -1 and 1, and is not 0 wide where all answers were right.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figure.h"
#include "base/json.h"
#include "base/result.h"
#include "run/config.h"

namespace papert::analysis {

/// Whether the run's tasks are kept in a folder; else they were minted for it.
[[nodiscard]] inline bool is_frozen(const run::RunConfig& config) {
  return !config.data.folder.empty();
}

/// Equal for runs that differ only in where their tasks come from. `name`: the model and what tells
/// its runs apart (run::short_name).
[[nodiscard]] std::string twin_key(const run::RunConfig& config, std::string_view name);

/// The mean of the first figures minus that of the others, each side the plain mean over its runs.
/// Nothing where a side has no mean; no interval where a run has none.
[[nodiscard]] Figure gap_between(std::span<const Figure> frozen, std::span<const Figure> fresh);

struct GapRun {
  std::string folder;
  std::string data;  // the folder, or the seeds
  std::string data_hash;
  bool frozen = false;
  Figure figure;  // of the primary metric
};

struct FrozenGap {
  std::string suite;
  std::string model;  // with what tells its runs apart
  std::string metric;
  std::vector<GapRun> runs;  // the frozen ones first
  Figure gap;                // without a mean where one side is missing
};

/// For each group of such runs, in the order of the first of each.
[[nodiscard]] Result<std::vector<FrozenGap>> frozen_gaps(
    const std::vector<std::filesystem::path>& runs);

[[nodiscard]] Json to_json(const FrozenGap& gap);

}  // namespace papert::analysis

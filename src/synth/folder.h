// The folder that a synthesis leaves: tasks as every verb reads them, what they are made of, which
// of them are for training, and checksums of all of it. The same request gives the same bytes.
//
//     tasks.jsonl       the tasks (synth_task.h)
//     manifest.json     what was asked for; of each unit what was tried, rejected and accepted
//     statistics.json   the set beside the published one (statistics.h), its split
//     train.txt, validation.txt, evaluation.txt    ids
//     excluded.txt      keys of worlds that must not occur (TaskKeys::world)
//     SHA256SUMS
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/json.h"
#include "base/result.h"
#include "synth/like_sim.h"
#include "synth/references.h"
#include "synth/shards.h"
#include "synth/split.h"
#include "synth/statistics.h"

namespace papert::synth {

struct FolderOptions {
  Json request;  // written to the manifest as it is
  SplitOptions split;
  bool like_sim = false;
  std::size_t jobs = 1;
};

/// What units could have had and have not, in all.
struct LeftOut {
  std::uint64_t held_back = 0;   // their programs had enough, or were held back before the join
  std::uint64_t elsewhere = 0;   // another unit has them
  std::uint64_t excluded = 0;    // they were to be left out
  std::uint64_t duplicates = 0;  // the unit, or one before it, had them already
};

struct FolderSummary {
  Statistics statistics;
  Split split;
  LeftOut left_out;
  std::size_t pool = 0;                 // tasks that like_sim chose from; all of them without it
  std::vector<std::string> impossible;  // what like_sim could not reach
};

/// Writes everything but SHA256SUMS first: with that file the folder is whole.
[[nodiscard]] Result<FolderSummary> write_folder(const std::filesystem::path& folder,
                                                 const std::vector<UnitResult>& units,
                                                 const Excluded& excluded,
                                                 const FolderOptions& options);

struct FolderCheck {
  std::size_t checked = 0;
  std::vector<Error> problems;
};

struct CheckOptions {
  Excluded excluded;  // besides those that the folder names
  /// All that the tasks were made from; without any, nothing is compared with its reference.
  std::vector<lang::xlogo::Task> references;
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

/// Proves again, from the files alone: checksums; everything that claims.h asks of a task; no two
/// tasks are the same up to symmetry; none has an excluded world; the split has every task once;
/// the statistics are those of the tasks. With references also that each task has the length, the
/// number of constraints and the goal of its difficulty.
[[nodiscard]] Result<FolderCheck> check_folder(const std::filesystem::path& folder,
                                               const CheckOptions& options);

/// The tasks of such a folder.
[[nodiscard]] Result<std::vector<SynthTask>> read_synth_tasks(const std::filesystem::path& folder,
                                                              std::size_t jobs);

}  // namespace papert::synth

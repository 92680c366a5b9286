// All units of a request, filled and joined. Units are filled side by side, each on its own; then
// they are joined in the natural order of their references, easy before medium before hard, where a
// task that an earlier unit has is left out, and a unit that this leaves short goes on from its
// next candidate.
//
//     auto units = TRY(synthesise(references.tasks, excluded, options, make_workshop(false)));
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/json.h"
#include "base/result.h"
#include "base/shard.h"
#include "synth/pool.h"
#include "synth/references.h"
#include "synth/shards.h"

namespace papert::synth {

struct SynthesisProgress {
  std::size_t done = 0;       // tasks
  std::size_t total = 0;      // tasks there will be, if no more units are exhausted
  std::size_t exhausted = 0;  // units that ended short
};

struct SynthesisOptions {
  std::filesystem::path out;  // the folder; its units are kept in it
  std::vector<Difficulty> difficulties;
  std::size_t per_reference = 500;  // tasks of a unit
  PoolOptions pool;
  bool smt = false;
  std::string data_hash;  // of the references, and of what is excluded besides
  Shard shard;            // of fill_units: only the units whose name it owns
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(const SynthesisProgress&)> progress;
};

/// What a folder belongs to: everything that decides which tasks a unit has.
[[nodiscard]] Json identity_of(const SynthesisOptions& options);

/// The units in their order, with tasks that have ids. kCancelled if interrupted, with finished
/// units kept.
[[nodiscard]] Result<std::vector<UnitResult>> synthesise(
    const std::vector<lang::xlogo::Task>& references, const Excluded& excluded,
    const SynthesisOptions& options, const Workshop& workshop);

/// Only fills the units of options.shard and keeps them, so that parts from several machines can be
/// joined (parts.h). Returns how many units there are.
[[nodiscard]] Result<std::size_t> fill_units(const std::vector<lang::xlogo::Task>& references,
                                             const Excluded& excluded,
                                             const SynthesisOptions& options,
                                             const Workshop& workshop);

}  // namespace papert::synth

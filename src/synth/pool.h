// One unit filled: candidates are tried in their order, what becomes a task that is new is kept,
// until there are enough or the unit is exhausted. Which tasks come out depends on the unit, the
// seed and what counts as seen, never on how many threads try candidates at once.
//
// A unit goes through stages: the levels that are allowed, each until 2,000 candidates in a row
// brought nothing new or (from 2,000 on) less than one in fifty did; then, where it is still
// short, worlds by the SMT solver (if wanted), tasks whose constraints do not bind, and (if wanted)
// tasks that a shorter program solves, too.
//
// Where there are many programs, none may have more than a twentieth of the unit: what more its
// worlds bring is held back, and used only if the unit is exhausted before it is full. A pool that
// goes on for another (set_state) does not have what that one held back; UnitState counts it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <tl/expected.hpp>

#include "base/cancel.h"
#include "synth/build.h"
#include "synth/references.h"
#include "synth/synth_task.h"
#include "synth/unit.h"

namespace papert::synth {

/// What is tried, by number.
struct CandidateList {
  std::uint64_t codes = 0;                                          // different programs
  std::uint64_t size = 0;                                           // 0: there is nothing to try
  std::function<Candidate(std::int64_t seed, std::uint64_t i)> at;  // any i; thread-safe
};

using Builder = std::function<tl::expected<BuiltTask, Rejection>(
    const lang::xlogo::Task& reference, const Candidate& candidate, std::int64_t seed,
    const BuildOptions& options)>;

/// Where candidates and their worlds come from; tests have their own.
struct Workshop {
  std::function<CandidateList(const lang::xlogo::Task& reference, Difficulty difficulty, int level)>
      candidates;
  Builder build;
  Builder solve;  // by SMT; empty where that is not wanted
};

/// Space, build() and, with `smt`, build_by_smt().
[[nodiscard]] Workshop make_workshop(bool smt);

struct PoolOptions {
  std::int64_t seed = 0;
  int max_level = kMaxLevel;
  bool allow_longer = false;
  std::uint64_t patience = 2000;        // candidates without a new task before the next stage
  std::uint64_t patience_solved = 100;  // the same for worlds by SMT, which take longer
};

/// How far a unit is. Together with the options it says all that is needed to go on.
struct UnitState {
  std::uint64_t codes = 0;  // at level 0
  std::uint64_t next = 0;   // the next candidate
  std::uint64_t stale = 0;  // candidates since the last new task
  std::size_t stage = 0;
  std::uint64_t tried = 0;  // candidates of this stage
  std::uint64_t found = 0;  // new tasks of this stage
  bool exhausted = false;
  std::array<std::uint64_t, kRejectionNames.size()> rejections{};
  std::uint64_t duplicates = 0;
  std::uint64_t excluded = 0;
  std::uint64_t held_back = 0;       // since their programs had enough
  std::uint64_t held_back_used = 0;  // of these, in the end
};

/// Keys of tasks (TaskKeys::task).
using Seen = std::unordered_set<std::string>;

struct FillOptions {
  std::size_t wanted = 0;  // tasks in the list when it ends, unless the unit is exhausted before
  CancelToken cancel;
  std::function<std::size_t()> threads;             // to use now; may change between blocks
  std::function<void(std::size_t tasks)> accepted;  // so many more; from the calling thread
};

class UnitPool {
 public:
  /// `reference`, `workshop` and `excluded` must outlive it.
  UnitPool(const lang::xlogo::Task& reference, Difficulty difficulty, const PoolOptions& options,
           const Workshop& workshop, const Excluded& excluded);

  /// Goes on from where the unit is and appends what is new to `tasks` and `seen`. Ends early, at
  /// some candidate, when cancelled.
  void fill(const FillOptions& options, Seen& seen, std::vector<SynthTask>& tasks);

  [[nodiscard]] const UnitState& state() const { return state_; }
  void set_state(const UnitState& state) { state_ = state; }

 private:
  struct Stage {
    BuildOptions build;
    bool solve = false;
    std::uint64_t patience = 0;
  };
  /// What became of a candidate.
  struct Outcome {
    std::optional<SynthTask> task;
    Rejection rejection = Rejection::kNoPose;
  };

  void plan_stages(const PoolOptions& options, bool draws);
  [[nodiscard]] bool open_stage();
  void next_stage();
  /// Nothing new comes, or too little to go on.
  [[nodiscard]] bool stage_is_spent() const;
  [[nodiscard]] Outcome attempt(std::uint64_t candidate) const;
  void fill_one_by_one(const FillOptions& options, Seen& seen, std::vector<SynthTask>& tasks);
  void fill_in_blocks(std::size_t threads, const FillOptions& options, Seen& seen,
                      std::vector<SynthTask>& tasks);
  /// Whether its program has all the tasks that one program may have.
  [[nodiscard]] bool crowded(const SynthTask& task, std::size_t wanted) const;
  void accept(SynthTask task, const FillOptions& options, Seen& seen,
              std::vector<SynthTask>& tasks);
  /// Of an exhausted unit.
  void use_held_back(const FillOptions& options, Seen& seen, std::vector<SynthTask>& tasks);
  /// False if the stage ended with it: what was tried behind it must be tried again.
  [[nodiscard]] bool commit(Outcome outcome, const FillOptions& options, Seen& seen,
                            std::vector<SynthTask>& tasks);

  const lang::xlogo::Task& reference_;
  Difficulty difficulty_;
  const Workshop& workshop_;
  const Excluded& excluded_;
  std::int64_t seed_;
  std::vector<Stage> stages_;
  std::optional<int> open_level_;  // of candidates_
  CandidateList candidates_;
  std::unordered_map<std::string, std::size_t> uses_;  // of programs in the tasks of a fill
  std::vector<SynthTask> held_back_;
  Seen held_back_keys_;
  UnitState state_;
};

/// The seed of a unit; candidate i has mixed_seed of it and i.
[[nodiscard]] std::int64_t unit_seed(std::int64_t seed, const std::string& reference,
                                     Difficulty difficulty);

}  // namespace papert::synth

#include "synth/pool.h"

#include <algorithm>
#include <utility>

#include "base/for_each_in_order.h"
#include "base/sha256.h"
#include "mint/xlogo/seed.h"

namespace papert::synth {
namespace {

constexpr std::uint64_t kBlock = 64;         // candidates that a thread takes at once
constexpr std::uint64_t kTriesPerTask = 50;  // fewer tasks than that are not worth their time
constexpr std::uint64_t kManyCodes = 50;     // of a unit
constexpr std::size_t kShares = 20;          // a program may have one of them

struct BlockOfCandidates {
  std::uint64_t first = 0;
};

}  // namespace

std::int64_t unit_seed(std::int64_t seed, const std::string& reference, Difficulty difficulty) {
  const std::string digest = sha256_hex(reference + '\0' + std::string(name_of(difficulty)));
  return mint::xlogo::mixed_seed(seed, std::stoull(digest.substr(0, 16), nullptr, 16));
}

UnitPool::UnitPool(const lang::xlogo::Task& reference, Difficulty difficulty,
                   const PoolOptions& options, const Workshop& workshop, const Excluded& excluded)
    : reference_(reference),
      difficulty_(difficulty),
      workshop_(workshop),
      excluded_(excluded),
      seed_(unit_seed(options.seed, reference.id, difficulty)) {
  plan_stages(options, reference.draws());
}

void UnitPool::plan_stages(const PoolOptions& options, bool draws) {
  std::vector<int> levels{0};
  if (options.max_level >= 1 && !draws) levels.push_back(1);  // a picture has its grid
  if (options.max_level >= 2) levels.push_back(2);
  for (const int level : levels) {
    stages_.push_back({{.level = level, .well_rated = true}, false, options.patience});
  }
  if (workshop_.solve) {
    for (const int level : levels) {
      stages_.push_back({{.level = level}, true, options.patience_solved});
    }
  }
  const BuildOptions loose{.level = levels.back(), .allow_longer = false, .allow_loose = true};
  stages_.push_back({loose, false, options.patience});
  if (!options.allow_longer) return;
  const BuildOptions longer{.level = levels.back(), .allow_longer = true, .allow_loose = true};
  stages_.push_back({longer, false, options.patience});
}

/// False where the stage has no candidates.
bool UnitPool::open_stage() {
  const int level = stages_[state_.stage].build.level;
  if (open_level_ != level) {
    candidates_ = workshop_.candidates(reference_, difficulty_, level);
    open_level_ = level;
    if (level == 0) state_.codes = candidates_.codes;
  }
  return candidates_.size > 0;
}

void UnitPool::next_stage() {
  state_.stale = 0;
  state_.tried = 0;
  state_.found = 0;
  ++state_.stage;
  state_.exhausted = state_.stage >= stages_.size();
}

bool UnitPool::stage_is_spent() const {
  const std::uint64_t patience = stages_[state_.stage].patience;
  return state_.stale >= patience ||
         (state_.tried >= patience && state_.found * kTriesPerTask < state_.tried);
}

UnitPool::Outcome UnitPool::attempt(std::uint64_t number) const {
  const Stage& stage = stages_[state_.stage];
  const Candidate candidate = candidates_.at(seed_, number);
  const std::int64_t seed = mint::xlogo::mixed_seed(seed_, number);
  const Builder& builder = stage.solve ? workshop_.solve : workshop_.build;
  auto built = builder(reference_, candidate, seed, stage.build);
  Outcome outcome;
  if (!built) {
    outcome.rejection = built.error();
    return outcome;
  }
  SynthTask& task = outcome.task.emplace();
  task.built = std::move(*built);
  task.built.task.id = reference_.id + "-" + std::string(name_of(difficulty_));
  task.built.level = stage.build.level;
  task.reference = reference_.id;
  task.difficulty = difficulty_;
  task.candidate = number;
  task.keys = keys_of(task.built.task);
  return outcome;
}

bool UnitPool::crowded(const SynthTask& task, std::size_t wanted) const {
  if (state_.codes < kManyCodes) return false;
  const auto used = uses_.find(lang::xlogo::to_dsl(task.built.task.solution));
  return used != uses_.end() && used->second >= std::max<std::size_t>(wanted / kShares, 1);
}

void UnitPool::accept(SynthTask task, const FillOptions& options, Seen& seen,
                      std::vector<SynthTask>& tasks) {
  ++uses_[lang::xlogo::to_dsl(task.built.task.solution)];
  seen.insert(task.keys.task);
  tasks.push_back(std::move(task));
  if (options.accepted) options.accepted(1);
}

void UnitPool::use_held_back(const FillOptions& options, Seen& seen,
                             std::vector<SynthTask>& tasks) {
  for (SynthTask& task : held_back_) {
    if (tasks.size() >= options.wanted) return;
    if (seen.contains(task.keys.task)) continue;
    ++state_.held_back_used;
    accept(std::move(task), options, seen, tasks);
  }
}

bool UnitPool::commit(Outcome outcome, const FillOptions& options, Seen& seen,
                      std::vector<SynthTask>& tasks) {
  ++state_.next;
  ++state_.stale;
  ++state_.tried;
  if (!outcome.task) {
    ++state_.rejections[static_cast<std::size_t>(outcome.rejection)];
  } else if (excluded_.contains(outcome.task->keys.world)) {
    ++state_.excluded;
  } else if (seen.contains(outcome.task->keys.task) ||
             held_back_keys_.contains(outcome.task->keys.task)) {
    ++state_.duplicates;
  } else if (crowded(*outcome.task, options.wanted)) {
    ++state_.held_back;
    held_back_keys_.insert(outcome.task->keys.task);
    held_back_.push_back(std::move(*outcome.task));
  } else {
    state_.stale = 0;
    ++state_.found;
    accept(std::move(*outcome.task), options, seen, tasks);
  }
  if (!stage_is_spent()) return true;
  next_stage();
  return false;
}

void UnitPool::fill_one_by_one(const FillOptions& options, Seen& seen,
                               std::vector<SynthTask>& tasks) {
  for (std::uint64_t i = 0; i < kBlock && tasks.size() < options.wanted; ++i) {
    if (options.cancel.cancelled() || !commit(attempt(state_.next), options, seen, tasks)) return;
  }
}

void UnitPool::fill_in_blocks(std::size_t threads, const FillOptions& options, Seen& seen,
                              std::vector<SynthTask>& tasks) {
  std::vector<BlockOfCandidates> blocks;
  blocks.reserve(threads);
  for (std::uint64_t i = 0; i < threads; ++i) blocks.push_back({state_.next + i * kBlock});
  const auto work = [&](const BlockOfCandidates& block) {
    std::vector<Outcome> outcomes;
    outcomes.reserve(kBlock);
    for (std::uint64_t i = 0; i < kBlock && !options.cancel.cancelled(); ++i) {
      outcomes.push_back(attempt(block.first + i));
    }
    return outcomes;
  };
  bool usable = true;  // of what follows, nothing is taken once a block was cut short
  std::vector<Outcome> all;
  all.reserve(threads * kBlock);
  work_in_order(threads, blocks, work,
                [&](const BlockOfCandidates&, std::vector<Outcome> outcomes) {
                  if (!usable) return;
                  usable = outcomes.size() == kBlock;
                  for (Outcome& outcome : outcomes) all.push_back(std::move(outcome));
                });
  for (Outcome& outcome : all) {
    if (tasks.size() >= options.wanted) return;
    if (!commit(std::move(outcome), options, seen, tasks)) return;
  }
}

void UnitPool::fill(const FillOptions& options, Seen& seen, std::vector<SynthTask>& tasks) {
  uses_.clear();
  for (const SynthTask& task : tasks) ++uses_[lang::xlogo::to_dsl(task.built.task.solution)];
  while (tasks.size() < options.wanted && !state_.exhausted && !options.cancel.cancelled()) {
    if (!open_stage()) {
      next_stage();
      continue;
    }
    const std::size_t threads = options.threads ? options.threads() : 1;
    if (threads <= 1) {
      fill_one_by_one(options, seen, tasks);
    } else {
      fill_in_blocks(threads, options, seen, tasks);
    }
  }
  if (state_.exhausted) use_held_back(options, seen, tasks);
}

}  // namespace papert::synth

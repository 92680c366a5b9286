// With as many units left as threads, each thread has a unit of its own, which wastes nothing; with
// fewer, the threads that are free try candidates of the units that are left.

#include "synth/synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "base/thread_pool.h"

namespace papert::synth {
namespace {

/// Raised with every change of what a seed gives.
constexpr int kSynthesisVersion = 4;

class Progress {
 public:
  explicit Progress(const SynthesisOptions& options) : options_(options) {}

  /// Before anything is added.
  void set_total(std::size_t total) { now_.total = total; }

  void add(std::size_t tasks) {
    const std::lock_guard lock(mutex_);
    now_.done += tasks;
    report();
  }
  void take_back(std::size_t tasks) {
    const std::lock_guard lock(mutex_);
    now_.done -= std::min(tasks, now_.done);
    report();
  }
  void exhausted(std::size_t short_by) {
    const std::lock_guard lock(mutex_);
    ++now_.exhausted;
    now_.total -= std::min(short_by, now_.total);
    report();
  }
  /// A unit that was exhausted lost tasks to others.
  void lower_total(std::size_t tasks) {
    const std::lock_guard lock(mutex_);
    now_.total -= std::min(tasks, now_.total);
    report();
  }

 private:
  void report() const {
    if (options_.progress) options_.progress(now_);
  }

  const SynthesisOptions& options_;
  std::mutex mutex_;
  SynthesisProgress now_;
};

class Synthesis {
 public:
  Synthesis(const std::vector<lang::xlogo::Task>& references, const Excluded& excluded,
            const SynthesisOptions& options, const Workshop& workshop, const Shards& shards)
      : excluded_(excluded),
        options_(options),
        workshop_(workshop),
        shards_(shards),
        progress_(options) {
    plan(references);
    progress_.set_total(units_.size() * options.per_reference);
  }

  /// Fills the units and joins nothing.
  Result<std::size_t> fill_alone() {
    TRY(fill_whole());
    return units_.size();
  }

  Result<std::vector<UnitResult>> run() {
    TRY(fill_whole());
    join_all();
    if (options_.cancel.cancelled()) return interrupted();
    std::vector<UnitResult> results;
    results.reserve(units_.size());
    for (Unit& unit : units_) {
      name_tasks(unit.result);
      results.push_back(std::move(unit.result));
    }
    return results;
  }

 private:
  struct Unit {
    const lang::xlogo::Task* reference = nullptr;
    UnitResult result;
    bool finished = false;
    std::optional<Error> error;
  };

  Result<void> fill_whole() {
    fill_all();
    for (const Unit& unit : units_) {
      if (unit.error) return fail(*unit.error);
    }
    if (options_.cancel.cancelled()) return interrupted();
    return {};
  }

  void plan(const std::vector<lang::xlogo::Task>& references) {
    std::vector<Difficulty> difficulties = options_.difficulties;
    std::sort(difficulties.begin(), difficulties.end());
    units_.reserve(references.size() * difficulties.size());
    for (const lang::xlogo::Task& reference : references) {
      for (const Difficulty difficulty : difficulties) {
        if (!options_.shard.whole() &&
            !options_.shard.owns(fmt::format("{}-{}", reference.id, name_of(difficulty)))) {
          continue;
        }
        Unit unit;
        unit.reference = &reference;
        unit.result.reference = reference.id;
        unit.result.difficulty = difficulty;
        units_.push_back(std::move(unit));
      }
    }
  }

  void fill_all() {
    ThreadPool pool(std::min(options_.jobs, std::max<std::size_t>(units_.size(), 1)));
    unfinished_ = units_.size();
    for (Unit& unit : units_) {
      pool.submit([this, &unit] {
        if (!options_.cancel.cancelled() && !failed_) fill(unit);
        --unfinished_;
      });
    }
    pool.wait_idle();
  }

  void fill(Unit& unit) {
    if (auto kept = shards_.read(unit.result.reference, unit.result.difficulty)) {
      unit.result = std::move(*kept);
      progress_.add(unit.result.tasks.size());
    } else {
      UnitPool pool = pool_of(unit);
      Seen seen;
      pool.fill(
          fill_options([this] { return options_.jobs / std::max<std::size_t>(unfinished_, 1); }),
          seen, unit.result.tasks);
      unit.result.state = pool.state();
      if (!finished(unit)) return;
      if (auto written = shards_.write(unit.result); !written) {
        unit.error = std::move(written.error());
        failed_ = true;
        return;
      }
    }
    unit.finished = true;
    if (unit.result.state.exhausted) {
      progress_.exhausted(options_.per_reference - unit.result.tasks.size());
    }
  }

  [[nodiscard]] bool finished(const Unit& unit) const {
    return unit.result.state.exhausted || unit.result.tasks.size() >= options_.per_reference;
  }

  /// Units that are exhausted come first: what they lose to others nothing replaces, while those
  /// that are not go on for what they lose. Of those that are exhausted the poorest comes first: a
  /// few tasks are all it has.
  void join_all() {
    std::vector<Unit*> order;
    order.reserve(units_.size());
    for (Unit& unit : units_) order.push_back(&unit);
    const auto wealth = [this](const Unit* unit) {
      return unit->result.state.exhausted ? unit->result.tasks.size() : options_.per_reference + 1;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const Unit* a, const Unit* b) { return wealth(a) < wealth(b); });
    Seen seen;
    for (Unit* unit : order) {
      join(*unit, seen);
      if (options_.cancel.cancelled()) return;
    }
  }

  /// Leaves out what units before it have, and goes on where that leaves the unit short.
  void join(Unit& unit, Seen& seen) {
    UnitResult& result = unit.result;
    const std::size_t before = result.tasks.size();
    std::erase_if(result.tasks,
                  [&](const SynthTask& task) { return !seen.insert(task.keys.task).second; });
    result.repeated = before - result.tasks.size();
    if (result.repeated == 0) return;
    progress_.take_back(result.repeated);
    if (result.state.exhausted) {
      progress_.lower_total(result.repeated);
      return;
    }
    UnitPool pool = pool_of(unit);
    pool.set_state(result.state);
    pool.fill(fill_options([this] { return options_.jobs; }), seen, result.tasks);
    result.state = pool.state();
    if (result.state.exhausted) {
      progress_.exhausted(options_.per_reference - result.tasks.size());
    }
  }

  [[nodiscard]] UnitPool pool_of(const Unit& unit) const {
    return {*unit.reference, unit.result.difficulty, options_.pool, workshop_, excluded_};
  }

  FillOptions fill_options(std::function<std::size_t()> threads) {
    return {.wanted = options_.per_reference,
            .cancel = options_.cancel,
            .threads = std::move(threads),
            .accepted = [this](std::size_t tasks) { progress_.add(tasks); }};
  }

  static void name_tasks(UnitResult& unit) {
    std::size_t number = 0;
    for (SynthTask& task : unit.tasks) {
      task.built.task.id =
          fmt::format("{}-{}-{:05}", unit.reference, name_of(unit.difficulty), number++);
    }
  }

  [[nodiscard]] tl::unexpected<Error> interrupted() const {
    const auto done =
        std::count_if(units_.begin(), units_.end(), [](const Unit& unit) { return unit.finished; });
    return papert::fail(
        ErrorCode::kCancelled,
        fmt::format("interrupted; {} of {} units are finished and kept, the same command "
                    "goes on",
                    done, units_.size()),
        options_.out.string());
  }

  const Excluded& excluded_;
  const SynthesisOptions& options_;
  const Workshop& workshop_;
  const Shards& shards_;
  Progress progress_;
  std::vector<Unit> units_;
  std::atomic<std::size_t> unfinished_ = 0;
  std::atomic<bool> failed_ = false;
};

}  // namespace

Json identity_of(const SynthesisOptions& options) {
  return {{"version", kSynthesisVersion},
          {"suite", "xlogo"},
          {"data", options.data_hash},
          {"per_reference", options.per_reference},
          {"seed", options.pool.seed},
          {"level", options.pool.max_level},
          {"allow_longer", options.pool.allow_longer},
          {"engine", options.smt ? "smt" : "direct"}};
}

Result<std::size_t> fill_units(const std::vector<lang::xlogo::Task>& references,
                               const Excluded& excluded, const SynthesisOptions& options,
                               const Workshop& workshop) {
  const Shards shards = TRY(Shards::open(options.out, identity_of(options)));
  Synthesis synthesis(references, excluded, options, workshop, shards);
  return synthesis.fill_alone();
}

Result<std::vector<UnitResult>> synthesise(const std::vector<lang::xlogo::Task>& references,
                                           const Excluded& excluded,
                                           const SynthesisOptions& options,
                                           const Workshop& workshop) {
  const Shards shards = TRY(Shards::open(options.out, identity_of(options)));
  Synthesis synthesis(references, excluded, options, workshop, shards);
  return synthesis.run();
}

}  // namespace papert::synth

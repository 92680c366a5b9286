#include "synth/prove.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "lang/xlogo/compress.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/reduce.h"
#include "lang/xlogo/search.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr std::size_t kFlatSteps = 20'000;
constexpr std::size_t kLoopSteps = 100'000;
constexpr std::size_t kPictureSteps = 400'000;  // with loops; few take so many
constexpr std::size_t kQuickSteps = 20'000;     // before it is counted what loops can draw
constexpr std::size_t kEndingSteps = 5'000;     // of each ending of a solution
constexpr std::size_t kMostCompressed = 60;     // commands
constexpr std::size_t kBindingSteps = 20'000;
constexpr std::size_t kCuriousSteps = 2'000;  // for what is reported, not required
constexpr std::size_t kDetour = 2;            // of a program that starts otherwise

bool has_loops(const xl::Program& program) {
  return xl::facts(program).uses(xl::BlockType::kRepeat);
}

/// As many blocks as the reference or up to two more, as many constraints or one more.
bool fits_a_difficulty(const xl::Task& task, const xl::Task& reference) {
  const std::size_t blocks = task.solution.blocks.size();
  const std::size_t least = reference.solution.blocks.size();
  const std::size_t given = count_entries(task.constraints);
  const std::size_t fewest = count_entries(reference.constraints);
  return blocks >= least && blocks <= least + 2 && given >= fewest && given <= fewest + 1;
}

bool solved(const xl::Task& task) {
  return xl::GridRun(task).run(task.solution).success() &&
         xl::GridRun(task, {.strict_reference = true}).run(task.solution).success();
}

/// A shorter program that begins like the solution, if one is soon found. Of a long solution that
/// is beaten its end alone often is, and with little left to draw that takes some hundred steps
/// instead of some hundred thousand. The ends grow until a search gives up.
std::optional<xl::Program> shorter_ending(const xl::Task& task) {
  const std::vector<xl::Block>& blocks = task.solution.blocks;
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < blocks.size(); i += 1 + blocks[i].body) begins.push_back(i);
  for (std::size_t i = begins.size(); i-- > 1;) {
    xl::SearchLimits limits{blocks.size() - 1, kProvenBody, kEndingSteps};
    limits.begin.blocks.assign(blocks.begin(),
                               blocks.begin() + static_cast<std::ptrdiff_t>(begins[i]));
    xl::SearchResult found = xl::shortest_solution(task, limits);
    if (found.outcome == xl::SearchOutcome::kFound) return std::move(found.program);
    if (found.outcome == xl::SearchOutcome::kGaveUp) break;
  }
  return std::nullopt;
}

/// Most searches are short; one that is not is begun anew, with a bound that takes time to know.
xl::SearchResult shortest_with_loops(const xl::Task& task, std::size_t length) {
  xl::SearchLimits limits{length, kProvenBody, task.draws() ? kQuickSteps : kLoopSteps};
  xl::SearchResult quick = xl::shortest_solution(task, limits);
  if (quick.outcome != xl::SearchOutcome::kGaveUp || !task.draws()) return quick;
  limits.max_steps = kPictureSteps;
  limits.count_cover = true;
  return xl::shortest_solution(task, limits);
}

void append_commands(std::span<const xl::Block> blocks, std::vector<xl::Block>& commands) {
  for (std::size_t i = 0; i < blocks.size() && commands.size() <= kMostCompressed; ++i) {
    if (blocks[i].type != xl::BlockType::kRepeat) {
      commands.push_back(blocks[i]);
      continue;
    }
    for (int round = 0; round < blocks[i].times; ++round) {
      append_commands(blocks.subspan(i + 1, blocks[i].body), commands);
    }
    i += blocks[i].body;
  }
}

/// What the solution does, said in fewer blocks, if it can be and that keeps the constraints.
std::optional<xl::Program> said_shorter(const xl::Task& task) {
  std::vector<xl::Block> commands;
  append_commands(task.solution.blocks, commands);
  if (commands.size() > kMostCompressed) return std::nullopt;
  xl::Program program = xl::compressed(commands);
  const bool beats = program.blocks.size() < task.solution.blocks.size() &&
                     xl::GridRun(task).run(program).success();
  return beats ? std::optional(std::move(program)) : std::nullopt;
}

/// Whether a task that asks for less has programs, no longer than the solution, that would not do
/// for the whole.
class Relaxation {
 public:
  explicit Relaxation(const xl::Task& task)
      : task_(task),
        judge_(task),
        length_(task.solution.blocks.size()),
        loops_(has_loops(task.solution)) {}

  bool goal_matters() {
    xl::Task relaxed = task_;
    std::erase_if(relaxed.goal, [](const xl::Objective& objective) {
      return objective.kind == xl::ObjectiveKind::kForbid;
    });
    bool changed = relaxed.goal.size() != task_.goal.size();
    for (xl::Objective& objective : relaxed.goal) {
      if (objective.kind != xl::ObjectiveKind::kFindOnly) continue;
      objective.kind = xl::ObjectiveKind::kFind;
      changed = true;
    }
    return !changed || breaks(relaxed);
  }

  /// Of every entry that counts one type of block, and of every start.
  bool constraints_bind() {
    for (std::size_t i = 0; i < task_.constraints.size(); ++i) {
      const xl::ConstraintSet& set = task_.constraints[i];
      for (std::size_t type = 0; type < xl::kCountAll; ++type) {
        if (set.exactly[type] && !count_binds(i, type, true)) return false;
        if (set.at_most[type] && !count_binds(i, type, false)) return false;
      }
      if (!set.start_by.empty() && !start_matters(i)) return false;
    }
    return true;
  }

 private:
  /// What is found is no longer than the solution and breaks what was left out.
  bool breaks(const xl::Task& relaxed) {
    return fails(xl::shortest_solution(relaxed, {length_, 0, kBindingSteps})) ||
           (loops_ && fails(xl::shortest_solution(relaxed, {length_, kProvenBody, kBindingSteps})));
  }
  bool fails(const xl::SearchResult& found) {
    return found.outcome == xl::SearchOutcome::kFound && !judge_.run(found.program).success();
  }

  /// "Just these": without one of the counts the number of all is not asked for, either.
  bool count_binds(std::size_t i, std::size_t type, bool exactly) {
    xl::Task relaxed = task_;
    xl::ConstraintSet& set = relaxed.constraints[i];
    (exactly ? set.exactly : set.at_most)[type].reset();
    set.exactly[xl::kCountAll].reset();
    return breaks(relaxed);
  }

  /// Whether there is a program with another start that is little longer.
  bool start_matters(std::size_t i) {
    xl::Task other = task_;
    xl::ConstraintSet& set = other.constraints[i];
    const xl::BlockType first = set.start_by.front();
    if (set.at_most[xl::kCountAll]) *set.at_most[xl::kCountAll] += static_cast<int>(kDetour);
    for (const xl::BlockType type : {xl::BlockType::kForward, xl::BlockType::kBack,
                                     xl::BlockType::kLeft, xl::BlockType::kRight}) {
      if (type == first) continue;
      set.start_by = {type};
      const xl::SearchResult found =
          xl::shortest_solution(other, {length_ + kDetour, 0, kFlatSteps});
      if (found.outcome == xl::SearchOutcome::kFound) return true;
    }
    return false;
  }

  const xl::Task& task_;
  xl::GridRun judge_;
  std::size_t length_;
  bool loops_;
};

/// Things that must not be met come in numbers and cannot all be in a way; so do the forbidden
/// cells of level 0, whose number the reference gives. Other obstacles stand where they are of use.
bool rated_well_enough(const xl::Task& task, const Quality& quality, const BuildOptions& options) {
  if (options.allow_loose) return true;
  const bool things =
      std::any_of(task.goal.begin(), task.goal.end(), [](const xl::Objective& objective) {
        return objective.kind == xl::ObjectiveKind::kForbid ||
               objective.kind == xl::ObjectiveKind::kFindOnly;
      });
  if (options.well_rated && quality.appeal < 1) return false;
  if (things) return quality.utility >= 0.5;
  return quality.utility >= 1 || (options.level == 0 && !options.well_rated);
}

}  // namespace

std::size_t count_entries(const xl::Constraints& constraints) {
  std::size_t number = 0;
  for (const xl::ConstraintSet& set : constraints) {
    for (const xl::BlockCounts& counts : {set.exactly, set.at_most}) {
      for (const std::optional<int>& count : counts) number += count ? 1 : 0;
    }
    number += set.start_by.size();
  }
  return number;
}

bool everything_binds(const xl::Task& task) {
  Relaxation relaxation(task);
  return relaxation.goal_matters() && relaxation.constraints_bind();
}

tl::expected<std::optional<xl::Program>, Rejection> find_shorter(const xl::Task& task,
                                                                 Proof& proof) {
  const std::size_t length = task.solution.blocks.size();
  const bool loops = has_loops(task.solution);
  xl::SearchResult flat = xl::shortest_solution(task, {loops ? length : length - 1, 0, kFlatSteps});
  if (flat.outcome == xl::SearchOutcome::kGaveUp) return tl::unexpected(Rejection::kUndecided);
  if (flat.outcome == xl::SearchOutcome::kFound) return std::move(flat.program);
  proof.flat = true;
  if (!loops) return std::nullopt;
  if (std::optional<xl::Program> rest = xl::reduced(task)) return rest;
  if (std::optional<xl::Program> same = said_shorter(task)) return same;
  if (std::optional<xl::Program> other = task.draws() ? shorter_ending(task) : std::nullopt) {
    return other;
  }
  xl::SearchResult other = shortest_with_loops(task, length - 1);
  if (other.outcome == xl::SearchOutcome::kFound) return std::move(other.program);
  if (other.outcome == xl::SearchOutcome::kNone) {
    proof.loop_body = kProvenBody;
    return std::nullopt;
  }
  proof.settled = other.settled;
  if (length < kLongEnough || other.settled < kSettled) {
    return tl::unexpected(Rejection::kUndecided);
  }
  return std::nullopt;
}

tl::expected<BuiltTask, Rejection> prove_rest(xl::Task task, const xl::Task& reference,
                                              const BuildOptions& options, const Proof& proof,
                                              std::span<const xl::Program> blocked) {
  if (!solved(task)) return tl::unexpected(Rejection::kUnsolved);
  if (!fits_a_difficulty(task, reference)) return tl::unexpected(Rejection::kLoose);
  const bool gave_up = has_loops(task.solution) && proof.minimal && proof.loop_body == 0;
  if (gave_up && !options.allow_longer) return tl::unexpected(Rejection::kUndecided);
  if (proof.minimal && !walls_needed(task, blocked)) return tl::unexpected(Rejection::kLoose);
  BuiltTask built{.level = options.level, .proof = proof};
  built.proof.binds = everything_binds(task);
  if (!built.proof.binds && !options.allow_loose) return tl::unexpected(Rejection::kLoose);
  built.quality = quality_of(task, built.proof, blocked);
  if (!rated_well_enough(task, built.quality, options)) return tl::unexpected(Rejection::kLoose);
  if (!has_loops(task.solution)) {
    const xl::SearchResult other = xl::shortest_solution(
        task, {task.solution.blocks.size() - 1, kReportedBody, kCuriousSteps});
    if (other.outcome == xl::SearchOutcome::kFound) {
      built.proof.shortest_with_loops = other.program.blocks.size();
    }
  }
  built.task = std::move(task);
  return built;
}

tl::expected<BuiltTask, Rejection> prove(xl::Task task, const xl::Task& reference,
                                         const BuildOptions& options) {
  Proof proof;
  const auto shorter = find_shorter(task, proof);
  if (!shorter) return tl::unexpected(shorter.error());
  if (*shorter && !options.allow_longer) return tl::unexpected(Rejection::kShorter);
  proof.minimal = !*shorter;
  return prove_rest(std::move(task), reference, options, proof);
}

}  // namespace papert::synth

#include "synth/claims.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/reduce.h"
#include "lang/xlogo/search.h"
#include "synth/prove.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr std::size_t kFlatStepsAgain = 200'000;
constexpr std::size_t kLoopStepsAgain = 200'000;
constexpr std::size_t kMostStepsAgain = 2'000'000;  // where those are too few

bool is_with_loops(const xl::Task& task) {
  return xl::facts(task.solution).uses(xl::BlockType::kRepeat);
}

std::string fault_of_solution(const xl::Task& task) {
  if (task.solution.blocks.empty()) return "it has no solution";
  for (const bool strict : {false, true}) {
    xl::GridRun run(task, {.strict_reference = strict});
    const xl::Judgement judgement = run.run(task.solution);
    if (judgement.success()) continue;
    return fmt::format("its own solution fails{}: {}",
                       strict ? " as the released emulator judges" : "",
                       run.explain(task.solution, judgement));
  }
  return "";
}

/// Of a search that should find nothing.
std::string fault_of_search(const xl::SearchResult& found, std::string_view kind) {
  switch (found.outcome) {
    case xl::SearchOutcome::kNone:
      return "";
    case xl::SearchOutcome::kGaveUp:
      return fmt::format("no search decides whether it has a shorter solution {}", kind);
    case xl::SearchOutcome::kFound:
      break;
  }
  return fmt::format("{} blocks {} solve it, too: {}", found.program.blocks.size(), kind,
                     xl::to_dsl(found.program));
}

std::string fault_without_loops(const xl::Task& task, const Proof& proof) {
  if (!proof.flat) {
    return proof.minimal ? "nothing is proven of programs without loops, and it is not marked as "
                           "having a shorter solution"
                         : "";
  }
  const std::size_t length = task.solution.blocks.size();
  const std::size_t longest = is_with_loops(task) ? length : length - 1;
  if (longest == 0) return "";
  return fault_of_search(xl::shortest_solution(task, {longest, 0, kFlatStepsAgain}),
                         "without loops");
}

/// With bodies of at most kProvenBody blocks.
xl::SearchResult search_with_loops(const xl::Task& task, std::size_t longest) {
  xl::SearchLimits limits{longest, kProvenBody, kLoopStepsAgain};
  xl::SearchResult quick = xl::shortest_solution(task, limits);
  if (quick.outcome != xl::SearchOutcome::kGaveUp) return quick;
  limits.max_steps = kMostStepsAgain;
  limits.count_cover = task.draws();
  return xl::shortest_solution(task, limits);
}

/// Of a task that is said to have no shorter solution.
std::string fault_with_loops(const xl::Task& task, const Proof& proof) {
  if (const auto rest = xl::reduced(task)) {
    return fmt::format("part of its solution can be left out: {}", xl::to_dsl(*rest));
  }
  const std::size_t length = task.solution.blocks.size();
  if (proof.loop_body == kProvenBody) {
    return fault_of_search(search_with_loops(task, length - 1), "with loops");
  }
  if (proof.loop_body > 0) {
    return fmt::format("'loop_body' is {}: bodies are searched up to {}", proof.loop_body,
                       kProvenBody);
  }
  if (proof.settled < kSettled || proof.settled >= length || length < kLongEnough) {
    return "too little is proven of shorter programs with loops, and it is not marked as having "
           "one";
  }
  return fault_of_search(search_with_loops(task, proof.settled), "with loops");
}

/// Of a world that lacks a wall: something beats the solution there.
std::string fault_of_fewer_walls(const xl::Task& fewer) {
  const std::size_t length = fewer.solution.blocks.size();
  const bool loops = is_with_loops(fewer);
  xl::SearchResult found =
      xl::shortest_solution(fewer, {loops ? length : length - 1, 0, kFlatStepsAgain});
  if (found.outcome == xl::SearchOutcome::kNone && loops) {
    if (xl::reduced(fewer)) return "";
    found = search_with_loops(fewer, length - 1);
  }
  switch (found.outcome) {
    case xl::SearchOutcome::kFound:
      return "";
    case xl::SearchOutcome::kGaveUp:
      return "no search decides whether one of its walls can be left out";
    case xl::SearchOutcome::kNone:
      break;
  }
  return "one of its walls can be left out: nothing beats the solution without it";
}

std::string fault_of_walls(const xl::Task& task) {
  xl::Task fewer = task;
  for (xl::World& world : without_one_wall(task.world)) {
    fewer.world = std::move(world);
    if (std::string fault = fault_of_fewer_walls(fewer); !fault.empty()) return fault;
  }
  return "";
}

/// Of a solution without loops: how short one with loops is, where that is said.
std::string fault_of_shortest_with_loops(const xl::Task& task, const Proof& proof) {
  if (!proof.shortest_with_loops) return "";
  const std::size_t said = *proof.shortest_with_loops;
  const auto found = xl::shortest_solution(task, {said, kReportedBody, kLoopStepsAgain});
  const bool right = found.outcome == xl::SearchOutcome::kFound &&
                     found.program.blocks.size() == said && said < task.solution.blocks.size();
  if (right) return "";
  return fmt::format("'shortest_with_loops' is {}, which is not what a search finds", said);
}

std::string fault_of_limits(const xl::Task& task) {
  const xl::Facts facts = xl::facts(task.solution);
  for (const xl::ConstraintSet& set : task.constraints) {
    for (std::size_t type = 0; type < set.at_most.size(); ++type) {
      const std::size_t used = type < xl::kCountAll ? facts.count[type] : facts.length;
      const auto most = set.at_most[type];
      if (!most || *most <= static_cast<int>(used)) continue;
      return fmt::format("it allows {} blocks{}, its solution has {}", *most,
                         type < xl::kCountAll ? fmt::format(" '{}'", xl::kBlockNames[type]) : "",
                         used);
    }
  }
  return "";
}

std::string fault_of_quality(const SynthTask& each) {
  const Quality& said = each.built.quality;
  const double code = code_quality(each.built.task, each.built.proof);
  if (said.code != code) {
    return fmt::format("its quality of code is {}, not {}", code, said.code);
  }
  const double appeal = appeal_of(each.built.task);
  if (said.appeal != appeal) return fmt::format("its appeal is {}, not {}", appeal, said.appeal);
  if (said.utility == 0 || said.utility == 0.5 || said.utility == 1) return "";
  return fmt::format("{} is not a utility", said.utility);
}

}  // namespace

std::string fault_of(const SynthTask& each) {
  const xl::Task& task = each.built.task;
  const Proof& proof = each.built.proof;
  if (std::string fault = fault_of_solution(task); !fault.empty()) return fault;
  if (std::string fault = fault_without_loops(task, proof); !fault.empty()) return fault;
  if (is_with_loops(task)) {
    std::string fault = proof.minimal ? fault_with_loops(task, proof) : "";
    if (!fault.empty()) return fault;
  } else if (std::string fault = fault_of_shortest_with_loops(task, proof); !fault.empty()) {
    return fault;
  }
  if (std::string fault = proof.minimal ? fault_of_walls(task) : ""; !fault.empty()) return fault;
  if (std::string fault = fault_of_limits(task); !fault.empty()) return fault;
  if (proof.binds && !everything_binds(task)) {
    return "it is not marked as one whose constraints do not bind, but they do not, or what must "
           "be avoided does not matter";
  }
  return fault_of_quality(each);
}

std::string fault_against(const SynthTask& each, const xl::Task& reference) {
  const xl::Task& task = each.built.task;
  const std::size_t length = task.solution.blocks.size();
  const std::size_t least = reference.solution.blocks.size();
  const std::size_t entries = count_entries(task.constraints);
  const std::size_t given = count_entries(reference.constraints);
  const bool hard = each.difficulty == Difficulty::kHard;
  const std::size_t fewest = each.difficulty == Difficulty::kMedium ? 1 : 0;
  const std::size_t most = each.difficulty == Difficulty::kEasy ? 0 : 2;
  if (length < least + fewest || length > least + most) {
    return fmt::format("{} blocks are not {} for a reference of {}", length,
                       name_of(each.difficulty), least);
  }
  if (entries != given + (hard ? 1 : 0)) {
    return fmt::format("it has {} constraints, which is not {} for a reference with {}", entries,
                       name_of(each.difficulty), given);
  }
  if (!hard && task.goal != reference.goal) return "its goal is not that of its reference";
  return "";
}

}  // namespace papert::synth

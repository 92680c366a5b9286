// A and B only take away what could fail, so the old solution still succeeds: it visits and draws
// the same. C makes another task, and its solution is checked with the emulator.

#include "lang/xlogo/perturb.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search.h"

namespace papert::lang::xlogo {
namespace {

constexpr int kMovesLeft = 2;
// Which later starts have a solution must not change, so neither may where the search gives up.
constexpr SearchLimits kWithoutLoops{
    .max_length = 24, .max_body = 0, .max_steps = 1'000'000, .order = SearchOrder::kPlain};
constexpr SearchLimits kWithLoops{
    .max_length = 24, .max_body = 3, .max_steps = 2'000'000, .order = SearchOrder::kPlain};

bool constrained(const Task& task) {
  return std::any_of(task.constraints.begin(), task.constraints.end(),
                     [](const ConstraintSet& set) { return !set.empty(); });
}

bool obstructed(const World& world) {
  return std::any_of(world.tiles.begin(), world.tiles.end(), [](const Tile& tile) {
    return !tile.present || !tile.allowed || !tile.exists || tile.walls != 0;
  });
}

bool is_move(const Program& program, const TraceStep& step) {
  const BlockType type = program.blocks[step.block].type;
  return type == BlockType::kForward || type == BlockType::kBack;
}

/// The step of the second last move; as many as there are steps if there is none.
std::size_t second_last_move(const Program& program, const Trace& run) {
  int moves = 0;
  for (std::size_t i = run.steps.size(); i-- > 0;) {
    if (is_move(program, run.steps[i]) && ++moves == kMovesLeft) return i;
  }
  return run.steps.size();
}

bool solves(const Task& task, const Program& program) {
  return GridRun(task).run(program).success();
}

/// The task from the later start, if it differs and has a solution.
std::optional<Task> from_later_start(const Task& task) {
  if (task.draws()) return std::nullopt;
  const Trace run = trace(task.world, task.solution);
  const std::size_t first = second_last_move(task.solution, run);
  if (first == run.steps.size()) return std::nullopt;
  const State& state = first == 0 ? run.start : run.steps[first - 1].after;
  Task later = task;
  later.world.turtle_x = state.x;
  later.world.turtle_y = state.y;
  later.world.heading = state.heading;
  if (later.world == task.world) return std::nullopt;
  later.solution.blocks.clear();
  for (std::size_t i = first; i < run.steps.size(); ++i) {
    later.solution.blocks.push_back(task.solution.blocks[run.steps[i].block]);
  }
  if (solves(later, later.solution)) return later;
  // Constraints may need a loop; but where nothing does, one would change what the task teaches.
  SearchResult found = shortest_solution(later, kWithoutLoops);
  if (found.outcome != SearchOutcome::kFound) found = shortest_solution(later, kWithLoops);
  if (found.outcome != SearchOutcome::kFound) return std::nullopt;
  later.solution = std::move(found.program);
  if (!solves(later, later.solution)) return std::nullopt;
  return later;
}

void remove_obstacles(World& world) {
  std::fill(world.tiles.begin(), world.tiles.end(), Tile{.present = true, .allowed = true});
}

constexpr std::array<NamedPerturbation, 8> kCombinations{{{"T", {false, false, false}},
                                                          {"T_A", {true, false, false}},
                                                          {"T_B", {false, true, false}},
                                                          {"T_C", {false, false, true}},
                                                          {"T_AB", {true, true, false}},
                                                          {"T_BC", {false, true, true}},
                                                          {"T_AC", {true, false, true}},
                                                          {"T_ABC", {true, true, true}}}};

}  // namespace

std::vector<NamedPerturbation> subsets_of(const Perturbation& parts) {
  std::vector<NamedPerturbation> chosen;
  for (const NamedPerturbation& each : kCombinations) {
    const auto& [a, b, c] = each.parts;
    if ((!a || parts.no_constraints) && (!b || parts.no_obstacles) && (!c || parts.later_start)) {
      chosen.push_back(each);
    }
  }
  return chosen;
}

Task perturbed(const Task& task, const Perturbation& parts) {
  Task result = task;
  if (parts.no_constraints) result.constraints.clear();
  if (parts.no_obstacles) remove_obstacles(result.world);
  if (parts.later_start) {
    if (std::optional<Task> later = from_later_start(result)) result = std::move(*later);
  }
  return result;
}

Perturbation applicable(const Task& task, const Perturbation& parts) {
  Perturbation result;
  result.no_constraints = parts.no_constraints && constrained(task);
  result.no_obstacles = parts.no_obstacles && obstructed(task.world);
  if (parts.later_start) {
    const Task before = perturbed(task, {parts.no_constraints, parts.no_obstacles, false});
    result.later_start = from_later_start(before).has_value();
  }
  return result;
}

}  // namespace papert::lang::xlogo

// Three rubrics, as far as they can be counted:
//
//     code     1 if the solution is proven to be shortest among the programs that prove.h names,
//     0.5
//              if it only solves the task; whether constraints bind is marked apart
//     utility  the share of obstacles (walls, forbidden cells, items that must not be met) that
//              keep out some program of at most as many blocks as the solution has
//     appeal   no cell that is free but cannot be reached, few walls that stand alone, forbidden
//              cells that are symmetric or leave a corridor

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search.h"
#include "synth/likeness.h"
#include "synth/prove.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr std::size_t kUtilitySteps = 5'000;
constexpr double kMostUseful = 0.7;
constexpr double kSomeUseful = 0.3;
constexpr std::size_t kWallsPerNine = 2;

/// An edge of the grid that has a wall although both its cells are allowed.
struct LoneWall {
  std::size_t cell = 0;
  std::size_t other = 0;
  std::size_t direction = 0;
};

std::vector<LoneWall> lone_walls(const xl::World& world) {
  std::vector<LoneWall> walls;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const xl::Tile& tile = world.tile(x, y);
      for (const std::size_t d : {1U, 2U}) {
        const int to_x = x + xl::kStepX[d];
        const int to_y = y + xl::kStepY[d];
        if (!world.inside(to_x, to_y) || !tile.wall(static_cast<xl::Direction>(d))) continue;
        if (!tile.allowed || !world.tile(to_x, to_y).allowed) continue;
        walls.push_back({world.index(x, y), world.index(to_x, to_y), d});
      }
    }
  }
  return walls;
}

void set_wall(xl::World& world, const LoneWall& wall, bool stands) {
  const auto set = [stands](std::uint8_t& walls, std::size_t direction) {
    const unsigned bit = 1U << direction;
    walls = static_cast<std::uint8_t>(stands ? walls | bit : walls & ~bit);
  };
  set(world.tiles[wall.cell].walls, wall.direction);
  set(world.tiles[wall.other].walls, wall.direction ^ 2U);
}

/// Opens a forbidden cell towards all allowed ones beside it.
void open(xl::World& world, int x, int y) {
  world.tile(x, y).allowed = true;
  for (std::size_t d = 0; d < 4; ++d) {
    const int to_x = x + xl::kStepX[d];
    const int to_y = y + xl::kStepY[d];
    if (!world.inside(to_x, to_y) || !world.tile(to_x, to_y).allowed) continue;
    set_wall(world, {world.index(x, y), world.index(to_x, to_y), d}, false);
  }
}

/// Must not be met, whatever else is.
bool spoils(const xl::Goal& goal, const xl::Item& item) {
  return std::any_of(goal.begin(), goal.end(), [&](const xl::Objective& objective) {
    if (objective.kind == xl::ObjectiveKind::kForbid) {
      return xl::matches(objective.specs.front(), item);
    }
    return objective.kind == xl::ObjectiveKind::kFindOnly &&
           !xl::matches(objective.specs.front(), item);
  });
}

/// The thing to find, where that is all there is to it.
const xl::Spec* wanted_thing(const xl::Goal& goal) {
  const xl::Spec* spec = nullptr;
  for (const xl::Objective& objective : goal) {
    if (objective.kind == xl::ObjectiveKind::kForbid) continue;
    const bool one = objective.kind == xl::ObjectiveKind::kFind ||
                     objective.kind == xl::ObjectiveKind::kFindOnly;
    if (!one || spec != nullptr) return nullptr;
    spec = &objective.specs.front();
  }
  return spec;
}

class Usefulness {
 public:
  Usefulness(const xl::Task& task, std::span<const xl::Program> blocked)
      : task_(task), judge_(task), blocked_(blocked), simple_(wanted_thing(task.goal) != nullptr) {}

  double share() {
    const xl::World& world = task_.world;
    xl::Task changed = task_;
    for (const LoneWall& wall : lone_walls(world)) {
      set_wall(changed.world, wall, false);
      count(changed);
      set_wall(changed.world, wall, true);
    }
    for (std::size_t i = 0; i < world.items.size(); ++i) {
      if (!spoils(task_.goal, world.items[i])) continue;
      const std::size_t cell = world.index(world.items[i].x, world.items[i].y);
      changed.world.items.erase(changed.world.items.begin() + static_cast<std::ptrdiff_t>(i));
      count(changed, cell);
      changed.world.items = world.items;
    }
    for (int y = 0; y < world.height; ++y) {
      for (int x = 0; x < world.width; ++x) {
        if (world.tile(x, y).allowed || !world.tile(x, y).present) continue;
        open(changed.world, x, y);
        count(changed, world.index(x, y));
        changed.world.tiles = world.tiles;
      }
    }
    return all_ == 0 ? 1.0 : static_cast<double>(useful_) / static_cast<double>(all_);
  }

 private:
  void count(const xl::Task& changed, std::optional<std::size_t> opened = std::nullopt) {
    ++all_;
    const bool useful =
        one_solves(blocked_, changed) ||
        (opened && simple_ ? on_short_way(changed, *opened) : lets_through(changed));
    useful_ += useful ? 1 : 0;
  }

  [[nodiscard]] bool lets_through(const xl::Task& changed) {
    const xl::SearchResult found =
        xl::shortest_solution(changed, {task_.solution.blocks.size(), 0, kUtilitySteps});
    return found.outcome == xl::SearchOutcome::kFound && !judge_.run(found.program).success();
  }

  const xl::Task& task_;
  xl::GridRun judge_;
  std::span<const xl::Program> blocked_;
  bool simple_;
  std::size_t all_ = 0;
  std::size_t useful_ = 0;
};

}  // namespace

bool one_solves(std::span<const xl::Program> programs, const xl::Task& task) {
  if (programs.empty()) return false;
  xl::GridRun run(task);
  return std::any_of(programs.begin(), programs.end(),
                     [&](const xl::Program& program) { return run.run(program).success(); });
}

std::vector<xl::World> without_one_wall(const xl::World& world) {
  std::vector<xl::World> worlds;
  for (const LoneWall& wall : lone_walls(world)) {
    worlds.push_back(world);
    set_wall(worlds.back(), wall, false);
  }
  return worlds;
}

bool walls_needed(const xl::Task& task, std::span<const xl::Program> blocked) {
  xl::Task changed = task;
  for (xl::World& world : without_one_wall(task.world)) {
    changed.world = std::move(world);
    if (one_solves(blocked, changed)) continue;
    Proof proof;
    const auto shorter = find_shorter(changed, proof);
    if (!shorter || !*shorter) return false;
  }
  return true;
}

double appeal_of(const xl::Task& task) {
  if (task.draws()) return 1;
  const xl::World& world = task.world;
  const bool airy = lone_walls(world).size() * 9 <= kWallsPerNine * world.tiles.size();
  bool shaped = symmetric(world);
  if (!shaped) {
    std::vector<bool> visited(world.tiles.size(), false);
    visited[world.index(world.turtle_x, world.turtle_y)] = true;
    for (const xl::TraceStep& step : xl::trace(world, task.solution).steps) {
      visited[world.index(step.after.x, step.after.y)] = true;
    }
    shaped = true;
    for (std::size_t cell = 0; cell < visited.size(); ++cell) {
      shaped = shaped && (visited[cell] || !world.tiles[cell].allowed);
    }
  }
  if (!connected(world)) return 0;
  return airy && shaped ? 1 : airy || shaped ? 0.5 : 0;
}

double code_quality(const xl::Task& task, const Proof& proof) {
  const bool loops = xl::facts(task.solution).uses(xl::BlockType::kRepeat);
  return proof.minimal && proof.flat && (!loops || proof.loop_body > 0) ? 1 : 0.5;
}

bool on_short_way(const xl::Task& task, std::size_t cell) {
  const xl::Spec* target = wanted_thing(task.goal);
  if (target == nullptr) return false;
  // First a mark that nothing else fits, on the cell, then the thing; what spoils a run is closed.
  constexpr auto kMark = static_cast<xl::ItemName>(xl::kItemNames - 1);
  xl::Task marked{.world = task.world, .constraints = task.constraints, .solution = task.solution};
  xl::World& world = marked.world;
  for (const xl::Item& item : task.world.items) {
    if (spoils(task.goal, item)) world.tile(item.x, item.y).allowed = false;
  }
  std::erase_if(world.items, [&](const xl::Item& item) { return !xl::matches(*target, item); });
  const int at = static_cast<int>(cell);
  world.items.push_back({at % world.width, at / world.width, kMark, xl::Color::kWhite});
  const xl::Spec mark{{xl::Literal{.name = kMark}}, {xl::Literal{.color = xl::Color::kWhite}}};
  marked.goal = {{.kind = xl::ObjectiveKind::kConcat, .specs = {mark, *target}}};
  return xl::shortest_solution(marked, {task.solution.blocks.size(), 0, kUtilitySteps}).outcome ==
         xl::SearchOutcome::kFound;
}

Quality quality_of(const xl::Task& task, const Proof& proof, std::span<const xl::Program> blocked) {
  Quality quality;
  quality.code = code_quality(task, proof);
  if (task.draws()) {
    quality.utility = 1;
  } else {
    const double share = Usefulness(task, blocked).share();
    quality.utility = share >= kMostUseful ? 1 : share >= kSomeUseful ? 0.5 : 0;
  }
  quality.appeal = appeal_of(task);
  return quality;
}

}  // namespace papert::synth

#include "synth/world_formula.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "lang/xlogo/emulator.h"

namespace papert::synth {

using lang::xlogo::Color;
using lang::xlogo::ObjectiveKind;

WorldFormula::WorldFormula(lang::xlogo::Task task, Likeness like)
    : task_(std::move(task)), like_(std::move(like)) {
  add_variables();
  const Way way = way_of(task_.solution, task_.world);
  visits_ = way.visits;
  on_way_ = way.cells;
  for (std::size_t cell = 0; cell < task_.world.tiles.size(); ++cell) {
    if (!has(on_way_, cell)) aside_.push_back(cell);
  }
  forbid_all(way.walls);
  for (const std::size_t cell : on_way_) formula_.require(!closed_[cell]);
  add_obstacles();
  add_symmetry();
  add_things();
  if (decisive() != nullptr) add_goal(*decisive());
  for (const lang::xlogo::Objective& objective : task_.goal) {
    if (objective.kind == ObjectiveKind::kForbid) add_forbidden(objective.specs.front());
  }
}

void WorldFormula::add_variables() {
  const lang::xlogo::World& world = task_.world;
  const std::size_t cells = world.tiles.size();
  walls_.resize(cells * 4);
  closed_.reserve(cells);
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      closed_.push_back(formula_.variable());
      for (const std::size_t d : {1U, 2U}) {  // east, south
        const int to_x = x + lang::xlogo::kStepX[d];
        const int to_y = y + lang::xlogo::kStepY[d];
        if (!world.inside(to_x, to_y)) continue;
        edges_.push_back(formula_.variable());
        walls_[world.index(x, y) * 4 + d] = edges_.back();
        walls_[world.index(to_x, to_y) * 4 + (d ^ 2U)] = edges_.back();
      }
    }
  }
  for (const Thing& thing : like_.things) {
    const bool many = thing.name == lang::xlogo::ItemName::kStrawberry;
    for (int count = 1; count <= (many ? like_.most_count : 1); ++count) {
      kinds_.push_back({thing, count});
    }
  }
  first_kind_ = formula_.variables();
  for (std::size_t i = 0; i < cells * kinds_.size(); ++i) (void)formula_.variable();
}

void WorldFormula::forbid_all(const std::vector<Literal>& literals) {
  for (const Literal& literal : literals) formula_.require(!literal);
}

/// Holds just where one of them does; of many, one is to be counted.
Literal WorldFormula::any_of(std::vector<Literal> literals) {
  if (literals.size() == 1) return literals.front();
  const Literal any = formula_.variable();
  for (const Literal& literal : literals) formula_.require_any({any, !literal});
  literals.push_back(!any);
  formula_.require_any(std::move(literals));
  return any;
}

/// A fence between what is allowed and what is not, and no wall between two forbidden cells.
void WorldFormula::add_obstacles() {
  const auto width = static_cast<std::size_t>(task_.world.width);
  for (std::size_t cell = 0; cell < closed_.size(); ++cell) {
    for (const std::size_t d : {1U, 2U}) {
      const std::optional<Literal>& wall = walls_[cell * 4 + d];
      if (!wall) continue;
      const Literal a = closed_[cell];
      const Literal b = closed_[d == 1 ? cell + 1 : cell + width];
      formula_.require_any({*wall, !a, b});
      formula_.require_any({*wall, a, !b});
      formula_.require_any({!*wall, !a, !b});
    }
  }
  formula_.require_at_most(edges_, like_.walls.high / 2);
  formula_.require_at_least(edges_, (like_.walls.low + 1) / 2);
  formula_.require_at_most(closed_, like_.forbidden.high);
  formula_.require_at_least(closed_, like_.forbidden.low);
}

/// Forbidden cells are symmetric about one of the axes.
void WorldFormula::add_symmetry() {
  const lang::xlogo::World& world = task_.world;
  const int right = world.width - 1;
  const int bottom = world.height - 1;
  std::vector<Literal> axes;
  axes.reserve(4);
  for (int axis = 0; axis < (right == bottom ? 4 : 2); ++axis) {
    axes.push_back(formula_.variable());
    for (int y = 0; y <= bottom; ++y) {
      for (int x = 0; x <= right; ++x) {
        const std::array<std::size_t, 4> images{
            world.index(right - x, y), world.index(x, bottom - y),
            right == bottom ? world.index(y, x) : 0,
            right == bottom ? world.index(right - y, right - x) : 0};
        const std::size_t image = images[static_cast<std::size_t>(axis)];
        formula_.require_any({!axes.back(), !closed_[world.index(x, y)], closed_[image]});
      }
    }
  }
  formula_.require_any(axes);
}

const lang::xlogo::Objective* WorldFormula::decisive() const {
  const lang::xlogo::Objective* decisive = nullptr;
  for (const lang::xlogo::Objective& objective : task_.goal) {
    if (objective.kind != ObjectiveKind::kForbid) decisive = &objective;
  }
  return decisive;
}

std::vector<Literal> WorldFormula::lying(const Cells& cells, const Kinds& kinds) const {
  std::vector<Literal> literals;
  literals.reserve(cells.size() * kinds.size());
  for (const std::size_t cell : cells) {
    for (const std::size_t kind : kinds) literals.push_back(lies(cell, kind));
  }
  return literals;
}

WorldFormula::Kinds WorldFormula::kinds_of(const lang::xlogo::Spec& spec) const {
  Kinds kinds;
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Thing& thing = kinds_[i].thing;
    if (matches(spec, {.name = thing.name, .color = thing.color})) kinds.push_back(i);
  }
  return kinds;
}

WorldFormula::Kinds WorldFormula::all_kinds() const {
  Kinds kinds(kinds_.size());
  std::iota(kinds.begin(), kinds.end(), std::size_t{0});
  return kinds;
}

void WorldFormula::add_things() {
  const Kinds all = all_kinds();
  Cells cells(closed_.size());
  std::iota(cells.begin(), cells.end(), std::size_t{0});
  for (const std::size_t cell : cells) {
    std::vector<Literal> here = lying({cell}, all);
    here.push_back(closed_[cell]);
    formula_.require_at_most(here, 1);
  }
  forbid_all(lying({visits_.front()}, all));
  for (const std::size_t cell : aside_) {
    if (!like_.corridor) break;
    std::vector<Literal> used = lying({cell}, all);
    used.push_back(closed_[cell]);
    formula_.require_any(std::move(used));
  }
  std::vector<Literal> everything;
  everything.reserve(cells.size());
  for (const std::size_t cell : cells) everything.push_back(any_of(lying({cell}, all)));
  formula_.require_at_least(everything, like_.items.low);
  formula_.require_at_most(everything, like_.items.high);
  for (int most = like_.items.low; most < like_.items.high; ++most) {
    few_.push_back(formula_.variable());
    const int least = static_cast<int>(everything.size()) - most;
    if (least <= 0) continue;
    Linear condition{opposites(everything), std::vector<int>(everything.size(), 1), least};
    condition.literals.push_back(!few_.back());
    condition.weights.push_back(least);
    formula_.require(std::move(condition));
  }
  if (like_.all_different && static_cast<int>(like_.things.size()) >= like_.items.high) {
    for (const Thing& thing : like_.things) {
      Kinds same;
      for (const std::size_t kind : all) {
        if (kinds_[kind].thing == thing) same.push_back(kind);
      }
      formula_.require_at_most(lying(cells, same), 1);
    }
  }
  if (like_.balanced) add_balance();
}

/// Red, green and blue about equally often, and nothing else.
void WorldFormula::add_balance() {
  constexpr std::array kThree{Color::kRed, Color::kGreen, Color::kBlue};
  std::array<Kinds, kThree.size()> kinds;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const auto found = std::find(kThree.begin(), kThree.end(), kinds_[kind].thing.color);
    if (found != kThree.end()) {
      kinds[static_cast<std::size_t>(found - kThree.begin())].push_back(kind);
      continue;
    }
    for (std::size_t cell = 0; cell < closed_.size(); ++cell) formula_.require(!lies(cell, kind));
  }
  std::array<std::vector<Literal>, kThree.size()> of_color;
  for (std::size_t cell = 0; cell < closed_.size(); ++cell) {
    for (std::size_t color = 0; color < kThree.size(); ++color) {
      of_color[color].push_back(any_of(lying({cell}, kinds[color])));
    }
  }
  for (const auto& literals : of_color) formula_.require_at_least(literals, 1);
  const auto little_more = [&](const std::vector<Literal>& a, const std::vector<Literal>& b) {
    std::vector<Literal> sum = a;
    append(opposites(b), sum);
    formula_.require_at_most(sum, static_cast<int>(b.size()) + 1);
  };
  for (const std::size_t other : {1U, 2U}) {
    little_more(of_color[0], of_color[other]);
    little_more(of_color[other], of_color[0]);
  }
}

void WorldFormula::add_goal(const lang::xlogo::Objective& decisive) {
  const std::size_t last = visits_.back();
  if (decisive.kind == ObjectiveKind::kSum) return add_sum(decisive.total);
  if (decisive.kind == ObjectiveKind::kConcat) return add_sequence(decisive.specs);
  const Kinds wanted = kinds_of(decisive.specs.front());
  formula_.require_any(lying({last}, wanted));
  forbid_all(lying(aside_, wanted));
  if (decisive.kind == ObjectiveKind::kCollectAll) {
    return formula_.require_at_least(lying(on_way_, wanted), 2);
  }
  Cells passed = on_way_;
  std::erase(passed, last);
  forbid_all(lying(passed, wanted));
  if (decisive.kind != ObjectiveKind::kFindOnly) return;
  forbid_all(lying(passed, all_kinds()));
  formula_.require_any(lying(aside_, all_kinds()));
}

void WorldFormula::add_sum(int total) {
  const Kinds all = all_kinds();
  formula_.require_any(lying({visits_.back()}, all));
  if (!like_.all_needed) formula_.require_any(lying(aside_, all));
  Linear enough{lying(on_way_, all), {}, total};
  int most = 0;
  for (std::size_t i = 0; i < enough.literals.size(); ++i) {
    enough.weights.push_back(kinds_[i % all.size()].count);
    most += enough.weights.back();
  }
  Linear no_more{opposites(enough.literals), enough.weights, most - total};
  formula_.require(std::move(enough));
  if (no_more.least > 0) formula_.require(std::move(no_more));
}

/// A match for each spec on cells that are entered once, in order, and no other match.
void WorldFormula::add_sequence(const std::vector<lang::xlogo::Spec>& specs) {
  Kinds any;
  for (const lang::xlogo::Spec& spec : specs) {
    for (const std::size_t kind : kinds_of(spec)) {
      if (!has(any, kind)) any.push_back(kind);
    }
  }
  std::vector<Literal> matches = lying(on_way_, any);
  append(lying(aside_, any), matches);
  formula_.require_at_least(matches, static_cast<int>(specs.size()));
  formula_.require_at_most(matches, static_cast<int>(specs.size()));
  formula_.require_any(lying({visits_.back()}, kinds_of(specs.back())));
  Cells once;
  for (std::size_t i = 1; i + 1 < visits_.size(); ++i) {
    if (std::count(visits_.begin(), visits_.end(), visits_[i]) == 1) once.push_back(visits_[i]);
  }
  std::vector<Literal> before;
  for (std::size_t s = 0; s + 1 < specs.size(); ++s) {
    std::vector<Literal> at;
    at.reserve(once.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
      at.push_back(formula_.variable());
      std::vector<Literal> clause = lying({once[i]}, kinds_of(specs[s]));
      clause.push_back(!at[i]);
      formula_.require_any(std::move(clause));
      for (std::size_t j = i; j < before.size(); ++j) formula_.require_any({!at[i], !before[j]});
    }
    formula_.require_any(at);
    before = std::move(at);
  }
}

void WorldFormula::add_forbidden(const lang::xlogo::Spec& spec) {
  const Kinds kinds = kinds_of(spec);
  forbid_all(lying(on_way_, kinds));
  formula_.require_any(lying(aside_, kinds));
}

std::vector<Literal> WorldFormula::wishes(Random& rng) const {
  std::vector<Literal> wishes;
  wishes.reserve(formula_.variables());
  for (const Literal& literal : edges_) wishes.push_back(!literal);
  for (const Literal& literal : closed_) wishes.push_back(!literal);
  for (std::size_t i = 0; i < closed_.size() * kinds_.size(); ++i) {
    wishes.push_back({first_kind_ + i, rng.random() < 0.5});
  }
  rng.shuffle(wishes);
  if (few_.empty()) return wishes;
  const auto most = static_cast<std::size_t>(rng.randbelow(few_.size() + 1));
  if (most < few_.size()) wishes.insert(wishes.begin(), few_[most]);
  return wishes;
}

lang::xlogo::World WorldFormula::world(const std::vector<bool>& values) const {
  lang::xlogo::World world = task_.world;
  for (std::size_t cell = 0; cell < closed_.size(); ++cell) {
    lang::xlogo::Tile& tile = world.tiles[cell];
    tile.allowed = !values[closed_[cell].variable];
    for (std::size_t d = 0; d < 4; ++d) {
      const std::optional<Literal>& wall = walls_[cell * 4 + d];
      if (!wall || !values[wall->variable]) continue;
      tile.walls = static_cast<std::uint8_t>(tile.walls | 1U << d);
    }
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (!values[lies(cell, kind).variable]) continue;
      const int at = static_cast<int>(cell);
      world.items.push_back({at % world.width, at / world.width, kinds_[kind].thing.name,
                             kinds_[kind].thing.color, kinds_[kind].count});
    }
  }
  return world;
}

WorldFormula::Way WorldFormula::way_of(const lang::xlogo::Program& program,
                                       const lang::xlogo::World& world) const {
  Way way;
  way.visits = {world.index(world.turtle_x, world.turtle_y)};
  way.cells = way.visits;
  int x = world.turtle_x;
  int y = world.turtle_y;
  for (const lang::xlogo::TraceStep& step : lang::xlogo::trace(world, program).steps) {
    for (std::size_t d = 0; d < 4; ++d) {
      if (step.after.x != x + lang::xlogo::kStepX[d] ||
          step.after.y != y + lang::xlogo::kStepY[d]) {
        continue;
      }
      const Literal wall = *walls_[world.index(x, y) * 4 + d];
      if (std::find(way.walls.begin(), way.walls.end(), wall) == way.walls.end()) {
        way.walls.push_back(wall);
      }
      x = step.after.x;
      y = step.after.y;
      way.visits.push_back(world.index(x, y));
      if (!has(way.cells, way.visits.back())) way.cells.push_back(way.visits.back());
      break;
    }
  }
  return way;
}

}  // namespace papert::synth

// What a world that was found teaches: conditions that rule it out together with as many others as
// can be, and none that is wanted.
#include <algorithm>
#include <utility>

#include "synth/world_formula.h"

namespace papert::synth {

using lang::xlogo::ObjectiveKind;

void WorldFormula::keep_out(const lang::xlogo::Program& program, const std::vector<bool>& values,
                            Solver& solver) const {
  const Way way = way_of(program, world(values));
  std::vector<Literal> clause = way.walls;
  for (const lang::xlogo::Objective& objective : task_.goal) {
    const auto is = [&](ObjectiveKind kind) { return objective.kind == kind; };
    if (is(ObjectiveKind::kForbid)) {
      append(lying(way.cells, kinds_of(objective.specs.front())), clause);
    } else if (is(ObjectiveKind::kSum)) {
      add_other_sum(way.cells, solver, clause);
    } else if (is(ObjectiveKind::kConcat)) {
      add_other_sequence(way.cells, values, solver, clause);
    } else if (is(ObjectiveKind::kCollectAll)) {
      Cells missed = on_way_;
      std::erase_if(missed, [&](std::size_t cell) { return has(way.cells, cell); });
      append(lying(missed, kinds_of(objective.specs.front())), clause);
    } else if (is(ObjectiveKind::kFindOnly)) {
      Cells others = way.cells;
      std::erase(others, visits_.back());
      append(lying(others, all_kinds()), clause);
    }
  }
  solver.require({std::move(clause), {}, 1});
}

/// The sum over these cells is more or less than what is wanted.
void WorldFormula::add_other_sum(const Cells& visited, Solver& solver,
                                 std::vector<Literal>& clause) const {
  const int total = decisive()->total;
  Linear more{lying(visited, all_kinds()), {}, total + 1};
  int most = 0;
  for (std::size_t i = 0; i < more.literals.size(); ++i) {
    more.weights.push_back(kinds_[i % kinds_.size()].count);
    most += more.weights.back();
  }
  Linear less{opposites(more.literals), more.weights, most - total + 1};
  for (Linear* condition : {&more, &less}) {
    if (condition->least <= 0) continue;
    const Literal holds = solver.variable();
    condition->literals.push_back(!holds);
    condition->weights.push_back(condition->least);
    solver.require(*condition);
    clause.push_back(holds);
  }
}

/// One of these cells matches other specs than it does now.
void WorldFormula::add_other_sequence(const Cells& visited, const std::vector<bool>& values,
                                      Solver& solver, std::vector<Literal>& clause) const {
  const std::vector<lang::xlogo::Spec>& specs = decisive()->specs;
  std::vector<std::vector<bool>> matched(kinds_.size());
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    for (const lang::xlogo::Spec& spec : specs) {
      matched[kind].push_back(has(kinds_of(spec), kind));
    }
  }
  const std::vector<bool> none(specs.size(), false);
  for (const std::size_t cell : visited) {
    std::vector<bool> now = none;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (values[lies(cell, kind).variable]) now = matched[kind];
    }
    const Literal other = solver.variable();  // none of those that match the same lies here
    bool asked = false;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (now == none && matched[kind] != none) clause.push_back(lies(cell, kind));
      if (now == none || matched[kind] != now) continue;
      solver.require({{!other, !lies(cell, kind)}, {}, 1});
      asked = true;
    }
    if (asked) clause.push_back(other);
  }
}

std::size_t WorldFormula::beside(std::size_t cell, std::size_t direction) const {
  const auto width = static_cast<std::size_t>(task_.world.width);
  switch (direction) {
    case 0:
      return cell - width;
    case 1:
      return cell + 1;
    case 2:
      return cell + width;
    default:
      return cell - 1;
  }
}

/// The allowed cells that can be reached from a cell. They are then seen.
WorldFormula::Cells WorldFormula::region(const lang::xlogo::World& world, std::size_t start,
                                         std::vector<bool>& seen) const {
  Cells cells{start};
  seen[start] = true;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t d = 0; d < 4; ++d) {
      if (!walls_[cells[i] * 4 + d]) continue;
      if (world.tiles[cells[i]].wall(static_cast<lang::xlogo::Direction>(d))) continue;
      const std::size_t to = beside(cells[i], d);
      if (seen[to] || !world.tiles[to].allowed) continue;
      seen[to] = true;
      cells.push_back(to);
    }
  }
  return cells;
}

std::optional<Linear> WorldFormula::connection(const lang::xlogo::World& world) const {
  std::vector<bool> seen(world.tiles.size(), false);
  (void)region(world, visits_.front(), seen);
  std::size_t lost = 0;
  while (lost < seen.size() && (seen[lost] || !world.tiles[lost].allowed)) ++lost;
  if (lost == seen.size()) return std::nullopt;
  const Cells cells = region(world, lost, seen);
  Linear cut;
  for (const std::size_t cell : cells) {
    cut.literals.push_back(closed_[cell]);
    for (std::size_t d = 0; d < 4; ++d) {
      const std::optional<Literal>& wall = walls_[cell * 4 + d];
      if (wall && !has(cells, beside(cell, d))) cut.literals.push_back(!*wall);
    }
  }
  return cut;
}

Linear WorldFormula::other_than(const std::vector<bool>& values) const {
  Linear other;
  const auto add = [&](const Literal& literal) {
    other.literals.push_back({literal.variable, !values[literal.variable]});
  };
  std::for_each(edges_.begin(), edges_.end(), add);
  std::for_each(closed_.begin(), closed_.end(), add);
  for (std::size_t cell = 0; cell < closed_.size(); ++cell) {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) add(lies(cell, kind));
  }
  return other;
}

}  // namespace papert::synth

// All worlds around a solution that stands at its place, as a formula: a variable for the wall
// between each two cells, for each cell being forbidden, and for each thing that may lie on it.
//
// That no shorter program solves the task is not part of the formula, since nobody could write all
// of them down. A program that beats the solution in a world that was found is kept out by one
// condition more: a wall on its way, or a world in which it does not reach the goal. Likewise for
// cells that cannot be reached. A world that needs no further condition is as good as one found
// with all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/random.h"
#include "lang/xlogo/task.h"
#include "synth/formula.h"
#include "synth/likeness.h"
#include "synth/solver.h"

namespace papert::synth {

class WorldFormula {
 public:
  /// `task` has an empty world, in which its solution runs, and a goal that is not to draw.
  WorldFormula(lang::xlogo::Task task, Likeness like);

  [[nodiscard]] const Formula& formula() const { return formula_; }

  /// No wall, no forbidden cell, and things at random, in an order at random.
  [[nodiscard]] std::vector<Literal> wishes(Random& rng) const;

  [[nodiscard]] lang::xlogo::World world(const std::vector<bool>& values) const;

  /// Keeps out a program that solves the task in the world of these values.
  void keep_out(const lang::xlogo::Program& program, const std::vector<bool>& values,
                Solver& solver) const;

  /// If an allowed cell of the world cannot be reached: what mends that.
  [[nodiscard]] std::optional<Linear> connection(const lang::xlogo::World& world) const;

  /// Any other world.
  [[nodiscard]] Linear other_than(const std::vector<bool>& values) const;

 private:
  struct Kind {
    Thing thing;
    int count = 1;
  };
  using Kinds = std::vector<std::size_t>;  // by number
  using Cells = std::vector<std::size_t>;
  struct Way {                   // where a program goes
    Cells visits;                // the start first
    Cells cells;                 // each once
    std::vector<Literal> walls;  // that would stop it
  };

  void add_variables();
  void add_obstacles();
  void add_symmetry();
  void add_things();
  void add_balance();
  void add_goal(const lang::xlogo::Objective& decisive);
  void add_sum(int total);
  void add_sequence(const std::vector<lang::xlogo::Spec>& specs);
  void add_forbidden(const lang::xlogo::Spec& spec);

  [[nodiscard]] static bool has(const std::vector<std::size_t>& numbers, std::size_t number) {
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
  }
  /// The objective that is not a forbid; nullptr if there is none.
  [[nodiscard]] const lang::xlogo::Objective* decisive() const;
  [[nodiscard]] Way way_of(const lang::xlogo::Program& program,
                           const lang::xlogo::World& world) const;
  [[nodiscard]] Kinds kinds_of(const lang::xlogo::Spec& spec) const;
  [[nodiscard]] Kinds all_kinds() const;
  [[nodiscard]] std::vector<Literal> lying(const Cells& cells, const Kinds& kinds) const;
  [[nodiscard]] Literal lies(std::size_t cell, std::size_t kind) const {
    return {first_kind_ + cell * kinds_.size() + kind, true};
  }
  void forbid_all(const std::vector<Literal>& literals);
  [[nodiscard]] Literal any_of(std::vector<Literal> literals);
  [[nodiscard]] std::size_t beside(std::size_t cell, std::size_t direction) const;
  [[nodiscard]] Cells region(const lang::xlogo::World& world, std::size_t start,
                             std::vector<bool>& seen) const;
  void add_other_sum(const Cells& visited, Solver& solver, std::vector<Literal>& clause) const;
  void add_other_sequence(const Cells& visited, const std::vector<bool>& values, Solver& solver,
                          std::vector<Literal>& clause) const;

  lang::xlogo::Task task_;
  Likeness like_;
  Formula formula_;
  std::vector<Kind> kinds_;
  std::vector<std::optional<Literal>> walls_;  // by cell and direction; none at the rim
  std::vector<Literal> edges_;                 // each wall once
  std::vector<Literal> closed_;                // by cell
  std::size_t first_kind_ = 0;                 // variable
  std::vector<Literal> few_;                   // at most like_.items.low + i things
  Cells visits_;                               // of the solution, the start first
  Cells on_way_;                               // each once
  Cells aside_;
};

}  // namespace papert::synth

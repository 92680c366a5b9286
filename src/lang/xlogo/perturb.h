// Three ways to change a task a little, alone or together, to see whether a solver understood it:
//
//     A   no constraints on the code
//     B   no walls, and every tile of the grid allowed
//     C   the turtle starts where the solution is two moves before its end
//
// A task that lacks a part (no constraints, no obstacles, a picture to draw for C) is left as it is
// in that part. Every result has a solution that succeeds, if the task had one.
#pragma once

#include <string_view>
#include <vector>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

struct Perturbation {
  bool no_constraints = false;  // A
  bool no_obstacles = false;    // B
  bool later_start = false;     // C
  friend bool operator==(const Perturbation&, const Perturbation&) = default;
};

/// "T" (nothing changed), "T_A", ... "T_ABC".
struct NamedPerturbation {
  std::string_view name;
  Perturbation parts;
};

/// The subsets of these parts, in the order of the published table.
[[nodiscard]] std::vector<NamedPerturbation> subsets_of(const Perturbation& parts);

/// The task with those parts changed. The id and the description stay.
///
/// C: moves are fd and bk as executed; the state is the one right before the second last of them,
/// place and heading (a pen cannot be expressed, and only pictures would see it). The new solution
/// is the rest of the run, command by command. Where that fails (the constraints ask for other
/// blocks, or the goal for things collected before), it is the shortest one that a bounded search
/// finds, without loops if possible; where there is none, the start is left as it is.
[[nodiscard]] Task perturbed(const Task& task, const Perturbation& parts);

/// Those of the parts that change this task; with C, given A and B as asked.
[[nodiscard]] Perturbation applicable(const Task& task, const Perturbation& parts);

}  // namespace papert::lang::xlogo

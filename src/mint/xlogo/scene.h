// What surrounds the solution of a minted task: items, the goal, obstacles.
#pragma once

#include <optional>
#include <vector>

#include "base/random.h"
#include "lang/xlogo/task.h"
#include "mint/xlogo/xlogo.h"

namespace papert::mint::xlogo {

/// A task in the making: the solution runs in its world, and what it visits is known.
struct Draft {
  lang::xlogo::Task task;
  std::vector<std::size_t> visits;           // cells in the order of the solution, the start first
  std::vector<bool> on_path;                 // by cell
  std::optional<lang::xlogo::Item> spoiler;  // an item that must not be visited, to be put in a way
};

/// `visits` and `on_path`, anew. False if the solution crashes.
[[nodiscard]] bool follow_solution(Draft& draft);

/// Items and a goal that the solution reaches with its last move. False if this path has none.
[[nodiscard]] bool add_goal(Random& rng, TaskType type, Draft& draft);

/// The picture is what the solution draws; the grid is cut to it where its side then still fits.
[[nodiscard]] bool add_picture(Random& rng, const Band& side, Draft& draft);

/// Forbidden tiles and walls off the path: none, a few, or all but a corridor.
void add_obstacles(Random& rng, Draft& draft);

/// Puts something in the way of a program that solves the task, but not of the solution. False if
/// it goes no other way than the solution does.
[[nodiscard]] bool obstruct(Random& rng, const lang::xlogo::Program& program, Draft& draft);

/// By cell: whether a way leads there from the turtle.
[[nodiscard]] std::vector<bool> reachable(const lang::xlogo::World& world);

/// Forbids what cannot be reached, with what lies there, and fences what is forbidden.
void tidy(Draft& draft);

}  // namespace papert::mint::xlogo

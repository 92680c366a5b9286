// The vocabulary of synthesis. A unit is a reference task at a difficulty; a candidate is a program
// with constraints and a goal that fit the unit; a built task is a candidate in a world, with the
// proof that it is as hard as it looks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lang/xlogo/task.h"

namespace papert::synth {

/// Relative to the reference: easy has as many blocks, medium one or two more, hard two more (where
/// those are exhausted, one more, then none) and one constraint more.
enum class Difficulty : std::uint8_t { kEasy, kMedium, kHard };
inline constexpr std::array<std::string_view, 3> kDifficultyNames{"easy", "medium", "hard"};

/// How far a task may be from its reference: 0 by the published rules; 1 larger grids, more items
/// and obstacles; 2 other commands, too.
inline constexpr int kMaxLevel = 2;

/// The same for every world that is built around it.
struct Candidate {
  lang::xlogo::Program code;
  lang::xlogo::Constraints constraints;
  lang::xlogo::Goal goal;
};

/// What a search proved of a task whose solution has n blocks.
struct Proof {
  bool flat = false;          // no program without loops has fewer blocks (with loops: n or fewer)
  std::size_t loop_body = 0;  // no shorter program has bodies of at most so many blocks
  std::size_t settled = 0;    // where the search for loops gave up: no program of so many blocks
  std::optional<std::size_t> shortest_with_loops;  // where the solution has none
  bool binds = true;    // every constraint is broken by the shortest program that need not keep it
  bool minimal = true;  // false: a shorter program is known; only where longer ones are allowed
};

/// Rubrics that people gave points for, made countable: 0, 0.5 or 1 each.
struct Quality {
  double code = 0;
  double utility = 0;
  double appeal = 0;
  [[nodiscard]] double overall() const {
    const double least = code < utility ? code : utility;
    return least < appeal ? least : appeal;
  }
};

struct BuiltTask {
  lang::xlogo::Task task;  // without an id
  int level = 0;
  Proof proof;
  Quality quality;
};

/// Why a candidate in a world became no task; counted in the manifest.
enum class Rejection : std::uint8_t {
  kNoPose,     // the walk does not fit, or not as the goal needs it
  kNoItems,    // no placement of items meets the goal and the likeness to the reference
  kShorter,    // a shorter program solves it and cannot be kept out
  kUndecided,  // the search gave up
  kLoose,      // a constraint, an obstacle or a block of the solution does not matter
  kUnsolved,   // its own solution fails in one of the two modes
};
inline constexpr std::array<std::string_view, 6> kRejectionNames{
    "no_pose", "no_items", "shorter", "undecided", "loose", "unsolved"};

}  // namespace papert::synth

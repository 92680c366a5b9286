// Is there a short program of the second dialect that solves a task? Minting asks, to be sure that
// a task is not easier than it looks; the solver asks for an answer.
//
// What is searched: programs of fd, bk, lt, rt, for loops of 2 to 12 rounds, while, and if with or
// without else, whose conditions are one test each, negated or not; and, where asked, one function
// beside run. They are enumerated by what they do, not by how they are written: see v2_search.cc.
#pragma once

#include <cstddef>

#include "lang/xlogo/search.h"
#include "lang/xlogo/v2_task.h"

namespace papert::lang::xlogo::v2 {

struct SearchLimits {
  std::size_t max_length = 6;  // blocks, definitions of functions included
  std::size_t max_kept = 4;    // what lists of so many blocks do is kept in memory, at most 4
  std::size_t max_work = 100'000'000;  // states looked up, 1 to 3 ns each
  bool functions = false;              // with one function, too
};

struct SearchResult {
  SearchOutcome outcome = SearchOutcome::kGaveUp;
  Program program;          // kFound; keeps to the constraints
  std::size_t settled = 0;  // no program without functions of at most so many blocks, among those
                            // searched, reaches the goal
  std::size_t work = 0;
};

/// The shortest without functions, else one with a function. kNone where all programs of max_length
/// blocks without functions were searched, which is possible up to max_kept + 2.
[[nodiscard]] SearchResult shortest_solution(const Task& task, const SearchLimits& limits);

}  // namespace papert::lang::xlogo::v2

// Is there a short program that solves a task? Minting asks, to be sure that a task is as hard as
// its solution looks; perturbing asks for a solution of what it made; a solver asks for an answer.
//
// What is searched: all programs of at most max_length blocks that consist of fd, bk, lt, rt, setpc
// (with the colours of the picture) and repeats of 2 to 12 times (1, too, where constraints ask for
// blocks) whose bodies have at most max_body blocks, nested repeats included. With max_body 0 these
// are the programs without loops; with max_body max_length - 1 these are all programs that matter.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

enum class SearchOrder : std::uint8_t {
  kBounded,  // states that cannot reach the goal within the length are dropped
  kPlain,    // breadth first without a bound: finds the same, but gives up much earlier. Minted
             // tasks of a seed depend on where it does
};

struct SearchLimits {
  std::size_t max_length = 5;
  std::size_t max_body = 3;
  std::size_t max_steps = 200'000;     // commands executed, 10 to 200 ns each
  std::size_t max_nodes = 20'000'000;  // states remembered, about 80 bytes each
  SearchOrder order = SearchOrder::kBounded;
  bool count_cover = false;  // of pictures, with bodies of up to four blocks: states from which
                             // loops cannot draw enough are dropped, too. Finds the same; takes
                             // some milliseconds at the start, and decides what would be given up
  Program begin;             // of all programs that are searched: whole top-level blocks
};

enum class SearchOutcome : std::uint8_t {
  kFound,   // and nothing shorter exists among the programs searched
  kNone,    // none of them solves the task
  kGaveUp,  // the steps or nodes were spent, or the task is too large for the search
};

struct SearchResult {
  SearchOutcome outcome = SearchOutcome::kGaveUp;
  Program program;          // kFound
  std::size_t settled = 0;  // no program of at most this many blocks among those searched solves it
  std::size_t steps = 0;    // commands executed
  std::size_t nodes = 0;    // states remembered
};

/// The shortest solution, constraints included, as the default rules judge it. Memory is kept for
/// the next call of the same thread.
[[nodiscard]] SearchResult shortest_solution(const Task& task, const SearchLimits& limits);

}  // namespace papert::lang::xlogo

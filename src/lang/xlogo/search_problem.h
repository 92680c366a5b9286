// A task as a search takes it up: what can be done, what must hold, and how far it may go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lang/xlogo/search.h"
#include "lang/xlogo/search_arena.h"
#include "lang/xlogo/search_bound.h"
#include "lang/xlogo/search_cover.h"
#include "lang/xlogo/search_repeats.h"
#include "lang/xlogo/search_rules.h"
#include "lang/xlogo/search_state.h"

namespace papert::lang::xlogo {

/// What is kept between searches.
struct SearchMemory {
  Arena arena;
  Bound bound;
  Cover cover;
  SearchTree tree;
  RepeatEffects repeats;
  std::vector<std::vector<std::uint64_t>> open;  // of the search without loops
};

class SearchProblem {
 public:
  /// The memory holds the task's arena and bound.
  SearchProblem(const Task& task, const SearchLimits& limits, SearchMemory& memory);

  [[nodiscard]] bool solved(const Situation& state) const {
    return rules.kept(state) && arena.goal_reached(state.walker);
  }
  /// At least so many blocks are still to come.
  [[nodiscard]] std::size_t needed(const Situation& state, bool flat) const {
    std::size_t blocks = std::max(bound.lower_bound(state.walker, flat), rules.missing(state));
    if (cover != nullptr && !flat) {
      blocks = std::max(blocks, cover->blocks_for(bound.picture_rest(state.walker)));
    }
    return blocks;
  }
  /// Whether nothing that is searched can solve the task.
  [[nodiscard]] bool hopeless() const { return !start || rules.contradictory(); }

  [[nodiscard]] SearchResult found(std::size_t node, std::size_t steps) const;
  [[nodiscard]] SearchResult none(std::size_t steps) const;
  [[nodiscard]] SearchResult gave_up(std::size_t settled, std::size_t steps) const;

  const Arena& arena;
  const Bound& bound;
  SearchTree& tree;
  RepeatEffects& repeats;
  Rules rules;
  SearchLimits limits;
  std::size_t most = 0;  // blocks after those given: what limits and constraints allow
  std::optional<Situation> start;
  const Cover* cover = nullptr;  // where it is counted what loops can draw
  std::vector<Block> commands;   // of programs of one length the first is found

 private:
  /// From the start of the task to where the search starts.
  void run_begin();
};

/// Best first: see search_flat.cc.
[[nodiscard]] SearchResult search_without_loops(const SearchProblem& problem,
                                                std::vector<std::vector<std::uint64_t>>& open);

}  // namespace papert::lang::xlogo

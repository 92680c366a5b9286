// Programs without loops, by the length they can still have: the blocks so far and those that are
// needed at least. Lengths are settled from the bound of the start upwards,
//
//     length L     all states from which L blocks may do, the one reached last first
//
// and a state that needs more waits for its length. The bound never falls by more than a command
// adds, so a state is taken up only when the shortest way to it is known; one that was found on a
// longer way before is found again and takes the new one.
//
// Compared with breadth first, states beside the way to the goal are never taken up. The longest
// real pictures in several colours: 520 commands instead of 2.4 million.

#include <algorithm>

#include "lang/xlogo/search_problem.h"

namespace papert::lang::xlogo {
namespace {

class FlatSearch {
 public:
  FlatSearch(const SearchProblem& problem, std::vector<std::vector<std::uint64_t>>& open)
      : problem_(problem), tree_(problem.tree), open_(open) {}

  SearchResult run() {
    const Situation start = *problem_.start;
    const std::size_t least = problem_.needed(start, true);
    for (std::vector<std::uint64_t>& waiting : open_) waiting.clear();
    if (least > problem_.most) return problem_.none(0);
    tree_.put(start);
    if (problem_.solved(start)) return problem_.found(0, 0);
    tree_.put_text(problem_.commands);
    wait(0, 0, least);
    for (length_ = least; length_ <= problem_.most && length_ < open_.size(); ++length_) {
      while (!open_[length_].empty()) {
        const std::uint64_t next = open_[length_].back();
        open_[length_].pop_back();
        const auto node = static_cast<std::uint32_t>(next);
        if (tree_[node].level != next >> 32U) continue;  // a shorter way was found since
        if (problem_.solved(tree_[node].state)) return problem_.found(node, steps_);
        if (const auto goal = expand(node)) return problem_.found(*goal, steps_);
        if (steps_ > problem_.limits.max_steps || tree_.size() >= problem_.limits.max_nodes) {
          return problem_.gave_up(std::max<std::size_t>(length_, 1) - 1, steps_);
        }
      }
    }
    return problem_.none(steps_);
  }

 private:
  void wait(std::uint32_t node, std::size_t level, std::size_t length) {
    if (open_.size() <= length) open_.resize(length + 1);
    open_[length].push_back(std::uint64_t{level} << 32U | node);
  }

  /// Commands in reverse, since of what waits the last is taken up first. Gives the goal if one is
  /// met.
  std::optional<std::uint32_t> expand(std::uint32_t node) {
    const std::size_t level = tree_[node].level + std::size_t{1};
    for (std::size_t i = problem_.commands.size(); i-- > 0;) {
      Situation state = tree_[node].state;
      ++steps_;
      if (!problem_.arena.step(problem_.commands[i], state.walker)) continue;
      if (!problem_.rules.count({&problem_.commands[i], 1}, state)) continue;
      const std::size_t needed = problem_.needed(state, true);
      if (level + needed > problem_.most) continue;
      std::uint32_t known = tree_.find(state);
      if (known == SearchTree::kNew) {
        known = static_cast<std::uint32_t>(tree_.size());
        tree_.add({.state = state});
      } else if (tree_[known].level <= level) {
        continue;
      }
      SearchNode& reached = tree_[known];
      reached.parent = node;
      reached.first = static_cast<std::uint32_t>(i);
      reached.size = 1;
      reached.level = static_cast<std::uint16_t>(level);
      if (level <= length_ && problem_.solved(state)) return known;
      wait(known, level, std::max(level + needed, length_));
    }
    return std::nullopt;
  }

  const SearchProblem& problem_;
  SearchTree& tree_;
  std::vector<std::vector<std::uint64_t>>& open_;  // by length: level and number of nodes
  std::size_t length_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

SearchResult search_without_loops(const SearchProblem& problem,
                                  std::vector<std::vector<std::uint64_t>>& open) {
  return FlatSearch(problem, open).run();
}

}  // namespace papert::lang::xlogo

#include "lang/xlogo/search_problem.h"

namespace papert::lang::xlogo {

SearchProblem::SearchProblem(const Task& task, const SearchLimits& given, SearchMemory& memory)
    : arena(memory.arena),
      bound(memory.bound),
      tree(memory.tree),
      rules(task.constraints),
      limits(given),
      most(std::min(given.max_length, kMaxBlocks)),
      start(memory.arena.start()) {
  tree.clear();
  if (const std::optional<int> blocks = rules.most_blocks()) {
    most = std::min(most, static_cast<std::size_t>(std::max(*blocks, 0)));
  }
  commands.reserve(5 + arena.colors().size());
  // Better "left, forward" than "right, back".
  for (const BlockType type :
       {BlockType::kForward, BlockType::kLeft, BlockType::kRight, BlockType::kBack}) {
    commands.push_back({.type = type});
  }
  for (const Color color : arena.colors()) {
    commands.push_back({.type = BlockType::kSetPen, .pen = color});
  }
  const bool filler = limits.order == SearchOrder::kBounded && rules.asks_for(BlockType::kSetPen);
  if (arena.colors().empty() && (filler || rules.mentions(BlockType::kSetPen))) {
    commands.push_back({.type = BlockType::kSetPen, .pen = Color::kBlack});
  }
}

SearchResult SearchProblem::found(std::size_t node, std::size_t steps) const {
  const std::size_t level = tree[node].level;
  return {SearchOutcome::kFound, tree.program(node), level == 0 ? 0 : level - 1, steps,
          tree.size()};
}

SearchResult SearchProblem::none(std::size_t steps) const {
  return {SearchOutcome::kNone, {}, limits.max_length, steps, tree.size()};
}

SearchResult SearchProblem::gave_up(std::size_t settled, std::size_t steps) const {
  return {SearchOutcome::kGaveUp, {}, settled, steps, tree.size()};
}

}  // namespace papert::lang::xlogo

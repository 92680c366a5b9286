#include "lang/xlogo/search_problem.h"

#include <span>
#include <utility>

namespace papert::lang::xlogo {
namespace {

bool run(const Arena& arena, std::span<const Block> blocks, Walker& walker) {
  for (std::size_t i = 0; i < blocks.size(); i += 1 + blocks[i].body) {
    if (blocks[i].type != BlockType::kRepeat) {
      if (!arena.step(blocks[i], walker)) return false;
      continue;
    }
    for (int round = 0; round < blocks[i].times; ++round) {
      if (!run(arena, blocks.subspan(i + 1, blocks[i].body), walker)) return false;
    }
  }
  return true;
}

}  // namespace

SearchProblem::SearchProblem(const Task& task, const SearchLimits& given, SearchMemory& memory)
    : arena(memory.arena),
      bound(memory.bound),
      tree(memory.tree),
      repeats(memory.repeats),
      rules(task.constraints),
      limits(given),
      most(std::min(given.max_length, kMaxBlocks)) {
  if (const std::optional<Walker> walker = memory.arena.start()) start = Situation{*walker};
  tree.clear();
  repeats.clear();
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
  run_begin();
}

void SearchProblem::run_begin() {
  const std::span<const Block> begin(limits.begin.blocks);
  if (begin.size() > most) start.reset();
  for (std::size_t i = 0; start && i < begin.size(); i += 1 + begin[i].body) {
    const std::span<const Block> block = begin.subspan(i, 1 + begin[i].body);
    if (!rules.count(block, *start) || !run(arena, block, start->walker)) start.reset();
  }
  if (start) most -= begin.size();
}

SearchResult SearchProblem::found(std::size_t node, std::size_t steps) const {
  Program program = limits.begin;
  const Program rest = tree.program(node);
  program.blocks.insert(program.blocks.end(), rest.blocks.begin(), rest.blocks.end());
  const std::size_t length = program.blocks.size();
  return {SearchOutcome::kFound, std::move(program), length == 0 ? 0 : length - 1, steps,
          tree.size()};
}

SearchResult SearchProblem::none(std::size_t steps) const {
  return {SearchOutcome::kNone, {}, limits.max_length, steps, tree.size()};
}

SearchResult SearchProblem::gave_up(std::size_t settled, std::size_t steps) const {
  return {SearchOutcome::kGaveUp, {}, limits.begin.blocks.size() + settled, steps, tree.size()};
}

}  // namespace papert::lang::xlogo

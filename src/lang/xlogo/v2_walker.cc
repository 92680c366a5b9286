#include "lang/xlogo/v2_walker.h"

namespace papert::lang::xlogo::v2 {

Walker::Walker(const World& world)
    : names_(world.tiles.size(), kNothing), colors_(world.tiles.size(), kNothing) {
  for (const Item& item : world.items) {  // of two on a tile the last counts
    const std::size_t cell = world.index(item.x, item.y);
    names_[cell] = static_cast<std::uint8_t>(item.name);
    colors_[cell] = static_cast<std::uint8_t>(item.color);
  }
}

void Walker::pack(const Program& program) {
  ops_.clear();
  entries_.clear();
  numbered_ = 0;
  const auto define = [&](const std::vector<Block>& blocks) {
    entries_.push_back(static_cast<std::uint32_t>(ops_.size()));
    pack_blocks(blocks, 0, blocks.size());
    ops_.push_back({});
    numbered_ += static_cast<std::uint32_t>(blocks.size());
  };
  for (const Function& function : program.functions) define(function.blocks);
  define(program.run);
  for (Op& op : ops_) {
    if (op.kind == OpKind::kCall) op.where = entries_[op.where];
  }
}

// As deep as blocks are nested.
void Walker::pack_blocks(const std::vector<Block>& blocks, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end;) {
    const Block& block = blocks[i];
    const std::size_t body = i + 1;
    const std::size_t other = body + block.body;
    const auto number = numbered_ + static_cast<std::uint32_t>(i);
    const auto head = static_cast<std::uint32_t>(ops_.size());
    i = other + block.otherwise;
    Op op{.block = number};
    if (!block.holds_blocks()) {
      op.kind = block.type == BlockType::kCall ? OpKind::kCall : static_cast<OpKind>(block.type);
      if (block.type == BlockType::kSetPen) op.kind = OpKind::kSetPen;
      op.pen = block.pen;
      op.where = block.callee;
      ops_.push_back(op);
      continue;
    }
    op.kind = block.type == BlockType::kRepeat ? OpKind::kRepeat : OpKind::kTest;
    op.times = block.times;
    op.condition = &block.condition;
    ops_.push_back(op);
    pack_blocks(blocks, body, other);
    if (block.type == BlockType::kRepeat) {
      ops_.push_back({.kind = OpKind::kNext, .where = head, .block = number});
      continue;
    }
    const bool jumps = block.type == BlockType::kWhile || block.otherwise > 0;
    const std::size_t jump = ops_.size();
    if (jumps) ops_.push_back({.kind = OpKind::kJump, .where = head, .block = number});
    ops_[head].where = static_cast<std::uint32_t>(ops_.size());
    if (block.type == BlockType::kWhile || block.otherwise == 0) continue;
    pack_blocks(blocks, other, i);
    ops_[jump].where = static_cast<std::uint32_t>(ops_.size());
  }
}

}  // namespace papert::lang::xlogo::v2

// Tries all changes of one block, then all pairs of them, and gives the first program that the
// judge accepts: goals and code constraints. A place is a block's number and, where something is
// inserted before it and a loop may end there, how many loops are around what is inserted:
//
//     repeat 2 [fd] rt      before rt: in the loop (depth 1) or behind it (depth 0)
//
// Both changes of a pair are about the wrong program; the one later in the text is made first, so
// that it does not move the other one's place. Programs of b blocks have about 22 b changes.

#include "lang/xlogo/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

namespace papert::lang::xlogo {
namespace {

std::string block_words(const Block& block) {
  constexpr std::array<std::string_view, 6> kWords{"forward", "backward", "left",
                                                   "right",   "the loop", "pen"};
  const std::string_view word = kWords[static_cast<std::size_t>(block.type)];
  if (block.type != BlockType::kSetPen) return std::string(word);
  return fmt::format("{} {}", word, block.pen ? color_name(*block.pen) : "none");
}

/// Every command but the loop.
std::vector<Block> plain_commands() {
  std::vector<Block> commands;
  for (std::size_t type = 0; type < 4; ++type) {
    commands.push_back({.type = static_cast<BlockType>(type)});
  }
  for (std::size_t pen = 0; pen < kPenColors; ++pen) {
    commands.push_back({.type = BlockType::kSetPen, .pen = static_cast<Color>(pen)});
  }
  commands.push_back({.type = BlockType::kSetPen});
  return commands;
}

enum class ChangeKind : std::uint8_t { kInsert, kSet, kUnwrap, kRemove };

struct BlockChange {
  ChangeKind kind = ChangeKind::kInsert;
  std::uint32_t at = 0;
  Block block;              // kInsert, kSet
  std::uint32_t depth = 0;  // kInsert, as is what follows
  std::uint32_t beside = 0;
  const char* side = "";  // empty where there is no block beside it
};

/// Where in the text; the same for all changes of one block.
auto place_in_text(const BlockChange& change) {
  return std::tuple(change.at, change.kind != ChangeKind::kInsert, ~change.depth);
}

void take_out(std::vector<Block>& blocks, std::uint32_t at, std::uint32_t count) {
  for (std::uint32_t i = 0; i < at; ++i) {
    const bool around = blocks[i].type == BlockType::kRepeat && i + 1 + blocks[i].body > at;
    if (around) blocks[i].body -= count;
  }
  blocks.erase(blocks.begin() + at, blocks.begin() + at + count);
}

void put_in(std::vector<Block>& blocks, const BlockChange& change) {
  std::uint32_t around = 0;
  for (std::uint32_t i = 0; i < change.at && around < change.depth; ++i) {
    if (blocks[i].type != BlockType::kRepeat || i + 1 + blocks[i].body < change.at) continue;
    ++blocks[i].body;
    ++around;
  }
  blocks.insert(blocks.begin() + change.at, change.block);
}

void make_change(std::vector<Block>& blocks, const BlockChange& change) {
  const std::uint32_t body = change.at < blocks.size() ? blocks[change.at].body : 0;
  if (change.kind == ChangeKind::kInsert) return put_in(blocks, change);
  if (change.kind == ChangeKind::kUnwrap) return take_out(blocks, change.at, 1);
  if (change.kind == ChangeKind::kRemove) return take_out(blocks, change.at, 1 + body);
  blocks[change.at] = change.block;
  blocks[change.at].body = body;
}

std::ptrdiff_t empty_loops(const Program& program) {
  return std::ranges::count_if(program.blocks, [](const Block& block) {
    return block.type == BlockType::kRepeat && block.body == 0;
  });
}

class NearestSearch {
 public:
  NearestSearch(const Task& task, const Program& wrong, NearestOptions options)
      : judge_(task, options.rules), wrong_(wrong), left_(options.steps) {}

  std::optional<Nearest> run() {
    if (solves(wrong_)) return std::nullopt;
    list_changes();
    for (const BlockChange& change : changes_) {
      if (auto found = tried({&change, 1})) return found;
      if (left_ == 0) return std::nullopt;
    }
    std::size_t begin = 0;
    for (const BlockChange& first : changes_) {
      while (changes_[begin].at < first.at) ++begin;
      for (std::size_t second = begin; second < changes_.size(); ++second) {
        if (!go_together(first, changes_[second])) continue;
        if (auto found = tried(std::array{first, changes_[second]})) return found;
        if (left_ == 0) return std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  bool solves(const Program& program) {
    const Judgement judgement = judge_.run(program);
    spend(program.blocks.size() + static_cast<std::uint64_t>(judgement.calls));
    return judgement.success();
  }

  void spend(std::uint64_t steps) { left_ -= std::min(left_, steps); }

  /// In this order; two commands may be inserted at one place, but a block is changed once.
  static bool go_together(const BlockChange& first, const BlockChange& second) {
    const auto one = place_in_text(first);
    const auto other = place_in_text(second);
    return one < other || (one == other && first.kind == ChangeKind::kInsert);
  }

  /// Not a program that loses its last command, or a loop's: that cannot be written as it stands.
  std::optional<Nearest> tried(std::span<const BlockChange> changes) {
    if (left_ == 0) return std::nullopt;
    Nearest nearest{{}, wrong_};
    std::vector<Block>& blocks = nearest.program.blocks;
    for (std::size_t i = changes.size(); i-- > 0;) make_change(blocks, changes[i]);
    spend(wrong_.blocks.size());
    if (blocks.empty() || blocks.size() > kMaxBlocks) return std::nullopt;
    if (empty_loops(nearest.program) > empty_loops(wrong_)) return std::nullopt;
    if (!solves(nearest.program)) return std::nullopt;
    for (const BlockChange& each : changes) nearest.changes.push_back(described(each));
    return nearest;
  }

  void list_changes() {
    const auto& blocks = wrong_.blocks;
    std::vector<std::uint32_t> loops;  // around a place, from outside in
    for (std::uint32_t at = 0; at <= blocks.size(); ++at) {
      std::uint32_t beside = at == 0 ? 0 : at - 1;
      for (; !loops.empty() && loops.back() + 1 + blocks[loops.back()].body == at;
           loops.pop_back()) {
        list_inserted(at, loops.size(), beside, beside == loops.back() ? "into" : "after");
        beside = loops.back();
      }
      if (at == blocks.size()) {
        list_inserted(at, 0, beside, at == 0 ? "" : "after");
        return;
      }
      list_changed(at);
      list_inserted(at, loops.size(), at, "before");
      if (blocks[at].type == BlockType::kRepeat) loops.push_back(at);
    }
  }

  void list_inserted(std::uint32_t at, std::size_t depth, std::uint32_t beside, const char* side) {
    for (const Block& command : commands_) {
      changes_.push_back(
          {ChangeKind::kInsert, at, command, static_cast<std::uint32_t>(depth), beside, side});
    }
  }

  /// What is not needed is removed rather than replaced by something without effect.
  void list_changed(std::uint32_t at) {
    Block block = wrong_.blocks[at];
    const bool loop = block.type == BlockType::kRepeat;
    changes_.push_back({loop ? ChangeKind::kUnwrap : ChangeKind::kRemove, at, {}});
    for (const Block& command : commands_) {
      if (!loop && !(command == block)) changes_.push_back({ChangeKind::kSet, at, command});
    }
    if (!loop) return;
    const int times = block.times;
    for (int by = 1; by < kMaxTimes; ++by) {
      for (const int other : {times - by, times + by}) {
        if (other < kMinTimes || other > kMaxTimes) continue;
        block.times = static_cast<std::uint8_t>(other);
        changes_.push_back({ChangeKind::kSet, at, block});
      }
    }
    changes_.push_back({ChangeKind::kRemove, at, {}});
  }

  [[nodiscard]] SmallChange described(const BlockChange& change) const {
    const std::string now = block_words(change.block);
    if (change.kind == ChangeKind::kInsert) {
      if (*change.side == '\0') return {0, "insert " + now};
      const Block& beside = wrong_.blocks[change.beside];
      return {beside.line, fmt::format("insert {} {} {}", now, change.side, block_words(beside))};
    }
    const Block& old = wrong_.blocks[change.at];
    if (change.kind == ChangeKind::kUnwrap)
      return {old.line, "remove the loop, keep what is in it"};
    if (change.kind == ChangeKind::kRemove) return {old.line, "remove " + block_words(old)};
    if (old.type != BlockType::kRepeat) {
      return {old.line, fmt::format("replace {} by {}", block_words(old), now)};
    }
    return {old.line, fmt::format("repeat {} times instead of {}", change.block.times, old.times)};
  }

  GridRun judge_;
  const Program& wrong_;
  std::uint64_t left_;
  const std::vector<Block> commands_ = plain_commands();
  std::vector<BlockChange> changes_;  // by place
};

}  // namespace

std::optional<Nearest> nearest_right(const Task& task, const Program& wrong,
                                     NearestOptions options) {
  return NearestSearch(task, wrong, options).run();
}

}  // namespace papert::lang::xlogo

// What a search remembers: a situation for each node, how it was reached, and a table to find one.
// The vectors are kept between searches, since most of those take less time than allocating.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lang/xlogo/program.h"
#include "lang/xlogo/search_arena.h"

namespace papert::lang::xlogo {

struct Situation {
  Walker walker;
  std::array<std::uint8_t, 7> counts{};  // of blocks that constraints count; 0 for others
  std::uint8_t top = 0;                  // top-level blocks so far, up to the length of start_by
  friend bool operator==(const Situation&, const Situation&) = default;
};

struct SearchNode {
  Situation state;
  std::uint32_t parent = 0;
  std::uint32_t first = 0;  // its top-level block, in the list of all blocks
  std::uint32_t size = 0;
  std::uint16_t level = 0;  // blocks that lead here
};
static_assert(sizeof(SearchNode) == 64);

/// All nodes, with a table of their numbers by situation (open addressing): std::unordered_set
/// would allocate for each and take most of the time of a search.
class SearchTree {
 public:
  static constexpr std::uint32_t kNew = 0xFFFFFFFF;

  void clear();
  /// The node of a situation; kNew if it has none: then the next node added must be its.
  [[nodiscard]] std::uint32_t find(const Situation& situation);
  void add(const SearchNode& node) { nodes_.push_back(node); }
  /// The start: the first node.
  void put(const Situation& start);
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] SearchNode& operator[](std::size_t i) { return nodes_[i]; }
  [[nodiscard]] const SearchNode& operator[](std::size_t i) const { return nodes_[i]; }

  /// Appends a top-level block to the list of all blocks and gives its place.
  std::uint32_t put_text(std::span<const Block> blocks);
  /// The top-level block of a node; valid until another is put.
  [[nodiscard]] std::span<const Block> text(const SearchNode& node) const {
    return std::span(texts_).subspan(node.first, node.size);
  }
  /// The blocks from the start to a node.
  [[nodiscard]] Program program(std::size_t node) const;

 private:
  [[nodiscard]] std::uint32_t* slot(const Situation& situation);
  void grow();

  std::vector<SearchNode> nodes_;
  std::vector<Block> texts_;
  std::vector<std::uint32_t> slots_;  // 1 + number of the node; 0 is free
};

}  // namespace papert::lang::xlogo

#include "lang/xlogo/search_state.h"

#include <algorithm>

namespace papert::lang::xlogo {
namespace {

constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kKeptNodes = std::size_t{1} << 20;  // more are given back after a search

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 29;
}

std::uint64_t hash_of(const Situation& state) {
  const Walker& walker = state.walker;
  std::uint64_t hash = std::uint64_t{walker.cell} << 16 | std::uint64_t{walker.heading} << 8 |
                       std::uint64_t{walker.pen};
  hash = mixed(hash, static_cast<std::uint64_t>(walker.progress));
  for (const std::uint64_t word : walker.marks) hash = mixed(hash, word);
  std::uint64_t counts = state.top;
  for (const std::uint8_t count : state.counts) counts = counts << 8 | count;
  return mixed(hash, counts);
}

}  // namespace

void SearchTree::clear() {
  if (nodes_.capacity() > kKeptNodes) *this = SearchTree();
  nodes_.clear();
  texts_.clear();
  slots_.assign(kFirstSlots, 0);
}

void SearchTree::put(const Situation& start) {
  *slot(start) = 1;
  nodes_.push_back({.state = start});
}

std::uint32_t SearchTree::find(const Situation& situation) {
  if (nodes_.size() * 2 >= slots_.size()) grow();
  std::uint32_t* const place = slot(situation);
  if (*place != 0) return *place - 1;
  *place = static_cast<std::uint32_t>(nodes_.size()) + 1;
  return kNew;
}

std::uint32_t* SearchTree::slot(const Situation& situation) {
  std::size_t i = hash_of(situation) & (slots_.size() - 1);
  while (slots_[i] != 0 && nodes_[slots_[i] - 1].state != situation) {
    i = (i + 1) & (slots_.size() - 1);
  }
  return &slots_[i];
}

void SearchTree::grow() {
  slots_.assign(slots_.size() * 4, 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    *slot(nodes_[i].state) = static_cast<std::uint32_t>(i) + 1;
  }
}

std::uint32_t SearchTree::put_text(std::span<const Block> blocks) {
  const auto first = static_cast<std::uint32_t>(texts_.size());
  texts_.insert(texts_.end(), blocks.begin(), blocks.end());
  return first;
}

Program SearchTree::program(std::size_t node) const {
  std::vector<std::size_t> path;
  for (std::size_t i = node; i != 0; i = nodes_[i].parent) path.push_back(i);
  std::reverse(path.begin(), path.end());
  Program result;
  for (const std::size_t i : path) {
    const auto first = texts_.begin() + nodes_[i].first;
    result.blocks.insert(result.blocks.end(), first, first + nodes_[i].size);
  }
  return result;
}

}  // namespace papert::lang::xlogo

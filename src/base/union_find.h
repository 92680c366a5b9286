// Sets of numbers that grow together: whether two things are connected, and by whom they are
// represented, in almost constant time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace papert {

class UnionFind {
 public:
  /// `size` sets, fewer than 2^32, of one number each: 0, 1, ...
  explicit UnionFind(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  /// The number that represents the set of `i`.
  [[nodiscard]] std::size_t root(std::size_t i) {
    while (parent_[i] != i) {
      parent_[i] = parent_[parent_[i]];
      i = parent_[i];
    }
    return i;
  }

  void join(std::size_t a, std::size_t b) {
    parent_[root(a)] = static_cast<std::uint32_t>(root(b));
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace papert

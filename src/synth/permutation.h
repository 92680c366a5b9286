// Every number below a size once, in an order that depends on a key: a Feistel network of four
// rounds over the next even number of bits, applied again while it leads beyond the size. Needs no
// memory, and at(i) takes about four steps on average at most.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace papert::synth {

class Permutation {
 public:
  /// size > 0.
  Permutation(std::uint64_t size, std::uint64_t key)
      : size_(size), half_((static_cast<int>(std::bit_width(size - 1)) + 1) / 2) {
    for (std::uint64_t& round : keys_) round = key = mixed(key + 0x9E3779B97F4A7C15U);
  }

  /// i < size.
  [[nodiscard]] std::uint64_t at(std::uint64_t i) const {
    if (half_ == 0) return 0;
    do {
      i = once(i);
    } while (i >= size_);
    return i;
  }

  [[nodiscard]] static constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
  }

 private:
  [[nodiscard]] std::uint64_t once(std::uint64_t i) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_) - 1;
    std::uint64_t left = i >> half_;
    std::uint64_t right = i & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t next = left ^ (mixed(right + key) & mask);
      left = right;
      right = next;
    }
    return left << half_ | right;
  }

  std::uint64_t size_;
  int half_;  // bits of either half
  std::array<std::uint64_t, 4> keys_{};
};

}  // namespace papert::synth

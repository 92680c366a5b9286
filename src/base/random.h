// A seeded generator equal, bit for bit, to CPython's random.Random(int): the Mersenne Twister
// MT19937, the same seeding and the same recipes on top (random.py of Python 3.11), so that what a
// published Python generator drew from a seed can be drawn again here.
//
//     Random rng(42);
//     std::int64_t x = rng.randint(0, 511);   // random.Random(42).randint(0, 511)
//
// Preconditions are those for which Python raises ValueError (an empty range, an empty sequence, a
// zero step, a sample larger than the population); here they are asserted, not reported.
// A Random is a value: copying it copies the whole state (5 KB).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"

namespace papert {

class Random {
 public:
  /// random.Random(seed); the sign is ignored, as in Python.
  explicit Random(std::int64_t seed);

  /// How many generators are best seeded at once.
  static constexpr std::size_t kTogether = 4;

  /// random.Random(seed) for each seed. Seeding is one long chain of operations that wait for each
  /// other; several chains side by side take little longer than one.
  static std::array<Random, kTogether> together(const std::array<std::int64_t, kTogether>& seeds);

  /// random.Random(int(text)) for whole numbers of any size up to 4300 digits (Python's own limit),
  /// with an optional sign. kBadData for anything else, kLimit beyond.
  static Result<Random> from_decimal(std::string_view text);

  /// Uniform in [0, 1), 53 bits.
  double random() {
    const std::uint32_t high = next() >> 5;
    const std::uint32_t low = next() >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
  }

  /// k random bits, k in 0..64. No bits draw nothing.
  std::uint64_t getrandbits(int k) {
    assert(k >= 0 && k <= 64);
    if (k == 0) return 0;
    if (k <= 32) return next() >> (32 - k);
    const std::uint64_t low = next();
    return low | std::uint64_t{next() >> (64 - k)} << 32;
  }

  /// k random bits, as 32-bit words, the lowest first.
  std::vector<std::uint32_t> getrandbits_words(std::size_t k);

  /// Uniform in 0..n-1. n > 0.
  std::uint64_t randbelow(std::uint64_t n) {
    assert(n > 0);
    const int k = static_cast<int>(std::bit_width(n));
    std::uint64_t r = getrandbits(k);
    while (r >= n) r = getrandbits(k);
    return r;
  }

  /// Uniform in a..b, both included; any a <= b.
  std::int64_t randint(std::int64_t a, std::int64_t b) {
    assert(a <= b);
    const std::uint64_t width = static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a) + 1;
    const std::uint64_t offset = width == 0 ? randbelow_two_to_64() : randbelow(width);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + offset);
  }

  /// One of start, start + step, ... before stop. The range must not be empty, nor step zero.
  std::int64_t randrange(std::int64_t start, std::int64_t stop, std::int64_t step = 1);

  /// 0..stop-1. stop > 0.
  std::int64_t randrange(std::int64_t stop) { return randrange(0, stop); }

  /// One element of a non-empty sequence.
  template <class Sequence>
  const auto& choice(const Sequence& sequence) {
    assert(std::size(sequence) > 0);
    return sequence[static_cast<std::size_t>(randbelow(std::size(sequence)))];
  }

  /// k indices below n, with replacement: choices(range(n), k=k).
  std::vector<std::size_t> choice_indices(std::size_t n, std::size_t k);

  /// k indices, with replacement, by weight. The total must be positive and finite. Python keeps
  /// whole-number weights as integers; up to 2^53 the result is the same.
  std::vector<std::size_t> choice_indices_weighted(std::span<const double> weights, std::size_t k);
  std::vector<std::size_t> choice_indices_cumulative(std::span<const double> cumulative,
                                                     std::size_t k);

  /// k different indices below n, in the order of selection: sample(range(n), k). k <= n.
  std::vector<std::size_t> sample_indices(std::size_t n, std::size_t k);

  /// The same, giving the elements. `weights` is as long as the sequence.
  template <class Sequence>
  auto choices(const Sequence& sequence, std::size_t k) {
    return pick(sequence, choice_indices(std::size(sequence), k));
  }
  template <class Sequence>
  auto choices(const Sequence& sequence, std::span<const double> weights, std::size_t k) {
    assert(std::size(sequence) == weights.size());
    return pick(sequence, choice_indices_weighted(weights, k));
  }
  template <class Sequence>
  auto choices_cumulative(const Sequence& sequence, std::span<const double> cumulative,
                          std::size_t k) {
    assert(std::size(sequence) == cumulative.size());
    return pick(sequence, choice_indices_cumulative(cumulative, k));
  }
  template <class Sequence>
  auto sample(const Sequence& sequence, std::size_t k) {
    return pick(sequence, sample_indices(std::size(sequence), k));
  }

  /// A random permutation in place.
  template <class Sequence>
  void shuffle(Sequence& sequence) {
    using std::swap;
    for (std::size_t i = std::size(sequence); i-- > 1;) {
      const auto j = static_cast<std::size_t>(randbelow(i + 1));
      swap(sequence[i], sequence[j]);
    }
  }

  /// a + (b - a) * random().
  double uniform(double a, double b) { return a + (b - a) * random(); }

  /// Normal distribution. Values come in pairs: the second is kept for the next call.
  double gauss(double mu = 0.0, double sigma = 1.0);

 private:
  static constexpr std::size_t kWords = 624;

  struct Unseeded {};
  explicit Random(Unseeded) {}
  explicit Random(std::span<const std::uint32_t> key) { seed(key); }

  std::uint32_t next() {
    if (position_ == kWords) [[unlikely]]
      refill();
    return output_[position_++];
  }

  void seed(std::span<const std::uint32_t> key);
  void refill();
  std::uint64_t randbelow_two_to_64();

  template <class Sequence>
  static auto pick(const Sequence& sequence, const std::vector<std::size_t>& indices) {
    using Element = std::remove_cvref_t<decltype(sequence[std::size_t{}])>;
    std::vector<Element> result;
    result.reserve(indices.size());
    for (const std::size_t i : indices) result.push_back(sequence[i]);
    return result;
  }

  std::array<std::uint32_t, kWords> state_;
  std::array<std::uint32_t, kWords> output_;  // the current block, tempered
  std::size_t position_ = kWords;
  std::optional<double> gauss_next_;
};

}  // namespace papert

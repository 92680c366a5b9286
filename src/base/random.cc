// MT19937 (Matsumoto and Nishimura, 1998), hand-written because std::mt19937 offers neither
// CPython's seeding by an array of words nor bulk access: a block of 624 words is regenerated and
// tempered in three plain loops that the compiler turns into vector code, and a draw is then one
// load. A double takes about 2 nanoseconds; seeding takes about 3 microseconds.
//
// The recipes above the generator follow CPython's random.py in the order of their draws; a
// different but equally uniform recipe would consume the stream differently.

#include "base/random.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <unordered_set>

namespace papert {
namespace {

constexpr std::size_t kShift = 397;
constexpr std::size_t kMaxDigits = 4300;

std::uint32_t twist(std::uint32_t high, std::uint32_t low) {
  const std::uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
  return (y >> 1) ^ ((0u - (y & 1u)) & 0x9908b0dfu);
}

std::uint32_t temper(std::uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

// Seeding by an array starts from the state of this fixed seed, whatever the array.
constexpr std::size_t kStateWords = 624;
constexpr std::array<std::uint32_t, kStateWords> kInitialState = [] {
  std::array<std::uint32_t, kStateWords> state{19650218u};
  for (std::uint32_t i = 1; i < kStateWords; ++i) {
    state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  }
  return state;
}();

/// |seed| as two words, the lower first.
std::array<std::uint32_t, 2> magnitude(std::int64_t seed) {
  const auto bits = static_cast<std::uint64_t>(seed);
  const std::uint64_t value = seed < 0 ? 0 - bits : bits;
  return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
}

/// words = words * factor + addend, the lowest word first.
void multiply_add(std::vector<std::uint32_t>& words, std::uint32_t factor, std::uint32_t addend) {
  std::uint64_t carry = addend;
  for (std::uint32_t& word : words) {
    carry += std::uint64_t{word} * factor;
    word = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
}

}  // namespace

Random::Random(std::int64_t seed_value) {
  const std::array<std::uint32_t, 2> key = magnitude(seed_value);
  seed(std::span(key).first(key[1] == 0 ? 1 : 2));
}

// The same as seed(), with the loops over the state outside and the generators inside. What is
// added at step k is word k mod n of the n-word key, plus that index; for one or two words that is
// one of two numbers, by the parity of k.
std::array<Random, Random::kTogether> Random::together(
    const std::array<std::int64_t, kTogether>& seeds) {
  constexpr Unseeded kLater;
  std::array<Random, kTogether> all{Random(kLater), Random(kLater), Random(kLater), Random(kLater)};
  std::array<std::array<std::uint32_t, kTogether>, 2> addend{};
  for (std::size_t lane = 0; lane < kTogether; ++lane) {
    const std::array<std::uint32_t, 2> key = magnitude(seeds[lane]);
    addend[0][lane] = key[0];
    addend[1][lane] = key[1] == 0 ? key[0] : key[1] + 1;
  }
  std::array<std::uint32_t, kTogether> previous;
  previous.fill(kInitialState[0]);
  const auto mix = [&](std::size_t lane, std::uint32_t factor) {
    return (previous[lane] ^ (previous[lane] >> 30)) * factor;
  };
  const auto absorb = [&](std::size_t i, std::size_t step) {
    for (std::size_t lane = 0; lane < kTogether; ++lane) {
      std::uint32_t& word = all[lane].state_[i];
      const std::uint32_t before = step < kWords - 1 ? kInitialState[i] : word;
      word = previous[lane] = (before ^ mix(lane, 1664525u)) + addend[step % 2][lane];
    }
  };
  for (std::size_t i = 1; i < kWords; ++i) absorb(i, i - 1);
  absorb(1, kWords - 1);
  const auto stir = [&](std::size_t i) {
    for (std::size_t lane = 0; lane < kTogether; ++lane) {
      std::uint32_t& word = all[lane].state_[i];
      word = previous[lane] = (word ^ mix(lane, 1566083941u)) - static_cast<std::uint32_t>(i);
    }
  };
  for (std::size_t i = 2; i < kWords; ++i) stir(i);
  stir(1);
  for (Random& random : all) random.state_[0] = 0x80000000u;
  return all;
}

Result<Random> Random::from_decimal(std::string_view text) {
  std::string_view digits = text;
  if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) digits.remove_prefix(1);
  const bool all_digits =
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || !all_digits) {
    return fail(ErrorCode::kBadData, fmt::format("'{}' is not a whole number", text.substr(0, 80)));
  }
  if (digits.size() > kMaxDigits) {
    return fail(ErrorCode::kLimit, fmt::format("a seed of {} digits is too long (at most {})",
                                               digits.size(), kMaxDigits));
  }
  std::vector<std::uint32_t> key = {0};
  for (const char digit : digits) {
    multiply_add(key, 10, static_cast<std::uint32_t>(digit - '0'));
  }
  return Random(std::span<const std::uint32_t>(key));
}

// Each word depends on the one before, so the time is one long chain of operations: `previous`
// keeps the link in a register, where reading it back from the state would double the length.
void Random::seed(std::span<const std::uint32_t> key) {
  state_ = kInitialState;
  std::uint32_t previous = state_[0];
  std::size_t i = 1;
  const auto store = [&](std::uint32_t word) {
    state_[i] = previous = word;
    if (++i == kWords) {
      state_[0] = previous;
      i = 1;
    }
  };
  std::size_t j = 0;
  for (std::size_t k = std::max(kWords, key.size()); k > 0; --k) {
    const std::uint32_t mixed = (previous ^ (previous >> 30)) * 1664525u;
    store((state_[i] ^ mixed) + key[j] + static_cast<std::uint32_t>(j));
    if (++j == key.size()) j = 0;
  }
  for (std::size_t k = kWords - 1; k > 0; --k) {
    const std::uint32_t mixed = (previous ^ (previous >> 30)) * 1566083941u;
    store((state_[i] ^ mixed) - static_cast<std::uint32_t>(i));
  }
  state_[0] = 0x80000000u;
  position_ = kWords;
}

void Random::refill() {
  // Split where the word kShift ahead wraps around to one already renewed, so that neither loop
  // needs a modulo and both vectorise.
  constexpr std::size_t kHead = kWords - kShift;
  for (std::size_t i = 0; i < kHead; ++i) {
    state_[i] = state_[i + kShift] ^ twist(state_[i], state_[i + 1]);
  }
  for (std::size_t i = kHead; i < kWords - 1; ++i) {
    state_[i] = state_[i - kHead] ^ twist(state_[i], state_[i + 1]);
  }
  state_[kWords - 1] = state_[kShift - 1] ^ twist(state_[kWords - 1], state_[0]);
  for (std::size_t i = 0; i < kWords; ++i) output_[i] = temper(state_[i]);
  position_ = 0;
}

std::vector<std::uint32_t> Random::getrandbits_words(std::size_t k) {
  std::vector<std::uint32_t> words((k + 31) / 32);
  for (std::uint32_t& word : words) word = next();
  if (k % 32 != 0) words.back() >>= 32 - k % 32;
  return words;
}

// 2^64 has 65 bits: Python draws three words, keeps the top bit of the third, and starts again
// while it is set.
std::uint64_t Random::randbelow_two_to_64() {
  for (;;) {
    const std::uint64_t low = getrandbits(64);
    if (next() >> 31 == 0) return low;
  }
}

std::int64_t Random::randrange(std::int64_t start, std::int64_t stop, std::int64_t step) {
  assert(step != 0);
  assert(step > 0 ? start < stop : start > stop);
  const auto first = static_cast<std::uint64_t>(start);
  const auto last = static_cast<std::uint64_t>(stop);
  const auto stride = static_cast<std::uint64_t>(step);
  const std::uint64_t width = step > 0 ? last - first : first - last;
  const std::uint64_t count = (width - 1) / (step > 0 ? stride : 0 - stride) + 1;
  return static_cast<std::int64_t>(first + stride * randbelow(count));
}

std::vector<std::size_t> Random::choice_indices(std::size_t n, std::size_t k) {
  assert(n > 0 || k == 0);
  std::vector<std::size_t> indices(k);
  const auto count = static_cast<double>(n);
  for (std::size_t& index : indices) index = static_cast<std::size_t>(random() * count);
  return indices;
}

std::vector<std::size_t> Random::choice_indices_weighted(std::span<const double> weights,
                                                         std::size_t k) {
  std::vector<double> cumulative(weights.begin(), weights.end());
  for (std::size_t i = 1; i < cumulative.size(); ++i) cumulative[i] += cumulative[i - 1];
  return choice_indices_cumulative(cumulative, k);
}

std::vector<std::size_t> Random::choice_indices_cumulative(std::span<const double> cumulative,
                                                           std::size_t k) {
  assert(!cumulative.empty());
  const double total = cumulative.back();
  assert(total > 0.0 && std::isfinite(total));
  std::vector<std::size_t> indices(k);
  for (std::size_t& index : indices) {
    const auto end = cumulative.end() - 1;
    index = static_cast<std::size_t>(std::upper_bound(cumulative.begin(), end, random() * total) -
                                     cumulative.begin());
  }
  return indices;
}

std::vector<std::size_t> Random::sample_indices(std::size_t n, std::size_t k) {
  assert(k <= n);
  // CPython weighs a list of n against a hash table of k; the choice decides what is drawn.
  double table_size = 21;
  if (k > 5) {
    const double power = std::ceil(std::log(static_cast<double>(k * 3)) / std::log(4.0));
    table_size += std::pow(4.0, power);
  }
  std::vector<std::size_t> result;
  result.reserve(k);
  if (static_cast<double>(n) <= table_size) {
    std::vector<std::size_t> pool(n);
    for (std::size_t i = 0; i < n; ++i) pool[i] = i;
    for (std::size_t i = 0; i < k; ++i) {
      const auto j = static_cast<std::size_t>(randbelow(n - i));
      result.push_back(pool[j]);
      pool[j] = pool[n - i - 1];
    }
    return result;
  }
  std::unordered_set<std::size_t> selected;
  while (result.size() < k) {
    const auto j = static_cast<std::size_t>(randbelow(n));
    if (selected.insert(j).second) result.push_back(j);
  }
  return result;
}

double Random::gauss(double mu, double sigma) {
  double z = 0.0;
  if (gauss_next_) {
    z = *gauss_next_;
    gauss_next_.reset();
  } else {
    const double angle = random() * (2.0 * std::numbers::pi);
    const double radius = std::sqrt(-2.0 * std::log(1.0 - random()));
    z = std::cos(angle) * radius;
    gauss_next_ = std::sin(angle) * radius;
  }
  return mu + z * sigma;
}

}  // namespace papert

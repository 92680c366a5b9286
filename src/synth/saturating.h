// Counts of what is never listed. They may grow beyond any number that matters; those stop at
// kCountless.
#pragma once

#include <cstdint>

namespace papert::synth {

inline constexpr std::uint64_t kCountless = std::uint64_t{1} << 62;

[[nodiscard]] constexpr std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return a >= kCountless - b ? kCountless : a + b;
}

[[nodiscard]] constexpr std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > kCountless / a ? kCountless : a * b;
}

/// Takes the last digit, of that base, off a mixed-radix number.
[[nodiscard]] constexpr std::uint64_t take_digit(std::uint64_t& number, std::uint64_t base) {
  const std::uint64_t digit = number % base;
  number /= base;
  return digit;
}

}  // namespace papert::synth

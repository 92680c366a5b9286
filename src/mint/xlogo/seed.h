// Seeds for the generators behind one task.
#pragma once

#include <cstdint>

namespace papert::mint::xlogo {

/// Neighbouring seeds and salts give unrelated generators. Never negative, since the generator
/// ignores the sign.
[[nodiscard]] constexpr std::int64_t mixed_seed(std::int64_t seed, std::uint64_t salt) {
  std::uint64_t x = static_cast<std::uint64_t>(seed) + salt * 0x9E3779B97F4A7C15U;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return static_cast<std::int64_t>((x ^ x >> 31) >> 1);
}

}  // namespace papert::mint::xlogo

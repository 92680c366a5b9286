// What was painted, from the upper left to the lower right.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "raster/paint_scene.h"

namespace papert::raster {

/// Sorts takings by their words.
void sort_by_place(std::vector<Taking>& takings);

/// Calls visit(begin, end, key) for neighbouring pixels of one row whose takings have the same key,
/// which key_of(taking) gives: pixels counted row by row, runs as long as can be. The takings, of a
/// picture so wide, must be sorted by place.
template <class KeyOf, class Visit>
void each_run(const std::vector<Taking>& takings, int width, const KeyOf& key_of,
              const Visit& visit) {
  using Key = decltype(key_of(Taking{}));
  const auto words = static_cast<std::uint32_t>(width + 63) / 64;
  std::array<Key, 64> keys{};  // of the pixels where a taking's pixels begin
  std::int32_t run_begin = 0;
  std::int32_t run_end = 0;
  Key run_key{};
  for (auto next = takings.begin(); next != takings.end();) {
    const std::uint32_t word = next->word;
    std::uint64_t starts = 0;
    std::uint64_t taken = 0;
    for (; next != takings.end() && next->word == word; ++next) {
      const Key key = key_of(*next);
      const std::uint64_t begins = next->bits & ~(next->bits << 1);
      for (std::uint64_t rest = begins; rest != 0; rest &= rest - 1) {
        keys[static_cast<std::size_t>(std::countr_zero(rest))] = key;
      }
      starts |= begins;
      taken |= next->bits;
    }
    const bool row_begins = word % words == 0;
    const auto first = static_cast<std::int32_t>(word / words) * width +
                       static_cast<std::int32_t>(word % words) * 64;
    const std::uint64_t bounds = starts | ~taken;
    for (; starts != 0; starts &= starts - 1) {
      const int begin = std::countr_zero(starts);
      // The bit of the start itself is shifted out, in two steps for the last bit's sake.
      const int length = std::countr_zero(bounds >> begin >> 1) + 1;
      const std::int32_t end = first + (length > 64 - begin ? 64 : begin + length);
      const Key key = keys[static_cast<std::size_t>(begin)];
      const bool goes_on =
          run_end == first + begin && run_key == key && !(row_begins && begin == 0);
      if (!goes_on) {
        if (run_begin < run_end) visit(run_begin, run_end, run_key);
        run_begin = first + begin;
        run_key = key;
      }
      run_end = end;
    }
  }
  if (run_begin < run_end) visit(run_begin, run_end, run_key);
}

}  // namespace papert::raster

#include "score/near_ink.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace papert::score::detail {

raster::Bitmap widened(const raster::Bitmap& ink) {
  assert(ink.width() % 64 == 0);
  raster::Bitmap spread(ink.width(), ink.height());  // along the rows
  for (int y = 0; y < ink.height(); ++y) {
    const auto row = ink.row(y);
    const auto to = spread.row(y);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::uint64_t before = i > 0 ? row[i - 1] : 0;
      const std::uint64_t behind = i + 1 < row.size() ? row[i + 1] : 0;
      to[i] = row[i];
      for (int shift = 1; shift <= kNearRadius; ++shift) {
        to[i] |= row[i] << shift | before >> (64 - shift);
        to[i] |= row[i] >> shift | behind << (64 - shift);
      }
    }
  }
  raster::Bitmap wide = spread;
  const std::uint64_t* const from = spread.words().data();
  std::uint64_t* const to = wide.words().data();
  for (int distance = 1; distance <= std::min(kNearRadius, ink.height() - 1); ++distance) {
    // Rows follow each other, so a row further is so many words further.
    const auto offset = static_cast<std::size_t>(distance * ink.words_per_row());
    const std::size_t count = spread.words().size() - offset;
    for (std::size_t i = 0; i < count; ++i) to[i] |= from[i + offset];
    for (std::size_t i = 0; i < count; ++i) to[i + offset] |= from[i];
  }
  return wide;
}

}  // namespace papert::score::detail

// Which rows between two straight sides have free pixels. Private to this folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace papert::raster::detail {

/// Rows that are looked at together.
inline constexpr int kBandRows = 16;

/// What lies between two straight sides: in every row the pixels that the open interval between
/// them touches.
struct Band {
  struct Side {
    double x = 0;
    double y = 0;
    double slope = 0;
    int step = 0;  // 1 if it is farthest out at the lower end of a row, 0 if at the upper

    /// Where it is farthest out in a row.
    [[nodiscard]] double in(int row) const {
      return x + (static_cast<double>(row + step) - y) * slope;
    }
  };

  Side left;
  Side right;
};

/// Some rows of a band.
struct BandRows {
  std::array<std::int32_t, kBandRows> first;
  std::array<std::int32_t, kBandRows> last;      // before the first where there is none
  std::array<std::uint64_t, kBandRows> visible;  // free pixels in the word of the first
};

/// A bit for each row of a band, from the row `y` on, that has a free pixel or goes on in another
/// word of pixels; the lowest is that of the row `y`. At most kBandRows of them; in all of them the
/// band lies inside the canvas and at least a column from its sides. `free` has a bit for each free
/// pixel of the canvas, so many words a row.
[[nodiscard]] std::uint32_t find_free(const std::uint64_t* free, std::size_t words, int y,
                                      int count, const Band& band, BandRows& rows);

}  // namespace papert::raster::detail

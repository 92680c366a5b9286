// Where a sheet has ink nearby. Private to this folder.
#pragma once

#include "raster/bitmap.h"

namespace papert::score::detail {

inline constexpr int kNearRadius = 2;  // pixels that still count as the same place

/// Set where a pixel is set within kNearRadius, both ways. For sheets whose rows are whole words.
[[nodiscard]] raster::Bitmap widened(const raster::Bitmap& ink);

}  // namespace papert::score::detail

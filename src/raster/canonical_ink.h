// Where a drawing has ink if it is fitted to a frame.
#pragma once

#include <cstdint>
#include <limits>

#include "raster/bitmap.h"
#include "scene/canonical.h"

namespace papert::raster {

/// The pixels of the canonical sheet in which an item of scene::canonicalise(scene, frame) is seen
/// that is not white. The drawing is not copied. Where so many are found, the others may be
/// missing.
[[nodiscard]] Bitmap paint_canonical_ink(
    const scene::Scene& scene, const scene::Bounds& frame,
    std::int64_t enough = std::numeric_limits<std::int64_t>::max());

}  // namespace papert::raster

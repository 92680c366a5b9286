// Where a drawing has ink if it is fitted to a frame.
#pragma once

#include "raster/bitmap.h"
#include "scene/canonical.h"

namespace papert::raster {

/// The pixels of the canonical sheet in which an item of scene::canonicalise(scene, frame) is seen
/// that is not white. The drawing is not copied.
[[nodiscard]] Bitmap paint_canonical_ink(const scene::Scene& scene, const scene::Bounds& frame);

}  // namespace papert::raster

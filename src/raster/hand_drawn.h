// A drawing as if drawn by an unsteady hand on paper.
#pragma once

#include "base/random.h"
#include "raster/image.h"
#include "scene/scene.h"

namespace papert::raster {

/// The same drawing with lines that wobble, swell and break off for a moment.
[[nodiscard]] scene::Scene drawn_by_hand(const scene::Scene& scene, Random& random);

/// An RGB picture at half its size, which softens its edges, with the tone and grain of paper.
[[nodiscard]] Image halved_on_paper(const Image& large, Random& random);

}  // namespace papert::raster

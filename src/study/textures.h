// Drawings that differ from another in texture, not in place: what a share of ink, or ink near ink,
// takes for the same. Each is made from the largest items first, because that is seen.
#pragma once

#include <utility>
#include <vector>

#include "scene/scene.h"

namespace papert::study {

/// One area hatched, with lines every four pixels of the canonical sheet.
[[nodiscard]] std::vector<scene::Scene> with_hatching(const scene::Scene& scene);

/// One line in dashes of four pixels.
[[nodiscard]] std::vector<scene::Scene> with_dashes(const scene::Scene& scene);

/// One line with a second three pixels inside it.
[[nodiscard]] std::vector<scene::Scene> with_double_outline(const scene::Scene& scene);

/// One line erased in white, one area crossed by a white line.
[[nodiscard]] std::vector<scene::Scene> with_white_ink(const scene::Scene& scene);

/// 24 copies of an item around a middle, and the same without one of them.
[[nodiscard]] std::vector<std::pair<scene::Scene, scene::Scene>> rosettes(
    const scene::Scene& scene);

/// Whether at least forty pixels of the canonical sheets differ. The plain measure for textures,
/// which the blurred eye of visibly_different() does not see.
[[nodiscard]] bool differ_in_pixels(const scene::Scene& a, const scene::Scene& b);

}  // namespace papert::study

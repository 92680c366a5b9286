// A Scene as an SVG file: every coordinate as it is, every item an element, lowest first.
#pragma once

#include <string>

#include "scene/scene.h"

namespace papert::scene {

/// A complete document that opens in a browser. The view is the painted bounds with their pens and
/// a margin of a twentieth of the longer side; an empty drawing is a view of 100 x 100. Numbers
/// have the fewest digits that read back as the same double; y is negated, because SVG's grows
/// downwards. Text is real text, in the family that was asked for; characters that XML cannot hold
/// become U+FFFD.
[[nodiscard]] std::string to_svg(const Scene& scene);

}  // namespace papert::scene
